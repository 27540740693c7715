//! The last look at a result that still fails: what is odd about it.

use super::diagnosis::{error_line, shown};
use crate::check::checker::Checker;
use crate::check::criteria::crash::masked;
use crate::check::criteria::{CheckContext, Comparison, Requirement};
use crate::check::golden::record;
use crate::check::process::Stream;
use crate::check::recording::Recording;
use crate::check::slot::Slot;
use memchr::memmem;

/// Says what is odd about a result that still fails beside the golden run of the command with
/// this place, where more may have changed than was compared. Tells whether its run fails, if
/// there is one.
pub(super) fn inspect(
    checker: &Checker,
    slot: &mut Slot,
    place: usize,
    golden: &Recording,
    text: &[u8],
) -> Option<bool> {
    let trial = checker.trials.iter().find(|trial| trial.place == place)?;
    let comparison = &trial.command.comparison;
    if checker.repeat.most > 1 || !leaves_room(comparison) {
        return None;
    }
    let run = record(&trial.command, slot, &[text]).ok()?;
    let fails = trial.golden.matches(comparison, &run, &CheckContext::default());
    if fails {
        oddities(comparison, golden, &run).iter().for_each(|line| log::warn!("{line}"));
    }
    Some(fails)
}

/// Whether only the end was compared, or a part of what was printed.
fn leaves_room(comparison: &Comparison) -> bool {
    let is_end = |wanted: &Requirement| matches!(wanted, Requirement::SameEnd);
    comparison.0.iter().all(is_end) || comparison.0.iter().any(|wanted| matches!(wanted, Requirement::Contains(..)))
}

fn oddities(comparison: &Comparison, golden: &Recording, run: &Recording) -> Vec<String> {
    let mut odd = Vec::new();
    for wanted in &comparison.0 {
        let Requirement::Contains(stream, words) = wanted else { continue };
        let [before, after] = [golden, run].map(|run| line_with(run.output(*stream), words));
        let short = if *stream == Stream::Stdout { "out" } else { "err" };
        if masked(before) != masked(after) && !words.is_empty() && !words.contains(&b'\n') {
            let (before, after, words) = (shown(before), shown(after), shown(words));
            odd.push(format!(
                "'{words}' was found in '{before}' at first, and in '{after}' now: if that is another failure, use more of the line, or --match-{short}-re"
            ));
        }
    }
    let [before, after] = [golden, run].map(message);
    if odd.is_empty() && before.is_some() && before != after && comparison.0.len() == 1 {
        let [before, after] = [before, after].map(|line| line.map_or("nothing".into(), |line| shown(&line)));
        odd.push(format!(
            "only the exit status was compared: the command said '{before}' at first, and says '{after}' now: if that is another failure, use --same-crash, or --match-err with what should stay"
        ));
    }
    if let (None, Some(line)) = (error_line(golden), error_line(run)) {
        let line = shown(line);
        odd.push(format!("the command reports an error of the result that it did not report of the input: '{line}'"));
    }
    odd
}

/// The line in which a text is found.
fn line_with<'a>(output: &'a [u8], words: &[u8]) -> &'a [u8] {
    let at = memmem::find(output, words).unwrap_or(0);
    let start = memchr::memrchr(b'\n', &output[..at]).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', &output[at..]).map_or(output.len(), |end| at + end);
    output.get(start..end).unwrap_or_default()
}

/// What a run says of its end, without what varies.
fn message(run: &Recording) -> Option<Vec<u8>> {
    let last = || run.stderr.split(|byte| *byte == b'\n').rfind(|line| !line.trim_ascii().is_empty()).map(masked);
    run.signature().lines.first().cloned().or_else(|| error_line(run).map(masked)).or_else(last)
}
