//! Errors of usage, in the form that callers of ddSMT know.

use super::value::quoted;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::ffi::{OsStr, OsString};
use std::fmt;

/// The line above every error of usage, and the first of the help text.
pub(super) const USAGE: &str = "ddsmt [<options>] <infile> <outfile> <cmd> [<cmd options>]";

/// An error in a command line, which is displayed as two lines for stderr.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    pub(super) fn of(error: &clap::Error, command: &Command) -> UsageError {
        let text = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => text.as_str(),
            _ => "",
        };
        let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
        let name = argument.split([' ', '=']).next().unwrap_or_default();
        let is_meant = |arg: &&Arg| spelling(arg).split('/').any(|known| known == name);
        let option = command.get_arguments().find(is_meant).map_or(name.to_owned(), spelling);
        match error.kind() {
            ErrorKind::InvalidValue => {
                let valid = match error.get(ContextKind::ValidValue) {
                    Some(ContextValue::Strings(valid)) => valid.as_slice(),
                    _ => &[],
                };
                let valid = valid.iter().map(String::as_str);
                let meant = suggestion(value, valid.clone()).map(|word| format!(": did you mean {word}?"));
                let (value, choices, meant) = (quoted(OsStr::new(value)), choices(valid), meant.unwrap_or_default());
                UsageError::argument(&option, &format!("invalid choice: {value}{choices}{meant}"))
            }
            ErrorKind::TooManyValues => {
                UsageError::argument(&option, &format!("ignored explicit argument {}", quoted(OsStr::new(value))))
            }
            ErrorKind::UnknownArgument => UsageError::unrecognized(&[(argument.into(), None)], None),
            _ => UsageError(error.to_string().lines().next().unwrap_or_default().replacen("error: ", "", 1)),
        }
    }

    pub(super) fn argument(option: &str, end: &str) -> UsageError {
        UsageError(format!("argument {option}: {end}"))
    }

    pub(super) fn ambiguous(word: &OsStr, names: &[String]) -> UsageError {
        let (word, names) = (word.to_string_lossy(), names.join(", "));
        UsageError(format!("ambiguous option: {word} could match {names}"))
    }

    /// Returns the error about missing words, among others that are no options.
    pub(super) fn required(names: &[&str], unknown: &[(OsString, Option<String>)]) -> UsageError {
        let names = names.join(", ");
        UsageError(format!("the following arguments are required: {names}{}", meant(unknown)))
    }

    /// Returns the error about words that are no options, each with what may be meant.
    pub(super) fn unrecognized(words: &[(OsString, Option<String>)], advice: Option<&str>) -> UsageError {
        let all: Vec<_> = words.iter().map(|(word, _)| word.to_string_lossy()).collect();
        let advice = advice.map_or_else(|| meant(words), |advice| format!(" ({advice})"));
        UsageError(format!("unrecognized arguments: {}{advice}", all.join(" ")))
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "usage: {USAGE}\nddsmt: error: {}", self.0)
    }
}

impl std::error::Error for UsageError {}

/// Asks what is meant by words that are no options.
fn meant(words: &[(OsString, Option<String>)]) -> String {
    let meant: Vec<&str> = words.iter().filter_map(|(_, meant)| meant.as_deref()).collect();
    if meant.is_empty() { String::new() } else { format!(": did you mean {}?", meant.join(", ")) }
}

/// Lists the words from which the value of an option is to be chosen, if there are such.
pub(super) fn choices<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.map(|word| format!("'{word}'")).collect();
    if words.is_empty() { String::new() } else { format!(" (choose from {})", words.join(", ")) }
}

/// Returns an option as messages name it: `-j/--jobs`, `--bv/--no-bv`.
pub(super) fn spelling(arg: &Arg) -> String {
    let names = [arg.get_short().map(|short| format!("-{short}")), arg.get_long().map(|long| format!("--{long}"))];
    names.into_iter().flatten().collect::<Vec<_>>().join("/")
}

/// Returns the name that is most similar to a word, if it is similar enough.
pub(super) fn suggestion<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &str| strsim::jaro_winkler(word, name);
    let best = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.85).then_some(best)
}
