//! The command line: from arguments to a checked configuration.
//!
//! [`parse()`] reads the words as ddSMT's command line reads them and yields an
//! [`Invocation`]; [`prepare`] also checks the files and finds the programs, so
//! that what it returns can be run. Nothing here is global: the configuration is
//! plain data that is passed on.

mod arguments;
mod command;
pub mod ddsmt;
mod dump;
#[cfg(test)]
mod fixture;
mod flag;
mod flags;
mod help;
mod invocation;
mod manual;
mod parse;
pub mod recipes;
mod request;
mod usage;
mod value;
mod version_one;
mod work;

pub use invocation::Invocation;
pub use parse::{CommandLine, parse};
pub use usage::UsageError;
pub use work::work;

use crate::mutators::Group;
use crate::reduce::Exit;
use crate::reduce::preflight::{self, Fault, Programs};
use crate::reduce::toggles::{ToggleGroup, toggle_groups};
use crate::report::log::{Level, install};
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What to do after the command line was understood and its files were checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// Nothing more; end with this status.
    End(Exit),
    /// Do what the invocation says; for [`Invocation::Reduce`] with these
    /// programs.
    Run(Invocation, Option<Programs>),
}

/// A job and what to print before it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// For standard output.
    pub stdout: String,
    /// For standard error.
    pub stderr: String,
    /// What to do then.
    pub job: Job,
}

/// Reads the words after the program's name and checks what they name. Only the
/// file system is asked; nothing is written and nothing is run.
pub fn prepare(words: impl IntoIterator<Item = OsString>, groups: &[ToggleGroup]) -> Prepared {
    let line = parse(words, groups);
    let (stderr, job) = match line.invocation {
        Ok(invocation) => match checked(invocation) {
            Ok(job) => (String::new(), job),
            Err(fault) => (format!("{fault}\n"), Job::End(Exit::Failure)),
        },
        Err(error) => (format!("{error}\n"), Job::End(Exit::Usage)),
    };
    Prepared { stdout: line.printed, stderr, job }
}

fn checked(invocation: Invocation) -> Result<Job, Fault> {
    let programs = match &invocation {
        Invocation::Answered => return Ok(Job::End(Exit::Success)),
        Invocation::Reduce(options) | Invocation::Signature(options) => Some(preflight::programs(options)?),
        Invocation::Triage(options, _) => Some(preflight::commands(options)?),
        Invocation::Anonymize { input, output } => {
            preflight::input(input)?;
            preflight::output(output)?;
            None
        }
        Invocation::ParserTest { input, .. } | Invocation::Info { input } | Invocation::Candidates { input, .. } => {
            preflight::input(input)?;
            None
        }
    };
    Ok(Job::Run(invocation, programs))
}

/// Runs the program on the words after its name: prints what has to be printed,
/// starts the log, and hands over what is left to do.
pub fn run(
    words: impl IntoIterator<Item = OsString>,
    registry: &[Group],
    work: impl FnOnce(Invocation, Option<Programs>) -> Exit,
) -> Exit {
    let prepared = prepare(words, &toggle_groups(registry));
    // A reader that has gone away (`ddsmt --help | head`) is no error.
    let _ = std::io::stdout().write_all(prepared.stdout.as_bytes());
    let _ = std::io::stderr().write_all(prepared.stderr.as_bytes());
    match prepared.job {
        Job::End(exit) => exit,
        Job::Run(invocation, programs) => {
            install(invocation.settings().map_or(Level::Chat, |settings| settings.log_level()));
            // Everything that the work has started was ended on the way here.
            catch_unwind(AssertUnwindSafe(|| work(invocation, programs))).unwrap_or_else(|_| {
                log::error!("this is a defect of ddsmt; the output file holds the best so far");
                Exit::Failure
            })
        }
    }
}
