//! What the tests of this layer share: the toggles of ddSMT and a way to write
//! a command line as one text.

use super::ddsmt;
use super::{CommandLine, Invocation, parse};
use crate::reduce::Options;
use crate::reduce::toggles::Toggle;
use crate::reduce::toggles::ToggleGroup;
use std::ffi::OsString;
use std::sync::LazyLock;

/// The groups of ddSMT.
pub(super) static GROUPS: LazyLock<Vec<ToggleGroup>> = LazyLock::new(|| {
    let groups = ddsmt::GROUPS.iter();
    groups.map(|(name, mutators)| group(name, mutators)).collect()
});

/// A group whose mutators are described by their names alone.
pub(super) fn group(name: &'static str, mutators: &[&'static str]) -> ToggleGroup {
    let toggle = |name: &&'static str| Toggle {
        name,
        class: CLASSES.iter().find(|c| c.0 == *name).map_or("", |c| c.1),
        summary: "summary",
    };
    ToggleGroup { name, mutators: mutators.iter().map(toggle).collect() }
}

/// Some class names, which need not resemble the names of the options.
const CLASSES: [(&str, &str); 2] = [("bv-to-bool", "BVTransformToBool"), ("substitute-children", "ReplaceByChild")];

/// Parses words that are separated by single blanks.
pub(super) fn command_line(args: &str) -> CommandLine {
    let words = args.split(' ').filter(|word| !word.is_empty());
    parse(words.map(OsString::from), &GROUPS)
}

/// Parses words that are separated by single blanks and mean a reduction.
pub(super) fn options(args: &str) -> Options {
    match command_line(args).invocation {
        Ok(Invocation::Reduce(options)) => *options,
        other => panic!("{args}: {other:?}"),
    }
}
