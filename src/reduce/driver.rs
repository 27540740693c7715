//! The main loop of a reduction.
//!
//! The strategy is a pure function of the verdicts: it returns either the next step, or the questions whose
//! verdicts it lacks. The driver asks these questions, keeps the answers, and reports every new state to the
//! observer. Questions that are asked ahead of need are the task of `reduce::speculate`.

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

/// How often the driver looks whether a pause is over.
const PAUSE: Duration = Duration::from_millis(50);

/// Drives a search to its end.
pub struct Driver<'a, E: Executor> {
    executor: &'a mut E,
    verdicts: &'a mut Verdicts,
    speculation: Speculation,
    /// Candidates whose verdicts committed steps have used.
    used: FxHashSet<Digest>,
    /// Requests of the user during the search: pause, skip.
    pub(super) requests: Arc<Requests>,
}

impl<'a, E: Executor> Driver<'a, E> {
    /// Returns a driver that asks `executor` about candidates that are not in `verdicts`.
    pub fn new(executor: &'a mut E, verdicts: &'a mut Verdicts) -> Driver<'a, E> {
        let (used, requests) = (FxHashSet::default(), Arc::default());
        Driver { executor, verdicts, speculation: Speculation::default(), used, requests }
    }

    /// Takes steps from `state` until the search is finished. Fails if the executor was interrupted; by then
    /// the observer has seen the best state.
    pub fn run(&mut self, mut state: State, observer: &mut dyn Observer) -> Result<State, Stop> {
        // Bytes of the shortest script that is known to fail.
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
            state.release(&resolution);
            let taken = self.speculation.step(&state, &resolution);
            if state.is_cancelled() {
                // The step may be incomplete. The executor delivers the reason.
                return Err(self.stopped());
            }
            // Speculation may have reached the same state by other answers, so the report is taken from this
            // resolution.
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
                    // Verdicts that have been forgotten count again when they are found again.
                    self.used.clear();
                }
            }
            state = next;
        }
    }

    /// Waits for the executor and returns why the search has to end.
    fn stopped(&mut self) -> Stop {
        loop {
            if let Err(stop) = self.executor.wait() {
                return stop;
            }
        }
    }

    /// Starts the questions of `ask` and speculative ones, and waits for one answer.
    fn ask(&mut self, state: &State, ask: &Pending) -> Result<(), Stop> {
        if !self.requests.is_paused() {
            self.speculation.fill(self.executor, self.verdicts, state, ask);
        } else if !self.executor.has_answer() {
            thread::sleep(PAUSE);
            return Ok(());
        }
        self.wait().map(drop)
    }

    /// Waits for one answer. Returns the digest of its candidate.
    fn wait(&mut self) -> Result<Digest, Stop> {
        let reply = self.executor.wait()?;
        self.verdicts.store(reply.digest, reply.finding);
        self.speculation.learn(reply.digest, reply.finding.verdict, self.executor.now());
        Ok(reply.digest)
    }

    /// Checks whether a script from which a search may start anew fails within the initial limits. Returns
    /// that, and the number of checks.
    pub fn begin_anew(&mut self, script: &Script) -> Result<(bool, usize), Stop> {
        self.verdicts.begin_limits_anew();
        let candidate = Candidate::new(script, Edit::default());
        let digest = candidate.digest();
        loop {
            if let Some(verdict) = self.verdicts.find(digest) {
                return Ok((verdict, usize::from(self.used.insert(digest))));
            }
            self.executor.start(&candidate, &self.verdicts.budget(digest));
            while self.wait()? != digest {}
        }
    }
}
