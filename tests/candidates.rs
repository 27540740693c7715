//! `--candidates` prints the candidates that mutators propose, for authors of mutators.

use crate::test::repository;
use std::process::Command;

fn candidates(words: &[&str]) -> Vec<String> {
    let input = repository().join("tests/fixtures/boolean.smt2");
    let output = Command::new(env!("CARGO_BIN_EXE_ddsmt")).arg("--candidates").arg(input).args(words).output();
    let output = output.expect("the program starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn candidates_are_printed_one_per_line() {
    let lines = candidates(&["--mutator", "bool-de-morgan"]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    for part in ["\"mutator\":\"BoolDeMorgan\"", "\"scope\":\"local\"", "\"index\":0", "(assert (or (not p)"] {
        assert!(lines[0].contains(part), "{part} in {lines:?}");
    }
}

#[test]
fn the_mode_decides_which_variables_replace_another() {
    let inc = candidates(&["--mutator", "replace-by-variable"]);
    let dec = candidates(&["--mutator", "replace-by-variable", "--replace-by-variable-mode", "dec"]);
    assert!(!inc.is_empty() && !dec.is_empty() && inc != dec);
}
