//! Runs that take too long, and what is too long.

use crate::check::limits::Limits;
use std::time::Duration;

/// The shortest time that is called slow beside another solver: starting a
/// program takes some milliseconds and says nothing.
const LEAST: Duration = Duration::from_millis(100);

/// A run that sleeps instead of computing is cut off at this multiple of the
/// bound, and a second.
const ELAPSED: u32 = 4;

/// How much of its own time a solver needs for the failure to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slow {
    /// As much processor time at least.
    pub least: Duration,
    /// As many thousandths of the time that the reference needs for the same
    /// input; nothing if there is no reference.
    pub thousandths: Option<u64>,
}

impl Slow {
    /// The bound where the reference needs `reference`.
    pub fn bound(&self, reference: Option<Duration>) -> Duration {
        let relative = match (self.thousandths, reference) {
            (Some(thousandths), Some(reference)) => reference.mul_f64(thousandths as f64 / 1000.0).max(LEAST),
            _ => Duration::ZERO,
        };
        self.least.max(relative)
    }

    /// Whether what was too slow beside the one time of the reference is so
    /// beside the other one as well, whatever it took.
    pub fn holds_beside(&self, one: Option<Duration>, other: Option<Duration>) -> bool {
        self.bound(other) <= beyond_doubt(self.bound(one))
    }
}

/// What a run's processor time says about a bound.
///
/// Times vary by some percent from run to run. A run that uses up the margin
/// above the bound is slow and is ended there; one that ends by itself a margin
/// below it is fast; what lies between is measured again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Slow, whatever a second run would say.
    Slow,
    /// Fast, whatever a second run would say.
    Fast,
    /// Near the bound; whether above it.
    Near(bool),
}

/// How far from the bound a time is beyond doubt, in percent of the bound.
const MARGIN: u32 = 10;

/// The shortest time that is called slow at once.
fn beyond_doubt(bound: Duration) -> Duration {
    bound + bound * MARGIN / 100
}

impl Speed {
    /// The speed of a run that ended by itself after this processor time.
    pub fn of(cpu: Duration, bound: Duration) -> Speed {
        let margin = bound * MARGIN / 100;
        if cpu >= beyond_doubt(bound) {
            Speed::Slow
        } else if cpu < bound.saturating_sub(margin) {
            Speed::Fast
        } else {
            Speed::Near(cpu >= bound)
        }
    }

    /// Whether another run might say something else.
    pub fn is_near(self) -> bool {
        matches!(self, Speed::Near(_))
    }
}

/// The limits of a run that is measured against a bound: nothing that comes
/// later can make it faster.
pub fn limits(limits: &Limits, bound: Duration) -> Limits {
    let idle = limits.wall.is_none().then_some(bound * ELAPSED + Duration::from_secs(1));
    Limits { cpu: Some(beyond_doubt(bound)), idle, ..limits.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_near_the_bound_are_in_doubt() {
        let seconds = Duration::from_secs;
        for (cpu, speed) in [
            (111, Speed::Slow),
            (110, Speed::Slow),
            (105, Speed::Near(true)),
            (100, Speed::Near(true)),
            (95, Speed::Near(false)),
            (89, Speed::Fast),
            (0, Speed::Fast),
        ] {
            assert_eq!(Speed::of(seconds(cpu), seconds(100)), speed, "{cpu}");
        }
    }

    #[test]
    fn the_bound_follows_the_reference_but_never_into_noise() {
        let millis = Duration::from_millis;
        let slow = |least, thousandths| Slow { least: millis(least), thousandths };
        for (slow, reference, bound) in [
            (slow(500, None), None, 500),
            (slow(0, Some(5000)), Some(200), 1000),
            (slow(0, Some(5000)), Some(2), 100),
            (slow(500, Some(5000)), Some(20), 500),
            (slow(500, Some(2500)), Some(1000), 2500),
        ] {
            assert_eq!(slow.bound(reference.map(millis)), millis(bound), "{slow:?}");
        }
    }

    #[test]
    fn what_is_slow_is_so_beside_a_reference_that_was_little_slower() {
        let slow = Slow { least: Duration::ZERO, thousandths: Some(5000) };
        for (one, other, holds) in [(100, 80, true), (100, 110, true), (100, 111, false), (2, 22, true), (2, 23, false)]
        {
            let times = [one, other].map(|time| Some(Duration::from_millis(time)));
            assert_eq!(slow.holds_beside(times[0], times[1]), holds, "{one} {other}");
        }
    }
}
