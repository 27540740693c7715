//! How long runs may take: time limits that follow the current best.
//!
//! Without a limit from the user, a run may take a multiple of the time of the current best, so that a solver
//! of 5 ms does not get 1.5 s for each candidate on which it hangs. Limits change only when a state is
//! committed, and in coarse steps, so that the verdicts are the same for any number of jobs. A run that a
//! short limit of processor time ends is made again with a longer limit before it decides. Elapsed time
//! counts only while a run does nothing, so that a busy machine decides nothing.

use crate::check::Limits;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A run may take this many times the processor time of the current best.
const MARGIN: u32 = 4;

/// Processor time that every run may take.
const LEAST_CPU: Duration = Duration::from_millis(60);

/// The second check of a candidate gets this many times the processor time of its first check.
const LONGER: u32 = 6;

/// The last look at the result gets this many times the longest time of a first check.
const LAST_LOOK: u32 = 3;

/// Number of commands of a check whose limits follow the current best: the first ones, which are run most often.
const COMMANDS: usize = 2;

/// Elapsed and processor time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Time {
    /// Elapsed time.
    pub wall: Duration,
    /// Processor time.
    pub cpu: Duration,
}

/// Times of the runs of the first commands of a check; zero for those that were not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage(pub [Time; COMMANDS]);

impl Usage {
    /// Elapsed time of both runs.
    pub fn wall(self) -> Duration {
        self.0.iter().map(|time| time.wall).sum()
    }

    /// Adds the times of further runs.
    pub fn add(&mut self, more: Usage) {
        for (sum, time) in self.0.iter_mut().zip(more.0) {
            *sum = Time { wall: sum.wall + time.wall, cpu: sum.cpu + time.cpu };
        }
    }
}

/// Limits for the runs of one check, in the same order as [`Usage`]: processor time, and elapsed time after
/// which a run may not be idle. A command without an entry has the limits that the user gave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeBudget(pub [Option<Time>; COMMANDS]);

impl TimeBudget {
    /// Returns the limits of the command with this number within this budget.
    pub fn limits(&self, command: usize, given: &Limits) -> Limits {
        match self.0.get(command) {
            Some(Some(Time { wall, cpu })) => {
                Limits { wall: None, idle: Some(*wall), cpu: Some(*cpu), ..given.clone() }
            }
            _ => given.clone(),
        }
    }

    /// Returns the budget with more processor time for one command than it can ever use.
    pub fn without_processor_limit(mut self, command: usize) -> TimeBudget {
        if let Some(Some(time)) = self.0.get_mut(command) {
            time.cpu = Duration::from_secs(u32::MAX.into());
        }
        self
    }

    /// Whether this budget allows at least as much as `other`.
    pub fn covers(&self, other: &TimeBudget) -> bool {
        self.pairs(other.0).all(|(ours, theirs)| theirs.wall <= ours.wall && theirs.cpu <= ours.cpu)
    }

    /// Whether runs that ended by themselves would have done so within this budget.
    pub fn admits(&self, usage: Usage) -> bool {
        self.pairs(usage.0.map(Some)).all(|(ours, theirs)| theirs.cpu <= ours.cpu)
    }

    fn pairs(&self, others: [Option<Time>; COMMANDS]) -> impl Iterator<Item = (Time, Time)> {
        self.0.into_iter().zip(others).filter_map(|(ours, theirs)| Some((ours?, theirs?)))
    }
}

/// Derives time limits from the current best.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdaptiveTimeout {
    /// The longest time limit of a first check by command; `None` if its limits do not follow the current best.
    most: [Option<Duration>; COMMANDS],
    best: Usage,
}

impl AdaptiveTimeout {
    /// Returns limits that follow runs like `best`. No limit of a first check is longer than `most`; a command
    /// without an entry there keeps its own limits.
    pub fn new(most: [Option<Duration>; COMMANDS], best: Usage) -> AdaptiveTimeout {
        AdaptiveTimeout { most, best }
    }

    /// Follows a new current best whose runs took `best`.
    pub fn follow(&mut self, best: Usage) {
        self.best = best;
    }

    /// Returns the budget of a first check: only as much as pays if the check is in vain and a second one follows.
    pub fn first(&self) -> TimeBudget {
        self.look(1)
    }

    /// Returns the budget of a second check, after a limit has ended the first.
    pub fn second(&self) -> TimeBudget {
        self.look(LONGER)
    }

    /// Returns the budget of the last look at the result: more than any check was given, as it is taken only once.
    pub fn last_look(&self) -> TimeBudget {
        let time = |best: Time, most: Duration| Time { wall: most, cpu: most.max(best.cpu) * LAST_LOOK };
        TimeBudget(std::array::from_fn(|i| self.most[i].map(|most| time(self.best.0[i], most))))
    }

    /// Whether a second check would tell nothing new: the run had a processor for itself for as long as the
    /// longest first check.
    pub fn is_past(&self, usage: Usage) -> bool {
        let past = |(time, most): (Time, Option<Duration>)| {
            most.is_some_and(|most| time.wall >= most && time.cpu >= most.mul_f64(0.9))
        };
        usage.0.into_iter().zip(self.most).any(past)
    }

    /// Returns a budget with `longer` times the processor time of a first check. Where no second check fits
    /// within `most`, the first one gets all the time.
    fn look(&self, longer: u32) -> TimeBudget {
        let time = |best: Time, most: Duration| {
            let cpu = step(LEAST_CPU, best.cpu);
            let has_second = cpu * (1 + LONGER) <= most;
            // All the time: at least `most`, and more if the best run uses several threads.
            let all = most.max(best.cpu.saturating_mul(2));
            Time { wall: most, cpu: if has_second { cpu * longer } else { all } }
        };
        TimeBudget(std::array::from_fn(|i| self.most[i].map(|most| time(self.best.0[i], most))))
    }
}

/// Returns `least`, doubled until it is [`MARGIN`] times `best`: with a few coarse steps, durations that vary
/// a little give the same limit.
fn step(least: Duration, best: Duration) -> Duration {
    let wanted = best.saturating_mul(MARGIN);
    let mut limit = least;
    while limit < wanted {
        limit = limit.saturating_mul(2);
    }
    limit
}
