//! Exact speed-ups by many jobs: searches with recorded verdicts under a virtual clock.
//!
//! `tests/recorded` holds the verdict of real solvers on each candidate, and their processor time. A candidate of a
//! changed search that was not recorded counts as rejected after the median time, as long as such candidates are rare.
//! To record them: run `scripts/get-solvers` and `DDSMT_UPDATE=1 cargo test --test main recorded`. A sample of the
//! cases is run; with `DDSMT_ALL_CASES=1`, which `scripts/ci` sets, all are.

use crate::recording::Recorded;
use crate::replayed::{self, Replayed};
use crate::test::{all_cases, real_solver, repository, updated, updates};
use ddsmt::check::{AdaptiveTimeout, End, Limits, Slot, SolverCommand, Workspace, record};
use ddsmt::sexpr::{Candidate, Gaps, parse};
use ddsmt::strategy::{SearchSettings, Strategy};
use regex::Regex;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// An input and the failure that was recorded.
#[derive(Clone, Copy)]
pub struct Case {
    /// The name of the recording and of its input, which is in `examples`, `tests/recorded` or `tests/fixtures`.
    pub name: &'static str,
    /// The command that fails, without the input.
    pub solver: &'static [&'static str],
    /// A pattern of the output of a failing run; empty if the failure is a signal.
    pub prints: &'static str,
}

const CASES: &[Case] = &[
    Case { name: "assertion-cvc5-ackermann", solver: &["cvc5-1.0.3", "--ackermann"], prints: "ackermann\\.cpp" },
    Case {
        name: "invalid-model-cvc5-memory",
        solver: &["cvc5-1.0.3", "--bv-solver=bitblast-internal", "--check-models"],
        prints: "ERRORS SATISFYING ASSERTIONS",
    },
    Case {
        name: "invalid-model-z3-float",
        solver: &["z3-4.8.7", "model_validate=true"],
        prints: "an invalid model was generated",
    },
    Case { name: "crash-cvc4-segfault", solver: &["cvc4-1.8", "--sygus-rr-synth-input"], prints: "segfault" },
    Case { name: "crash-z3-many-theories", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-narrow-float", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-datatypes", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-rounding", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-conversion", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-arrays", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-modulus", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-scopes", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-unsigned", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-nan", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-nested-arrays", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-integers", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-stores", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-tree", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-zero", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-float-selector", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case { name: "crash-z3-proof", solver: &["z3-4.8.7", "proof=true", "model_validate=true"], prints: "" },
];

/// Numbers of jobs, and the upper bound of the milliseconds that a case takes with them, as a geometric mean.
///
/// The bound is on the time, not on the speed-up: a search that saves rejected checks takes less time with any number
/// of jobs, but one job gains most, so its speed-up falls. Fewer checks never break a bound on the time, while jobs
/// that wait for each other take five and nine times as long. When the search becomes shorter, lower the bounds.
const WANTED: [(usize, f64); 2] = [(8, 1107.0), (32, 659.0)];

/// Number of new answers after which a recording is written, so that it can be interrupted.
const SAVED: usize = 100;

/// Limit of the processor time of a run that is recorded.
const LIMIT: Duration = Duration::from_millis(1500);

/// The recorded answers of a case, to which answers of the live solver are added.
pub struct Recording {
    path: PathBuf,
    recorded: Recorded,
    /// The median time.
    usual: Duration,
    /// The solver, if missing answers are to be recorded.
    live: Option<Solver>,
    /// Number of candidates of the search that were not recorded.
    missing: usize,
}

impl Recording {
    /// Reads the recording of a case.
    pub fn of(case: &Case) -> Recording {
        let path = repository().join("tests/recorded").join(case.name);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let program = updates().then(|| real_solver(case.solver[0])).flatten();
        let live = program.map(|program| Solver::new(case, program));
        let recorded = Recorded::read(&text).expect("a recording");
        let usual = recorded.usual();
        Recording { path, recorded, usual, live, missing: 0 }
    }

    /// Returns whether a candidate fails, and the time of its run.
    pub fn answer(&mut self, candidate: &Candidate) -> (bool, Duration) {
        let digest = candidate.digest();
        if let Some(answer) = self.recorded.find(digest) {
            return answer;
        }
        self.missing += 1;
        let Some(solver) = &mut self.live else { return (false, self.usual) };
        let (fails, time) = solver.run(&candidate.text());
        self.recorded.note(digest, fails, time);
        if self.missing.is_multiple_of(SAVED) {
            self.save();
        }
        self.recorded.find(digest).expect("it was noted")
    }

    /// Writes new answers. Fails if so many answers are missing that the figures mean nothing.
    pub fn save(&self) {
        let rare = self.missing * 10 <= self.recorded.len();
        assert!(self.live.is_some() || rare, "{} lacks {} answers: record them", self.path.display(), self.missing);
        if self.live.is_some() && self.missing > 0 {
            fs::write(&self.path, self.recorded.to_string()).expect("writable");
        }
    }
}

/// A real solver.
struct Solver {
    command: SolverCommand,
    prints: Regex,
    slot: Slot,
}

impl Solver {
    fn new(case: &Case, program: PathBuf) -> Solver {
        let limits = Limits { cpu: Some(LIMIT), ..Limits::default() };
        let args = case.solver[1..].iter().map(OsString::from).collect();
        let command = SolverCommand { program, args, limits, ..SolverCommand::default() };
        let workspace = Workspace::new(".smt2", 1 << 20, &[], None).expect("a folder");
        let slot = Slot::new(&workspace, 0).expect("a slot");
        Solver { command, prints: Regex::new(case.prints).expect("a pattern"), slot }
    }

    /// Returns whether the solver fails on a text, and its processor time, which, unlike the wall time, hardly depends
    /// on the load of the machine.
    fn run(&mut self, text: &[u8]) -> (bool, Duration) {
        let run = record(&self.command, &mut self.slot, &[text]).expect("the solver runs");
        let said = [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        let fails = match self.prints.as_str() {
            "" => matches!(run.outcome.end, End::Signaled(_)),
            _ => said.iter().any(|text| self.prints.is_match(text)),
        };
        (fails, run.outcome.cpu)
    }
}

/// Returns the input of a case.
pub fn input(case: &Case) -> Vec<u8> {
    let places =
        ["examples", "tests/recorded", "tests/fixtures"].map(|folder| repository().join(folder).join(case.name));
    places.iter().find_map(|place| fs::read(place.with_extension("smt2")).ok()).expect("an input")
}

/// Runs the search of a case with this number of jobs.
fn search(case: &Case, recording: &mut Recording, jobs: usize) -> Replayed {
    let script = parse(&input(case), Gaps::Canonical).expect("the input parses");
    let settings = SearchSettings::new(Strategy::Hybrid, &script);
    let answer = |candidate: &Candidate| recording.answer(candidate);
    replayed::search(jobs, answer, script, &settings, AdaptiveTimeout::default())
}

/// Returns the results of `find` for all cases, each in a thread of its own.
pub fn of_each<T: Send>(cases: &[Case], find: fn(&Case) -> T) -> Vec<T> {
    thread::scope(|scope| {
        let threads: Vec<_> = cases.iter().map(|case| scope.spawn(move || find(case))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// The lines around the table.
const BEGIN: &str = "//   case                            checks     1 job    8 jobs   32 jobs\n//";
const END: &str = "// end of the table";

//   case                            checks     1 job    8 jobs   32 jobs
//
//   assertion-cvc5-ackermann            58    569 ms     4.18x     7.90x
//   invalid-model-cvc5-memory          466   5086 ms     7.08x    18.56x
//   invalid-model-z3-float             207  26406 ms     3.54x     5.51x
//   crash-cvc4-segfault                126  17136 ms     5.25x     5.85x
//   crash-z3-many-theories             307   2989 ms     5.77x    10.99x
//   crash-z3-narrow-float              328   4418 ms     4.59x     5.86x
//   crash-z3-datatypes                 745   7842 ms     5.72x    10.48x
//   crash-z3-float-rounding            420  43937 ms     6.10x    12.61x
//   crash-z3-float-conversion          429   4687 ms     4.67x     6.46x
//   crash-z3-float-arrays              490   6229 ms     3.24x     3.98x
//   crash-z3-float-modulus             356   3152 ms     5.18x     7.86x
//   crash-z3-float-scopes              665   9535 ms     5.93x    11.99x
//   crash-z3-float-unsigned            439   9812 ms     5.67x     6.76x
//   crash-z3-float-nan                 618   5556 ms     5.15x     8.43x
//   crash-z3-float-nested-arrays       856   8689 ms     5.77x    11.10x
//   crash-z3-float-integers            368   3891 ms     5.79x    10.54x
//   crash-z3-float-stores              415   3789 ms     5.78x    10.70x
//   crash-z3-float-tree                336   3114 ms     5.75x    10.59x
//   crash-z3-float-zero                293   2589 ms     5.77x    11.31x
//   crash-z3-float-selector            294   2737 ms     5.13x     8.80x
//   crash-z3-proof                     404   4357 ms     4.66x     5.94x
// end of the table

/// Cases that are always run, but not with 32 jobs. All else is run only with `DDSMT_ALL_CASES`; otherwise it is taken
/// from the table as it is.
const SAMPLE: [&str; 1] = ["assertion-cvc5-ackermann"];

/// Whether a case is run: if it is among `always`, or all cases are.
pub fn is_run(case: &Case, always: &[&str]) -> bool {
    all_cases() || always.contains(&case.name)
}

/// Returns the row of a case.
fn row(case: &Case) -> String {
    let known = include_str!("recorded.rs").lines().find(|line| line.starts_with(&format!("//   {} ", case.name)));
    if let Some(known) = known.filter(|_| !is_run(case, &SAMPLE)) {
        return format!("{known}\n");
    }
    let mut recording = Recording::of(case);
    let one = search(case, &mut recording, 1);
    let before = input(case).len() as u64;
    assert!(one.script.text_len() * 2 < before, "{}: {} of {before} bytes left", case.name, one.script.text_len());
    let mut row = format!("//   {:<31} {:>6} {:>6} ms", case.name, one.counts.checks, one.time.as_millis());
    for (jobs, _) in WANTED.into_iter().filter(|(jobs, _)| all_cases() || *jobs < 32) {
        let many = search(case, &mut recording, jobs);
        let text = |end: &Replayed| end.script.text();
        assert_eq!((text(&many), many.counts), (text(&one), one.counts), "{} with {jobs} jobs", case.name);
        let _ = write!(row, " {:>8.2}x", one.time.div_duration_f64(many.time));
    }
    recording.save();
    let rest = known.filter(|_| !all_cases()).and_then(|known| known.get(row.len()..));
    row + rest.unwrap_or_default() + "\n"
}

/// Returns the milliseconds of a row, with one job and with each other number of jobs.
fn times(row: &str) -> Vec<f64> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let one: f64 =
        words.iter().rposition(|word| *word == "ms").map(|at| words[at - 1].parse().expect("a time")).expect("a row");
    let factors = words.iter().filter_map(|word| word.strip_suffix('x')?.parse::<f64>().ok());
    std::iter::once(one).chain(factors.map(|factor| one / factor)).collect()
}

#[test]
fn many_jobs_are_as_fast_as_recorded() {
    let rows = of_each(CASES, row);
    let table = rows.concat();
    updated("tests/recorded.rs", BEGIN, END, &table, str::to_owned);
    let logs: Vec<Vec<f64>> = rows.iter().map(|row| times(row).into_iter().map(f64::ln).collect()).collect();
    for (number, (jobs, wanted)) in WANTED.into_iter().enumerate() {
        let sum: f64 = logs.iter().map(|times| times[number + 1]).sum();
        let mean = (sum / logs.len() as f64).exp();
        assert!(mean <= wanted, "with {jobs} jobs {mean:.0} ms pass in the mean instead of {wanted}:\n{table}");
    }
}
