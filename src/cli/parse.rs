//! From words to what is asked for.

use super::arguments::split;
use super::command::{apply, command};
use super::request::Request;
use super::usage::UsageError;
use super::{dump, help};
use crate::reduce::options::{Options, Settings};
use crate::reduce::toggles::ToggleGroup;
use std::ffi::OsString;
use std::path::PathBuf;

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// Everything was said by printing it (`--help`, `--version`).
    Answered,
    /// Reduce a file.
    Reduce(Box<Options>),
    /// Parse a file and print it (`--parser-test`).
    ParserTest {
        /// The file to parse.
        input: PathBuf,
        /// How to print it.
        settings: Box<Settings>,
    },
    /// Print the size of a file as JSON (`--info`).
    Info {
        /// The file to measure.
        input: PathBuf,
    },
    /// Print the candidates for a file as JSON lines (`--candidates`).
    Candidates {
        /// The file to read.
        input: PathBuf,
        /// The option names of the mutators to ask, in the order of the
        /// registry; those of `--mutator`, else all that are enabled.
        mutators: Vec<&'static str>,
        /// Print digests instead of texts.
        digest: bool,
        /// What the options say besides.
        settings: Box<Settings>,
    },
}

impl Invocation {
    /// What the options say, if the invocation depends on it.
    pub fn settings(&self) -> Option<&Settings> {
        match self {
            Invocation::Reduce(options) => Some(&options.settings),
            Invocation::ParserTest { settings, .. } | Invocation::Candidates { settings, .. } => Some(settings),
            Invocation::Answered | Invocation::Info { .. } => None,
        }
    }
}

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
        other => other,
    })
}
