//! The definition of an option: its names, its help, and what it sets.

use super::request::Request;
use clap::builder::{OsStringValueParser, PossibleValuesParser};
use clap::{Arg, ArgAction, ValueHint};
use std::ffi::OsStr;

/// One option of the command line. The parser, the help texts, the manual page
/// and the completions of shells are made from it.
#[derive(Clone, Copy)]
pub(super) struct Flag {
    /// The name without leading hyphens.
    pub name: &'static str,
    pub short: Option<char>,
    pub takes: Takes,
    /// The heading of the paragraph of the help text in which the option stands.
    pub heading: &'static str,
    pub help: &'static str,
    /// The text that the manual page adds.
    pub more: &'static str,
    /// Whether `--help` leaves the option to `--help-all`.
    pub is_rare: bool,
}

/// The value that an option takes, and what the option does.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    /// Nothing; it is switched on.
    Nothing(fn(&mut Request)),
    /// Nothing, but it counts how often it is given.
    Repetition(fn(&mut Request)),
    /// A value of this name; an error is the end of a usage message.
    Value(&'static str, Set),
    /// One of these words.
    Choice(fn() -> Vec<&'static str>, Set),
}

type Set = fn(&mut Request, &OsStr) -> Result<(), String>;

impl Flag {
    pub const fn switch(name: &'static str, set: fn(&mut Request)) -> Flag {
        Flag::new(name, Takes::Nothing(set))
    }

    pub const fn repeated(name: &'static str, set: fn(&mut Request)) -> Flag {
        Flag::new(name, Takes::Repetition(set))
    }

    pub const fn value(name: &'static str, value: &'static str, set: Set) -> Flag {
        Flag::new(name, Takes::Value(value, set))
    }

    pub const fn choice(name: &'static str, of: fn() -> Vec<&'static str>, set: Set) -> Flag {
        Flag::new(name, Takes::Choice(of, set))
    }

    const fn new(name: &'static str, takes: Takes) -> Flag {
        Flag { name, short: None, takes, heading: "", help: "", more: "", is_rare: false }
    }

    pub const fn help(self, help: &'static str) -> Flag {
        Flag { help, ..self }
    }

    pub const fn short(self, short: char) -> Flag {
        Flag { short: Some(short), ..self }
    }

    pub const fn more(self, more: &'static str) -> Flag {
        Flag { more, ..self }
    }

    /// Returns the option as clap knows it. All values of a repeated option are kept, so that the last one can
    /// win or all can be used.
    pub fn arg(&self) -> Arg {
        let arg = Arg::new(self.name)
            .long(self.name)
            .help(self.help)
            .hide_short_help(self.is_rare)
            .help_heading(self.heading);
        let arg = if self.more.is_empty() { arg } else { arg.long_help(format!("{}\n\n{}", self.help, self.more)) };
        let arg = if let Some(short) = self.short { arg.short(short) } else { arg };
        match self.takes {
            Takes::Nothing(_) => without_value(arg),
            Takes::Repetition(_) => without_value(arg).action(ArgAction::Append),
            Takes::Value(name, _) => {
                let arg = arg.action(ArgAction::Append).value_name(name).value_parser(OsStringValueParser::new());
                arg.value_hint(hint(name))
            }
            Takes::Choice(of, _) => {
                let name = self.name.rsplit('-').next().unwrap_or(self.name);
                arg.action(ArgAction::Append).value_name(name).value_parser(PossibleValuesParser::new(of()))
            }
        }
    }
}

/// Lets an option take no value. Unlike clap's own switches it has no default, of which each start would make
/// hundreds.
pub(super) fn without_value(arg: Arg) -> Arg {
    arg.action(ArgAction::Set).num_args(0).default_missing_value("on")
}

pub(super) fn takes_value(arg: &Arg) -> bool {
    arg.get_num_args().is_none_or(|number| number.takes_values())
}

/// Returns what a shell offers for a value of this name.
fn hint(name: &str) -> ValueHint {
    match name {
        "file" => ValueHint::FilePath,
        "cmd" | "line" | "words" => ValueHint::CommandString,
        _ => ValueHint::Other,
    }
}
