//! Searches under the virtual clock, with any number of jobs.

use super::parsed;
use crate::replayed::{self, Counts};
use crate::test::all_cases;
use ddsmt::check::{AdaptiveTimeout, Time, Usage};
use ddsmt::reduce::driver::Driver;
use ddsmt::reduce::replay::Replay;
use ddsmt::reduce::verdicts::Verdicts;
use ddsmt::sexpr::{Candidate, Digest, Script};
use ddsmt::strategy::{Halt, IllSortedPolicy, Observer, SearchSettings, State, Step, Strategy};
use std::ops::Range;
use std::time::Duration;

/// Runs a search. Returns the final text, the counts of checks and steps, and the virtual time.
fn reduce(input: &str, strategy: Strategy, jobs: usize, keeps: fn(&str) -> bool) -> (String, Counts, Duration) {
    search(input, strategy, jobs, AdaptiveTimeout::default(), |text| {
        (keeps(text), Duration::from_millis(1000 + text.len() as u64))
    })
}

fn search(
    input: &str,
    strategy: Strategy,
    jobs: usize,
    pace: AdaptiveTimeout,
    oracle: impl Fn(&str) -> (bool, Duration),
) -> (String, Counts, Duration) {
    let script = parsed(input);
    let usual = SearchSettings::new(strategy, &script);
    let settings =
        SearchSettings { ill_sorted: vec![IllSortedPolicy::Unchecked], growth: 1000, end_game: 100, ..usual };
    let oracle = |candidate: &Candidate| oracle(&String::from_utf8(candidate.text()).expect("UTF-8"));
    let end = replayed::search(jobs, oracle, script, &settings, pace);
    (String::from_utf8(end.script.text()).expect("UTF-8"), end.counts, end.time)
}

/// Returns a script of some assertions, of which two are needed.
fn input() -> String {
    script(11..31)
}

/// Returns a script with assertions of these numbers.
fn script(numbers: Range<usize>) -> String {
    let asserts: String = numbers.map(|i| format!("(assert (or (< x{i} {i}) (and p q{i} (= {i} x{i}))))\n")).collect();
    format!("(set-logic QF_LIA)\n(declare-const p Bool)\n{asserts}(check-sat)\n")
}

#[test]
fn any_number_of_jobs_gives_the_same_bytes_and_checks() {
    for strategy in [Strategy::Ddmin, Strategy::Hierarchical, Strategy::Hybrid] {
        let keeps = |text: &str| text.contains("q17") && text.contains("x30") && text.matches('(').count() >= 3;
        let one = reduce(&input(), strategy, 1, keeps);
        assert!(one.0.len() < 100, "{}", one.0);
        // Searches with 32 jobs take the most time by far, as they look ahead at the most candidates.
        for jobs in if all_cases() { vec![3, 32] } else { vec![7] } {
            let many = reduce(&input(), strategy, jobs, keeps);
            assert_eq!((&one.0, &one.1), (&many.0, &many.1), "{strategy:?} with {jobs} jobs");
            assert!(many.2 <= one.2);
        }
    }
}

/// Returns the verdict on a text, and the time of its run. Failing runs with `q18` become quicker as the text shrinks;
/// of the others a quarter hang.
fn hangs_often(text: &str) -> (bool, Duration) {
    let fails = text.contains("q17") && text.contains("x30");
    let (fails, time) = match fails && text.contains("q18") {
        true => (true, 2 + text.len() as u64 / 50),
        false if text.len().is_multiple_of(4) => (fails, 1_000_000),
        false => (fails, 1 + Digest::of(text.as_bytes()).to_words()[0] % 20),
    };
    (fails, Duration::from_millis(time))
}

#[test]
fn limits_follow_the_best_and_any_number_of_jobs_gives_the_same_bytes() {
    let best = Duration::from_millis(20);
    let usage = Usage([Time { wall: best, cpu: best }, Time::default()]);
    let pace = || AdaptiveTimeout::new([Some(Duration::from_millis(1530)), None], usage);
    for strategy in [Strategy::Ddmin, Strategy::Hierarchical, Strategy::Hybrid] {
        let one = search(&input(), strategy, 1, pace(), hangs_often);
        assert!(one.0.len() < 100, "{}", one.0);
        let many = search(&input(), strategy, if all_cases() { 8 } else { 4 }, pace(), hangs_often);
        assert_eq!((&one.0, &one.1), (&many.0, &many.1), "{strategy:?}");
        // With a fixed limit, each hanging run takes this time.
        let most = Duration::from_millis(1530);
        let fixed = search(&input(), strategy, 1, AdaptiveTimeout::default(), |text| {
            let (fails, time) = hangs_often(text);
            (fails && time <= most, time.min(most))
        });
        assert!(one.2 * 2 < fixed.2, "{strategy:?}: {:?} instead of {:?}", one.2, fixed.2);
    }
}

#[test]
fn every_strategy_ends_whatever_the_solver_says() {
    let oracles: [fn(&str) -> bool; 3] =
        [|_| true, |_| false, |text| Digest::of(text.as_bytes()).to_words()[0] & 1 == 0];
    for strategy in [Strategy::Ddmin, Strategy::Hierarchical, Strategy::Hybrid] {
        for oracle in oracles {
            reduce(&script(0..9), strategy, 2, oracle);
        }
    }
}

/// The verdict on a text in the search that [`Watch`] observes.
fn keeps_two(text: &str) -> bool {
    text.contains("q17") && text.contains("x30")
}

/// Observes the scripts that are found between the steps.
struct Watch {
    /// The bytes of the shortest script so far.
    least: u64,
    /// The bytes of a script that was found before the current step was complete.
    ahead: Option<u64>,
    found: usize,
}

impl Observer for Watch {
    fn committed(&mut self, step: &Step, _checks: usize) -> Result<(), Halt> {
        let Some(bytes) = step.state.as_ref().map(|state| state.script().text_len()) else { return Ok(()) };
        assert!(self.ahead.take().is_none_or(|ahead| bytes <= ahead), "a step led to more than was found before");
        self.least = self.least.min(bytes);
        Ok(())
    }

    fn found(&mut self, script: &Script, checks: usize) {
        assert!(keeps_two(&String::from_utf8(script.text()).expect("UTF-8")) && script.text_len() < self.least);
        assert!(checks > 0);
        self.least = script.text_len();
        self.ahead = Some(self.least);
        self.found += 1;
    }
}

#[test]
fn a_failing_candidate_is_reported_before_its_step_is_complete() {
    let script = parsed(input());
    for (strategy, jobs) in [(Strategy::Ddmin, 1), (Strategy::Hierarchical, 1), (Strategy::Hybrid, 4)] {
        let oracle = |candidate: &Candidate| {
            let text = String::from_utf8(candidate.text()).expect("UTF-8");
            (keeps_two(&text), Duration::from_millis(1000 + text.len() as u64))
        };
        let (mut replay, mut verdicts) = (Replay::new(jobs, oracle), Verdicts::new(AdaptiveTimeout::default()));
        let mut watch = Watch { least: script.text_len(), ahead: None, found: 0 };
        let state = State::new(script.clone(), &SearchSettings::new(strategy, &script));
        let end = Driver::new(&mut replay, &mut verdicts).run(state, &mut watch);
        assert!(end.is_ok_and(|state| state.script().text_len() == watch.least));
        assert!(watch.found > 3, "{strategy:?}: {}", watch.found);
    }
}
