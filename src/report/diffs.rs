//! Differences of scripts: the files of `--dump-diffs`, the latest change on the display, and the steps of `--report`.

use super::output::replace;
use crate::sexpr::{Script, pretty, pretty_commands};
use similar::{Algorithm, DiffOp, TextDiff, capture_diff_slices_deadline};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Time limit for comparing scripts; commands that are not compared by then count as different.
const TIME_LIMIT: Duration = Duration::from_millis(50);

/// Largest number of lines of a difference.
const MAX_LINES: usize = 120;

/// Writes `.simp-N.diff`, where `N` is `number`: what the mutators `names` made of `before`.
pub fn write(number: u64, names: &[&str], before: &Script, after: &Script) -> Result<(), String> {
    let path = path(number);
    let text = [format!("{}\n", names.join(", ")).as_bytes(), &unified(before, after)].concat();
    replace(&path, &text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the name of the difference with this number; the first one is 1.
pub fn path(number: u64) -> PathBuf {
    format!(".simp-{number}.diff").into()
}

/// Returns the differences of two scripts, indented.
pub(super) fn unified(before: &Script, after: &Script) -> Vec<u8> {
    let (old, new) = (pretty(before), pretty(after));
    let mut text = Vec::new();
    // Writing into memory cannot fail.
    let _ = TextDiff::from_lines(&old[..], &new[..]).unified_diff().header("", "").to_writer(&mut text);
    text
}

/// Returns the difference of two scripts, in lines of indented commands.
pub fn changes(before: &Script, after: &Script) -> String {
    let digests = |script: &Script| script.tapes().map(|tape| tape.digest().to_words()).collect::<Vec<_>>();
    let (old, new) = (digests(before), digests(after));
    let mut lines = String::new();
    for change in capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(Instant::now() + TIME_LIMIT)) {
        if matches!(change, DiffOp::Equal { .. }) {
            continue;
        }
        let [was, is] = [(before, change.old_range()), (after, change.new_range())]
            .map(|(script, range)| pretty_commands(range.map(|i| script.command(i))));
        let diff = TextDiff::configure().timeout(TIME_LIMIT).diff_lines(&was[..], &is[..]);
        lines += &diff.unified_diff().context_radius(2).to_string();
    }
    let more = lines.lines().count().saturating_sub(MAX_LINES);
    let end = lines.match_indices('\n').nth(MAX_LINES - 1).filter(|_| more > 0).map(|(end, _)| end);
    match end {
        Some(end) => format!("{}\n… and {more} more lines\n", &lines[..end]),
        None => lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn only_commands_that_changed_are_compared() {
        let [before, after] = ["(a)\n(assert (and a b))\n(exit)", "(a)\n(assert (and a))\n(exit)"]
            .map(|text| parse(text.as_bytes(), Gaps::Canonical).expect("input parses"));
        let want = "@@ -1,3 +1,3 @@\n (assert\n-  (and a b)\n+  (and a)\n )\n";
        assert_eq!(changes(&before, &after), want);
        assert_eq!(changes(&after, &after), "");
    }

    #[test]
    fn a_long_difference_is_cut_off() {
        let text = "(a)\n".repeat(1000);
        let before = parse(text.as_bytes(), Gaps::Canonical).expect("input parses");
        let after = parse(b"", Gaps::Canonical).expect("input parses");
        let text = changes(&before, &after);
        assert!(text.ends_with("-(a)\n… and 881 more lines\n") && text.lines().count() == 121, "{text}");
    }
}
