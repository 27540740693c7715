//! `--profile`: where the time of a run went, as JSON.

use super::progress::{Effort, Point};
use serde_json::json;
use std::time::Duration;

/// The times of a run.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Elapsed since the program started.
    pub runtime: Duration,
    /// Processor time of this process, without the solver's.
    pub main_process: Duration,
    /// Elapsed in all runs of the command during the search, added up.
    pub solver: Duration,
    /// Processor time of these runs.
    pub solver_cpu: Duration,
    /// The number of these runs, with those that were cut off.
    pub runs: u64,
}

/// The text of the file; its times are in seconds.
pub fn profile(times: &Times, effort: &Effort, curve: &[Point]) -> String {
    let row = |(&(strategy, mutator), &(answers, accepted)): (&(&str, &str), &(u64, u64))| json!({ "strategy": strategy, "mutator": mutator, "answers": answers, "accepted": accepted });
    let point =
        |point: &Point| json!({ "bytes": point.bytes, "checks": point.checks, "seconds": point.elapsed.as_secs_f64() });
    let profile = json!({
        "curve": curve.iter().map(point).collect::<Vec<_>>(),
        "effort": effort.iter().map(row).collect::<Vec<_>>(),
        "main-process": times.main_process.as_secs_f64(),
        "runtime": times.runtime.as_secs_f64(),
        "solver-cpu": times.solver_cpu.as_secs_f64(),
        "solver-runs": times.runs,
        "solver-wall": times.solver.as_secs_f64(),
    });
    format!("{profile:#}\n")
}
