//! Runs that take too long, and what is too long.

use crate::check::Limits;
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

/// How far from the bound a time is beyond doubt, in percent of the bound.
const MARGIN: u32 = 10;

/// The shortest time that is called slow at once.
fn beyond_doubt(bound: Duration) -> Duration {
    bound + bound * MARGIN / 100
}

/// Whether another run might say something else than one that ended by itself after this processor time.
///
/// Times vary by some percent from run to run. A run that uses up the margin
/// above the bound is slow and is ended there; one that ends by itself a margin
/// below it is fast; what lies between is measured again.
pub fn is_near(cpu: Duration, bound: Duration) -> bool {
    (bound.saturating_sub(bound * MARGIN / 100)..beyond_doubt(bound)).contains(&cpu)
}

/// The limits of a run that is measured against a bound: nothing that comes
/// later can make it faster.
pub fn limits(limits: &Limits, bound: Duration) -> Limits {
    let idle = limits.wall.is_none().then_some(bound * ELAPSED + Duration::from_secs(1));
    Limits { cpu: Some(beyond_doubt(bound)), idle, ..limits.clone() }
}
