//! Help texts, laid out as ddSMT lays them out, since scripts read them.

use super::table::{OPTIONS, Section, Spec};
use super::usage::USAGE;
use crate::reduce::toggles::ToggleGroup;

/// The version of ddSMT whose command lines mean the same here.
const STANDS_IN_FOR: &str = "2.0.6";

/// The column in which descriptions begin.
const COLUMN: usize = 35;

/// Columns of a line; fixed, so that the text is the same everywhere.
const WIDTH: usize = 80;

/// The line of `--version`.
pub(super) fn version() -> String {
    let ours = env!("CARGO_PKG_VERSION");
    format!("ddsmt {ours} (drop-in for ddSMT {STANDS_IN_FOR})\n")
}

/// The text of `--help`: everything but the mutators.
pub(super) fn short() -> String {
    let mut text = format!("usage: {USAGE}\n");
    let files = [
        ("infile", "the input file"),
        ("outfile", "the output file; holds the smallest failing input so far"),
        ("cmd", "the command with its arguments; the file to check is added as the last one"),
    ];
    paragraph(&mut text, "positional arguments", files.map(|(name, help)| (name.to_owned(), help)));
    paragraph(&mut text, "options", rows(Section::General));
    paragraph(&mut text, "checker arguments", rows(Section::Checker));
    paragraph(&mut text, "arguments for what counts as the same failure", rows(Section::Failure));
    paragraph(&mut text, "debug arguments", rows(Section::Debugging));
    text
}

/// The text of `--help-all`: everything.
pub(super) fn long(groups: &[ToggleGroup]) -> String {
    let mut text = short();
    for group in groups {
        let toggle = |name: &str| format!("--[no-]{name}");
        let theory = format!("{} theory", group.name);
        let mut lines = vec![(toggle(group.name), theory.as_str())];
        lines.extend(group.mutators.iter().map(|m| (toggle(m.name), m.summary)));
        if group.name == "core" {
            lines.extend(rows(Section::Core));
        }
        paragraph(&mut text, &format!("{} mutator arguments", group.name), lines);
    }
    text
}

fn rows<'a>(section: Section) -> impl Iterator<Item = (String, &'a str)> {
    let options = OPTIONS.iter().filter(move |spec| spec.section == section);
    options.map(|spec| (spellings(spec), spec.help))
}

/// All spellings of an option, each with its value: `-j n, --jobs n`.
fn spellings(spec: &Spec) -> String {
    let value = spec.value.map(|name| format!(" {name}")).unwrap_or_default();
    let short = spec.short.map(|letter| format!("-{letter}{value}"));
    let long = (!spec.long.is_empty()).then(|| format!("--{}{value}", spec.long));
    short.into_iter().chain(long).collect::<Vec<_>>().join(", ")
}

fn paragraph<'a>(text: &mut String, heading: &str, rows: impl IntoIterator<Item = (String, &'a str)>) {
    text.push_str(&format!("\n{heading}:\n"));
    for (term, help) in rows {
        text.push_str(&entry(&term, help));
    }
}

/// A term and its description, which begins below a term that is too long.
fn entry(term: &str, help: &str) -> String {
    let mut lines = wrapped(help, WIDTH - COLUMN).into_iter();
    let term = format!("  {term}");
    let first = match term.len() + 2 > COLUMN {
        true => format!("{term}\n"),
        false => format!("{term:COLUMN$}{}\n", lines.next().unwrap_or_default()),
    };
    lines.fold(first, |text, line| text + &format!("{:COLUMN$}{line}\n", ""))
}

/// Words filled into lines of at most this many columns.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::fixture::GROUPS;

    #[test]
    fn the_first_line_of_the_version_names_both() {
        assert!(version().starts_with("ddsmt 3."));
        assert!(version().ends_with(" (drop-in for ddSMT 2.0.6)\n"));
    }

    #[test]
    fn descriptions_stand_in_one_column_and_are_wrapped() {
        let long = "--a-name-that-leaves-no-room-for-more";
        let rows = [
            ("-j n", "number of jobs", "  -j n                             number of jobs\n".to_owned()),
            (long, "text", format!("  {long}\n{:35}text\n", "")),
            ("a", &"word ".repeat(10), format!("{:35}{}\n{:35}word\n", "  a", ["word"; 9].join(" "), "")),
        ];
        for (term, help, expected) in rows {
            assert_eq!(entry(term, help), expected);
        }
        for line in short().lines() {
            assert!(line.len() <= WIDTH, "{line}");
        }
    }

    #[test]
    fn the_short_help_has_every_option_but_no_mutator() {
        let text = short();
        assert!(text.starts_with(&format!("usage: {USAGE}\n\n")));
        for spec in OPTIONS {
            let shown = text.contains(&format!("  {}", spellings(spec)));
            assert_eq!(shown, spec.section != Section::Core, "{}", spec.help);
        }
        assert!(!text.contains("[no-]"));
    }

    #[test]
    fn the_long_help_has_a_paragraph_for_each_group() {
        let text = long(&GROUPS);
        let mut rest = text.as_str();
        for group in GROUPS.iter() {
            let heading = format!("\n{} mutator arguments:\n", group.name);
            let (_, after) = rest.split_once(&heading).unwrap_or_default();
            rest = after;
            let first = rest.trim_start().lines().next().unwrap_or_default();
            assert!(first.starts_with(&format!("--[no-]{}", group.name)), "{text}");
        }
        assert_eq!(text.matches("--[no-]").count(), 61);
        assert!(text.contains("--replace-by-variable-mode {inc,dec}\n"));
    }
}
