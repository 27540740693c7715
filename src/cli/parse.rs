//! Parses the words of the command line: an [`Invocation`], or why they cannot be understood.

use super::arguments::split;
use super::command::{apply, command};
use super::invocation::Invocation;
use super::request::Request;
use super::usage::UsageError;
use super::{dump, help};
use std::ffi::OsString;

/// What became of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// What options asked to print on standard output, in order.
    pub printed: String,
    /// What to do next, or why the words cannot be understood.
    pub invocation: Result<Invocation, UsageError>,
}

/// Reads the words after the program's name.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> CommandLine {
    let mut printed = String::new();
    let invocation = read(words.into_iter().collect(), &mut printed);
    CommandLine { printed, invocation }
}

fn read(words: Vec<OsString>, printed: &mut String) -> Result<Invocation, UsageError> {
    let command = command();
    let mut request = Request { typed: words.clone(), ..Request::default() };
    let (options, operands) = split(&command, words)?;
    let matches = apply(&command, options, &mut request)?;
    if let Some(answer) = request.answer {
        printed.push_str(&help::text(answer));
        return Ok(Invocation::Answered);
    }
    if request.settings.dump_config {
        printed.push_str(&dump::text(&request, &operands, &matches));
    }
    request.finish(operands)
}
