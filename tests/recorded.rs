//! How much faster many jobs are, exactly: recorded runs under a virtual clock.
//!
//! `tests/recorded` holds what real solvers said about each candidate, and how
//! long it took them. What a changed search asks besides counts as rejected after
//! the usual time, as long as that is rare. To record it: run `scripts/get-solvers`
//! and `DDSMT_UPDATE=1 cargo test --test main recorded`.

use crate::test::{real_solver, repository, updated, updates};
use ddsmt::check::pace::Pace;
use ddsmt::check::{Recorded, Replay, Replayed};
use ddsmt::search::{Settings, Strategy};
use ddsmt::sexpr::{Candidate, Gaps, parse};
use regex::Regex;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

/// An input and the failure that was recorded.
pub struct Case {
    /// The name of the input, in `examples`, beside the recording or among the
    /// fixtures, and of the recording.
    pub name: &'static str,
    /// The command that fails, without the input.
    pub solver: &'static [&'static str],
    /// A pattern of what the solver prints if it fails; nothing if it dies of a signal.
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
    Case { name: "crash-z3-proof", solver: &["z3-4.8.7", "proof=true", "model_validate=true"], prints: "" },
];

/// Numbers of jobs, the speed-up that is wanted of each, and how many cases have
/// it: many jobs need a long search.
const WANTED: [(usize, f64, usize); 2] = [(8, 5.5, 8), (32, 11.0, 6)];

/// After so many new answers they are written, so that recording can be
/// interrupted.
const SAVED: usize = 100;

/// Ends a run that is recorded after 1.5 seconds, with status 137.
const LIMITED: [&str; 3] = ["timeout", "--signal=KILL", "1.5"];

/// The answers that were recorded, and those that are recorded now.
pub struct Recording {
    path: PathBuf,
    recorded: Recorded,
    /// The median time.
    usual: u64,
    /// The solver, if what is missing may be recorded.
    live: Option<Vec<OsString>>,
    prints: Regex,
    /// How many candidates of this search it lacks.
    missing: usize,
}

impl Recording {
    /// What was recorded of a case.
    pub fn of(case: &Case) -> Recording {
        let path = repository().join("tests/recorded").join(case.name);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let solver = updates().then(|| real_solver(case.solver[0])).flatten();
        let live = solver.map(|path| {
            let arguments = case.solver[1..].iter().map(OsString::from);
            [path.into_os_string()].into_iter().chain(arguments).collect()
        });
        let recorded = Recorded::read(&text).expect("a recording");
        let usual = recorded.usual();
        Recording { path, recorded, usual, live, prints: Regex::new(case.prints).expect("a pattern"), missing: 0 }
    }

    /// Whether a candidate fails, and after how many milliseconds.
    pub fn answer(&mut self, candidate: &Candidate) -> (bool, u64) {
        let digest = candidate.digest();
        if let Some(answer) = self.recorded.find(digest) {
            return answer;
        }
        self.missing += 1;
        let Some(solver) = &self.live else { return (false, self.usual) };
        let (fails, time) = run(solver, &candidate.text(), &self.prints);
        self.recorded.note(digest, fails, time);
        if self.missing.is_multiple_of(SAVED) {
            self.save();
        }
        self.recorded.find(digest).expect("it was noted")
    }

    /// Writes what is new; fails if so much is that the figures say nothing.
    pub fn save(&self) {
        let rare = self.missing * 10 <= self.recorded.len();
        assert!(self.live.is_some() || rare, "{} lacks {} answers: record them", self.path.display(), self.missing);
        if self.live.is_some() && self.missing > 0 {
            fs::write(&self.path, self.recorded.to_string()).expect("writable");
        }
    }
}

/// Runs a real solver on a text.
fn run(solver: &[OsString], text: &[u8], prints: &Regex) -> (bool, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("input.smt2");
    fs::write(&input, text).expect("writable");
    let start = Instant::now();
    let run = Command::new(LIMITED[0]).args(&LIMITED[1..]).args(solver).arg(&input).stdin(Stdio::null()).output();
    let (run, time) = (run.expect("the solver runs"), start.elapsed().as_millis().max(1) as u64);
    let said = [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    // `timeout` dies as its child has died.
    let died = run.status.signal().is_some_and(|signal| signal != 9);
    (if prints.as_str().is_empty() { died } else { said.iter().any(|text| prints.is_match(text)) }, time)
}

/// The input of a case.
pub fn input(case: &Case) -> Vec<u8> {
    let places =
        ["examples", "tests/recorded", "tests/fixtures"].map(|folder| repository().join(folder).join(case.name));
    places.iter().find_map(|place| fs::read(place.with_extension("smt2")).ok()).expect("an input")
}

/// A search with this number of jobs.
fn search(case: &Case, recording: &mut Recording, jobs: usize) -> Replayed {
    let script = parse(&input(case), Gaps::Canonical).expect("the input parses");
    let settings = Settings::new(Strategy::Hybrid, &script);
    let answer = |candidate: &Candidate| recording.answer(candidate);
    Replay::new(jobs, answer).search(script, &settings, Pace::default())
}

/// What `find` says of each case. Solvers that are recorded run alone.
pub fn of_each<T: Send>(cases: &[Case], find: fn(&Case) -> T) -> Vec<T> {
    if updates() {
        return cases.iter().map(find).collect();
    }
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
//   assertion-cvc5-ackermann            59   1302 ms     4.40x     7.53x
//   invalid-model-cvc5-memory          134   9456 ms     5.32x     6.69x
//   invalid-model-z3-float             333  23000 ms     3.91x     5.92x
//   crash-cvc4-segfault                169  54216 ms     5.67x    12.39x
//   crash-z3-many-theories             252   7880 ms     5.59x    11.44x
//   crash-z3-narrow-float              292   7589 ms     5.46x     9.39x
//   crash-z3-datatypes                 452  11975 ms     5.84x    11.63x
//   crash-z3-float-rounding            717  24451 ms     6.22x    15.49x
//   crash-z3-float-conversion          407  16524 ms     6.19x    10.03x
//   crash-z3-float-arrays              469  21695 ms     4.67x     8.26x
//   crash-z3-float-modulus             517  18172 ms     5.81x    11.21x
//   crash-z3-float-scopes              453   7999 ms     6.19x    12.58x
//   crash-z3-proof                     400   8254 ms     5.53x    10.36x
// end of the table

/// The row of a case, and its speed-ups.
fn row(case: &Case) -> (String, [f64; 2]) {
    let mut recording = Recording::of(case);
    let one = search(case, &mut recording, 1);
    let before = input(case).len() as u64;
    assert!(one.script.text_len() * 2 < before, "{}: {} of {before} bytes left", case.name, one.script.text_len());
    let mut row = format!("//   {:<31} {:>6} {:>6} ms", case.name, one.counts.checks, one.time);
    let factors = WANTED.map(|(jobs, ..)| {
        let many = search(case, &mut recording, jobs);
        let text = |end: &Replayed| end.script.text();
        assert_eq!((text(&many), many.counts), (text(&one), one.counts), "{} with {jobs} jobs", case.name);
        let factor = one.time as f64 / many.time as f64;
        let _ = write!(row, " {factor:>8.2}x");
        factor
    });
    recording.save();
    (row + "\n", factors)
}

#[test]
fn many_jobs_are_as_much_faster_as_they_were() {
    let rows = of_each(CASES, row);
    let table: String = rows.iter().map(|(row, _)| row.as_str()).collect();
    updated("tests/recorded.rs", BEGIN, END, &table, str::to_owned);
    for (i, (jobs, least, cases)) in WANTED.into_iter().enumerate() {
        let reached = rows.iter().filter(|(_, factors)| factors[i] >= least).count();
        assert!(reached >= cases, "{jobs} jobs are {least} times as fast in {reached} cases only:\n{table}");
    }
}
