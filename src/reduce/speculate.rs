//! Speculation: checks what the strategy may ask next, before the answers are known.
//!
//! If the needed questions do not fill the slots, ddsmt imagines answers, steps the strategy into the most
//! likely scenarios, and starts the questions of these. Runs that no likely scenario needs make room. A run
//! goes on while slots are free, since scenarios beyond those examined may ask for it: recorded runs lose up
//! to 30 % of their speed-up with 32 jobs if it is ended at once. Verdicts are kept by content, so imagined
//! scenarios change when a verdict is found and never which states are reached.

mod lookahead;
mod predictor;
mod step_cache;

use super::verdicts::Verdicts;
use crate::check::Executor;
use crate::sexpr::Digest;
use crate::strategy::{Pending, Resolution, State, Step};
use lookahead::{Known, Lookahead, Running, Speculative, UnfinishedRun};
use predictor::{Features, Predictor};
use std::sync::Arc;
use std::time::Duration;
use step_cache::StepCache;

/// A run is doubtful once its question is not among the `KEPT * slots` most likely ones.
const KEPT: usize = 3;

/// The running checks, the predictor of answers, and the steps that were taken ahead.
#[derive(Default)]
pub(super) struct Speculation {
    running: Running,
    step_cache: StepCache,
    predictor: Predictor,
}

impl Speculation {
    /// Returns the step behind a resolution that is committed, which may have been taken already.
    pub fn step(&mut self, state: &State, resolution: &Resolution) -> Arc<Step> {
        self.step_cache.commit(state, resolution)
    }

    pub fn discard(&mut self) {
        self.step_cache.discard();
    }

    /// Starts the questions of `ask`, and speculative ones if slots are free.
    pub fn fill(&mut self, executor: &mut impl Executor, verdicts: &Verdicts, state: &State, ask: &Pending) {
        let jobs = executor.jobs();
        // One question waits for every two that run, so that no slot is idle while an answer is processed.
        let queue = jobs + jobs.div_ceil(2);
        let needed: Vec<Speculative> = ask.questions.iter().take(queue).cloned().map(Speculative::now).collect();
        self.start(executor, verdicts, &needed, queue);
        if needed.len() < queue {
            self.look_ahead(executor, verdicts, state, ask);
        }
    }

    /// Learns from an answer that arrived at the time `now`.
    pub fn learn(&mut self, digest: Digest, verdict: bool, now: Duration) {
        if let Some(UnfinishedRun { features, since, .. }) = self.running.remove(&digest) {
            self.predictor.learn(features, verdict, now.saturating_sub(since));
        }
        for run in self.running.values_mut() {
            run.is_doubtful |= run.assumptions.answer(digest).is_some_and(|imagined| imagined != verdict);
        }
    }

    /// Starts the questions of the most likely scenarios, and finds out which runs none of these needs, until
    /// an answer arrives.
    fn look_ahead(&mut self, executor: &mut impl Executor, verdicts: &Verdicts, state: &State, ask: &Pending) {
        let slots = executor.jobs().max(ask.questions.len());
        let mut lookahead = Lookahead::new(state, ask, self.known(verdicts, executor.now()));
        let mut wanted = Vec::new();
        while wanted.len() < slots
            && let Some(next) = self.next(executor, verdicts, &mut lookahead)
        {
            // A free slot is filled at once. Runs make room only when all wanted questions are known.
            if self.running.len() < slots {
                self.start(executor, verdicts, std::slice::from_ref(&next), slots);
            }
            wanted.push(next);
        }
        self.start(executor, verdicts, &wanted, slots);
        // Further questions only tell which runs are doubtful.
        let mut left = (KEPT * slots).saturating_sub(wanted.len());
        while left > 0
            && !self.running.keys().all(|digest| lookahead.asks(*digest))
            && self.next(executor, verdicts, &mut lookahead).is_some()
        {
            left -= 1;
        }
        if left == 0 || !executor.has_answer() {
            self.running.iter_mut().for_each(|(digest, run)| run.is_doubtful |= !lookahead.asks(*digest));
            self.start(executor, verdicts, &wanted, slots);
        }
    }

    /// Returns the next question of the most likely scenario that has not been asked.
    fn next(
        &mut self,
        executor: &mut impl Executor,
        verdicts: &Verdicts,
        lookahead: &mut Lookahead,
    ) -> Option<Speculative> {
        lookahead.next(self.known(verdicts, executor.now()), || executor.has_answer())
    }

    /// Returns the knowledge from which scenarios are made.
    fn known<'a>(&'a mut self, verdicts: &'a Verdicts, now: Duration) -> Known<'a> {
        let Speculation { predictor, running, step_cache } = self;
        Known { verdicts, predictor, running, now, step_cache }
    }

    /// Starts questions that do not run yet: up to `queue` in all, and in the place of doubtful runs if that
    /// is worth the exchange.
    fn start(&mut self, executor: &mut impl Executor, verdicts: &Verdicts, wanted: &[Speculative], queue: usize) {
        for wanted in wanted {
            if let Some(run) = self.running.get_mut(&wanted.digest()) {
                (run.assumptions, run.is_doubtful) = (wanted.assumptions.clone(), false);
            }
        }
        for Speculative { question, assumptions, likelihood } in wanted {
            let digest = question.candidate.digest();
            if self.running.contains_key(&digest) {
                continue;
            }
            if self.running.len() >= queue {
                let Some((longest, left)) = self.most_left(executor.now()) else { break };
                if left.mul_f64(*likelihood) < executor.exchange_cost() {
                    break;
                }
                executor.cancel(longest);
                self.running.remove(&longest);
            }
            let (features, since) = (Features::of(question), executor.now());
            self.running.insert(
                digest,
                UnfinishedRun { features, since, assumptions: assumptions.clone(), is_doubtful: false },
            );
            executor.start(&question.candidate, &verdicts.budget(digest));
        }
    }

    /// Returns the doubtful run with the most time left, and an estimate of that time: a run that has taken
    /// longer than usual is expected to take as long again.
    fn most_left(&self, now: Duration) -> Option<(Digest, Duration)> {
        let usual = self.predictor.usual_time;
        let left = |run: &UnfinishedRun| {
            let so_far = now.saturating_sub(run.since);
            usual.checked_sub(so_far).unwrap_or(so_far)
        };
        let doubtful = self.running.iter().filter(|(_, run)| run.is_doubtful);
        doubtful.map(|(digest, run)| (*digest, left(run))).max_by_key(|&(digest, left)| (left, digest))
    }
}

#[cfg(test)]
mod tests;
