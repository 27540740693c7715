//! Figures of the mutators for rare constructs: scripts with such constructs are reduced with all mutators and
//! without each one. The figures are exact, as the solvers' answers are recorded.
//!
//! A sample of the scripts is run; with `DDSMT_ALL_CASES=1`, which `scripts/ci` sets, all are. Mutators that have no row
//! in the table are left out.
//!
//! To record the answers: run `scripts/get-solvers` and `DDSMT_UPDATE=1 cargo test --test main ablation`, which
//! leaves out nothing and updates the table in benches/README.md, too.

use crate::recorded::{Case, Recording, input, is_run, of_each};
use crate::replayed;
use crate::test::{repository, updated, updates};
use ddsmt::check::AdaptiveTimeout;
use ddsmt::sexpr::{Candidate, Gaps, parse};
use ddsmt::strategy::{SearchSettings, Selection, Strategy};
use regex::Regex;

/// Mutators that the inputs of the other tables of benches/README.md do not use, or that save
/// little there.
const MUTATORS: [&str; 12] = [
    "drop-attribute", "drop-constructor", "drop-nonterminal", "drop-sort-parameter", "erase-scope", "flatten-scope",
    "forget-name", "hoist-descendant", "narrow", "quantifier-merge", "seq-to-string", "tenths",
];

const CASES: &[Case] = &[
    Case { name: "names", solver: &["z3-4.8.7"], prints: r"\(=> \(> \S+ \S+\) \(distinct \S+ \(\* " },
    Case { name: "levels", solver: &["z3-4.8.7"], prints: r"\A(unsat\n){3}sat\n\z" },
    Case { name: "nested", solver: &["z3-4.8.7"], prints: r"\A((un)?sat\n)*sat\nunsat\nsat\nunsat\n\z" },
    Case { name: "steps", solver: &["z3-4.8.7"], prints: r"\A((un)?sat\n)*sat\nunsat\n\z" },
    Case { name: "parameters", solver: &["z3-4.8.7", "-st"], prints: r"\A(un)?sat\n\(:[^()]*:datatype-splits" },
    Case { name: "variants", solver: &["z3-4.8.7", "-st"], prints: r"\A(un)?sat\n\(:[^()]*:datatype-splits" },
    Case {
        name: "attributes",
        solver: &["z3-4.8.7", "auto_config=false", "smt.mbqi=false", "smt.qi.profile=true"],
        prints: "q28 :",
    },
    Case { name: "wrapped", solver: &["z3-4.8.7"], prints: r"(?s)\(div .*\(mod .*:precision precise" },
    Case {
        name: "maps",
        solver: &["cvc5-1.0.3", "-o", "trigger"],
        prints: r"\(trigger \(forall \(\([^\s()]+ [^\s()]+\) \([^\s()]+ [^\s()]+\)\)",
    },
    Case { name: "widths", solver: &["z3-4.8.7"], prints: r"\(\([a-z]+ #xabc\)\)\n\(\(\(bvmul [a-z]" },
    Case {
        name: "sequences",
        solver: &["z3-4.8.7", "model_validate=true"],
        prints: r"\Asat\n\(error .* an invalid model was generated",
    },
    Case {
        name: "decimals",
        solver: &["z3-4.8.12", "model_validate=true"],
        prints: r"(?s)\Asat\n.*\(error .* an invalid model was generated",
    },
    Case { name: "grammar", solver: &["cvc5-1.0.3"], prints: r"\(define-fun \S+ \(\) Bool \(= \(\+" },
];

/// Bytes of a result, its tokens, and the checks, compared in this order.
type Figures = [i64; 3];

/// Reduces a case, `without` one mutator if it is given, and returns the figures.
fn reduced(case: &Case, recording: &mut Recording, without: Option<&'static str>) -> Figures {
    let script = parse(&input(case), Gaps::Canonical).expect("the input parses");
    let selection = without.into_iter().fold(Selection::default(), Selection::but);
    let settings = SearchSettings { selection, ..SearchSettings::new(Strategy::Hybrid, &script) };
    let answer = |candidate: &Candidate| recording.answer(candidate);
    let end = replayed::search(1, answer, script, &settings, AdaptiveTimeout::default());
    let text = String::from_utf8(end.script.text()).expect("UTF-8");
    let token = Regex::new(r#""[^"]*"|[()]|[^\s()"]+"#).expect("a pattern");
    [text.len(), token.find_iter(&text).count(), end.counts.checks].map(|count| i64::try_from(count).expect("small"))
}

/// Whether the table has a row of a case without a mutator.
fn has_row(case: &Case, mutator: &str) -> bool {
    let page = include_str!("../benches/README.md");
    let (_, rows) = page.split_once(&format!("\n| `{}.smt2` |", case.name)).unwrap_or_default();
    rows.split("\n| `").next().is_some_and(|rows| rows.contains(&format!("| `{mutator}` |")))
}

/// Returns the rows of a case, and the mutators without which its result is larger, or as small after more checks.
fn rows(case: &Case) -> (String, Vec<&'static str>) {
    let mut recording = Recording::of(case);
    let all = reduced(case, &mut recording, None);
    let [bytes, tokens, checks] = all;
    let mut rows = format!("| `{}.smt2` | (all on) | {bytes} | {tokens} | {checks} |\n", case.name);
    let mut paying = vec![];
    for mutator in MUTATORS.into_iter().filter(|mutator| updates() || has_row(case, mutator)) {
        let other = reduced(case, &mut recording, Some(mutator));
        if other != all {
            let [bytes, tokens, checks] = [0, 1, 2].map(|i| other[i] - all[i]);
            rows += &format!("| | `{mutator}` | {bytes:+} | {tokens:+} | {checks:+} |\n");
        }
        if other > all {
            paying.push(mutator);
        }
    }
    recording.save();
    (rows, paying)
}

/// Cases that are always run.
const SAMPLE: [&str; 1] = ["levels"];

#[test]
fn mutators_for_rare_constructs_pay() {
    let run: Vec<Case> = CASES.iter().copied().filter(|case| is_run(case, &SAMPLE)).collect();
    let cases = of_each(&run, rows);
    if run.len() < CASES.len() {
        let page = std::fs::read_to_string(repository().join("benches/README.md")).expect("a page");
        return cases.iter().for_each(|(rows, _)| assert!(page.contains(rows.as_str()), "another table:\n{rows}"));
    }
    let table: String = cases.iter().map(|(rows, _)| rows.as_str()).collect();
    for mutator in MUTATORS {
        assert!(cases.iter().any(|(_, paying)| paying.contains(&mutator)), "{mutator} pays nowhere:\n{table}");
    }
    let table = format!("\n| input | without | bytes | tokens | checks |\n|---|---|---|---|---|\n{table}\n");
    updated("benches/README.md", "<!-- rare constructs -->", "<!-- end rare constructs -->", &table, str::to_owned);
}
