//! Compares two sequences, and writes the difference of two texts.
//!
//! All sequences are compared as sequences of numbers, so that the comparison is compiled once and not for each type:
//! that was a fifth of the program without optimisation.

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, DiffTag, group_diff_ops};
use std::collections::HashMap;
use std::hash::Hash;
use std::io::Write;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Returns the steps from one sequence to the other. Parts that are not compared in `time` count as different.
pub(super) fn steps<T: Eq + Hash>(old: &[T], new: &[T], time: Option<Duration>) -> Vec<DiffOp> {
    let mut known: HashMap<&T, usize> = HashMap::new();
    let mut numbers = Vec::with_capacity(old.len() + new.len());
    for piece in old.iter().chain(new) {
        let next = known.len();
        numbers.push(*known.entry(piece).or_insert(next));
    }
    let (old, new) = numbers.split_at(old.len());
    let mut steps = Compact::new(Replace::new(Capture::new()), old, new);
    let end = time.map(|time| Instant::now() + time);
    let Ok(()) = myers::diff_deadline(&mut steps, old, 0..old.len(), new, 0..new.len(), end);
    steps.into_inner().into_inner().into_ops()
}

/// Returns the difference of two texts in the unified format without names of files, with `around` lines before and
/// after each change.
pub(super) fn unified(old: &[u8], new: &[u8], around: usize, time: Option<Duration>) -> Vec<u8> {
    let [old, new] = [old, new].map(|text| text.split_inclusive(|byte| *byte == b'\n').collect::<Vec<_>>());
    let mut text = Vec::new();
    for hunk in group_diff_ops(steps(&old, &new, time), around) {
        let [Some(first), Some(last)] = [hunk.first(), hunk.last()] else { continue };
        let place = |begin: Range<usize>, end: Range<usize>| match end.end - begin.start {
            1 => format!("{}", begin.start + 1),
            // An empty range has the number of the line before it.
            0 => format!("{},0", begin.start),
            lines => format!("{},{lines}", begin.start + 1),
        };
        let (was, is) = (place(first.old_range(), last.old_range()), place(first.new_range(), last.new_range()));
        // Writing into memory cannot fail.
        let _ = writeln!(text, "@@ -{was} +{is} @@");
        for step in &hunk {
            let (gone, come) = match step.tag() {
                DiffTag::Equal => (" ", ""),
                _ => ("-", "+"),
            };
            let gone = old[step.old_range()].iter().map(|line| (gone, line));
            let come = new[step.new_range()].iter().map(|line| (come, line)).filter(|(mark, _)| !mark.is_empty());
            for (mark, line) in gone.chain(come) {
                text.extend([mark.as_bytes(), line].concat());
                if !line.ends_with(b"\n") {
                    text.extend(b"\n\\ No newline at end of file\n");
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_written_as_diff_does_it() {
        let lines: Vec<String> = (1..=20).map(|i| format!("{i}\n")).collect();
        let old = lines.concat();
        let new = old.replace("\n2\n", "\n").replace("\n15\n", "\n15\nmore\n").replace("20\n", "end");
        let want = "@@ -1,3 +1,2 @@\n 1\n-2\n 3\n@@ -15,2 +14,3 @@\n 15\n+more\n 16\n\
            @@ -19,2 +19,2 @@\n 19\n-20\n+end\n\\ No newline at end of file\n";
        let text =
            |old: &str, new: &str| String::from_utf8(unified(old.as_bytes(), new.as_bytes(), 1, None)).expect("UTF-8");
        assert_eq!(text(&old, &new), want);
        assert_eq!(text(&old, &old), "");
        assert_eq!(text("", "a\n"), "@@ -0,0 +1 @@\n+a\n");
        assert_eq!(text("a\n", ""), "@@ -1 +0,0 @@\n-a\n");
    }
}
