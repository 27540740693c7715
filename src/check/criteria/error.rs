//! Errors that a solver reports and survives, reduced to what does not depend on their position in the input.

use super::crash::masked;
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
static STATUS: LazyLock<bytes::Regex> = LazyLock::new(|| {
    let text = r"Expected result (un)?sat but got (un)?sat|check annotation that says (un)?sat";
    bytes::Regex::new(text).expect("it is compiled by the tests of this file")
});

/// Whether an output says that the answer contradicts `(set-info :status ...)` of the input.
pub fn contradicts_status(output: &[u8]) -> bool {
    STATUS.is_match(output)
}

/// Returns the first line of the outputs that reports an error of the input.
pub fn error_line<'a>(stdout: &'a [u8], stderr: &'a [u8]) -> Option<&'a [u8]> {
    let mut lines = [stdout, stderr].into_iter().flat_map(|text| text.split(|&b| b == b'\n'));
    lines.find(|line| {
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

/// Returns the words of the first error with all varying parts masked, so that they do not depend on the input.
pub fn first_error(stdout: &[u8], stderr: &[u8]) -> Option<Vec<u8>> {
    error_line(stdout, stderr).map(|line| masked(error_words(line).as_bytes()))
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
    fn of_several_errors_the_first_counts() {
        let stdout = b"sat\n(error \"line 3 column 7: sorts differ\")\n(error \"line 4 column 1: no model\")\n";
        assert_eq!(first_error(stdout, b"error: late"), Some(b"sorts differ".to_vec()));
        assert_eq!(
            first_error(b"sat\n", b"cannot open /tmp/x\nerror: cannot open /tmp/x"),
            Some(b"cannot open x".to_vec())
        );
        assert_eq!(first_error(b"sat\n", b"fine"), None);
    }
}
