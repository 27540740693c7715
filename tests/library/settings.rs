//! What the options of a command line make of the settings.

use super::options;
use ddsmt::reduce::options::*;
use std::ffi::OsString;
use std::time::Duration;

#[test]
fn an_ignored_stream_is_not_searched_either() {
    use Stream::{Contains, Identical, Ignored};
    let rows = [
        ("", Identical, Identical),
        ("--ignore-output", Ignored, Ignored),
        ("--ignore-out", Ignored, Identical),
        ("--ignore-err", Identical, Ignored),
        ("--match-out a", Contains(b"a"), Identical),
        ("--match-err a --ignore-out", Ignored, Contains(b"a")),
        ("--match-err a --ignore-err", Identical, Ignored),
        ("--match-err a --ignore-output", Ignored, Ignored),
        ("--ignore-output-cc --match-out-cc a", Identical, Identical),
    ];
    for (args, out, err) in rows {
        let settings = options(&format!("{args} in out cmd")).settings;
        assert_eq!(settings.comparison.stdout(), out, "{args}");
        assert_eq!(settings.comparison.stderr(), err, "{args}");
    }
}

#[test]
fn the_second_command_has_a_comparison_of_its_own() {
    let args = "-c ref --timeout-cc 2.5 --match-err-cc e --match-out-cc o in out cmd";
    let settings = options(args).settings;
    assert_eq!(settings.comparison, Comparison::default());
    let cross = &settings.cross_comparison;
    assert_eq!(cross.timeout, Some(Duration::from_millis(2500)));
    assert_eq!(cross.stdout(), Stream::Contains(b"o"));
    assert_eq!(cross.stderr(), Stream::Contains(b"e"));
}

#[test]
fn a_blank_cross_check_is_none() {
    let rows: [(&str, Option<&[&str]>); 4] =
        [("", None), ("-c=", None), ("--cross-check=\t", None), ("-cz3\u{a0}x", Some(&["z3\u{a0}x"]))];
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
