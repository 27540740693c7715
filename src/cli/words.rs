//! What each word of the command line is, by the rules of Python's argparse.

use super::names::{Found, Names, Target, short};
use super::value::is_negative_number;
use crate::reduce::os_bytes::{bytes, word};
use std::ffi::{OsStr, OsString};

/// What a word is, seen alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A file name, or the value of the option before it.
    Plain,
    /// `--`: no options after this.
    Terminator,
    /// `--name` or `--name=value`, the name perhaps abbreviated.
    Long(Target, Option<OsString>),
    /// `-vvj8`: one-letter options and perhaps the value of the last.
    Cluster,
    /// The beginning of several names.
    Ambiguous(Vec<String>),
    /// Looks like an option and is none.
    Unknown,
}

/// Classifies a word. What begins with a hyphen is an option, unless it is a
/// negative number or holds a blank where an option's name would stand.
pub(super) fn classify(names: &Names, text: &OsStr) -> Class {
    let text = bytes(text);
    match text {
        b"--" => Class::Terminator,
        [b'-', b'-', long @ ..] => classify_long(names, long),
        [b'-', letter, ..] if short(*letter).is_some() => Class::Cluster,
        [b'-', _, ..] if is_negative_number(text) || text.contains(&b' ') => Class::Plain,
        [b'-', _, ..] => Class::Unknown,
        _ => Class::Plain,
    }
}

fn classify_long(names: &Names, text: &[u8]) -> Class {
    let equals = text.iter().position(|b| *b == b'=');
    let (name, value) = match equals {
        Some(at) => (&text[..at], Some(word(&text[at + 1..]))),
        None => (text, None),
    };
    match names.find(name) {
        Found::One(target) => Class::Long(target, value),
        Found::Many(many) => Class::Ambiguous(many),
        Found::None if name.contains(&b' ') => Class::Plain,
        Found::None => Class::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Id;
    use super::*;
    use crate::cli::fixture::GROUPS;

    #[test]
    fn words_are_told_apart_as_argparse_does() {
        let names = Names::new(&GROUPS);
        let long = |id, value: Option<&str>| Class::Long(Target::Option(id), value.map(Into::into));
        let rows = [
            ("in.smt2", Class::Plain),
            ("", Class::Plain),
            ("-", Class::Plain),
            ("-1", Class::Plain),
            ("- a b", Class::Plain),
            ("-x a", Class::Plain),
            ("--no such", Class::Plain),
            ("--", Class::Terminator),
            ("-v", Class::Cluster),
            ("-vvq", Class::Cluster),
            ("-j8", Class::Cluster),
            ("-x", Class::Unknown),
            ("--foo", Class::Unknown),
            ("--foo=1", Class::Unknown),
            ("--foo=a b", Class::Unknown),
            ("--jobs", long(Id::Jobs, None)),
            ("--jobs=8", long(Id::Jobs, Some("8"))),
            ("--match-out=", long(Id::MatchOut, Some(""))),
            ("--match-out=a=b", long(Id::MatchOut, Some("a=b"))),
            ("--strat=ddmin", long(Id::Strategy, Some("ddmin"))),
        ];
        for (text, class) in rows {
            assert_eq!(classify(&names, OsStr::new(text)), class, "{text:?}");
        }
        let ambiguous = classify(&names, OsStr::new("--ti=3"));
        let many = vec!["--timeout".to_owned(), "--timeout-cc".to_owned()];
        assert_eq!(ambiguous, Class::Ambiguous(many));
    }
}
