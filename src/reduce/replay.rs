//! An executor without processes, under a virtual clock.
//!
//! The executor answers from a function, so that a search can be tested in memory and a recorded run replayed with any
//! number of jobs. The speed-up of a replay is an exact number.

use crate::check::{Executor, Finding, Reply, Stop, Time, TimeBudget, Usage};
use crate::sexpr::{Candidate, Digest};
use std::collections::VecDeque;
use std::time::Duration;

/// Answers from a function, in virtual time.
pub struct Replay<F> {
    jobs: usize,
    /// Returns the verdict of a candidate and the duration of its check, all of which is processor time.
    oracle: F,
    clock: Duration,
    /// The running checks: when each ends, and its answer.
    running: Vec<(Duration, Reply)>,
    queue: VecDeque<(Reply, Duration)>,
    /// The time that has to be gained before one check is ended to start another.
    pub exchange_cost: Duration,
}

impl<F: FnMut(&Candidate) -> (bool, Duration)> Replay<F> {
    /// Returns an executor with `jobs` slots.
    pub fn new(jobs: usize, oracle: F) -> Replay<F> {
        let (clock, running, queue, exchange_cost) = Default::default();
        Replay { jobs, oracle, clock, running, queue, exchange_cost }
    }

    fn fill(&mut self) {
        while self.running.len() < self.jobs
            && let Some((answer, time)) = self.queue.pop_front()
        {
            self.running.push((self.clock + time, answer));
        }
    }
}

impl<F: FnMut(&Candidate) -> (bool, Duration)> Executor for Replay<F> {
    fn jobs(&self) -> usize {
        self.jobs
    }

    fn start(&mut self, candidate: &Candidate, budget: &TimeBudget) {
        let (verdict, time) = (self.oracle)(candidate);
        let most = budget.0[0].map_or(Duration::MAX, |most| most.cpu);
        let taken = time.min(most);
        let usage = Usage([Time { wall: taken, cpu: taken }, Time::default()]);
        let cut = (time > most).then_some(*budget);
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

    fn exchange_cost(&self) -> Duration {
        self.exchange_cost
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
