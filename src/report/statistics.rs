//! The statistics at the end of a run, as lines with their levels.

use super::log::Level;
use crate::sexpr::Script;
use crate::strategy::Pruned;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// How large a script is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Size {
    /// Bytes of the file.
    pub bytes: u64,
    /// Lists, without leaves, which ddSMT calls s-expressions.
    pub expressions: u64,
    /// Parentheses and leaves.
    pub tokens: u64,
    /// Commands.
    pub commands: u64,
    /// Those of them that are assertions.
    pub asserts: u64,
}

impl Size {
    /// The size of a script whose file has so many bytes.
    pub fn of(script: &Script, bytes: u64) -> Size {
        let expressions = script.lists();
        let asserts = script.commands().filter(|command| command.has_head("assert")).count() as u64;
        Size { bytes, expressions, tokens: script.nodes() + expressions, commands: script.len() as u64, asserts }
    }
}

/// What a finished run has to say about itself.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// Wall time since the program started.
    pub runtime: Duration,
    /// Processor time of this process, without the solver's.
    pub main_process: Duration,
    /// Runs of the command, of all strategies together and without the answers
    /// that were already known.
    pub tests: u64,
    /// The input file.
    pub input: Size,
    /// The output file, or `None` if it equals the input.
    pub reduced: Option<Size>,
}

/// The lines at the end of the log.
pub fn end_lines(summary: &Summary) -> Vec<(Level, String)> {
    let seconds = |duration: Duration| format!("{:.2} s", duration.as_secs_f64());
    let mut lines = vec![
        (Level::Info, String::new()),
        (Level::Info, format!("runtime:         {}", seconds(summary.runtime))),
        (Level::Debug, format!("main process:   {}", seconds(summary.main_process))),
        (Level::Info, format!("tests:           {}", summary.tests)),
    ];
    let Some(reduced) = summary.reduced else {
        lines.push((Level::Warning, "unable to minimize input file".into()));
        return lines;
    };
    let input = summary.input;
    let (bytes, expressions) = (percent(reduced.bytes, input.bytes), percent(reduced.expressions, input.expressions));
    lines.extend([
        (Level::Info, "input file:".into()),
        (Level::Info, format!("  file size:     {} B", input.bytes)),
        (Level::Info, format!("  s-expressions: {}", input.expressions)),
        (Level::Info, "reduced file:".into()),
        (Level::Info, format!("  file size:     {} B ({bytes})", reduced.bytes)),
        (Level::Info, format!("  s-expressions: {} ({expressions})", reduced.expressions)),
    ]);
    lines
}

/// What a search did not have to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unasked {
    /// Answers that were used again.
    pub known: u64,
    /// Candidates that were left out.
    pub pruned: Pruned,
    /// Edits that were committed together with others.
    pub joined: u64,
}

/// Answers that came otherwise than from one run to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Checks that an automatic time limit ended.
    pub cut: u64,
    /// Checks that were made again with a longer limit.
    pub again: u64,
    /// Those of them that ended by themselves then.
    pub ended: u64,
    /// Answers that an earlier run had left in the journal.
    pub recalled: u64,
    /// What was not asked.
    pub unasked: Unasked,
    /// Runs of the command, how many of them began in clones of a started solver, and how
    /// many of those were compared with common ones.
    pub runs: [u64; 3],
}

/// The lines of those counts that are not zero.
pub fn count_lines(counts: &SearchCounts) -> Vec<(Level, String)> {
    let SearchCounts { cut, again, ended, recalled, unasked, runs: [runs, warm, audits] } = counts;
    let Unasked { known, pruned: Pruned { ill_sorted, rejected }, joined } = unasked;
    let rows = [
        (
            known + ill_sorted + rejected + joined,
            format!(
                "not asked:       {known} known, {ill_sorted} ill-sorted, {rejected} failed before, {joined} joined to others"
            ),
        ),
        (cut + again, format!("limits:          {cut} runs cut off, {again} made again, {ended} of them ended")),
        (*warm, format!("warm starts:     {warm} of {runs} runs, {audits} compared with common ones")),
        (*recalled, format!("journal:         {recalled} answers of an earlier run")),
    ];
    rows.into_iter().filter(|(count, _)| *count > 0).map(|(_, line)| (Level::Info, line)).collect()
}

/// The share in percent with one decimal, or with as many as tell it from nothing;
/// all of nothing is 100 %.
pub(super) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "100.0%".into();
    }
    let share = part as f64 / whole as f64 * 100.0;
    match share {
        0.05.. | 0.0 => format!("{share:.1}%"),
        _ => format!("{share:.0$}%", (-share.log10().floor()) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: Summary = Summary {
        runtime: Duration::from_millis(12_344),
        main_process: Duration::from_millis(1_230),
        tests: 410,
        input: Size { bytes: 80, expressions: 9, tokens: 0, commands: 0, asserts: 0 },
        reduced: Some(Size { bytes: 17, expressions: 3, tokens: 0, commands: 0, asserts: 0 }),
    };

    #[test]
    fn a_reduced_file_is_compared_with_the_input() {
        let lines = end_lines(&SUMMARY);
        let text: Vec<&str> = lines.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(
            text,
            [
                "",
                "runtime:         12.34 s",
                "main process:   1.23 s",
                "tests:           410",
                "input file:",
                "  file size:     80 B",
                "  s-expressions: 9",
                "reduced file:",
                "  file size:     17 B (21.2%)",
                "  s-expressions: 3 (33.3%)",
            ]
        );
        let debug: Vec<&str> =
            lines.iter().filter(|(level, _)| *level == Level::Debug).map(|(_, text)| text.as_str()).collect();
        assert_eq!(debug, ["main process:   1.23 s"]);
    }

    #[test]
    fn an_unchanged_file_is_a_warning_behind_the_effort() {
        let lines = end_lines(&Summary { reduced: None, ..SUMMARY });
        let (last, effort) = lines.split_last().expect("lines");
        assert_eq!(*last, (Level::Warning, "unable to minimize input file".to_owned()));
        assert_eq!(*effort, end_lines(&SUMMARY)[..4]);
    }

    #[test]
    fn savings_are_told_where_there_were_some() {
        assert_eq!(count_lines(&SearchCounts::default()), []);
        let counts = SearchCounts { cut: 9, again: 8, ended: 1, ..SearchCounts::default() };
        let line = "limits:          9 runs cut off, 8 made again, 1 of them ended";
        assert_eq!(count_lines(&counts), [(Level::Info, line.to_owned())]);
        let unasked = Unasked { known: 7, pruned: Pruned { ill_sorted: 3, rejected: 2 }, joined: 0 };
        let line = "not asked:       7 known, 3 ill-sorted, 2 failed before, 0 joined to others";
        assert_eq!(count_lines(&SearchCounts { unasked, ..SearchCounts::default() }), [(Level::Info, line.to_owned())]);
    }

    #[test]
    fn an_empty_input_divides_by_nothing() {
        assert_eq!(percent(0, 0), "100.0%");
        assert_eq!(percent(1, 3), "33.3%");
    }

    #[test]
    fn a_small_share_is_not_nothing() {
        let rows = [(0, "0.0%"), (60, "0.1%"), (49, "0.05%"), (30, "0.03%"), (3, "0.003%"), (1, "0.001%")];
        for (part, text) in rows {
            assert_eq!(percent(part, 100_000), text, "{part}");
        }
    }
}
