//! The settings that follow from the options of a command line.

use super::{contains, options};
use ddsmt::check::Stream::{Stderr, Stdout};
use ddsmt::check::criteria::Requirement::SameOutput;
use ddsmt::reduce::options::*;
use std::ffi::OsString;
use std::time::Duration;

#[test]
fn an_ignored_stream_is_not_searched_either() {
    let same = |stream| Some(SameOutput(stream));
    let rows = [
        ("", same(Stdout), same(Stderr)),
        ("--ignore-output", None, None),
        ("--ignore-out", None, same(Stderr)),
        ("--ignore-err", same(Stdout), None),
        ("--match-out a", contains(Stdout, b"a"), same(Stderr)),
        ("--match-err a --ignore-out", None, contains(Stderr, b"a")),
        ("--match-err a --ignore-err", same(Stdout), None),
        ("--match-err a --ignore-output", None, None),
        ("--ignore-output-cc --match-out-cc a", same(Stdout), same(Stderr)),
    ];
    for (args, out, err) in rows {
        let settings = options(&format!("{args} in out cmd")).settings;
        assert_eq!(settings.comparison.requirement(Stdout), out, "{args}");
        assert_eq!(settings.comparison.requirement(Stderr), err, "{args}");
    }
}

#[test]
fn the_second_command_has_a_comparison_of_its_own() {
    let args = "-c ref --timeout-cc 2.5 --match-err-cc e --match-out-cc o in out cmd";
    let settings = options(args).settings;
    assert_eq!(settings.comparison, Comparison::default());
    let cross = &settings.cross_comparison;
    assert_eq!(cross.timeout, Some(Duration::from_millis(2500)));
    assert_eq!(cross.requirement(Stdout), contains(Stdout, b"o"));
    assert_eq!(cross.requirement(Stderr), contains(Stderr, b"e"));
}

#[test]
fn a_blank_cross_check_is_none() {
    let rows: [(&str, Option<&[&str]>); 5] = [
        ("", None),
        ("-c=", None),
        ("--cross-check=\t", None),
        ("-cz3\u{a0}x", Some(&["z3\u{a0}x"])),
        ("-c=sh\t\t-c\n'a\u{b}b'\t", Some(&["sh", "-c", "'a", "b'"])),
    ];
    for (args, words) in rows {
        let settings = options(&format!("{args} in out cmd")).settings;
        let words = words.map(|w| w.iter().map(OsString::from).collect());
        assert_eq!(settings.cross_check_command(), words, "{args}");
    }
}

#[test]
fn indentation_wins_over_wrapping() {
    let rows = [
        ("", Layout::Plain),
        ("--wrap-lines", Layout::Wrapped),
        ("--pretty-print", Layout::Indented),
        ("--pretty-print --wrap-lines", Layout::Indented),
    ];
    for (args, layout) in rows {
        let settings = options(&format!("{args} in out cmd")).settings;
        assert_eq!(settings.layout(), layout, "{args}");
    }
}
