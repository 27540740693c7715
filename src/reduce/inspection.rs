//! The last look at a result: whether it still fails, and what is suspicious about it.

use super::diagnosis::shown;
use crate::check::{
    CheckContext, Checker, Interesting, Interrupts, Recording, Repeat, Requirement, Requirements, SatResult, Slot,
    Stop, Trial, masked, record,
};
use crate::report::log::CHAT;
use memchr::memmem;

/// Runs the commands on a result, as the user would.
pub(super) struct LastLook<'a> {
    pub checker: &'a Checker,
    pub slot: &'a mut Slot,
    pub interrupts: &'a Interrupts,
    /// The golden run of the user's command, and the number of that command.
    pub golden: Option<(Recording, usize)>,
    /// The answers of the command to the input that other solvers contradict.
    pub contradicted: Vec<SatResult>,
    /// The latest text that has failed.
    pub failing: Option<Vec<u8>>,
}

impl LastLook<'_> {
    /// Returns whether a text fails in one of `looks` runs, or as often as `--need` asks for, unless a signal
    /// ends the runs. A single look is taken even at a text that has just failed.
    pub fn fails(&mut self, text: &[u8], looks: u32) -> Result<bool, Stop> {
        if looks > 1 && self.failing.as_deref() == Some(text) {
            return Ok(true);
        }
        // If there is only one command, one run serves both the check and the inspection.
        let is_alone = matches!(&self.checker.trials[..], [trial] if trial.command.comparison.slow().is_none());
        let seen = if is_alone { self.inspect(text) } else { None };
        let fails = match seen {
            Some(true) if self.interrupts.signal().is_none() => true,
            _ => self.often(text, looks.saturating_sub(u32::from(seen.is_some())))?,
        };
        if fails && !is_alone {
            self.inspect(text);
        }
        if fails {
            self.compare_answers(text);
            self.failing = Some(text.to_vec());
        }
        Ok(fails)
    }

    fn often(&mut self, text: &[u8], looks: u32) -> Result<bool, Stop> {
        let Repeat { most, need } = self.checker.repeat;
        let mut fails = || self.checker.check(self.slot, &[text]).interesting == Interesting::Yes;
        let failed = match most {
            1 => usize::from((0..looks).any(|_| fails())),
            _ => self.checker.failures(self.slot, &[text]),
        };
        if let Some(signal) = self.interrupts.signal() {
            return Err(signal);
        }
        if most > 1 {
            log::info!(target: CHAT, "the failure is in {failed} of {most} runs of the result");
        }
        Ok(failed >= need)
    }

    /// Warns if other solvers contradict another answer than that to the input.
    fn compare_answers(&mut self, text: &[u8]) {
        let Some(before) = self.contradicted.first().filter(|_| self.checker.repeat.most == 1) else { return };
        let is_side = |trial: &&Trial| trial.command.comparison.disputes();
        let mut sides: Vec<&Trial> = self.checker.trials.iter().filter(is_side).collect();
        sides.sort_by_key(|trial| trial.number);
        let mut context = CheckContext::default();
        for (i, trial) in sides.iter().enumerate() {
            context.has_more = i + 1 < sides.len();
            let Ok(run) = record(&trial.command, self.slot, &[text]) else { return };
            (_, context) = run.unmet(&trial.command.comparison, &context);
        }
        let after = context.claims.iter().flatten().find_map(|claim| *claim);
        if let Some(after) = after.filter(|after| !self.contradicted.contains(after)) {
            let (before, after) = (before.word(), after.word());
            log::warn!(
                "the command answers {after} to the result, and {before} to the input: if that is another failure, --got {before} keeps the answer"
            );
        }
    }

    /// Warns of suspicious changes in a text that still fails, if the comparison leaves room for them.
    /// Returns whether the inspected run fails, if there was one.
    fn inspect(&mut self, text: &[u8]) -> Option<bool> {
        let (golden, place) = self.golden.as_ref()?;
        let trial = self.checker.trial(*place)?;
        let comparison = &trial.command.comparison;
        if self.checker.repeat.most > 1 || !leaves_room(comparison) {
            return None;
        }
        let run = record(&trial.command, self.slot, &[text]).ok()?;
        let fails = trial.golden.matches(comparison, &run, &CheckContext::default());
        if fails {
            oddities(comparison, golden, &run).iter().for_each(|line| log::warn!("{line}"));
        }
        Some(fails)
    }
}

/// Whether only the end or a part of the output was compared.
fn leaves_room(comparison: &Requirements) -> bool {
    let is_end = |wanted: &Requirement| matches!(wanted, Requirement::SameEnd);
    comparison.0.iter().all(is_end) || comparison.0.iter().any(|wanted| matches!(wanted, Requirement::Contains(..)))
}

fn oddities(comparison: &Requirements, golden: &Recording, run: &Recording) -> Vec<String> {
    let mut odd = Vec::new();
    for wanted in &comparison.0 {
        let Requirement::Contains(stream, words) = wanted else { continue };
        let [before, after] = [golden, run].map(|run| line_with(run.output(*stream), words));
        let short = stream.short();
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
    if let (None, Some(line)) = (golden.error_line(), run.error_line()) {
        let line = shown(line);
        odd.push(format!("the command reports an error of the result that it did not report of the input: '{line}'"));
    }
    odd
}

/// Returns the line in which a text is found.
fn line_with<'a>(output: &'a [u8], words: &[u8]) -> &'a [u8] {
    let at = memmem::find(output, words).unwrap_or(0);
    let start = memchr::memrchr(b'\n', &output[..at]).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', &output[at..]).map_or(output.len(), |end| at + end);
    output.get(start..end).unwrap_or_default()
}

/// Returns the message of a run about its end, with varying parts masked.
fn message(run: &Recording) -> Option<Vec<u8>> {
    let last = || run.stderr.split(|byte| *byte == b'\n').rfind(|line| !line.trim_ascii().is_empty()).map(masked);
    run.signature().lines.first().cloned().or_else(|| run.error_line().map(masked)).or_else(last)
}
