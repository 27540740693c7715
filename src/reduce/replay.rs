//! An executor without processes, under a virtual clock.
//!
//! It answers from a function, so that a search can be tested in memory and a
//! recorded run replayed with any number of jobs: its speed-up is then an exact
//! number.

use super::driver::Driver;
use super::verdicts::Verdicts;
use crate::check::executor::{Executor, Finding, Reply, Stop};
use crate::check::timeout::{AdaptiveTimeout, Time, TimeBudget, Usage};
use crate::sexpr::{Candidate, Digest, Script};
use crate::strategy::{Halt, Observer, Settings, State, Step};
use std::collections::VecDeque;
use std::time::Duration;

/// What came of a search under the virtual clock.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The reduced script.
    pub script: Script,
    /// What was asked, which does not depend on the number of jobs.
    pub counts: Counts,
    /// The virtual time that has passed.
    pub time: Duration,
    /// The number of checks that were started, needed or not.
    pub started: u64,
}

/// What the committed steps of a search have used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// New verdicts.
    pub checks: usize,
    /// Answers, those that were known among them.
    pub answers: u32,
    /// Answers that were yes.
    pub accepted: u32,
    /// Steps that changed the script.
    pub commits: u32,
}

impl Observer for Counts {
    fn committed(&mut self, step: &Step, checks: usize) -> Result<(), Halt> {
        self.checks += checks;
        for (asked, accepted) in step.report.asked.values() {
            self.answers += asked;
            self.accepted += accepted;
        }
        self.commits += u32::from(!step.report.accepted.is_empty());
        Ok(())
    }
}

/// Answers from a function, in virtual time.
pub struct Replay<F> {
    jobs: usize,
    /// From a candidate to the verdict and the time that it takes, all of it
    /// processor time.
    oracle: F,
    clock: Duration,
    /// The checks that run: when they end, and what comes out.
    running: Vec<(Duration, Reply)>,
    queue: VecDeque<(Reply, Duration)>,
    started: u64,
}

impl<F: FnMut(&Candidate) -> (bool, Duration)> Replay<F> {
    /// An executor with `jobs` slots.
    pub fn new(jobs: usize, oracle: F) -> Replay<F> {
        Replay { jobs, oracle, clock: Duration::ZERO, running: Vec::new(), queue: VecDeque::new(), started: 0 }
    }

    /// A whole search from `script`.
    pub fn search(&mut self, script: Script, settings: &Settings, adaptive_timeout: AdaptiveTimeout) -> Replayed {
        let mut counts = Counts::default();
        let mut verdicts = Verdicts::new(adaptive_timeout);
        let end = Driver::new(self, &mut verdicts).run(State::new(script.clone(), settings), &mut counts);
        // Nothing interrupts it.
        let script = end.map_or(script, |end| end.script().clone());
        Replayed { script, counts, time: self.clock, started: self.started }
    }

    fn fill(&mut self) {
        while self.running.len() < self.jobs
            && let Some((answer, time)) = self.queue.pop_front()
        {
            self.running.push((self.clock + time, answer));
            self.started += 1;
        }
    }
}

impl<F: FnMut(&Candidate) -> (bool, Duration)> Executor for Replay<F> {
    fn jobs(&self) -> usize {
        self.jobs
    }

    fn start(&mut self, candidate: &Candidate, allowance: &TimeBudget) {
        let (verdict, time) = (self.oracle)(candidate);
        let most = allowance.0[0].map_or(Duration::MAX, |most| most.cpu);
        let taken = time.min(most);
        let usage = Usage([Time { wall: taken, cpu: taken }, Time::default()]);
        let cut = (time > most).then_some(*allowance);
        let finding = Finding { verdict: verdict && cut.is_none(), usage, cut };
        self.queue.push_back((Reply { digest: candidate.digest(), finding }, taken));
        self.fill();
    }

    fn cancel(&mut self, digest: Digest) {
        self.running.retain(|(_, answer)| answer.digest != digest);
        self.queue.retain(|(answer, _)| answer.digest != digest);
        self.fill();
    }

    fn has_answer(&mut self) -> bool {
        self.running.iter().any(|(end, _)| *end <= self.clock)
    }

    fn now(&self) -> Duration {
        self.clock
    }

    fn wait(&mut self) -> Result<Reply, Stop> {
        let first = self.running.iter().enumerate().min_by_key(|(i, (end, _))| (*end, *i));
        let (i, _) = first.ok_or_else(|| Stop::Failed("nothing was asked".into()))?;
        let (end, answer) = self.running.remove(i);
        self.clock = end;
        self.fill();
        Ok(answer)
    }
}
