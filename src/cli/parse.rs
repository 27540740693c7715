//! Parses the words of the command line: an [`Invocation`], or why they cannot be understood.

use super::arguments::split;
use super::command::{apply, command};
use super::invocation::Invocation;
use super::request::Request;
use super::usage::UsageError;
use super::{dump, help};
use crate::reduce::options::Options;
use crate::reduce::toggles::ToggleGroup;
use std::ffi::OsString;

/// What became of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// What options asked to print on standard output, in order.
    pub printed: String,
    /// What to do next, or why the words cannot be understood.
    pub invocation: Result<Invocation, UsageError>,
}

/// Reads the words after the program's name. The toggles come from `groups`, so
/// that a new mutator has its option without a change here.
pub fn parse(words: impl IntoIterator<Item = OsString>, groups: &[ToggleGroup]) -> CommandLine {
    let mut printed = String::new();
    let invocation = read(words.into_iter().collect(), groups, &mut printed);
    CommandLine { printed, invocation }
}

fn read(words: Vec<OsString>, groups: &[ToggleGroup], printed: &mut String) -> Result<Invocation, UsageError> {
    let command = command(groups);
    let typed = words.clone();
    let (options, operands) = split(&command, words)?;
    let mut request = Request::new(groups);
    let matches = apply(&command, groups, options, &mut request)?;
    if let Some(answer) = request.answer {
        printed.push_str(&help::text(answer, groups));
        return Ok(Invocation::Answered);
    }
    if request.settings.dump_config {
        printed.push_str(&dump::text(&request, &operands, &matches));
    }
    let invocation = request.finish(operands, groups)?;
    Ok(match invocation {
        Invocation::Reduce(options) => Invocation::Reduce(Box::new(Options { typed, ..*options })),
        Invocation::Triage(options, plan) => Invocation::Triage(Box::new(Options { typed, ..*options }), plan),
        other => other,
    })
}
