//! `--dump-config`: the options as a Python dictionary, the format that ddSMT prints and scripts evaluate.

use super::command::given;
use super::flag::{Flag, Takes};
use super::flags::flags;
use super::request::{Operands, Request};
use super::value::quoted;
use clap::ArgMatches;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// Returns the dictionary with sorted keys, one per line. Options that were not given are `None`.
pub(super) fn text(request: &Request, operands: &Operands, matches: &ArgMatches) -> String {
    let key = |name: &str| name.replace('-', "_");
    let word = |word: &Option<OsString>| word.as_deref().map_or("None".to_owned(), quoted);
    let mut entries: BTreeMap<String, String> = flags().map(|flag| (key(name(&flag)), value(&flag, matches))).collect();
    let command: Vec<String> = operands.command.iter().map(|word| quoted(word)).collect();
    let command = if command.is_empty() { "None".to_owned() } else { format!("[{}]", command.join(", ")) };
    entries.extend([
        ("infile".to_owned(), word(&operands.input)),
        ("outfile".to_owned(), word(&operands.output)),
        ("cmd".to_owned(), command),
    ]);
    let toggles = &request.settings.toggles;
    entries.extend(toggles.mutators().map(|(name, on)| (format!("mutator_{}", key(name)), boolean(on).to_owned())));
    entries.extend(
        toggles
            .groups()
            .map(|(name, setting)| (format!("mutators_{}", key(name)), setting.map_or("None", boolean).to_owned())),
    );
    let lines: Vec<String> = entries.iter().map(|(key, value)| format!("'{key}': {value}")).collect();
    format!("{{{}}}\n", lines.join(",\n "))
}

/// Returns the key of an option; ddSMT's key may differ from the option's name.
fn name(flag: &Flag) -> &'static str {
    match flag.name {
        "verbose" => "verbosity",
        "quiet" => "quietness",
        "cross-check" => "cmd_cc",
        name => name,
    }
}

fn value(flag: &Flag, matches: &ArgMatches) -> String {
    let given: Vec<&OsStr> = given(matches, flag.name).map(|(_, value)| value).collect();
    match flag.takes {
        Takes::Nothing(_) => boolean(!given.is_empty()).to_owned(),
        Takes::Repetition(_) => given.len().to_string(),
        Takes::Value(..) | Takes::Choice(..) => match given[..] {
            [] => "None".to_owned(),
            [value] => python(value),
            _ => format!("[{}]", given.into_iter().map(python).collect::<Vec<_>>().join(", ")),
        },
    }
}

/// Returns a number as it is, and other words in quotes.
fn python(word: &OsStr) -> String {
    let number = word.to_str().filter(|text| text.parse::<f64>().is_ok_and(f64::is_finite));
    number.map_or_else(|| quoted(word), str::to_owned)
}

fn boolean(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}
