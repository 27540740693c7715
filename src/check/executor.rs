//! The interface through which checks of candidates are started and their verdicts received.

use crate::check::{TimeBudget, Usage};
use crate::sexpr::{Candidate, Digest};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Runs solvers: real ones, or recorded ones under a virtual clock.
pub trait Executor {
    /// Number of solvers that run at the same time.
    fn jobs(&self) -> usize;

    /// Starts to check a candidate within a time budget, or queues the check behind those that run.
    fn start(&mut self, candidate: &Candidate, budget: &TimeBudget);

    /// Ends a check whose answer is no longer needed. No answer follows.
    fn cancel(&mut self, digest: Digest);

    /// Waits for the next answer. Fails if the run is to end at once.
    fn wait(&mut self) -> Result<Reply, Stop>;

    /// Whether [`Executor::wait`] would return at once.
    fn has_answer(&mut self) -> bool {
        false
    }

    /// Returns the time that has to be gained before it pays to end one check and start another.
    fn exchange_cost(&self) -> Duration {
        Duration::ZERO
    }

    /// Returns the time since an arbitrary start.
    fn now(&self) -> Duration;

    /// Returns a function that tells the cost of all runs and the load of the slots at any later time; nothing for an
    /// executor that makes no runs.
    fn meter(&self) -> Meter {
        Box::new(Load::default)
    }

    /// Returns the cost of all runs so far.
    fn spent(&self) -> Spent {
        self.meter()().spent
    }

    /// Whether runs may disturb each other.
    fn may_disturb(&self) -> bool {
        false
    }

    /// Ends all checks, and makes no further warm run, and one run at a time if they disturb each other.
    fn distrust(&mut self, _are_disturbed: bool) {}

    /// Ends all checks, and waits for their ends.
    fn close(&mut self) {}
}

/// Returns the load of the slots and the total cost of all runs so far.
pub type Meter = Box<dyn Fn() -> Load + Send>;

/// Total cost of all runs of the command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Number of checks that ran the solver, with those that were cut off.
    pub runs: u64,
    /// Number of these checks with warm runs.
    pub warm: u64,
    /// Number of checks with warm runs that were audited.
    pub audits: u64,
    /// Elapsed time, with that of the cross check or of the reference.
    pub wall: Duration,
    /// Processor time of the command, without that of the cross check or of the reference.
    pub cpu: Duration,
}

/// The load of the slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Number of slots that run a command, and of all slots.
    pub slots: (usize, usize),
    /// Total cost of the runs that have ended.
    pub spent: Spent,
    /// Duration of the longest check that is running, and its limit.
    pub longest: Option<(Duration, Option<Duration>)>,
}

/// The answer on one candidate.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    pub digest: Digest,
    pub finding: Finding,
}

/// Why a run ends before the search is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A signal with this number arrived.
    Signal(i32),
    /// The time budget of the user is spent.
    Budget,
    /// The user stopped the search.
    Enough,
    /// A warm run contradicted a cold run: all results are void, and the next search makes cold runs only.
    Distrusted,
    /// Runs disturb each other: all results are void, and the next search makes one run at a time.
    Disturbed,
    /// The solver cannot be run any more.
    Failed(String),
}

/// Result of the check of a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Whether the solver failed in the same way.
    pub verdict: bool,
    /// Times of its runs.
    pub usage: Usage,
    /// The time budget of the check, if a limit of it ended a run.
    pub cut: Option<TimeBudget>,
}
