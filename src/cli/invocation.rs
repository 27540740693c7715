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
    ParserTest {
        /// The file to parse.
        input: PathBuf,
        /// How to print it.
        settings: Box<Settings>,
    },
    /// Write a file under other names (`--anonymize` without a command).
    Anonymize {
        /// The file to read.
        input: PathBuf,
        /// The file to write.
        output: PathBuf,
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
        /// The other settings.
        settings: Box<Settings>,
    },
}

impl Invocation {
    /// Returns the settings, if the invocation depends on them.
    pub fn settings(&self) -> Option<&Settings> {
        match self {
            Invocation::Reduce(options) | Invocation::Signature(options) | Invocation::Triage(options, _) => {
                Some(&options.settings)
            }
            Invocation::ParserTest { settings, .. } | Invocation::Candidates { settings, .. } => Some(settings),
            Invocation::Answered | Invocation::Info { .. } | Invocation::Anonymize { .. } => None,
        }
    }
}
