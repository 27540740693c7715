//! An environment in which solvers spend less time on page faults.
//!
//! A solver built on glibc that allocates a few megabytes at its start may spend most of a small check on
//! page faults. With huge pages and larger steps of its heap, z3 4.14 has 558 of them instead of 4,763. A
//! solver's answers should not depend on this environment; where they do, it is not used: see [`saving`].

use crate::check::command::TUNABLES;
use crate::check::system;
use crate::check::{CheckContext, Golden, Requirements, Slot, SolverCommand, record};
use std::env;
use std::io;
use std::time::Duration;

/// Processor time below which a run has no page faults worth saving.
const MIN_CPU: Duration = Duration::from_millis(4);

/// Processor time, or a quarter of the elapsed time, above which the trial costs more than it may save.
const MAX_TIME: Duration = Duration::from_millis(250);

/// The least time of a page fault; on a machine with other load it may be ten times as long.
const FAULT: Duration = Duration::from_nanos(600);

/// The share of the processor time that has to be saved.
const MIN_SAVED: f64 = 0.1;

/// Makes runs. Returns their result and their number of page faults.
pub fn counted<T>(runs: impl FnOnce() -> T) -> (T, u64) {
    let before = system::page_faults_of_children();
    let result = runs();
    (result, system::page_faults_of_children().saturating_sub(before))
}

/// Whether tunables may help runs of this processor time with `faults` page faults, and the user has set none.
pub fn may_help(faults: u64, cpu: Duration) -> bool {
    // A page fault may take ten times as long as [`FAULT`], and not all of them will be saved.
    env::var_os(TUNABLES).is_none() && is_much(10 * faults, cpu)
}

/// Whether page faults take a good part of this processor time.
fn is_much(faults: u64, cpu: Duration) -> bool {
    FAULT.mul_f64(faults as f64) >= cpu.mul_f64(MIN_SAVED)
}

/// Runs a command in this environment. Returns the share of the golden run's page faults that is saved, and
/// the processor time of the run, if the gain is large enough. Returns `None` otherwise, also if the run
/// takes far longer than the golden run or differs from it in its end or a byte of its outputs.
///
/// Processor time alone depends too much on other load of the machine, unless half of it is saved. Page faults alone
/// say too little on a machine where every run takes longer: saving most of them counts with a tenth of the time.
pub fn saving(
    command: &SolverCommand,
    golden: &Golden,
    faults: u64,
    slot: &mut Slot,
    text: &[&[u8]],
) -> io::Result<Option<(f64, Duration)>> {
    if !(MIN_CPU..=MAX_TIME).contains(&golden.cpu) || golden.wall > 4 * MAX_TIME {
        return Ok(None);
    }
    let command = SolverCommand { tunables: true, comparison: Requirements::default(), ..command.clone() };
    let context = CheckContext::default();
    let (run, left) = counted(|| record(&command, slot, text));
    let run = run?;
    let is_same = run.outcome.end.is_own() && golden.matches(&command.comparison, &run, &context);
    let cpu = run.outcome.cpu;
    let saved = faults.saturating_sub(left);
    let saves_most = 3 * saved >= 2 * faults && cpu.mul_f64(1.0 + MIN_SAVED) <= golden.cpu;
    let saves_much = is_much(saved, golden.cpu) || 2 * cpu <= golden.cpu || saves_most;
    let is_worth = is_same && cpu <= 2 * golden.cpu && saves_much;
    Ok(is_worth.then_some((saved as f64 / faults.max(1) as f64, cpu)))
}
