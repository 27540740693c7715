//! How long runs may take: limits that follow the current best.
//!
//! Where the user gave no limit, a run may take a multiple of what the current
//! best takes, so that a solver of 5 ms does not get 1.5 s for each candidate
//! on which it hangs. Limits change with committed states only, in coarse steps,
//! so that the same verdicts follow from any number of jobs. A run that a short
//! limit of processor time ends is made again with a longer one before it
//! decides; elapsed time counts only while a run does nothing, so that a busy
//! machine decides nothing.

use crate::check::Limits;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A run may take this many times what the current best takes.
const MARGIN: u32 = 4;

/// Processor time that every run may take.
const LEAST_CPU: Duration = Duration::from_millis(60);

/// The second look is longer than the first by this factor.
const LONGER: u32 = 3;

/// The commands of a check whose limits follow: the first ones, which are asked
/// most often.
const COMMANDS: usize = 2;

/// Elapsed and processor time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Time {
    /// Elapsed time.
    pub wall: Duration,
    /// Processor time.
    pub cpu: Duration,
}

/// What the runs of the first commands of a check took: nothing for those that
/// were not asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage(pub [Time; COMMANDS]);

impl Usage {
    /// Elapsed time of both runs.
    pub fn wall(self) -> Duration {
        self.0.iter().map(|time| time.wall).sum()
    }

    /// Adds what more runs took.
    pub fn add(&mut self, more: Usage) {
        for (sum, time) in self.0.iter_mut().zip(more.0) {
            *sum = Time { wall: sum.wall + time.wall, cpu: sum.cpu + time.cpu };
        }
    }
}

/// What the runs of one check may take, in the same order: processor time, and
/// elapsed time after which they may not be idle. A command without an entry has
/// the limits that it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeBudget(pub [Option<Time>; COMMANDS]);

impl TimeBudget {
    /// The limits of a command with this number under the allowance.
    pub fn limits(&self, command: usize, given: &Limits) -> Limits {
        match self.0.get(command) {
            Some(Some(Time { wall, cpu })) => {
                Limits { wall: None, idle: Some(*wall), cpu: Some(*cpu), ..given.clone() }
            }
            _ => given.clone(),
        }
    }

    /// The same with more processor time for one command than it can ever use.
    pub fn without_processor_limit(mut self, command: usize) -> TimeBudget {
        if let Some(Some(time)) = self.0.get_mut(command) {
            time.cpu = Duration::from_secs(u32::MAX.into());
        }
        self
    }

    /// Whether this allows at least as much as `other`.
    pub fn covers(&self, other: &TimeBudget) -> bool {
        self.pairs(other.0).all(|(ours, theirs)| theirs.wall <= ours.wall && theirs.cpu <= ours.cpu)
    }

    /// Whether runs that ended by themselves would have done so within the allowance.
    pub fn admits(&self, usage: Usage) -> bool {
        self.pairs(usage.0.map(Some)).all(|(ours, theirs)| theirs.cpu <= ours.cpu)
    }

    fn pairs(&self, others: [Option<Time>; COMMANDS]) -> impl Iterator<Item = (Time, Time)> {
        self.0.into_iter().zip(others).filter_map(|(ours, theirs)| Some((ours?, theirs?)))
    }
}

/// The rule by which limits follow the current best.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdaptiveTimeout {
    /// The longest first look at each command; none where limits do not follow.
    most: [Option<Duration>; COMMANDS],
    best: Usage,
}

impl AdaptiveTimeout {
    /// Limits that follow runs like `best`, and of which none is longer at
    /// first than `most`; a command without an entry keeps its own.
    pub fn new(most: [Option<Duration>; COMMANDS], best: Usage) -> AdaptiveTimeout {
        AdaptiveTimeout { most, best }
    }

    /// Goes on from a new current best whose runs took this.
    pub fn follow(&mut self, best: Usage) {
        self.best = best;
    }

    /// What a check is given at first: no more than pays, if it is in vain and
    /// a second look follows.
    pub fn first(&self) -> TimeBudget {
        self.look(1)
    }

    /// What a check is given that a limit has ended.
    pub fn second(&self) -> TimeBudget {
        self.look(LONGER)
    }

    /// Whether a second look would tell nothing new: the run had a processor
    /// for itself during the longest first look that there is.
    pub fn is_past(&self, usage: Usage) -> bool {
        let past = |(time, most): (Time, Option<Duration>)| {
            most.is_some_and(|most| time.wall >= most && time.cpu >= most.mul_f64(0.9))
        };
        usage.0.into_iter().zip(self.most).any(past)
    }

    /// A look with so many times the processor time of the first one, where both
    /// together take no longer than one that has all the time.
    fn look(&self, longer: u32) -> TimeBudget {
        let time = |best: Time, most: Duration| {
            let cpu = step(LEAST_CPU, best.cpu);
            let has_second = cpu * (1 + LONGER) <= most;
            // All of it lasts for the elapsed time: as many threads as there are may use it.
            let all = most.max(best.cpu.saturating_mul(2));
            Time { wall: most, cpu: if has_second { cpu * longer } else { all } }
        };
        TimeBudget(std::array::from_fn(|i| self.most[i].map(|most| time(self.best.0[i], most))))
    }
}

/// The least duration, doubled until the margin over `best` is kept: a few
/// coarse steps, so that durations that vary a little give the same limit.
fn step(least: Duration, best: Duration) -> Duration {
    let wanted = best.saturating_mul(MARGIN);
    let mut limit = least;
    while limit < wanted {
        limit = limit.saturating_mul(2);
    }
    limit
}
