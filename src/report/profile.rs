//! `--profile`: where the time of a run went, as JSON.

use super::progress::{Effort, Point};
use serde::Serialize;
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

/// What the file holds, by its keys; times are in seconds.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Profile {
    curve: Vec<Step>,
    effort: Vec<Row>,
    main_process: f64,
    runtime: f64,
    solver_cpu: f64,
    solver_runs: u64,
    solver_wall: f64,
}

/// What one mutator has cost and gained in one stage.
#[derive(Serialize)]
struct Row {
    accepted: u64,
    answers: u64,
    mutator: &'static str,
    strategy: &'static str,
}

/// What the search had come to at one of its steps.
#[derive(Serialize)]
struct Step {
    bytes: u64,
    checks: u64,
    seconds: f64,
}

/// The text of the file.
///
/// # Errors
///
/// None that this data can cause.
pub fn profile(times: &Times, effort: &Effort, curve: &[Point]) -> serde_json::Result<String> {
    let rows =
        effort.iter().map(|(&(strategy, mutator), &(answers, accepted))| Row { accepted, answers, mutator, strategy });
    let step = |point: &Point| {
        let Point { checks, bytes, elapsed } = *point;
        Step { bytes, checks, seconds: elapsed.as_secs_f64() }
    };
    let profile = Profile {
        curve: curve.iter().map(step).collect(),
        effort: rows.collect(),
        main_process: times.main_process.as_secs_f64(),
        runtime: times.runtime.as_secs_f64(),
        solver_cpu: times.solver_cpu.as_secs_f64(),
        solver_runs: times.runs,
        solver_wall: times.solver.as_secs_f64(),
    };
    Ok(serde_json::to_string_pretty(&profile)? + "\n")
}
