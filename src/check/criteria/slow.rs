//! Runs that take too long, and the bound that they exceed.

use crate::check::Limits;
use std::time::Duration;

/// The shortest time that is called slow in comparison with another solver: starting a program takes some
/// milliseconds, which say nothing.
const LEAST: Duration = Duration::from_millis(100);

/// A run that sleeps instead of computing is ended at this multiple of the bound, plus a second.
const ELAPSED: u32 = 4;

/// The processor time that the solver needs at least for the failure to be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slow {
    /// The least processor time.
    pub least: Duration,
    /// The least processor time in thousandths of that of the reference on the same input; `None` without a reference.
    pub thousandths: Option<u64>,
}

impl Slow {
    /// Returns the bound if the reference needs the time `reference`.
    pub fn bound(&self, reference: Option<Duration>) -> Duration {
        let relative = match (self.thousandths, reference) {
            (Some(thousandths), Some(reference)) => reference.mul_f64(thousandths as f64 / 1000.0).max(LEAST),
            _ => Duration::ZERO,
        };
        self.least.max(relative)
    }

    /// Whether any run that was too slow in comparison with one time of the reference is too slow in
    /// comparison with the other time, too.
    pub fn holds_beside(&self, one: Option<Duration>, other: Option<Duration>) -> bool {
        self.bound(other) <= beyond_doubt(self.bound(one))
    }
}

/// How far from the bound a time is beyond doubt, in percent of the bound.
const MARGIN: u32 = 10;

/// Returns the shortest time that is called slow at once.
fn beyond_doubt(bound: Duration) -> Duration {
    bound + bound * MARGIN / 100
}

/// Whether a run that ended by itself after this processor time should be repeated, since its time is near the bound.
///
/// Times vary by some percent from run to run. A run that uses up the margin above the bound is slow and is
/// ended there; one that ends by itself a margin below the bound is fast; any other run is measured again.
pub fn is_near(cpu: Duration, bound: Duration) -> bool {
    (bound.saturating_sub(bound * MARGIN / 100)..beyond_doubt(bound)).contains(&cpu)
}

/// Returns the limits of a run that is measured against a bound: the run is ended as soon as it is slow beyond doubt.
pub fn limits(limits: &Limits, bound: Duration) -> Limits {
    let idle = limits.wall.is_none().then_some(bound * ELAPSED + Duration::from_secs(1));
    Limits { cpu: Some(beyond_doubt(bound)), idle, ..limits.clone() }
}
