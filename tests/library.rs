//! What the library promises to its callers: command lines, facts of scripts, mutators,
//! strategies, and the driver under a virtual clock.

mod command_lines;
mod constants;
mod contexts;
mod driver;
mod mutators;
mod settings;
mod solver_hints;
mod sort_classes;
mod strategies;
mod toggles;

use ddsmt::cli::ddsmt as original;
use ddsmt::cli::{CommandLine, Invocation, parse};
use ddsmt::reduce::Options;
use ddsmt::reduce::toggles::{Toggle, ToggleGroup};
use std::ffi::OsString;
use std::sync::LazyLock;

/// The groups of ddSMT, with the classes of some mutators.
static GROUPS: LazyLock<Vec<ToggleGroup>> = LazyLock::new(|| {
    let class = |name| match name {
        "bv-to-bool" => "BVTransformToBool",
        "substitute-children" => "ReplaceByChild",
        _ => "",
    };
    let toggle = |name: &&'static str| Toggle { name, class: class(name), summary: "summary" };
    let groups = original::GROUPS.iter();
    groups.map(|(name, mutators)| ToggleGroup { name, mutators: mutators.iter().map(toggle).collect() }).collect()
});

/// Parses words that are separated by single blanks.
fn command_line(args: &str) -> CommandLine {
    let words = args.split(' ').filter(|word| !word.is_empty());
    parse(words.map(OsString::from), &GROUPS)
}

/// Parses words that are separated by single blanks and mean a reduction.
fn options(args: &str) -> Options {
    match command_line(args).invocation {
        Ok(Invocation::Reduce(options)) => *options,
        other => panic!("{args}: {other:?}"),
    }
}
