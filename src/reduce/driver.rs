//! Keeps the solver busy, whatever the strategy asks next.
//!
//! The strategy says what it must know. Where that does not fill the slots, the
//! scheduler imagines answers, steps the strategy into the most likely futures
//! and starts what they would ask; what no likely future needs makes room. With free
//! slots it goes on, as futures behind those looked at may ask for it: recorded runs lose
//! up to 30 % of their speed-up with 32 jobs if it is ended at once.
//! Verdicts are kept by content, so imagined futures change when a verdict is
//! found and never which states are reached.

use super::speculate::lookahead::{Known, Outlook, Premises, Wanted};
use super::speculate::predictor::{Guesses, Kind};
use super::speculate::step_cache::Ahead;
use super::verdicts::{Memory, Noting};
use crate::check::executor::{Executor, Stop};
use crate::sexpr::Digest;
use crate::strategy::{Observer, Pending, State, Step};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// The questions that are looked for at least: with few jobs, too, what comes next is
/// worked out while the solver runs.
const LEAST: usize = 3;

/// A run is not doubtful while what it is for is among this many times the most likely
/// questions that fit.
const KEPT: usize = 3;

/// The runs that have not ended, by what they check.
pub(super) type Running = FxHashMap<Digest, Run>;

/// A run that has not ended.
pub(super) struct Run {
    kind: Kind,
    /// When it was started.
    pub since: Duration,
    /// What it rests on.
    premises: Premises,
    /// Whether an answer has turned out not to be what it rests on, or none of the
    /// likely futures asks for it any more.
    is_doubtful: bool,
}

/// Drives a search to its end.
pub struct Scheduler<'a, E: Executor> {
    executor: &'a mut E,
    memory: &'a mut Memory,
    running: Running,
    ahead: Ahead,
    guesses: Guesses,
    /// Verdicts that committed steps have used.
    used: FxHashSet<Digest>,
}

impl<'a, E: Executor> Scheduler<'a, E> {
    /// A scheduler that asks `executor` what `memory` does not know.
    pub fn new(executor: &'a mut E, memory: &'a mut Memory) -> Scheduler<'a, E> {
        Scheduler {
            executor,
            memory,
            running: Running::default(),
            ahead: Ahead::default(),
            guesses: Guesses::default(),
            used: FxHashSet::default(),
        }
    }

    /// Takes steps from `state` until the search is finished.
    ///
    /// # Errors
    ///
    /// When the executor was interrupted; the observer has seen the best state.
    pub fn run(&mut self, mut state: State, observer: &mut dyn Observer) -> Result<State, Stop> {
        loop {
            let noting = Noting { memory: self.memory, used: Default::default() };
            match state.resolve(&noting) {
                Ok(resolution) => {
                    let before = self.used.len();
                    self.used.extend(noting.used.into_inner());
                    if self.ahead.is_full(&state) {
                        self.ahead.keep_from(resolution.key());
                    }
                    state.release(&resolution);
                    let taken = self.ahead.step(&state, &resolution);
                    // Other answers, imagined earlier, may have led to the same state.
                    let report = resolution.report().unwrap_or(&taken.report).clone();
                    let step = Step { state: taken.state.clone(), report };
                    observer.committed(&step, self.used.len() - before).map_err(Stop::Failed)?;
                    let Some(next) = step.state else {
                        self.ahead.discard();
                        return Ok(state);
                    };
                    if !step.report.accepted.is_empty() {
                        self.memory.follow(next.script().digest());
                        if self.memory.is_empty() {
                            // What has been forgotten counts anew.
                            self.used.clear();
                        }
                    }
                    state = next;
                }
                Err(ask) => self.ask(&state, &ask)?,
            }
        }
    }

    /// Starts what is asked and what may be asked next, and waits for one answer.
    fn ask(&mut self, state: &State, ask: &Pending) -> Result<(), Stop> {
        let jobs = self.executor.jobs();
        // One question waits behind each that runs, so that no slot is idle
        // while an answer is looked at.
        let queue = jobs + jobs.div_ceil(2);
        let needed: Vec<Wanted> = ask.0.iter().take(queue).cloned().map(Wanted::now).collect();
        self.start(&needed, queue);
        if needed.len() < queue {
            self.look_ahead(state, ask);
        }
        let answer = self.executor.wait()?;
        self.memory.store(answer.digest, answer.finding);
        let verdict = answer.finding.verdict;
        if let Some(Run { kind, since, .. }) = self.running.remove(&answer.digest) {
            self.guesses.learn(kind, verdict, self.executor.now().saturating_sub(since));
        }
        for run in self.running.values_mut() {
            run.is_doubtful |= run.premises.answer(answer.digest).is_some_and(|imagined| imagined != verdict);
        }
        Ok(())
    }

    /// Starts what the most likely futures ask, and finds out which runs none of them
    /// needs, until an answer arrives.
    fn look_ahead(&mut self, state: &State, ask: &Pending) {
        let slots = self.executor.jobs().max(ask.0.len());
        let mut outlook = Outlook::new(state, ask, self.known().0);
        let mut wanted = Vec::new();
        while wanted.len() < slots.max(LEAST)
            && let Some(next) = self.next(&mut outlook)
        {
            // A free slot does not wait for the rest; what runs makes room only when all
            // that is wanted is known.
            if self.running.len() < slots {
                self.start(std::slice::from_ref(&next), slots);
            }
            wanted.push(next);
        }
        self.start(&wanted, slots);
        let further = (wanted.len()..KEPT * slots).find(|_| self.next(&mut outlook).is_none());
        if further.is_none() || !self.executor.has_answer() {
            self.running.iter_mut().for_each(|(digest, run)| run.is_doubtful |= !outlook.asks(*digest));
            self.start(&wanted, slots);
        }
    }

    /// What the most likely future asks next that has not been asked.
    fn next(&mut self, outlook: &mut Outlook) -> Option<Wanted> {
        let (known, executor) = self.known();
        outlook.next(known, || executor.has_answer())
    }

    /// What futures are made from, and the executor.
    fn known(&mut self) -> (Known<'_>, &mut E) {
        let Scheduler { memory, guesses, running, executor, ahead, .. } = self;
        (Known { memory, guesses, running, now: executor.now(), ahead }, executor)
    }

    /// Starts questions that do not run yet: up to `queue` in all, and in the place of
    /// runs that have become doubtful where that is worth it.
    fn start(&mut self, wanted: &[Wanted], queue: usize) {
        for wanted in wanted {
            if let Some(run) = self.running.get_mut(&wanted.digest()) {
                (run.premises, run.is_doubtful) = (wanted.premises.clone(), false);
            }
        }
        for Wanted { question, premises, likelihood } in wanted {
            let digest = question.candidate.digest();
            if self.running.contains_key(&digest) {
                continue;
            }
            if self.running.len() >= queue {
                let Some((longest, left)) = self.most_left() else { break };
                if left.mul_f64(*likelihood) < self.executor.exchange_cost() {
                    break;
                }
                self.executor.cancel(longest);
                self.running.remove(&longest);
            }
            let (kind, since) = (Kind::of(question), self.executor.now());
            self.running.insert(digest, Run { kind, since, premises: premises.clone(), is_doubtful: false });
            self.executor.start(&question.candidate, &self.memory.allowance(digest));
        }
    }

    /// The doubtful run that has the most left to do, and about how much: what takes
    /// longer than usual is expected to take as long again.
    fn most_left(&self) -> Option<(Digest, Duration)> {
        let (now, usual) = (self.executor.now(), self.guesses.usual_time());
        let left = |run: &Run| {
            let so_far = now.saturating_sub(run.since);
            usual.checked_sub(so_far).unwrap_or(so_far)
        };
        let doubtful = self.running.iter().filter(|(_, run)| run.is_doubtful);
        doubtful.map(|(digest, run)| (*digest, left(run))).max_by_key(|&(digest, left)| (left, digest))
    }
}

#[cfg(test)]
mod tests;
