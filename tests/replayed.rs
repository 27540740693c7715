//! Complete searches in memory, under the virtual clock.

use ddsmt::check::{AdaptiveTimeout, Executor};
use ddsmt::reduce::driver::Driver;
use ddsmt::reduce::replay::Replay;
use ddsmt::reduce::verdicts::Verdicts;
use ddsmt::sexpr::{Candidate, Script};
use ddsmt::strategy::{Answers, Halt, Observer, SearchSettings, State, Step};
use std::time::Duration;

/// The result of a search under the virtual clock.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The reduced script.
    pub script: Script,
    /// Checks and steps, which do not depend on the number of jobs.
    pub counts: Counts,
    /// The virtual time of the search.
    pub time: Duration,
}

/// Counts of the committed steps of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// New verdicts.
    pub checks: usize,
    /// Verdicts, including those that were known.
    pub answers: u32,
    /// Verdicts that accepted a candidate.
    pub accepted: u32,
    /// Steps that changed the script.
    pub commits: u32,
}

impl Observer for Counts {
    fn committed(&mut self, step: &Step, checks: usize) -> Result<(), Halt> {
        self.checks += checks;
        for Answers { asked, accepted } in step.report.answers.values() {
            self.answers += asked;
            self.accepted += accepted;
        }
        self.commits += u32::from(!step.report.accepted.is_empty());
        Ok(())
    }
}

/// Runs a search from `script` with `jobs` jobs. `oracle` returns the verdict on a candidate and the time of its run.
pub fn search(
    jobs: usize,
    oracle: impl FnMut(&Candidate) -> (bool, Duration),
    script: Script,
    settings: &SearchSettings,
    timeout: AdaptiveTimeout,
) -> Replayed {
    let (mut counts, mut verdicts, mut replay) = (Counts::default(), Verdicts::new(timeout), Replay::new(jobs, oracle));
    let end = Driver::new(&mut replay, &mut verdicts).run(State::new(script, settings), &mut counts);
    let script = end.expect("nothing interrupts it").script().clone();
    Replayed { script, counts, time: replay.now() }
}
