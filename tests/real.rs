//! Real bugs of real solvers. The first lines of each file in `examples` name the solver and the failure.

use crate::test::{Test, real_solver, repository};
use std::fs;
use std::process::{Command, Stdio};

/// An example that this file reduces.
struct Bug {
    example: &'static str,
    /// Options that define the failure.
    options: &'static [&'static str],
    /// A reference solver, whose answer must stay the same.
    reference: Option<&'static str>,
    /// Upper bound of the result's size, which still contains the text of the failure.
    bytes: usize,
    /// A text that the solver prints on the result as on the input.
    prints: &'static str,
}

/// Examples that take seconds and not minutes.
const BUGS: &[Bug] = &[
    Bug {
        example: "assertion-cvc5-ackermann.smt2",
        options: &["--match-err", "ackermann.cpp"],
        reference: None,
        bytes: 250,
        prints: "ackermann.cpp",
    },
    Bug {
        example: "invalid-model-cvc5-memory.smt2",
        options: &["--match-err", "ERRORS SATISFYING ASSERTIONS"],
        reference: None,
        bytes: 400,
        prints: "ERRORS SATISFYING ASSERTIONS",
    },
    Bug {
        example: "wrong-answer-z3-order.smt2",
        options: &[],
        reference: Some("z3-4.14.1"),
        bytes: 100,
        prints: "unsat",
    },
    Bug {
        example: "crash-z3-many-theories.smt2",
        options: &["--ignore-output"],
        reference: None,
        bytes: 500,
        prints: "",
    },
];

/// Examples that are too slow to be reduced at every change. Their first lines are checked.
const SLOW: &[&str] =
    &["crash-z3-narrow-float.smt2", "invalid-model-z3.smt2", "slow-z3-integers.smt2", "wrong-answer-cvc5-regex.smt2"];

/// Examples that tests/sessions.rs reduces.
const IN_SESSIONS: &[&str] = &[
    "crash-cvc4-segfault.smt2",
    "hang-z3-matching-loop.smt2",
    "invalid-core-z3-tactic.smt2",
    "invalid-model-z3-remainder.smt2",
    "invalid-proof-cvc5-cycle.smt2",
    "malformed-cvc4-datatype.cvc",
    "malformed-z3-datatypes.smt2",
    "slow-z3-factors.smt2",
    "unknown-cvc5-trigger.smt2",
    "wrong-answer-z3-incremental.smt2",
];

/// Files of `examples` that are no bugs of real solvers.
const OTHERS: &[&str] =
    &["README.md", "first.smt2", "stand-in-solver", "sometimes", "session.svg", "report-light.png", "report-dark.png"];

fn example(name: &str) -> String {
    fs::read_to_string(repository().join("examples").join(name)).expect("an example")
}

/// Returns the value of a comment `KEY: VALUE` at the top of an example.
fn header(name: &str, key: &str) -> String {
    let text = example(name);
    let mut lines = text.lines().map_while(|line| line.strip_prefix("; ").or(line.strip_prefix("% ")));
    let value = lines.find_map(|line| line.strip_prefix(&format!("{key}: ")));
    value.unwrap_or_else(|| panic!("{name} does not say '{key}'")).to_owned()
}

#[test]
fn every_example_is_reduced_or_named_as_slow() {
    for entry in fs::read_dir(repository().join("examples")).expect("examples").flatten() {
        let name = entry.file_name().into_string().expect("UTF-8");
        let others = [SLOW, IN_SESSIONS, OTHERS].concat();
        let known = BUGS.iter().map(|bug| bug.example).chain(others).any(|n| n == name);
        assert!(known, "examples/{name} is in no list");
        if !OTHERS.contains(&name.as_str()) {
            assert!(header(&name, "Fails with").contains('-'), "{name}: a solver with its version");
            let end = header(&name, "Ends with");
            let forms = ["signal ", "status ", "no end within "];
            assert!(forms.iter().any(|form| end.starts_with(form)), "{name}: {end}");
        }
    }
}

#[test]
fn an_assertion_in_cvc5_is_reduced() {
    reduce(&BUGS[0]);
}

#[test]
fn an_invalid_model_of_cvc5_is_reduced() {
    reduce(&BUGS[1]);
}

#[test]
fn a_wrong_answer_of_z3_is_reduced_with_a_reference() {
    reduce(&BUGS[2]);
}

#[test]
fn a_crash_of_z3_is_reduced() {
    reduce(&BUGS[3]);
}

/// Reduces an example, and checks the result without the program's help.
fn reduce(bug: &Bug) {
    let call = header(bug.example, "Fails with");
    let (name, arguments) = call.split_once(' ').unwrap_or((&call, ""));
    let Some(solver) = real_solver(name) else { return };
    let mut test = Test::on(example(bug.example));
    test = bug.options.iter().fold(test, |test, option| test.option(option));
    test = test.option("--stop-at").option(bug.bytes.to_string());
    if let Some(name) = bug.reference {
        let Some(reference) = real_solver(name) else { return };
        test = test.option("-c").option(reference);
    }
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let words = std::iter::once(solver.clone().into_os_string()).chain(arguments.iter().map(Into::into));
    let run = test.command(words).run();
    run.status(0);
    assert!(run.result().len() <= bug.bytes, "{}: {} bytes", bug.example, run.result().len());
    let (end, printed) = ending(&solver, &arguments, &run.path("out.smt2"));
    assert_eq!(end, header(bug.example, "Ends with"), "{}", bug.example);
    assert!(printed.contains(bug.prints), "{}: {printed}", bug.example);
}

/// Runs a solver. Returns how it ends, in the words of the examples, and its output.
fn ending(solver: &std::path::Path, arguments: &[&str], input: &std::path::Path) -> (String, String) {
    use std::os::unix::process::ExitStatusExt;
    let mut command = Command::new(solver);
    let output = command.args(arguments).arg(input).stdin(Stdio::null()).output().expect("the solver starts");
    let end = match output.status.signal() {
        Some(signal) => format!("signal {signal}"),
        None => format!("status {}", output.status.code().expect("a status")),
    };
    let printed = [output.stdout, output.stderr].concat();
    (end, String::from_utf8_lossy(&printed).into_owned())
}
