//! Follows a search step by step: writes log lines, counts, and keeps the history of scripts and the output file.

use super::diffs;
use super::live::LiveState;
use super::log::CHAT;
use super::statistics::Unasked;
use crate::mutators;
use crate::sexpr::{Digest, Script};
use crate::strategy::{Answers, Halt, Observer, Report, Stage, Step};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two updates of the display where the script does not change.
const NOTE_EVERY: Duration = Duration::from_millis(100);

/// Number of earlier scripts that are kept to step back to.
const MAX_HISTORY: usize = 64;

/// Largest number of nodes that these scripts have together and do not share: of very large scripts fewer are kept.
const MAX_HISTORY_NODES: u64 = 1 << 24;

/// The answers that were used, by strategy and mutator.
pub type EffortTable = BTreeMap<(&'static str, &'static str), Answers>;

/// The state of a search at one of its steps.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point {
    /// Number of verdicts that were used up to this step.
    pub checks: u64,
    pub bytes: u64,
    /// Time since the program started.
    pub seconds: f64,
}

/// The record of a search, at its end or up to a step.
#[derive(Default)]
pub struct Record {
    /// The number of verdicts that were used.
    pub checks: u64,
    /// The committed scripts, the best one last.
    pub history: Vec<Script>,
    /// The questions that were asked.
    pub effort: EffortTable,
    /// The questions that were not asked.
    pub unasked: Unasked,
    /// Every step that changed the script, in order.
    pub curve: Vec<Point>,
}

/// Logs committed steps and publishes every new best script.
pub struct Progress<'a> {
    started: Instant,
    record: Record,
    /// Number of nodes that each script of the history does not share with the script before it.
    own_nodes: Vec<u64>,
    publish: Box<dyn FnMut(&Script) + 'a>,
    successes: u64,
    /// Whether the last message was that a pass has found nothing.
    said_exhausted: bool,
    /// The scripts that must not come back (`--check-loops`).
    pub seen: Option<HashSet<Digest>>,
    /// Number of files that tell what a step has changed, if they are wanted (`--dump-diffs`).
    pub diffs: Option<u64>,
    /// Number of bytes at which the search ends (`--stop-at`).
    pub enough: Option<u64>,
    /// Number of checks after which the search ends (`--stop-after`).
    pub most_checks: Option<u64>,
    /// The display, and the time of its last update.
    pub live: Option<(Arc<LiveState>, Instant)>,
    /// The history of the best round before the present one.
    best: Option<Vec<Script>>,
    /// A script that is known to fail while the next step is not yet complete.
    ahead: Option<Script>,
    /// The bytes of the last script that was published.
    published: u64,
}

/// Returns the committed scripts up to the smallest: growth after it has not paid.
pub fn up_to_smallest(mut history: Vec<Script>) -> Vec<Script> {
    // Of several, `min_by_key` returns the first.
    let smallest = (0..history.len()).rev().min_by_key(|&i| history[i].text_len());
    history.truncate(smallest.map_or(0, |i| i + 1));
    history
}

impl<'a> Progress<'a> {
    /// Starts from `script`; `publish` is called with every better script.
    pub fn new(started: Instant, script: Script, publish: impl FnMut(&Script) + 'a) -> Progress<'a> {
        let mut progress = Progress {
            started,
            published: script.text_len(),
            ahead: None,
            record: Record { history: vec![script.clone()], ..Record::default() },
            own_nodes: vec![0],
            publish: Box::new(publish),
            successes: 0,
            said_exhausted: false,
            seen: None,
            diffs: None,
            enough: None,
            most_checks: None,
            live: None,
            best: None,
        };
        progress.add_point(0, &script);
        progress
    }

    /// Begins anew from `script`, which is the input in another order.
    pub fn begin_anew(&mut self, script: &Script) {
        self.close_round();
        let input = self.best.iter().flatten().next().cloned();
        self.record.history = input.into_iter().chain([script.clone()]).collect();
        self.own_nodes = vec![0; self.record.history.len()];
        self.seen = self.seen.take().map(|_| HashSet::from([script.digest()]));
    }

    /// Returns the number of bytes of the smallest script so far.
    pub fn best(&self) -> u64 {
        self.record.history.iter().map(Script::text_len).min().unwrap_or(u64::MAX).min(self.best_bytes())
    }

    /// Keeps the round that ends, if its result is smaller than that of the rounds before.
    fn close_round(&mut self) {
        let round = up_to_smallest(std::mem::take(&mut self.record.history));
        let size = |round: &Vec<Script>| round.last().map(Script::text_len);
        if self.best.as_ref().is_none_or(|best| size(&round) < size(best)) {
            self.best = Some(round);
        }
    }

    /// Returns the number of bytes that the present round has to undercut: those of the best round before it.
    fn best_bytes(&self) -> u64 {
        self.best.iter().flatten().next_back().map_or(u64::MAX, Script::text_len)
    }

    /// Ends the search where the script is small enough or enough checks were made.
    fn goes_on(&self) -> Result<(), Halt> {
        let is_enough = |script: &Script| self.enough.is_some_and(|bytes| script.text_len() <= bytes);
        let is_spent = self.most_checks.is_some_and(|checks| self.record.checks >= checks);
        if is_spent || self.record.history.last().is_some_and(is_enough) { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Tells the display where the search is, and what a step has changed.
    fn note(&mut self, step: &Step, change: Option<(Script, Script)>) {
        let best = self.best_bytes().min(self.published);
        let Some((live, noted)) = &mut self.live else { return };
        let now = Instant::now();
        if change.is_none() && now - *noted < NOTE_EVERY {
            return;
        }
        *noted = now;
        let Unasked { known, pruned, joined } = self.record.unasked;
        live.note(|status| {
            status.saved = known + pruned.ill_sorted + pruned.rejected + joined;
            status.accepted = self.successes;
            if let Some(place) = step.state.as_ref().and_then(|state| state.place()) {
                status.go_to(place, now);
            }
            if let Some(change) = change {
                status.now = change.1.text_len().min(best);
                status.change = Some(change);
            }
        });
    }

    /// Publishes a script if it is shorter than all that were published.
    fn offer(&mut self, script: &Script) {
        if script.text_len() < self.published {
            self.published = script.text_len();
            (self.publish)(script);
        }
    }

    /// Adds a script to the history, and drops older ones if it is full.
    fn remember(&mut self, script: &Script) {
        self.own_nodes.push(self.record.history.last().map_or(0, |before| script.nodes_beside(before)));
        self.record.history.push(script.clone());
        let is_full = |own: &[u64]| own.len() > MAX_HISTORY || own.iter().sum::<u64>() > MAX_HISTORY_NODES;
        while self.record.history.len() > 2 && is_full(&self.own_nodes) {
            self.record.history.remove(1);
            self.own_nodes.remove(1);
        }
    }

    /// Ends the observation. Returns the record of the search.
    pub fn finish(mut self) -> Record {
        if let Some(script) = self.ahead.take() {
            self.remember(&script);
        }
        if self.best.is_some() {
            self.close_round();
            self.record.history = self.best.take().unwrap_or_default();
        }
        for ((stage, mutator), Answers { asked, accepted }) in &self.record.effort {
            log::debug!("effort: {stage}: {mutator}: {asked} answers used, {accepted} accepted");
        }
        self.record
    }

    /// Logs that the search starts over, or that a pass has found nothing.
    fn log_stage(&mut self, report: &Report) {
        match report.stage {
            Stage::Again => log::info!("Starting over"),
            Stage::Exhausted if !self.said_exhausted => log::info!("No further simplification found"),
            _ => {}
        }
        // Many passes may end one after the other; this is logged once.
        self.said_exhausted = match report.stage {
            Stage::Exhausted => true,
            Stage::Again => false,
            _ => self.said_exhausted && report.accepted.is_empty(),
        };
    }

    /// Counts what a step has asked and what it has not; it needed `checks` new verdicts.
    fn count(&mut self, Step { state, report }: &Step, checks: u64) {
        self.record.checks += checks;
        let strategy = if report.stage == Stage::Hierarchical { "hierarchical" } else { "ddmin" };
        for (mutator, answers) in &report.answers {
            let effort = self.record.effort.entry((strategy, mutator)).or_default();
            effort.asked += answers.asked;
            effort.accepted += answers.accepted;
        }
        let answers: u32 = report.answers.values().map(|answers| answers.asked).sum();
        self.record.unasked.known += u64::from(answers).saturating_sub(checks);
        self.record.unasked.joined += report.accepted.len().saturating_sub(1) as u64;
        if let Some(state) = state {
            self.record.unasked.pruned = state.pruned();
        }
    }

    /// Records the script to which a step has led, and tells of it.
    fn change_to(&mut self, script: &Script, step: &Step) -> Result<(), Halt> {
        self.add_point(0, script);
        if self.seen.as_mut().is_some_and(|seen| !seen.insert(script.digest())) {
            let text = String::from_utf8_lossy(&script.text()).into_owned();
            return Err(Halt::Failed(format!("The following input has already been seen before:\n{text}")));
        }
        if let (Some(written), Some(before)) = (&mut self.diffs, self.record.history.last()) {
            let names: BTreeSet<&str> = step.report.accepted.iter().map(|edit| summary(edit.mutator)).collect();
            *written += 1;
            diffs::write(*written, &Vec::from_iter(names), before, script).map_err(Halt::Failed)?;
        }
        self.log_edits(&step.report, script.nodes());
        let before = self.record.history.last().cloned();
        self.note(step, before.map(|before| (before, script.clone())));
        self.remember(script);
        self.offer(script);
        Ok(())
    }

    /// Logs the edits of a step that has led to a script with `nodes` nodes.
    fn log_edits(&mut self, report: &Report, nodes: u64) {
        for edit in &report.accepted {
            self.successes += 1;
            match report.stage {
                Stage::Ddmin(mutator, block) => {
                    log::info!("{}: gran: {block}, diff {:+} bytes, {nodes} nodes", summary(mutator), -edit.gain);
                }
                // Without -v the display shows this, or a line from time to time.
                _ if log::log_enabled!(log::Level::Info) => {
                    let (count, what) = (self.successes, summary(edit.mutator));
                    let seconds = self.started.elapsed().as_secs_f64();
                    log::info!(target: CHAT, "#{count}: {what} ({seconds:.2}s, {nodes} expressions)");
                }
                _ => {}
            }
        }
    }

    /// Adds a script to the curve that `checks` more verdicts than those of all steps have found.
    fn add_point(&mut self, checks: u64, script: &Script) {
        let (checks, seconds) = (self.record.checks + checks, self.started.elapsed().as_secs_f64());
        self.record.curve.push(Point { checks, bytes: script.text_len(), seconds });
    }
}

impl Observer for Progress<'_> {
    fn committed(&mut self, step: &Step, checks: usize) -> Result<(), Halt> {
        self.ahead = None;
        self.log_stage(&step.report);
        self.count(step, checks as u64);
        match &step.state {
            Some(state) if !step.report.accepted.is_empty() => self.change_to(state.script(), step)?,
            _ => self.note(step, None),
        }
        self.goes_on()
    }

    fn found(&mut self, script: &Script, checks: usize) {
        self.add_point(checks as u64, script);
        let best = script.text_len().min(self.best_bytes());
        if let Some((live, _)) = &self.live {
            live.note(|status| status.now = best);
        }
        self.ahead = Some(script.clone());
        self.offer(script);
    }
}

/// Returns what a mutator does, in ddSMT's words where ddSMT has the mutator.
fn summary(mutator: &'static str) -> &'static str {
    mutators::find(mutator).map_or(mutator, |mutator| mutator.summary)
}
