//! What the tests of this layer share: the toggles of ddSMT and a way to write
//! a command line as one text.

use super::ddsmt;
use super::{CommandLine, parse};
use crate::reduce::toggles::{Toggle, ToggleGroup};
use std::ffi::OsString;
use std::sync::LazyLock;

/// The groups of ddSMT.
pub(super) static GROUPS: LazyLock<Vec<ToggleGroup>> = LazyLock::new(|| {
    let groups = ddsmt::GROUPS.iter();
    groups.map(|(name, mutators)| group(name, mutators)).collect()
});

/// A group whose mutators are described by their names alone.
pub(super) fn group(name: &'static str, mutators: &[&'static str]) -> ToggleGroup {
    let toggle = |name: &&'static str| Toggle { name, class: "", summary: "summary" };
    ToggleGroup { name, mutators: mutators.iter().map(toggle).collect() }
}

/// Parses words that are separated by single blanks.
pub(super) fn command_line(args: &str) -> CommandLine {
    let words = args.split(' ').filter(|word| !word.is_empty());
    parse(words.map(OsString::from), &GROUPS)
}
