//! One session on real solvers for each kind of failure, as shown in examples/README.md. Sessions with an example of
//! [`SLOW`] are run only with `DDSMT_ALL_CASES=1`, which `scripts/ci` sets.

use crate::test::{Outcome, Test, all_cases, real_solver, repository, updated};
use ddsmt::cli::recipes::recipes;
use regex::Regex;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Texts of the lines of a log that examples/README.md shows.
const TELLING: &[&str] = &[" comparing", "the failure is in", "file size:"];

/// Examples whose reductions take tens of seconds.
const SLOW: &[&str] = &["crash-cvc4-segfault.smt2", "hang-z3-matching-loop.smt2", "slow-z3-factors.smt2"];

/// Compares a session whose result is the same on every machine.
fn session(kind: &str, line: &str) {
    if let Some(run) = run(line) {
        written(kind, &with_result(line, &run), str::to_owned);
    }
}

/// Compares a session whose result depends on times: figures after the first are not compared.
fn timed_session(kind: &str, line: &str) {
    if let Some(run) = run_to_half(line) {
        written(kind, &format!("$ {line}\n{}\n", told(&run)), without_sizes);
    }
}

fn with_result(line: &str, run: &Outcome) -> String {
    let result = run.result();
    let output = names(line).find(|name| name.starts_with("out.")).expect("an output");
    format!("$ {line}\n{}\n$ cat {output}\n{result}", told(run))
}

fn without_sizes(text: &str) -> String {
    let size = Regex::new(r"[0-9]+ B \([0-9.]+%\)").expect("a pattern");
    size.replace_all(text, "_ B").into_owned()
}

/// Runs a line as [`run`] does, and checks that the result has less than half the bytes of its example.
fn run_to_half(line: &str) -> Option<Outcome> {
    let run = run(line)?;
    let input = names(line).map(example).find(|path| path.is_file()).expect("an example");
    let before = fs::read(input).expect("an example").len();
    assert!(run.result().len() < before / 2, "{}", run.result());
    Some(run)
}

/// Runs a line in a folder with the examples that it names, and with all solvers in the path. Returns `None` if a
/// solver is missing or an example is slow.
fn run(line: &str) -> Option<Outcome> {
    let names: Vec<&str> = names(line).collect();
    if !all_cases() && names.iter().any(|name| SLOW.contains(name)) {
        return None;
    }
    let solvers: Vec<_> =
        names.iter().filter(|name| is_solver(name)).map(|name| real_solver(name)).collect::<Option<_>>()?;
    let folder = solvers.first().and_then(|path| path.parent()).expect("a real solver in the line");
    let output = names.iter().find(|name| name.starts_with("out.")).expect("an output");
    let test = Test::without_input().environment("SOLVERS", folder).output(output);
    let examples = names.iter().filter(|name| example(name).is_file());
    let run = examples
        .fold(test, |test, name| test.link(name, example(name)))
        .run_line(&format!("PATH=$SOLVERS:$PATH\n{line}"));
    run.status(0);
    Some(run)
}

fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || "'/".contains(c)).filter(|name| !name.is_empty())
}

fn is_solver(name: &str) -> bool {
    ["z3-", "cvc4-", "cvc5-"].iter().any(|solver| name.starts_with(solver))
}

fn example(name: &str) -> PathBuf {
    repository().join("examples").join(name)
}

fn told(run: &Outcome) -> String {
    let log = run.stderr();
    let lines: Vec<&str> = log.lines().filter(|line| TELLING.iter().any(|words| line.contains(words))).collect();
    format!("...\n{}", lines.join("\n"))
}

/// Compares the block of a kind in examples/README.md with the session.
fn written(kind: &str, session: &str, masked: impl Fn(&str) -> String) {
    let (begin, end) = (format!("<!-- session: {kind} -->"), format!("<!-- end session: {kind} -->"));
    updated("examples/README.md", &begin, &end, &format!("\n```console\n{session}```\n\n"), masked);
}

#[test]
fn a_crash_that_tells_an_address() {
    let line = "ddsmt -v --same-crash crash-cvc4-segfault.smt2 out.smt2 cvc4-1.8 --sygus-rr-synth-input";
    session("crash", line);
}

#[test]
fn a_wrong_answer() {
    let line = "ddsmt -v --disagree z3-4.14.1 wrong-answer-z3-order.smt2 out.smt2 z3-4.8.7";
    session("wrong answer", line);
}

#[test]
fn a_wrong_answer_in_the_middle_of_an_incremental_script() {
    let line = "ddsmt -v --disagree z3-4.14.1 wrong-answer-z3-incremental.smt2 out.smt2 z3-4.8.7";
    session("incremental script", line);
}

#[test]
fn a_slow_query() {
    let line = "ddsmt -v --slower-than 100ms slow-z3-factors.smt2 out.smt2 z3-4.8.7";
    timed_session("slow query", line);
}

#[test]
fn a_query_that_is_slower_than_it_should_be() {
    let line = "ddsmt -v --slower-than-reference 5x --reference cvc4-1.8 slow-z3-factors.smt2 out.smt2 z3-4.8.7";
    timed_session("slower than another", line);
}

#[test]
fn an_effort_that_is_a_number() {
    let line = "ddsmt -v --stat ':rlimit-count +(\\d+)' --at-least 20000 invalid-model-z3-remainder.smt2 out.smt2 z3-4.14.1 -st";
    session("effort", line);
}

/// Returns the line of a recipe in which an old release of Z3 is wrong about an example, and a new one checks it.
fn recipe(kind: &str, example: &str) -> String {
    let recipe = recipes().find(|recipe| recipe.kind == kind).expect("a recipe");
    let call = recipe.call.replace("solver {}", "z3-4.8.7 {}").replace("z3 -in", "z3-4.14.1 -in");
    format!("ddsmt -v {}", call.replace(" in out", &format!(" {example} out.smt2")))
}

#[test]
fn a_model_that_another_solver_refutes() {
    session("model", &recipe("a model that is wrong", "invalid-model-z3-remainder.smt2"));
}

#[test]
fn an_unsat_core_that_has_a_model() {
    session("unsat core", &recipe("an unsat core that is wrong", "invalid-core-z3-tactic.smt2"));
}

#[test]
fn a_proof_that_rests_on_itself() {
    let line = "ddsmt -v --match-err 'cyclic proof' invalid-proof-cvc5-cycle.smt2 out.smt2 cvc5-1.0.3 --dump-proofs --proof-format-mode=alethe";
    session("proof", line);
}

#[test]
fn a_failure_that_comes_and_goes() {
    let line = "ddsmt -v -j1 --repeat 6 --same-crash assertion-cvc5-ackermann.smt2 out.smt2 ./sometimes cvc5-1.0.3 --ackermann";
    session("flaky", line);
}

#[test]
fn another_error_that_has_the_same_status() {
    let line = "ddsmt -v --ignore-output --reject-re ': (invalid|unknown|model)' invalid-model-z3-remainder.smt2 out.smt2 z3-4.8.7 model_validate=true";
    session("another error", line);
}

#[test]
fn a_query_that_another_solver_decides() {
    let line =
        "ddsmt -v --disagree z3-4.14.1 --expect unsat --got unknown unknown-cvc5-trigger.smt2 out.smt2 cvc5-1.0.3";
    session("unknown", line);
}

#[test]
fn a_query_that_never_ends() {
    let line = "ddsmt -v --times-out --timeout 0.5 hang-z3-matching-loop.smt2 out.smt2 z3-4.8.7 smt.mbqi=false";
    timed_session("hanging query", line);
}

#[test]
fn a_feature_that_is_used() {
    let line = "ddsmt -v --stat 'READ_OVER_WRITE_1: (\\d+)' --at-least 1 invalid-model-cvc5-memory.smt2 out.smt2 cvc5-1.0.3 --stats";
    session("feature", line);
}

#[test]
fn a_line_of_a_trace() {
    let line = "ddsmt --strategy ddmin --stat 'smt.stats +\\d+ +(\\d+)' --at-least 2 wrong-answer-z3-incremental.smt2 out.smt2 z3-4.14.1 -v:2";
    let Some(run) = run(line) else { return };
    let solver = real_solver("z3-4.14.1").expect("found before");
    let trace = Command::new(solver).arg("-v:2").arg(run.path("out.smt2")).output().expect("the solver starts").stderr;
    let conflicts = Regex::new(r"smt\.stats +\d+ +([2-9]|\d{2,}) ").expect("a pattern");
    assert!(conflicts.is_match(&String::from_utf8_lossy(&trace)) && run.result().len() < 300);
}

#[test]
fn steps_that_cvc5_counts() {
    let line = "ddsmt --strategy ddmin --stat 'resourceUnitsUsed = (\\d+)' --at-least 1000 invalid-model-cvc5-memory.smt2 out.smt2 cvc5-1.0.3 --stats --stats-internal";
    let Some(run) = run(line) else { return };
    assert!(run.result().len() < 1000, "{}", run.result());
}

#[test]
fn a_malformed_script() {
    session("malformed", "ddsmt -v --lenient --ignore-output malformed-z3-datatypes.smt2 out.smt2 z3-4.8.7");
}

#[test]
fn a_text_that_is_no_script() {
    session("lines", "ddsmt -v --format lines --same-crash malformed-cvc4-datatype.cvc out.cvc cvc4-1.8");
}
