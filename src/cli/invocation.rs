//! The job that a command line asks for: a reduction, or one of the inspections.

use crate::reduce::options::{Options, Settings};
use crate::triage::TriageOptions;
use std::path::PathBuf;

/// The job that a command line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Invocation {
    /// Nothing is left to do: the answer was printed (`--help`, `--version`).
    Answered,
    /// Reduce a file.
    Reduce(Box<Options>),
    /// Print the key of a failure (`--signature`).
    Signature(Box<Options>),
    /// Reduce one of each kind of failure (`--triage`).
    Triage(Box<Options>, TriageOptions),
    /// Parse a file and print it (`--parser-test`).
    ParserTest(PathBuf, Box<Settings>),
    /// Write the first file under other names into the second (`--anonymize` without a command).
    Anonymize(PathBuf, PathBuf, Box<Settings>),
    /// Print the size of a file as JSON (`--info`).
    Info(PathBuf, Box<Settings>),
    /// Print the candidates of these mutators for a file as JSON lines (`--candidates`): those of `--mutator`, else
    /// all that are enabled, in the order of the registry.
    Candidates(PathBuf, Vec<&'static str>, Box<Settings>),
}

impl Invocation {
    /// Returns the settings, if the invocation depends on them.
    pub fn settings(&self) -> Option<&Settings> {
        match self {
            Invocation::Reduce(options) | Invocation::Signature(options) | Invocation::Triage(options, _) => {
                Some(&options.settings)
            }
            Invocation::ParserTest(_, settings)
            | Invocation::Anonymize(.., settings)
            | Invocation::Info(_, settings)
            | Invocation::Candidates(.., settings) => Some(settings),
            Invocation::Answered => None,
        }
    }
}
