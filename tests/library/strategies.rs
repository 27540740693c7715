//! Properties of the strategies, with an oracle in memory.

use super::parsed;
use ddsmt::mutators::END_GAME;
use ddsmt::sexpr::{Candidate, Digest, Gaps, Script, parse};
use ddsmt::smtlib::Context;
use ddsmt::strategy::*;
use std::collections::HashMap;

const STRATEGIES: [Strategy; 3] = [Strategy::Ddmin, Strategy::Hierarchical, Strategy::Hybrid];

const INPUT: &str = "(set-logic ALL)
(declare-const p Bool)
(declare-const q Bool)
(declare-const x (_ BitVec 4))
(declare-const y (_ BitVec 4))
(define-fun f ((z Bool)) Bool (and z p))
(push 1)
(assert (let ((a (bvadd x y)) (b (bvmul x x))) (or (= a b) (f q) (f (not q)))))
(assert (forall ((r Bool)) (=> (f r) (xor r p (f p)))))
(check-sat)
(pop 1)
(assert (distinct x y (bvneg x)))
(check-sat)
";

struct Verdicts(HashMap<Digest, bool>);

impl Oracle for Verdicts {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        self.0.get(&candidate.digest()).copied()
    }
}

/// Takes one step, or returns the candidates whose verdicts are missing.
fn step(state: &State, oracle: &dyn Oracle) -> Result<Step, Pending> {
    Ok(state.advance(&state.resolve(oracle)?))
}

/// Runs a search of [`INPUT`] to its end. `oracle` returns the verdict on a candidate of the current script.
fn search(strategy: Strategy, policies: &[IllSortedPolicy], oracle: impl FnMut(&Script, &Candidate) -> bool) -> Script {
    let script = parsed(INPUT);
    let usual = SearchSettings::new(strategy, &script);
    run(script, &SearchSettings { ill_sorted: policies.to_vec(), growth: 500, end_game: 50, ..usual }, oracle)
}

/// Runs a search of a script with these settings to its end.
fn run(script: Script, settings: &SearchSettings, mut oracle: impl FnMut(&Script, &Candidate) -> bool) -> Script {
    drive(script, settings, |script, questions| {
        questions.iter().map(|question| oracle(script, &question.candidate)).collect()
    })
}

/// Runs a search as [`run`] does. `answer` returns the verdicts on all questions that are asked at once.
fn drive(
    script: Script,
    settings: &SearchSettings,
    mut answer: impl FnMut(&Script, &[Question]) -> Vec<bool>,
) -> Script {
    let mut state = State::new(script, settings);
    let mut verdicts = Verdicts(HashMap::new());
    loop {
        match step(&state, &verdicts) {
            Ok(Step { state: Some(next), .. }) => state = next,
            Ok(Step { state: None, .. }) => return state.script().clone(),
            Err(Pending { questions, .. }) => {
                let digests = questions.iter().map(|question| question.candidate.digest());
                verdicts.0.extend(digests.zip(answer(state.script(), &questions)));
            }
        }
    }
}

/// Returns a random verdict that depends only on the text and the seed: true in a quarter of the cases.
fn coin(seed: u64, text: &[u8]) -> bool {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    text.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, mix) >> 40 & 3 == 0
}

#[test]
fn every_strategy_ends_whatever_the_oracle_says() {
    for strategy in STRATEGIES {
        let all = search(strategy, &[IllSortedPolicy::Unchecked], |_, _| true);
        assert_eq!(all.text(), b"", "{strategy:?}");
        let none = search(strategy, &[IllSortedPolicy::Skip, IllSortedPolicy::Probe], |_, _| false);
        assert_eq!(none.text(), INPUT.as_bytes(), "{strategy:?}");
        for seed in 0..8 {
            search(strategy, &[IllSortedPolicy::Unchecked], |_, candidate| coin(seed, &candidate.text()));
        }
    }
}

#[test]
fn a_search_that_has_to_end_looks_at_no_further_node() {
    for strategy in STRATEGIES {
        let script = parsed(INPUT);
        let settings = SearchSettings { end_game: 50, ..SearchSettings::new(strategy, &script) };
        let (mut asked, oracle) = (0, settings.cancelled.clone());
        run(script, &settings, |_, _| {
            asked += 1;
            oracle.store(true, std::sync::atomic::Ordering::Relaxed);
            false
        });
        assert!((1..=4).contains(&asked), "{strategy:?} asked {asked} questions");
    }
}

#[test]
fn the_strict_policy_checks_only_well_formed_candidates() {
    for strategy in STRATEGIES {
        for seed in 0..4 {
            search(strategy, &[IllSortedPolicy::Strict], |base, candidate| {
                let context = Context::new(base.clone());
                let is_wrong = context.check_sorts(candidate, true).is_ill_sorted;
                assert!(!is_wrong, "{}", String::from_utf8_lossy(&candidate.text()));
                coin(seed, &candidate.text())
            });
        }
    }
}

#[test]
fn hybrid_never_ends_larger_than_ddmin() {
    for needed in [&["bvadd"][..], &["(f ", "forall"], &["push", "x y"], &["distinct", "check-sat"]] {
        let fails = |_: &Script, candidate: &Candidate| {
            let text = String::from_utf8(candidate.text()).expect("UTF-8");
            needed.iter().all(|needed| text.contains(needed))
        };
        let [ddmin, _, hybrid] =
            STRATEGIES.map(|strategy| search(strategy, &[IllSortedPolicy::Skip], fails).text_len());
        assert!(hybrid <= ddmin, "{needed:?}: {hybrid} bytes instead of {ddmin}");
    }
}

#[test]
fn nothing_grows_from_the_end_game_on() {
    let script = parsed(INPUT);
    let settings = SearchSettings { end_game: 50, ..SearchSettings::new(Strategy::Hybrid, &script) };
    let (mut is_late, mut grown) = (false, [0, 0]);
    drive(script, &settings, |script, questions| {
        let verdict = |question: &Question| {
            let begins = END_GAME.mutators.iter().any(|mutator| mutator.name == question.mutator) && !is_late;
            is_late |= begins;
            let grows = question.candidate.text_len() > script.text_len();
            grown[usize::from(is_late)] += usize::from(grows);
            // Growth that has not paid is undone.
            assert!(!begins || script.text() == INPUT.as_bytes());
            // Accepting the first edit of the end game starts another round.
            begins || (grows && !is_late)
        };
        questions.iter().map(verdict).collect()
    });
    assert!(grown[0] > 0 && grown[1] == 0, "{grown:?}");
}

#[test]
fn a_step_of_the_end_game_that_lengthens_the_script_has_to_pay() {
    let text = |array: &str, declared: &str, index: &str| {
        let arrays = format!("(declare-const c {array})\n(declare-const d {array})\n");
        format!("{arrays}{declared}(assert (= #b1 (select d {index})))\n(check-sat)\n").into_bytes()
    };
    let (e, bits) = ("(declare-const e (_ BitVec 4))\n", "(bvcomp #xf (bvnot e))");
    let input = text("(Array Bool (_ BitVec 1))", e, &format!("(= c (store d true {bits}))"));
    let integers = |declared, value: &str| {
        text("(Array Int (_ BitVec 1))", declared, &format!("(ite (= c (store d 1 {value})) 1 0)"))
    };
    let (longer, shorter) = (integers(e, bits), integers("", "(bvnot (select c 2))"));
    let script = parsed(&input);
    let settings = SearchSettings { end_game: 1200, ..SearchSettings::new(Strategy::Hybrid, &script) };
    let result = |accepted: &[&Vec<u8>]| {
        run(script.clone(), &settings, |_, candidate| accepted.contains(&&candidate.text())).text()
    };
    assert!(longer.len() > input.len());
    assert_eq!(result(&[&longer]), input);
    assert_eq!(result(&[&longer, &shorter]), shorter);
}

#[test]
fn the_result_of_a_search_is_a_fixpoint() {
    let script = parsed(INPUT);
    for strategy in STRATEGIES {
        for seed in 0..24 {
            let oracle = |_: &Script, candidate: &Candidate| coin(seed, &candidate.text());
            let search = |script: &Script| {
                let usual = SearchSettings::new(strategy, script);
                let ill_sorted = vec![IllSortedPolicy::Skip];
                run(script.clone(), &SearchSettings { ill_sorted, growth: 0, end_game: 0, ..usual }, oracle)
            };
            let end = search(&script);
            let again = search(&end);
            assert_eq!(again.digest(), end.digest(), "{strategy:?} {seed}: {}", String::from_utf8_lossy(&end.text()));
        }
    }
}

#[test]
fn a_term_goes_of_which_only_the_declarations_are_needed() {
    const DECLARED: &str = "(declare-fun f (Int) Int)\n";
    let terms = ["(assert (= (f 2) (f 3)))\n(assert (< (f 4) 5))\n", "(define-fun g ((a Int)) Bool (< (f a) 5))\n"];
    let needed = ["(check-sat)\n", "(declare-const p Bool)\n(assert p)\n"];
    for (needed, terms) in needed.iter().flat_map(|needed| terms.map(|terms| (*needed, terms))) {
        let text = [DECLARED, needed, terms, "(exit)\n"].concat();
        let script = parsed(text);
        for strategy in STRATEGIES {
            let end = run(script.clone(), &SearchSettings::new(strategy, &script), |_, candidate| {
                let text = String::from_utf8(candidate.text()).expect("UTF-8");
                [DECLARED, needed].iter().all(|needed| text.contains(needed))
            });
            assert_eq!(String::from_utf8_lossy(&end.text()), [DECLARED, needed].concat(), "{strategy:?}");
        }
    }
}

/// Returns the mutators of each batch of candidates in a search that accepts none.
fn batches(script: Script, settings: &SearchSettings) -> Vec<Vec<&'static str>> {
    let mut batches = Vec::new();
    drive(script, settings, |_, questions| {
        batches.push(questions.iter().map(|question| question.mutator).collect());
        vec![false; questions.len()]
    });
    batches
}

#[test]
fn a_huge_term_is_not_read_a_thousand_times_between_two_questions() {
    let parts: String = (0..2_000).map(|i| format!(" (= x {i})")).collect();
    let text = format!("(declare-const x Int)\n(declare-const b Bool)\n(assert (or{parts} b))\n");
    let script = parsed(text);
    let settings = SearchSettings { most_read: 1 << 20, ..SearchSettings::new(Strategy::Hybrid, &script) };
    let mut state = State::new(script, &settings);
    let mut verdicts = Verdicts(HashMap::new());
    // The first block with parts that are ill-sorted.
    let most = loop {
        let before = state.pruned().read;
        match step(&state, &verdicts) {
            Ok(next) => state = next.state.expect("there is such a block"),
            Err(Pending { questions, .. }) => {
                verdicts.0.extend(questions.iter().map(|question| (question.candidate.digest(), false)));
            }
        }
        let read = state.pruned().read - before;
        if read > 1 << 19 {
            break read;
        }
    };
    assert!(most < 3 << 19, "{most} bytes were read");
}

#[test]
fn edits_are_asked_together_unless_none_is_joined() {
    let text: String = (0..8).map(|i| format!("(assert (and a{i} b{i} c{i} d{i}))\n")).collect();
    let most = |gaps| {
        let script = parse(text.as_bytes(), gaps).expect("parses");
        let settings = SearchSettings::new(Strategy::Hierarchical, &script);
        batches(script, &settings).iter().map(Vec::len).max()
    };
    assert_eq!(most(Gaps::Canonical), Some(4));
    assert_eq!(most(Gaps::Lines), Some(1));
}

#[test]
fn each_strategy_asks_its_mutators_in_its_order() {
    let text = INPUT.replace('x', "longer").replace('q', "long");
    let script = parsed(text);
    let order = |strategy| {
        let mut order: Vec<&str> = Vec::new();
        for mutator in batches(script.clone(), &SearchSettings::new(strategy, &script)).concat() {
            if !order.contains(&mutator) {
                order.push(mutator);
            }
        }
        order
    };
    let is_late =
        |name: &&str| END_GAME.mutators.iter().any(|mutator| mutator.name == *name) || *name == "isolate-term";
    let [ddmin, hierarchical, hybrid] = STRATEGIES.map(order);
    assert!(!ddmin.iter().chain(&hierarchical).any(is_late), "{ddmin:?} {hierarchical:?}");
    assert!(!ddmin.contains(&"binary-reduction") && hybrid.iter().any(is_late), "{ddmin:?}");
    assert_eq!(ddmin[..3], ["erase-node", "one-query", "flatten-scope"], "{ddmin:?}");
    assert_eq!(hierarchical[..3], ["binary-reduction", "constants", "erase-node"], "{hierarchical:?}");
    for (order, last) in [(&ddmin, "rename-all"), (&hierarchical, "simplify-symbol-names")] {
        let place = order.iter().position(|name| *name == last);
        assert!(place.is_some_and(|place| place + 4 >= order.len()), "{last} in {order:?}");
    }
}
