//! `--profile`: where the time of a run went, as JSON.

use super::progress::Effort;
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

/// The text of the file; times are in seconds.
pub fn profile(times: &Times, effort: &Effort) -> String {
    let rows = effort.iter().map(|((strategy, mutator), (answers, accepted))| {
        serde_json::json!({
            "strategy": strategy, "mutator": mutator, "answers": answers, "accepted": accepted,
        })
    });
    let profile = serde_json::json!({
        "runtime": times.runtime.as_secs_f64(),
        "main-process": times.main_process.as_secs_f64(),
        "solver-runs": times.runs,
        "solver-wall": times.solver.as_secs_f64(),
        "solver-cpu": times.solver_cpu.as_secs_f64(),
        "effort": rows.collect::<Vec<_>>(),
    });
    format!("{profile:#}\n")
}
