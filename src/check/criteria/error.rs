//! Errors that a solver reports and survives, reduced to what does not depend on their position in the input.

use super::crash::{masked, pattern};
use memchr::memmem;
use regex::{Regex, bytes};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The position of an error in the input, with the words around it.
static POSITION: LazyLock<Regex> = LazyLock::new(|| {
    let text = r#"^(\(error ")?((Parse )?[Ee]rror: )?(line \d+ column \d+: ?|[^ ]*:\d+[.:]\d+: ?)?"#;
    Regex::new(text).expect("it is compiled by the tests of this file")
});

/// The words of cvc4, cvc5 and z3 about an answer that contradicts `(set-info :status ...)`.
static STATUS: LazyLock<bytes::Regex> =
    LazyLock::new(|| pattern(r"Expected result (un)?sat but got (un)?sat|check annotation that says (un)?sat"));

/// Whether an output says that the answer contradicts `(set-info :status ...)` of the input.
pub fn contradicts_status(output: &[u8]) -> bool {
    STATUS.is_match(output)
}

/// The words by which a solver reports a fault of its own.
static FAULT: LazyLock<bytes::Regex> = LazyLock::new(|| pattern(r"(?i)\binvalid (model|proof|(unsat\w* )?core)\b"));

/// Returns the line of the outputs that reports an error: the first about a fault of the solver's own, else the first.
pub fn error_line<'a>(stdout: &'a [u8], stderr: &'a [u8]) -> Option<&'a [u8]> {
    error_lines(stdout, stderr).find(|line| FAULT.is_match(line)).or_else(|| error_lines(stdout, stderr).next())
}

fn error_lines<'a>(stdout: &'a [u8], stderr: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let lines = [stdout, stderr].into_iter().flat_map(|text| text.split(|&b| b == b'\n'));
    lines.filter(|line| {
        let has_prefix = line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"error:"));
        has_prefix || line.starts_with(b"(error ") || memmem::find(line, b"arse error").is_some()
    })
}

/// Returns the words of an error without its position, which differs between candidates: their longest part
/// without control characters.
pub fn error_words(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let words: Cow<'_, str> = POSITION.replace(&text, "");
    let words = words.trim_end_matches(['"', ')']);
    words.split(char::is_control).map(str::trim).max_by_key(|part| part.len()).unwrap_or_default().to_owned()
}

/// An error that a run reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedError {
    /// Its words with all varying parts masked, so that they do not depend on the input.
    pub words: Vec<u8>,
    /// Whether another error was reported before it.
    pub is_later: bool,
}

impl ReportedError {
    /// Reads the error from the outputs of a run; see [`error_line`].
    pub fn of(stdout: &[u8], stderr: &[u8]) -> Option<ReportedError> {
        let line = error_line(stdout, stderr)?;
        let is_later = error_lines(stdout, stderr).next() != Some(line);
        Some(ReportedError { words: masked(error_words(line).as_bytes()), is_later })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_asked_for_without_its_position() {
        let rows = [
            (r#"(error "line 37 column 10: an invalid model was generated")"#, "an invalid model was generated"),
            (r#"(error "Parse Error: /dev/shm/x/input.smt2:1.17: Symbol f not declared")"#, "Symbol f not declared"),
            (r#"(error "out of memory")"#, "out of memory"),
            ("in.smt2:3:1: error: sorts differ", "error: sorts differ"),
            ("x: Parse error", "x: Parse error"),
            ("(error \"line 1 column 2: no \x1b[2J sort\")", "[2J sort"),
        ];
        for (line, words) in rows {
            assert_eq!(error_words(line.as_bytes()), words);
        }
    }

    #[test]
    fn a_claim_of_the_input_is_contradicted() {
        assert!(contradicts_status(b"Fatal failure within f() at s.cpp:73\nExpected result unsat but got sat\n"));
        assert!(contradicts_status(b"sat\n(error \"line 4 column 10: check annotation that says unsat\")\n"));
        assert!(!contradicts_status(b"(error \"Expected result\")\n"));
    }

    #[test]
    fn of_several_errors_the_first_counts_unless_one_is_a_fault_of_the_solver() {
        let two = "(error \"line 3 column 7: sorts differ\")\n(error \"no model\")\n";
        let fault =
            "(error \"line 1 column 9: unknown constant\")\nsat\n(error \"line 4 column 1: an invalid model\")\n";
        let rows = [
            (two, "error: late", Some(("sorts differ", false))),
            (fault, "", Some(("an invalid model", true))),
            ("sat\n", "cannot open /tmp/x\nerror: cannot open /tmp/x", Some(("cannot open x", false))),
            ("sat\n", "fine", None),
        ];
        for (stdout, stderr, wanted) in rows {
            let wanted = wanted.map(|(words, is_later)| ReportedError { words: words.into(), is_later });
            assert_eq!(ReportedError::of(stdout.as_bytes(), stderr.as_bytes()), wanted);
        }
    }
}
