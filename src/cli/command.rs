//! The command line as clap knows it: the options, and a pair of toggles for each group of mutators and each mutator.

use super::flag::{Flag, Takes, without_value};
use super::flags::flags;
use super::request::Request;
use super::usage::{USAGE, UsageError, spelling};
use crate::mutators::REGISTRY;
use clap::{Arg, ArgMatches, Command, ValueHint};
use std::ffi::{OsStr, OsString};

pub(super) fn command() -> Command {
    let command = Command::new("ddsmt")
        .about("Makes the input of a failing SMT solver as small as it can")
        .override_usage(USAGE)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args_override_self(true)
        .arg(file("infile", "the file to reduce", ValueHint::FilePath))
        .arg(file("outfile", "holds the smallest failing input so far, at any time", ValueHint::FilePath))
        .arg(
            file("cmd", "the command with its arguments; the file to check is added as the last one", COMMAND)
                .num_args(1..)
                .trailing_var_arg(true)
                .allow_hyphen_values(true),
        );
    let command = command.args(flags().filter(|flag| !flag.heading.starts_with("Mutators")).map(|flag| flag.arg()));
    REGISTRY.iter().fold(command, |command, group| {
        let heading = format!("Mutators: {}", group.name);
        let command = toggle(command, group.name, &format!("all mutators of the group {}", group.name), &heading);
        let all = group.mutators.iter();
        let command = all.fold(command, |command, mutator| {
            let off = if mutator.is_optional { " (off by default)" } else { "" };
            toggle(command, mutator.name, &format!("{}{off}", mutator.summary), &heading)
        });
        command.args(flags().filter(|flag| flag.heading == heading).map(|flag| flag.arg()))
    })
}

const COMMAND: ValueHint = ValueHint::CommandWithArguments;

fn file(name: &'static str, help: &'static str, hint: ValueHint) -> Arg {
    Arg::new(name).help(help).value_hint(hint)
}

fn toggle(command: Command, name: &str, help: &str, heading: &str) -> Command {
    let arg = |name: String| {
        let arg = Arg::new(name.clone()).long(name).hide_short_help(true);
        without_value(arg.help_heading(heading.to_owned()))
    };
    command.arg(arg(name.to_owned()).help(help.to_owned())).arg(arg(format!("no-{name}")).help(format!("not {name}")))
}

/// Returns the command for readers: both forms of a toggle are one line, `--[no-]name`.
pub(super) fn readable(command: Command) -> Command {
    let is_off = |arg: &Arg| arg.get_id().as_str().strip_prefix("no-").map(str::to_owned);
    let has = |name: &String| command.get_arguments().any(|arg| arg.get_id() == name.as_str());
    let names: Vec<String> = command.get_arguments().filter_map(is_off).filter(has).collect();
    names.into_iter().fold(command, |command, name| {
        let both = format!("[no-]{name}");
        command.mut_arg(format!("no-{name}"), |arg| arg.hide(true)).mut_arg(name, |arg| arg.long(both))
    })
}

/// Applies the options in the order in which they stand: the last one wins, and `--disable-all --fp` differs
/// from `--fp --disable-all`.
pub(super) fn apply(
    command: &Command,
    options: Vec<OsString>,
    request: &mut Request,
) -> Result<ArgMatches, UsageError> {
    let words = std::iter::once(OsString::from("ddsmt")).chain(options);
    let matches = command.clone().try_get_matches_from(words).map_err(|error| UsageError::of(&error, command))?;
    let names = matches.ids().map(|id| id.as_str());
    let mut steps: Vec<_> =
        names.flat_map(|name| given(&matches, name).map(move |(at, value)| (at, name, value))).collect();
    steps.sort_by_key(|(at, ..)| *at);
    for (_, name, value) in steps {
        match (flags().find(|flag| flag.name == name), name.strip_prefix("no-")) {
            (Some(flag), _) => {
                set(&flag, value, request).map_err(|end| UsageError::argument(&spelling(&flag.arg()), &end))?;
            }
            (None, Some(off)) => request.settings.toggles.set(off, false),
            (None, None) => request.settings.toggles.set(name, true),
        }
        if request.answer.is_some() {
            break;
        }
    }
    Ok(matches)
}

/// Returns the place of each occurrence of an option, with its value, which means nothing if it takes none.
pub(super) fn given<'a>(matches: &'a ArgMatches, name: &str) -> impl Iterator<Item = (usize, &'a OsStr)> {
    let places = matches.indices_of(name).into_iter().flatten();
    places.zip(matches.get_raw(name).into_iter().flatten())
}

fn set(flag: &Flag, value: &OsStr, request: &mut Request) -> Result<(), String> {
    match flag.takes {
        Takes::Nothing(set) | Takes::Repetition(set) => set(request),
        Takes::Value(_, set) | Takes::Choice(_, set) => set(request, value)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_values_make_sense() {
        // What clap asserts where it is built with its assertions, as .ci/run does.
        command().debug_assert();
        readable(command()).debug_assert();
        for command in [command(), readable(command())] {
            let mut seen = HashSet::new();
            for arg in command.get_arguments() {
                let all = arg.get_all_aliases().unwrap_or_default();
                let short = arg.get_short_and_visible_aliases().unwrap_or_default().into_iter().map(String::from);
                for name in arg.get_long().into_iter().chain(all).map(str::to_owned).chain(short) {
                    assert!(seen.insert(name.clone()), "{name} is used twice");
                }
            }
        }
    }
}
