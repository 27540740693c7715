//! Tests of the library's public items: command lines, texts and edits, analysis of scripts, mutators, strategies,
//! criteria, journals, and the driver under a virtual clock.

mod command_lines;
mod constants;
mod contexts;
mod crashes;
mod driver;
mod edits;
mod journals;
mod mutators;
mod sat_results;
mod settings;
mod slow;
mod solver_hints;
mod sort_classes;
mod strategies;
mod texts;
mod time_limits;
mod toggles;

use ddsmt::check::{Requirement, Stream};
use ddsmt::cli::{CommandLine, Invocation, parse};
use ddsmt::reduce::Options;
use ddsmt::sexpr::{self, Gaps, Script};
use std::ffi::OsString;

/// Parses a script.
fn parsed(text: impl AsRef<[u8]>) -> Script {
    let text = text.as_ref();
    sexpr::parse(text, Gaps::Canonical).unwrap_or_else(|error| panic!("{}: {error:?}", text.escape_ascii()))
}

/// Parses words that are separated by single blanks.
fn command_line(args: &str) -> CommandLine {
    let words = args.split(' ').filter(|word| !word.is_empty());
    parse(words.map(OsString::from))
}

/// Parses the command line of a reduction, whose words are separated by single blanks.
fn options(args: &str) -> Options {
    match command_line(args).invocation {
        Ok(Invocation::Reduce(options)) => *options,
        other => panic!("{args}: {other:?}"),
    }
}

/// Returns the requirement that a stream contains a text.
fn contains(stream: Stream, text: &[u8]) -> Option<Requirement> {
    Some(Requirement::Contains(stream, text.to_vec()))
}
