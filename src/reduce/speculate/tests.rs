//! Tests of which runs make room for others.

use super::*;
use crate::reduce::replay::Replay;
use crate::sexpr::{Candidate, Edit, Gaps, parse};
use crate::strategy::Question;

#[test]
fn a_hanging_check_makes_room_for_a_likely_one() {
    let script = parse(b"(a)(b)(c)(d)", Gaps::Canonical).expect("input parses");
    let ask = |command: usize, likelihood| {
        let candidate = Candidate::new(&script, Edit::delete(script.command(command)));
        Speculative { likelihood, ..Speculative::now(Question { candidate, mutator: "erase", fold: false }) }
    };
    let [hangs, short, unlikely, likely] = [ask(0, 1.0), ask(1, 1.0), ask(2, 0.1), ask(3, 0.5)];
    let hanging = hangs.digest();
    let time = |candidate: &Candidate| if candidate.digest() == hanging { 100_000 } else { 30 };
    let oracle = |candidate: &Candidate| (false, Duration::from_millis(time(candidate)));
    let (mut costly, verdicts) = (Replay::new(2, oracle), Verdicts::default());
    costly.exchange_cost = Duration::from_millis(10);
    let mut speculation = Speculation::default();
    let running = |speculation: &Speculation| -> Vec<Digest> { speculation.running.keys().copied().collect() };
    speculation.start(&mut costly, &verdicts, &[hangs, short], 2);
    let answer = costly.wait().expect("an answer");
    assert!(speculation.running.remove(&answer.digest).is_some());
    let likely = [likely];
    speculation.start(&mut costly, &verdicts, &likely, 1);
    assert_eq!(running(&speculation), [hanging], "it may be of use");
    speculation.running.values_mut().for_each(|run| run.is_doubtful = true);
    speculation.start(&mut costly, &verdicts, &[unlikely], 1);
    assert_eq!(running(&speculation), [hanging], "3 ms are gained, 10 are lost");
    speculation.start(&mut costly, &verdicts, &likely, 1);
    assert_eq!(running(&speculation), [likely[0].digest()]);
}
