//! Texts for the developers of a solver: the bug report of `--issue`, and the comment of `--header`.

use super::events::{Golden, ending};

/// Largest number of columns of a title and of a line of a comment.
const WIDTH: usize = 110;

/// Largest number of bytes of an output in a report.
const MAX_OUTPUT: usize = 1 << 13;

/// The contents of a bug report.
#[derive(Clone, Debug)]
pub struct Issue {
    /// The name of the input file.
    pub file: String,
    pub text: String,
    /// What was seen, in a few words.
    pub seen: String,
    /// The runs of the commands on the file; that of the failing command comes first.
    pub runs: Vec<ShownRun>,
    /// What should happen instead.
    pub expected: String,
    /// The system on which it was seen.
    pub platform: String,
    /// The bytes of the input before it was minimised.
    pub before: u64,
    /// The program that minimised it.
    pub program: String,
}

/// A run of a command on the input.
#[derive(Clone, Debug)]
pub struct ShownRun {
    /// The line for a shell.
    pub line: String,
    /// What the program prints about its version.
    pub version: Option<String>,
    pub did: Golden,
}

impl Issue {
    /// Returns the report in Markdown, ready to be pasted.
    pub fn markdown(&self) -> String {
        let Issue { file, text, seen, runs, expected, platform, before, program } = self;
        let mut report = String::new();
        let mut add = |part: String| report += &part;
        add(format!("# {}\n\n", line(seen, WIDTH)));
        add(format!("**Input** (`{file}`)\n\n{}", fenced("smt2", text)));
        for (i, ShownRun { line, did, .. }) in runs.iter().enumerate() {
            let output = [shown(&did.stdout), shown(&did.stderr)].concat();
            let session = format!("$ {line}\n{output}");
            let name = if i == 0 { "Seen" } else { "Another command" };
            add(format!("**{name}**: it {}\n\n{}", ending(did.exit), fenced("console", &session)));
        }
        add(format!("**Expected**: {expected}\n\n"));
        let versions = runs.iter().filter_map(|run| run.version.as_deref());
        versions.for_each(|version| add(format!("**Version**: {version}\n\n")));
        add(format!("**Platform**: {platform}\n\nMinimised from {before} to {} bytes by {program}.\n", text.len()));
        report
    }
}

/// Returns the lines of a comment of SMT-LIB.
pub fn comment(lines: &[String]) -> String {
    lines.iter().map(|text| format!("; {}\n", line(text, WIDTH))).collect()
}

/// Returns a text in one line, cut after this many columns.
pub fn line(text: &str, width: usize) -> String {
    let plain = text.split(|c: char| c.is_control() || c.is_whitespace()).filter(|word| !word.is_empty());
    let text = plain.collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns an output cut to a moderate length, with a line break at its end, and `?` for control characters.
fn shown(output: &str) -> String {
    let end = (0..=MAX_OUTPUT.min(output.len())).rev().find(|&end| output.is_char_boundary(end)).unwrap_or(0);
    let more = if end < output.len() { "\n…" } else { "" };
    let is_odd = |c: char| c.is_control() && c != '\n' && c != '\t';
    let text = format!("{}{more}", output[..end].trim_end().replace(is_odd, "?"));
    if text.is_empty() { text } else { text + "\n" }
}

/// Returns a block of code, whose fence is longer than any fence in it.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_any_within() {
        assert_eq!(fenced("smt2", "; ```\n"), "````smt2\n; ```\n````\n\n");
    }

    #[test]
    fn an_output_has_no_control_characters() {
        assert_eq!(shown("a\tb\n\0c\x1b[1m\n"), "a\tb\n?c?[1m\n");
    }

    #[test]
    fn a_comment_has_whole_lines() {
        assert_eq!(comment(&["a\nb".into(), "c".repeat(200)]), format!("; a b\n; {}…\n", "c".repeat(WIDTH)));
    }
}
