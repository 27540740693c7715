//! The oracle's interface: candidates are started, answers are waited for.

use crate::check::{TimeBudget, Usage};
use crate::sexpr::{Candidate, Digest};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Runs solvers; real ones, or recorded ones under a virtual clock.
pub trait Executor {
    /// The number of solvers that run at the same time.
    fn jobs(&self) -> usize;

    /// Starts to check a candidate within an allowance of time, or queues it
    /// behind those that run.
    fn start(&mut self, candidate: &Candidate, allowance: &TimeBudget);

    /// Ends a check whose answer is not needed any more. No answer follows.
    fn cancel(&mut self, digest: Digest);

    /// Waits for the next answer. Fails when the run is to end at once.
    fn wait(&mut self) -> Result<Reply, Stop>;

    /// Whether [`Executor::wait`] would return at once.
    fn has_answer(&mut self) -> bool {
        false
    }

    /// The time that has to be gained before one check is ended to start another.
    fn exchange_cost(&self) -> Duration {
        Duration::ZERO
    }

    /// The time, from a start of its own.
    fn now(&self) -> Duration;

    /// What the runs took so far; nothing where none are made.
    fn spent(&self) -> Spent {
        Spent::default()
    }

    /// What tells the same later and how busy the slots are, while the executor is in use.
    fn meter(&self) -> Meter {
        Box::new(Load::default)
    }

    /// Ends all checks, and makes no further run by a clone.
    fn distrust(&mut self) {}

    /// Ends all checks: nothing is asked any more.
    fn close(&mut self) {}
}

/// Tells what runs took so far.
pub type Meter = Box<dyn Fn() -> Load + Send>;

/// What runs of the command took, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Their number, with those that were cut off.
    pub runs: u64,
    /// How many of them began in clones of a started solver.
    pub warm: u64,
    /// How many of those were compared with common runs.
    pub audits: u64,
    /// Elapsed time, with that of the cross check or of the reference.
    pub wall: Duration,
    /// Processor time, without theirs.
    pub cpu: Duration,
}

/// How busy the slots are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// The slots that run a command, and all.
    pub slots: (usize, usize),
    /// What ended runs took.
    pub spent: Spent,
    /// How long the longest check has been going on, and what it may take.
    pub longest: Option<(Duration, Option<Duration>)>,
}

/// The answer to one question.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The candidate that was checked.
    pub digest: Digest,
    /// What came out.
    pub finding: Finding,
}

/// Why a run ends before the search is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A signal arrived; its number.
    Signal(i32),
    /// The time that the user has given is over.
    Budget,
    /// The user has enough.
    Enough,
    /// A run by a clone has said otherwise than a common one: nothing that was found
    /// counts. The next search makes common runs only.
    Distrusted,
    /// The solver cannot be run any more.
    Failed(String),
}

/// What a check found out about a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Whether the solver failed in the same way.
    pub verdict: bool,
    /// What its runs took.
    pub usage: Usage,
    /// What they were allowed, if that is what ended them.
    pub cut: Option<TimeBudget>,
}
