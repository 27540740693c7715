//! Errors of usage, in the words that callers of ddSMT know.

use super::table::Spec;
use super::value::quoted;
use std::ffi::{OsStr, OsString};
use std::fmt;

/// The line above every error of usage, and the first of the help text.
pub(super) const USAGE: &str = "ddsmt [<options>] <infile> <outfile> <cmd> [<cmd options>]";

/// Why a command line cannot be understood; displayed as the two lines that
/// belong on stderr.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    /// The reason alone.
    pub fn reason(&self) -> &str {
        &self.0
    }

    pub(super) fn argument(spec: &Spec, end: &str) -> UsageError {
        UsageError(format!("argument {}: {end}", spec.spelling()))
    }

    pub(super) fn explicit(option: &str, value: &OsStr) -> UsageError {
        let value = quoted(value);
        UsageError(format!("argument {option}: ignored explicit argument {value}"))
    }

    pub(super) fn ambiguous(word: &OsStr, names: &[String]) -> UsageError {
        let (word, names) = (word.to_string_lossy(), names.join(", "));
        UsageError(format!("ambiguous option: {word} could match {names}"))
    }

    pub(super) fn required(names: &[&str]) -> UsageError {
        let names = names.join(", ");
        UsageError(format!("the following arguments are required: {names}"))
    }

    pub(super) fn unrecognized(words: &[OsString], advice: Option<&str>) -> UsageError {
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        let advice = advice.map(|text| format!(" ({text})")).unwrap_or_default();
        UsageError(format!("unrecognized arguments: {}{advice}", words.join(" ")))
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "usage: {USAGE}\nddsmt: error: {}", self.0)
    }
}

impl std::error::Error for UsageError {}
