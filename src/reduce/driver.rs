//! The main loop of a reduction.
//!
//! The strategy is a pure function of the verdicts: it says which ones it lacks, or what
//! follows from those that are known. Here what it lacks is asked, the answers are kept,
//! and every state that follows is told. What is asked ahead of need is the business of
//! speculation (`reduce::speculate`).

use super::speculate::Speculation;
use super::verdicts::{Noting, Verdicts};
use crate::check::{Executor, Stop};
use crate::report::live::Requests;
use crate::sexpr::{Candidate, Digest, Edit, Script};
use crate::strategy::{Halt, Observer, Pending, State, Step};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How often it is looked whether a pause is over.
const PAUSE: Duration = Duration::from_millis(50);

/// Drives a search to its end.
pub struct Driver<'a, E: Executor> {
    executor: &'a mut E,
    verdicts: &'a mut Verdicts,
    speculation: Speculation,
    /// Verdicts that committed steps have used.
    used: FxHashSet<Digest>,
    /// What the user asks for meanwhile.
    requests: Arc<Requests>,
}

impl<'a, E: Executor> Driver<'a, E> {
    /// A driver that asks `executor` what is not in `verdicts`.
    pub fn new(executor: &'a mut E, verdicts: &'a mut Verdicts) -> Driver<'a, E> {
        let (speculation, used, requests) = Default::default();
        Driver { executor, verdicts, speculation, used, requests }
    }

    /// Does what the user asks for meanwhile.
    #[must_use]
    pub fn obeying(self, requests: Arc<Requests>) -> Self {
        Driver { requests, ..self }
    }

    /// Takes steps from `state` until the search is finished. Fails when the executor was interrupted; the observer
    /// has seen the best state.
    pub fn run(&mut self, mut state: State, observer: &mut dyn Observer) -> Result<State, Stop> {
        // The bytes of the shortest that is known to fail.
        let mut least = u64::MAX;
        loop {
            least = least.min(state.script().text_len());
            if self.requests.take_skip() {
                state = state.without_pass();
            }
            let noting = Noting { verdicts: self.verdicts, used: Default::default() };
            let resolution = match state.resolve(&noting) {
                Ok(resolution) => resolution,
                Err(ask) => {
                    let shorter = ask.failing.as_ref().filter(|candidate| candidate.text_len() < least);
                    if let Some(script) = shorter.and_then(|candidate| candidate.script().ok()) {
                        least = script.text_len();
                        observer.found(&script, noting.used.into_inner().difference(&self.used).count());
                    }
                    self.ask(&state, &ask)?;
                    continue;
                }
            };
            let before = self.used.len();
            self.used.extend(noting.used.into_inner());
            self.speculation.follow(&state, &resolution);
            state.release(&resolution);
            let taken = self.speculation.step(&state, &resolution);
            if state.is_cancelled() {
                // The step may have been broken off; why is on its way.
                return Err(self.stopped());
            }
            // Other answers, imagined earlier, may have led to the same state.
            let report = resolution.report().unwrap_or(&taken.report).clone();
            let step = Step { state: taken.state.clone(), report };
            observer.committed(&step, self.used.len() - before).map_err(|halt| match halt {
                Halt::Failed(message) => Stop::Failed(message),
                Halt::Enough => Stop::Enough,
            })?;
            let Some(next) = step.state else {
                self.speculation.discard();
                return Ok(state);
            };
            if !step.report.accepted.is_empty() {
                self.verdicts.follow(next.script().digest());
                if self.verdicts.is_empty() {
                    // What has been forgotten counts anew.
                    self.used.clear();
                }
            }
            state = next;
        }
    }

    /// Why the search has to end.
    fn stopped(&mut self) -> Stop {
        loop {
            if let Err(stop) = self.executor.wait() {
                return stop;
            }
        }
    }

    /// Starts what is asked and what may be asked next, and waits for one answer.
    fn ask(&mut self, state: &State, ask: &Pending) -> Result<(), Stop> {
        if !self.requests.is_paused() {
            self.speculation.fill(self.executor, self.verdicts, state, ask);
        } else if !self.executor.has_answer() {
            thread::sleep(PAUSE);
            return Ok(());
        }
        self.wait().map(drop)
    }

    /// Waits for one answer, and tells to what.
    fn wait(&mut self) -> Result<Digest, Stop> {
        let reply = self.executor.wait()?;
        self.verdicts.store(reply.digest, reply.finding);
        self.speculation.learn(reply.digest, reply.finding.verdict, self.executor.now());
        Ok(reply.digest)
    }

    /// Whether a script fails from which a search may begin anew, within the limits that
    /// were there at first; and how many checks that took.
    pub fn begin_anew(&mut self, script: &Script) -> Result<(bool, usize), Stop> {
        self.verdicts.begin_limits_anew();
        let candidate = Candidate::new(script, Edit::default());
        let digest = candidate.digest();
        loop {
            if let Some(verdict) = self.verdicts.find(digest) {
                return Ok((verdict, usize::from(self.used.insert(digest))));
            }
            self.executor.start(&candidate, &self.verdicts.allowance(digest));
            while self.wait()? != digest {}
        }
    }
}
