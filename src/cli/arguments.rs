//! Prepares the words for clap, so that they are read as by ddSMT's argparse: abbreviated names, options
//! between the files, and everything after the second file for the command.

use super::ddsmt;
use super::flag::takes_value;
use super::request::Operands;
use super::usage::{UsageError, choices, spelling, suggestion};
use super::value::is_negative_number;
use clap::builder::PossibleValue;
use clap::{Arg, Command};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// Splits the words after the program's name into options, in full spelling and with their values
/// (`--name=value`, `-vj=8`), and operands.
pub(super) fn split(command: &Command, words: Vec<OsString>) -> Result<(Vec<OsString>, Operands), UsageError> {
    let (mut options, mut operands) = (Vec::new(), Operands::default());
    let mut words = words.into_iter();
    let mut only_operands = false;
    while let Some(text) = words.next() {
        let class = if only_operands { Class::Operand } else { classify(command, &text) };
        match class {
            Class::Operand if operands.input.is_none() => operands.input = Some(text),
            // Options may follow the folder, up to the command.
            Class::Operand if operands.output.is_none() && options.iter().any(|option| option == "--triage") => {
                operands.output = Some(text);
            }
            Class::Operand if operands.output.is_some() => {
                operands.command = std::iter::once(text).chain(words.by_ref()).collect();
            }
            Class::Operand => {
                operands.output = Some(text);
                operands.command = words.by_ref().collect();
                let is_program = options.iter().any(|option| option == "--signature");
                if !is_program && operands.command.first().is_some_and(|first| first == "--") {
                    operands.command.remove(0);
                }
            }
            Class::Terminator => only_operands = true,
            Class::Option { mut text, lacks } => {
                if let Some(arg) = lacks {
                    let is_value = |word: &OsString| matches!(classify(command, word), Class::Operand);
                    if !words.as_slice().first().is_some_and(is_value) {
                        let values = arg.get_possible_values();
                        let choices = choices(values.iter().map(PossibleValue::get_name));
                        return Err(UsageError::argument(&spelling(arg), &format!("expected one argument{choices}")));
                    }
                    text.push("=");
                    text.push(words.next().unwrap_or_default());
                }
                options.push(text);
            }
            Class::Ambiguous(names) => return Err(UsageError::ambiguous(&text, &names)),
            Class::Unknown => {
                let name = text.to_string_lossy();
                let name = name.split('=').next().unwrap_or_default().trim_start_matches('-').to_owned();
                let meant = suggestion(&name, command.get_arguments().filter_map(Arg::get_long))
                    .map(|name| format!("--{name}"));
                operands.unknown.push((text, meant));
            }
        }
    }
    Ok((options, operands))
}

/// The class of a word, seen alone.
#[derive(Debug)]
enum Class<'a> {
    /// A file name, or the value of the option before it.
    Operand,
    /// `--`: no options after this.
    Terminator,
    /// An option in its full spelling, or several of one letter; `lacks` is the last one if its value is missing.
    Option { text: OsString, lacks: Option<&'a Arg> },
    /// An abbreviation of several names.
    Ambiguous(Vec<String>),
    /// A word that looks like an option and is none.
    Unknown,
}

/// Classifies a word. A word that begins with a hyphen is an option, unless it is a negative number or contains
/// a blank where an option's name would stand.
fn classify<'a>(command: &'a Command, text: &OsStr) -> Class<'a> {
    match text.as_bytes() {
        b"--" => Class::Terminator,
        [b'-', b'-', long @ ..] => classify_long(command, long),
        [b'-', letter, ..] if short(command, *letter).is_some() => {
            Class::Option { text: text.to_owned(), lacks: lacking(command, &text.as_bytes()[1..]) }
        }
        text @ [b'-', _, ..] if is_negative_number(text) || text.contains(&b' ') => Class::Operand,
        [b'-', _, ..] => Class::Unknown,
        _ => Class::Operand,
    }
}

fn classify_long<'a>(command: &'a Command, text: &[u8]) -> Class<'a> {
    let (name, value) = text.split_at(text.iter().position(|b| *b == b'=').unwrap_or(text.len()));
    match find(command, name).as_slice() {
        [] if name.contains(&b' ') => Class::Operand,
        [] => Class::Unknown,
        [arg] => {
            let mut text = OsString::from(format!("--{}", arg.get_long().unwrap_or_default()));
            text.push(OsStr::from_bytes(value));
            Class::Option { text, lacks: (value.is_empty() && takes_value(arg)).then_some(*arg) }
        }
        several => Class::Ambiguous(several.iter().filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()),
    }
}

/// Returns the options that a name means: the option of exactly this name, else those of ddSMT that begin with
/// it, else the others that begin with it.
fn find<'a>(command: &'a Command, name: &[u8]) -> Vec<&'a Arg> {
    let all = || command.get_arguments().filter_map(|arg| Some((arg, arg.get_long()?)));
    if let Some((arg, _)) = all().find(|(_, long)| long.as_bytes() == name) {
        return vec![arg];
    }
    let (inherited, ours): (Vec<_>, Vec<_>) =
        all().filter(|(_, long)| long.as_bytes().starts_with(name)).partition(|(_, long)| ddsmt::knows(long));
    let found = if inherited.is_empty() { ours } else { inherited };
    found.into_iter().map(|(arg, _)| arg).collect()
}

/// Returns the last of several one-letter options, if it takes a value that does not follow at once: the first
/// option that takes a value takes the rest of the word.
fn lacking<'a>(command: &'a Command, letters: &[u8]) -> Option<&'a Arg> {
    let (i, arg) = letters.iter().enumerate().find_map(|(i, letter)| {
        let arg = short(command, *letter)?;
        takes_value(arg).then_some((i, arg))
    })?;
    (i + 1 == letters.len()).then_some(arg)
}

fn short(command: &Command, letter: u8) -> Option<&Arg> {
    command.get_arguments().find(|arg| arg.get_short() == Some(char::from(letter)))
}
