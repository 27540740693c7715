//! The manual page: the options as clap knows them, and sections of the README files beside this code that are
//! about more than options.

use super::command::readable;
use super::recipes::recipes;
use clap::Command;
use clap_mangen::Man;
use regex::Regex;
use roff::{Inline, Roff, bold, roman};

const REDUCTION: &str = include_str!("../reduce/README.md");
const COMMAND_LINE: &str = include_str!("README.md");

/// The sections that are taken over, in order: a README file and a heading.
const SECTIONS: &[(&str, &str)] = &[
    (REDUCTION, "What counts as the same failure"),
    (REDUCTION, "Time limits"),
    (REDUCTION, "The journal"),
    (REDUCTION, "Exit status"),
    (REDUCTION, "Log"),
    (COMMAND_LINE, "Differences from ddSMT 2.0.6"),
];

const DESCRIPTION: &str = "Reduces infile, on which cmd fails, and keeps the smallest input on which it still fails \
in the same way in outfile. It fails in the same way if cmd ends with the same exit status or signal and prints the \
same, or what the options ask for instead. Everything that follows outfile belongs to cmd.";

pub(super) fn manual(command: Command, version: &str) -> String {
    let command = readable(command).mut_args(|arg| arg.hide_short_help(false)).long_about(DESCRIPTION);
    let command = command.mut_args(|arg| if arg.is_positional() { arg.help_heading("Arguments") } else { arg });
    let page = Man::new(command).title("DDSMT").source(version);
    let mut text = Vec::new();
    let written = page
        .render_title(&mut text)
        .and_then(|()| page.render_name_section(&mut text))
        .and_then(|()| page.render_synopsis_section(&mut text))
        .and_then(|()| page.render_description_section(&mut text))
        .and_then(|()| page.render_options_section(&mut text));
    debug_assert!(written.is_ok(), "memory takes any text");
    let mut sections = Roff::new();
    examples(&mut sections);
    for (page, heading) in SECTIONS {
        sections.control("SH", [heading.to_uppercase().as_str()]);
        body(&mut sections, section(page, heading));
    }
    String::from_utf8_lossy(&text).into_owned() + &sections.render()
}

/// Adds what `--help-recipes` prints.
fn examples(roff: &mut Roff) {
    roff.control("SH", ["EXAMPLES"]);
    for recipe in recipes() {
        roff.control("TP", []).text([roman(recipe.kind)]);
        roff.control("nf", []).text([bold(format!("ddsmt {}", recipe.call))]).control("fi", []);
        roff.text([roman(recipe.note)]);
    }
}

/// Returns the text below a heading.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("## {heading}\n")).unwrap_or_default();
    rest.split("\n## ").next().unwrap_or_default()
}

/// Adds paragraphs, lists and tables in the form of a manual page.
fn body(roff: &mut Roff, markdown: &str) {
    let mut header: Option<Vec<String>> = None;
    for line in markdown.lines() {
        if let Some(row) = line.strip_prefix('|') {
            let cells: Vec<String> = row.trim_end_matches('|').split('|').map(|cell| plain(cell.trim())).collect();
            match &header {
                None => header = Some(cells),
                Some(_) if cells.iter().all(|cell| cell.starts_with("---")) => {}
                Some(header) => entry(roff, header, &cells),
            }
            continue;
        }
        header = None;
        match line.strip_prefix("* ") {
            _ if line.is_empty() => {
                roff.control("PP", []);
            }
            Some(item) => {
                roff.control("IP", ["-", "2"]).text([roman(plain(item))]);
            }
            None => {
                roff.text([roman(plain(line.trim_start()))]);
            }
        }
    }
}

/// Adds a row of a table: its first cell is a term. If there are more than two columns, each cell is named.
fn entry(roff: &mut Roff, header: &[String], cells: &[String]) {
    let Some((term, rest)) = cells.split_first() else { return };
    roff.control("TP", []).text([bold(term.as_str())]);
    let named = header.iter().skip(1).zip(rest).filter(|(_, cell)| !cell.is_empty());
    let parts: Vec<Inline> = named
        .map(|(name, cell)| if rest.len() > 1 { roman(format!("{name}: {cell}. ")) } else { roman(cell.as_str()) })
        .collect();
    roff.text(parts);
}

/// Returns a text without the marks of code and links.
fn plain(text: &str) -> String {
    // Within code a bracket is a plain character.
    let marks = Regex::new(r"`([^`]*)`|\[([^\[`\]]*)\]\([^)]*\)").expect("it is compiled by a test");
    marks.replace_all(text, "$1$2").into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::command::command;
    use super::super::flags::flags;
    use super::*;

    #[test]
    fn every_option_and_every_section_is_there() {
        let page = manual(command(), "ddsmt");
        for flag in flags().filter(|flag| !["verbose", "quiet"].contains(&flag.name)) {
            let name = flag.name.replace('-', "\\-");
            assert!(page.contains(&format!("\\-\\-{name}\\fR")), "{name}: {page}");
        }
        for (text, heading) in SECTIONS {
            assert!(section(text, heading).lines().count() > 5, "{heading}");
            assert!(page.contains(&heading.to_uppercase()), "{heading}: {page}");
        }
        assert!(!page.contains("](") && !page.contains('`'), "{page}");
        for heading in ["ARGUMENTS", "OPTIONS", "EXAMPLES"] {
            assert_eq!(page.matches(&format!(".SH {heading}\n")).count(), 1, "{heading}: {page}");
        }
        assert!(recipes().all(|recipe| page.contains(recipe.kind)), "{page}");
    }

    #[test]
    fn marks_of_code_and_links_are_left_out() {
        let rows = [
            ("no mark", "no mark"),
            ("`--resume` goes on", "--resume goes on"),
            ("see [time limits](#time-limits); [x] stays", "see time limits; [x] stays"),
            ("begin with `[ddSMT LEVEL] `.", "begin with [ddSMT LEVEL] ."),
        ];
        for (text, wanted) in rows {
            assert_eq!(plain(text), wanted);
        }
    }

    #[test]
    fn lists_and_tables_become_entries() {
        let mut roff = Roff::new();
        body(&mut roff, "Text.\n\n* one\n  more\n\n| a | b | c |\n|---|---|---|\n| x | `y` | |\n");
        let page = roff.render();
        assert!(page.contains("Text.\n.PP\n.IP - 2\none\nmore\n.PP\n.TP\n\\fBx\\fR\nb: y. "), "{page}");
    }
}
