//! The statistics at the end of a run.

use crate::sexpr::Script;
use crate::strategy::Pruned;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// How large a script is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Size {
    /// Bytes of the file, without the comment of `--header`.
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
    /// Returns the size of a script whose file has `bytes` bytes.
    pub fn of(script: &Script, bytes: u64) -> Size {
        let expressions = script.lists();
        let asserts = script.commands().filter(|command| command.has_head("assert")).count() as u64;
        Size { bytes, expressions, tokens: script.nodes() + expressions, commands: script.len() as u64, asserts }
    }
}

/// Logs the costs and the result of a finished run: its runtime, ddsmt's own processor time, the number of
/// verdicts that were used, and the sizes of the input and of the result, if it is another one.
pub fn log_summary(runtime: Duration, main_process: Duration, tests: u64, input: Size, reduced: Option<Size>) {
    let seconds = |duration: Duration| format!("{:.2} s", duration.as_secs_f64());
    log::info!("");
    log::info!("runtime:         {}", seconds(runtime));
    log::debug!("main process:   {}", seconds(main_process));
    log::info!("tests:           {tests}");
    let Some(reduced) = reduced else {
        log::warn!("unable to minimize input file");
        return;
    };
    let (bytes, expressions) = (percent(reduced.bytes, input.bytes), percent(reduced.expressions, input.expressions));
    log::info!("input file:");
    log::info!("  file size:     {} B", input.bytes);
    log::info!("  s-expressions: {}", input.expressions);
    log::info!("reduced file:");
    log::info!("  file size:     {} B ({bytes})", reduced.bytes);
    log::info!("  s-expressions: {} ({expressions})", reduced.expressions);
}

/// The questions that a search did not have to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unasked {
    /// Number of answers that were used again.
    pub known: u64,
    /// Number of candidates that were left out.
    pub pruned: Pruned,
    /// Number of edits that were committed together with others.
    pub joined: u64,
}

/// The effects of limits in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Number of checks that a limit ended at the first attempt.
    pub cut: u64,
    /// Number of checks that were made again with a longer limit.
    pub again: u64,
    /// Number of repeated checks that ended by themselves.
    pub ended: u64,
}

/// Logs those counts that are not zero: of questions that were not asked, of the effects of limits, and of answers from
/// the journal of an earlier run.
pub fn log_counts(unasked: &Unasked, cuts: &Cuts, recalled: u64) {
    let Cuts { cut, again, ended } = cuts;
    let Unasked { known, pruned: Pruned { ill_sorted, rejected, .. }, joined } = *unasked;
    if known + ill_sorted + rejected + joined > 0 {
        let failed = format!("{rejected} failed before, {joined} joined to others");
        log::info!("not asked:       {known} known, {ill_sorted} ill-sorted, {failed}");
    }
    if cut + again > 0 {
        log::info!("limits:          {cut} runs cut off, {again} repeated, {ended} of them ended");
    }
    if recalled > 0 {
        log::info!("journal:         {recalled} answers of an earlier run");
    }
}

/// Returns the share in percent with one decimal, or with as many as distinguish it from zero; all of nothing
/// is 100 %.
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

    #[test]
    fn a_small_share_is_not_nothing() {
        let rows = [(0, "0.0%"), (60, "0.1%"), (49, "0.05%"), (30, "0.03%"), (3, "0.003%"), (1, "0.001%")];
        let few = [(0, 0, "100.0%"), (1, 3, "33.3%")];
        for (part, whole, text) in rows.map(|(part, text)| (part, 100_000, text)).into_iter().chain(few) {
            assert_eq!(percent(part, whole), text, "{part} of {whole}");
        }
    }
}
