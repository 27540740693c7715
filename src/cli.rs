//! The command line: from arguments to a checked configuration.
//!
//! [`parse()`] reads the words as ddSMT's command line reads them and returns an [`Invocation`], which is plain
//! data. [`work()`] checks the files, finds the programs, and does what the invocation asks for.

mod arguments;
mod command;
mod completions;
mod ddsmt;
mod dump;
mod flag;
mod flags;
mod help;
mod invocation;
mod manual;
pub mod recipes;
mod request;
mod usage;
mod value;
mod version_one;
mod work;

pub use invocation::Invocation;
pub use usage::UsageError;
pub use work::work;

use arguments::split;
use command::{apply, command};
use request::Request;

use crate::reduce::Exit;
use crate::report::log::install;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the program on the words after its name: prints what options ask to print, starts the log, and passes
/// the invocation to `work`.
pub fn run(words: impl IntoIterator<Item = OsString>, work: impl FnOnce(Invocation) -> Exit) -> Exit {
    let line = parse(words);
    if let Err(error) = work::print(line.printed.as_bytes()) {
        let _ = writeln!(std::io::stderr(), "ddsmt: error: {error:#}");
        return Exit::Failure;
    }
    let invocation = match line.invocation {
        Ok(invocation) => invocation,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            return Exit::Usage;
        }
    };
    install(invocation.settings().map_or(0, |settings| settings.verbosity));
    // Unwinding has ended everything that `work` had started.
    catch_unwind(AssertUnwindSafe(|| work(invocation))).unwrap_or_else(|_| {
        log::error!("this is a defect of ddsmt; the output file holds the best so far");
        Exit::Failure
    })
}

/// The result of parsing a command line.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandLine {
    /// The text that options ask to print on standard output.
    pub printed: String,
    /// The invocation, or why the words cannot be understood.
    pub invocation: Result<Invocation, UsageError>,
}

/// Parses the words after the program's name.
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
