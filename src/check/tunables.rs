//! An environment in which solvers spend less time on getting memory.
//!
//! A solver built on glibc that allocates a few megabytes at its start may spend
//! most of a small check on page faults. With huge pages and larger steps of its
//! heap z3 4.14 makes 558 of them instead of 4,763. What a solver answers does not
//! depend on it, and where it does it is not used: see [`saving`].

use crate::check::command::{SolverCommand, TUNABLES};
use crate::check::criteria::{CheckContext, Comparison, Golden};
use crate::check::golden::record;
use crate::check::recording::Recording;
use crate::check::slot::Slot;
use crate::check::system;
use std::env;
use std::io;
use std::time::Duration;

/// How often the command is run with and without the environment at most.
const RUNS: usize = 3;

/// Processor time below which a run has no page faults worth saving.
const LEAST: Duration = Duration::from_millis(4);

/// Processor time, or a quarter of the elapsed time, above which the runs that compare cost
/// more than they tell.
const MOST: Duration = Duration::from_millis(250);

/// Page faults of two runs below which few can be saved.
const FAULTS: u64 = 2000;

/// Whether runs were given few pages, up to now: those of the golden run.
pub fn are_useless() -> bool {
    system::page_faults_of_children() < FAULTS
}

/// Whether the user has set the variable, which then stays as it is.
pub fn are_given() -> bool {
    env::var_os(TUNABLES).is_some()
}

/// Runs a command with and without the environment, in turn, and tells which share of
/// its processor time is saved, if that is a tenth or more. `None` also where a run with
/// it is not cheaper than the one before, and where any two runs differ in their end or
/// in a byte of their outputs.
///
/// # Errors
///
/// If the input file cannot be written.
pub fn saving(command: &SolverCommand, golden: &Golden, slot: &mut Slot, text: &[&[u8]]) -> io::Result<Option<f64>> {
    if !(LEAST..=MOST).contains(&golden.cpu) || golden.wall > 4 * MOST {
        return Ok(None);
    }
    let mut times: [Vec<Duration>; 2] = Default::default();
    let mut first: Option<Recording> = None;
    for tunables in [false, true].repeat(RUNS) {
        let command = SolverCommand { tunables, comparison: Comparison::default(), ..command.clone() };
        let run = record(&command, slot, text)?;
        times[usize::from(tunables)].push(run.outcome.cpu);
        let first = first.get_or_insert_with(|| run.clone());
        let is_same = Golden::of(first).matches(&command.comparison, &run, &CheckContext::default());
        if !run.outcome.end.is_own() || !is_same {
            return Ok(None);
        }
        // Most solvers gain nothing, and are not run any further.
        if tunables && times[1].last() >= times[0].last() {
            return Ok(None);
        }
    }
    let [without, with] = times.map(median);
    let saved = 1.0 - with.as_secs_f64() / without.as_secs_f64().max(f64::MIN_POSITIVE);
    Ok((saved >= 0.1).then_some(saved))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
