//! Scripts in other dialects, and files that are no scripts at all.

use crate::test::{Test, all_cases, needs, real_solver, sample};

struct Dialect {
    file: &'static str,
    /// A real solver and its argument. With `DDSMT_ALL_CASES` its answer to the input must be kept, too.
    solver: Option<(&'static str, &'static str)>,
    /// Texts without which the input does not fail.
    words: &'static [&'static str],
    /// Upper bound of the result's size.
    bytes: usize,
}

const DIALECTS: &[Dialect] = &[
    Dialect {
        file: "smt-lib-2.7.smt2",
        solver: None,
        words: &["(declare-sort-parameter ", "(lambda ((f (-> Int Int)", "(par ("],
        bytes: 120,
    },
    Dialect {
        file: "draft-3.smt3",
        solver: None,
        words: &["(declare-type List", "(! Type :var", "(match "],
        bytes: 120,
    },
    Dialect { file: "recipe.scm", solver: None, words: &["`(salt ,pinch)", "(let loop", "{serves . 4}"], bytes: 100 },
    Dialect {
        file: "rules.smt2",
        solver: None,
        words: &["(rule (=> (and (even x y)", "(> s 4)", ":print-certificate"],
        bytes: 80,
    },
    Dialect {
        file: "grammar.sy",
        solver: Some(("cvc5-1.0.3", "--quiet")),
        words: &["(synth-fun", "(declare-var"],
        bytes: 260,
    },
    Dialect { file: "heap.smt2", solver: Some(("cvc5-1.0.3", "--quiet")), words: &["(sep ", "(pto "], bytes: 120 },
    Dialect {
        file: "cvc5.smt2",
        solver: Some(("cvc5-1.0.3", "--quiet")),
        words: &["set.member", "(bag.count"],
        bytes: 300,
    },
    Dialect {
        file: "cases.smt2",
        solver: Some(("cvc5-1.0.3", "--quiet")),
        words: &["(match s", "(circle r)"],
        bytes: 220,
    },
    Dialect {
        file: "cases.smt2",
        solver: Some(("z3-4.14.1", "-smt2")),
        words: &["(match s", "(circle r)"],
        bytes: 200,
    },
    Dialect {
        file: "clauses.smt2",
        solver: Some(("z3-4.14.1", "-smt2")),
        words: &["HORN", "(forall (", "loop"],
        bytes: 150,
    },
    Dialect {
        file: "z3.smt2",
        solver: Some(("z3-4.14.1", "-smt2")),
        words: &["(assert-soft", "(get-objectives)"],
        bytes: 300,
    },
];

#[test]
fn dialects_without_a_solver_are_reduced() {
    reduce(|solver| solver.is_none());
}

#[test]
fn dialects_of_cvc5_are_reduced() {
    reduce(|solver| solver.is_some_and(|name| name.starts_with("cvc5")));
}

#[test]
fn dialects_of_z3_are_reduced() {
    reduce(|solver| solver.is_some_and(|name| name.starts_with("z3")));
}

/// Reduces the dialects whose solver is `chosen`.
fn reduce(chosen: impl Fn(Option<&str>) -> bool) {
    for Dialect { file, solver, words, bytes } in sample(DIALECTS.iter().filter(|d| chosen(d.solver.map(|s| s.0))), 2) {
        let body = match solver.filter(|_| all_cases()) {
            None => needs(words),
            Some((name, argument)) => match real_solver(name) {
                Some(path) => needs(words).replace("exit 9", &format!("exec {} {argument} \"$input\"", path.display())),
                None => continue,
            },
        };
        let test = Test::on_file(&format!("tests/dialects/{file}")).input(file).solver(&body);
        let result = test.run().status(0).result();
        assert!(words.iter().all(|word| result.contains(word)), "{file}: {result}");
        assert!(result.len() <= *bytes, "{file}: {} bytes: {result}", result.len());
        Test::on(&result).run_with(&["--parser-test", "in.smt2"]).status(0);
    }
}
