//! An executor without processes, under a virtual clock.
//!
//! It answers from a function, so that a search can be tested in memory and a
//! recorded run replayed with any number of jobs: its speed-up is then an exact
//! number.

use super::memory::Finding;
use super::pace::{Allowance, Time, Usage};
use super::scheduler::{Executor, Reply, Stop};
use crate::sexpr::{Candidate, Digest};
use std::collections::VecDeque;
use std::time::Duration;

/// Answers from a function, in virtual time.
pub struct Replay<F> {
    jobs: usize,
    /// From a candidate to the verdict and the time that it takes, in
    /// milliseconds, all of them processor time.
    oracle: F,
    clock: u64,
    /// The checks that run: when they end, and what comes out.
    running: Vec<(u64, Reply)>,
    queue: VecDeque<(Reply, u64)>,
    started: u64,
}

impl<F: FnMut(&Candidate) -> (bool, u64)> Replay<F> {
    /// An executor with `jobs` slots.
    pub fn new(jobs: usize, oracle: F) -> Replay<F> {
        Replay { jobs, oracle, clock: 0, running: Vec::new(), queue: VecDeque::new(), started: 0 }
    }

    /// The virtual time that has passed.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// The number of checks that were started, needed or not.
    pub fn started(&self) -> u64 {
        self.started
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

impl<F: FnMut(&Candidate) -> (bool, u64)> Executor for Replay<F> {
    fn jobs(&self) -> usize {
        self.jobs
    }

    fn start(&mut self, candidate: &Candidate, allowance: &Allowance) {
        let (verdict, time) = (self.oracle)(candidate);
        let most = allowance.0[0].map_or(u64::MAX, |most| most.cpu.as_millis() as u64);
        let taken = Duration::from_millis(time.min(most));
        let usage = Usage([Time { wall: taken, cpu: taken }, Time::default()]);
        let cut = (time > most).then_some(*allowance);
        let finding = Finding { verdict: verdict && cut.is_none(), usage, cut };
        self.queue.push_back((Reply { digest: candidate.digest(), finding }, time.min(most)));
        self.fill();
    }

    fn cancel(&mut self, digest: Digest) {
        self.running.retain(|(_, answer)| answer.digest != digest);
        self.queue.retain(|(answer, _)| answer.digest != digest);
        self.fill();
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
