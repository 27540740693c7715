//! The closing lines of a run, for people: what became of the input, the costs, the result where it is short,
//! and what to type next.

use super::statistics::{Size, percent};
use std::time::Duration;

/// The largest result that is shown.
const MAX_LINES: usize = 16;
const MAX_COLUMNS: usize = 120;
const MAX_BYTES: usize = 1000;

/// The columns of the labels that begin the lines.
const LABEL_COLUMNS: usize = 11;

/// The data of the closing lines.
#[derive(Clone, Debug, Default)]
pub struct Closing<'a> {
    pub before: Size,
    /// Whether the input is read as lines, which are its tokens then.
    pub is_lines: bool,
    /// The size of the result, if it differs from the input.
    pub after: Option<Size>,
    /// The reason for which the search was ended early.
    pub stopped: Option<String>,
    /// Number of answers of the command that were used.
    pub checks: u64,
    pub runtime: Duration,
    /// The part of the search in which the slots ran the command, from 0 to 1.
    pub share: Option<f64>,
    /// The output file, as the user has named it.
    pub output: String,
    pub text: &'a [u8],
    /// Shell lines that show the failure.
    pub shown_by: Vec<String>,
    /// What the user might do next, each with a label.
    pub next: Vec<(&'static str, String)>,
}

/// Returns the lines at the end of a run.
pub fn closing_lines(closing: &Closing) -> Vec<String> {
    let Closing { before, after, checks, .. } = closing;
    let mut lines = Vec::new();
    let unit = if closing.is_lines { "lines" } else { "tokens" };
    let row = |label: &str, text: &str| format!("{label:<LABEL_COLUMNS$}{text}");
    lines.extend(closing.stopped.iter().map(|reason| row("stopped", reason)));
    match after {
        Some(Size { bytes, tokens, commands, asserts, .. }) => {
            let [left, left_tokens] = [percent(*bytes, before.bytes), percent(*tokens, before.tokens)];
            let size = format!("{} -> {bytes} bytes ({left})", before.bytes);
            lines.push(row("size", &format!("{size}, {} -> {tokens} {unit} ({left_tokens})", before.tokens)));
            let kept = format!("{} -> {commands}, of them assertions {} -> {asserts}", before.commands, before.asserts);
            lines.extend((!closing.is_lines).then(|| row("commands", &kept)));
        }
        None => {
            let size = format!("{} bytes, {} {unit}: nothing smaller was found", before.bytes, before.tokens);
            lines.push(row("size", &size));
        }
    }
    let share =
        closing.share.map(|share| format!(", {:.0}% of the search in the command", 100.0 * share)).unwrap_or_default();
    lines.push(row("checks", &format!("{checks} in {}{share}", duration(closing.runtime))));
    lines.push(row("result", &closing.output));
    if let Some(text) = short(closing.text).filter(|_| after.is_some()) {
        lines.push(String::new());
        lines.extend(text.lines().map(|line| format!("    {line}")));
        lines.push(String::new());
    }
    let labels = std::iter::once("shown by").chain(std::iter::repeat(""));
    lines.extend(labels.zip(&closing.shown_by).map(|(label, line)| row(label, line)));
    lines.extend(closing.next.iter().map(|(label, text)| row(label, text)));
    lines
}

/// Returns a text if it fits on a screen and a terminal can show it.
fn short(text: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= MAX_BYTES)?;
    let is_shown = |c: char| c == '\n' || !c.is_control();
    let is_narrow = text.lines().all(|line| line.chars().count() <= MAX_COLUMNS);
    (!text.trim().is_empty() && text.lines().count() <= MAX_LINES && is_narrow && text.chars().all(is_shown))
        .then_some(text)
}

/// Returns a time as people say it.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_not_shown() {
        let rows: [(&[u8], bool); 6] = [
            (b"(a)\n", true),
            (b"", false),
            (b"(\x1b[2J)\n", false),
            (b"\xff\n", false),
            (&[b'\n'; 40], false),
            (&[b'a'; 200], false),
        ];
        for (text, is_shown) in rows {
            assert_eq!(short(text).is_some(), is_shown, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn times_are_told_as_people_say_them() {
        for (millis, text) in [(640, "0.6 s"), (12_700, "12 s"), (125_000, "2:05 min"), (7_500_000, "2:05 h")] {
            assert_eq!(duration(Duration::from_millis(millis)), text);
        }
    }
}
