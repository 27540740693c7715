//! How much faster many jobs are, exactly: recorded runs under a virtual clock.
//!
//! `tests/recorded` holds what real solvers said about each candidate, and how
//! long it took them. What a changed search asks besides counts as rejected after
//! the usual time, as long as that is rare. To record it: run `scripts/get-solvers`
//! and `DDSMT_UPDATE=1 cargo test --release --test main recorded`.

use crate::test::{real_solver, repository, updated, updates};
use ddsmt::check::pace::Pace;
use ddsmt::check::{Memory, Replay, Scheduler};
use ddsmt::search::{Forms, Observer, Settings, State, Step, Strategy, Toggles};
use ddsmt::sexpr::{Candidate, Gaps, parse};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

/// An example and the failure that was recorded.
struct Case {
    /// The name of the example and of the recording.
    name: &'static str,
    solver: &'static [&'static str],
    /// What the solver prints if it fails; nothing if it dies of a signal.
    prints: &'static str,
}

const CASES: &[Case] = &[
    Case { name: "assertion-cvc5-ackermann", solver: &["cvc5-1.0.3", "--ackermann"], prints: "ackermann.cpp" },
    Case { name: "crash-z3-many-theories", solver: &["z3-4.8.7", "model_validate=true"], prints: "" },
    Case {
        name: "invalid-model-cvc5-memory",
        solver: &["cvc5-1.0.3", "--bv-solver=bitblast-internal", "--check-models"],
        prints: "ERRORS SATISFYING ASSERTIONS",
    },
    Case { name: "crash-cvc4-segfault", solver: &["cvc4-1.8", "--sygus-rr-synth-input"], prints: "segfault" },
];

/// Ends a run that is recorded after 1.5 seconds, with status 137.
const LIMITED: [&str; 3] = ["timeout", "--signal=KILL", "1.5"];

/// Whether a candidate fails, and after how many milliseconds.
type Answer = (bool, u64);

/// The answers that were recorded, and those that are recorded now.
struct Recording {
    path: PathBuf,
    /// By the first word of the candidate's digest.
    answers: BTreeMap<u32, Answer>,
    /// The median time.
    usual: u64,
    /// The solver, if what is missing may be recorded.
    live: Option<Vec<OsString>>,
    prints: &'static str,
    /// How many candidates of this search it lacks.
    missing: usize,
}

impl Recording {
    fn of(case: &Case) -> Recording {
        let path = repository().join("tests/recorded").join(case.name);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let solver = updates().then(|| real_solver(case.solver[0])).flatten();
        let live = solver.map(|path| {
            let arguments = case.solver[1..].iter().map(OsString::from);
            [path.into_os_string()].into_iter().chain(arguments).collect()
        });
        let answers: BTreeMap<u32, Answer> = text.lines().map(answer).collect();
        let mut times: Vec<u64> = answers.values().map(|(_, time)| *time).collect();
        times.sort_unstable();
        let usual = times.get(times.len() / 2).copied().unwrap_or(1);
        Recording { path, answers, usual, live, prints: case.prints, missing: 0 }
    }

    fn answer(&mut self, candidate: &Candidate) -> Answer {
        let key = candidate.digest().to_words()[0] as u32;
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        self.missing += 1;
        let Some(solver) = &self.live else { return (false, self.usual) };
        let answer = run(solver, &candidate.text(), self.prints);
        self.answers.insert(key, answer);
        answer
    }

    /// Writes what is new; fails if so much is that the figures say nothing.
    fn save(&self) {
        let rare = self.missing * 10 <= self.answers.len();
        assert!(self.live.is_some() || rare, "{} lacks {} answers: record them", self.path.display(), self.missing);
        if self.live.is_some() && self.missing > 0 {
            let mut text = String::new();
            for (key, (fails, time)) in &self.answers {
                let _ = writeln!(text, "{key:08x} {} {time}", if *fails { '+' } else { '-' });
            }
            fs::write(&self.path, text).expect("writable");
        }
    }
}

/// Reads one line of a recording: candidate, whether it fails, milliseconds.
fn answer(line: &str) -> (u32, Answer) {
    let fields: Vec<&str> = line.split(' ').collect();
    let [key, verdict, time] = fields[..] else { panic!("not a line of a recording: {line}") };
    let key = u32::from_str_radix(key, 16).expect("a key");
    (key, (verdict == "+", time.parse().expect("milliseconds")))
}

/// Runs a real solver on a text.
fn run(solver: &[OsString], text: &[u8], prints: &str) -> Answer {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("input.smt2");
    fs::write(&input, text).expect("writable");
    let start = Instant::now();
    let run = Command::new(LIMITED[0]).args(&LIMITED[1..]).args(solver).arg(&input).stdin(Stdio::null()).output();
    let (run, time) = (run.expect("the solver runs"), start.elapsed().as_millis().max(1) as u64);
    let said = [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    let died = run.status.code().is_some_and(|code| code > 128 && code != 137);
    (if prints.is_empty() { died } else { said.iter().any(|text| text.contains(prints)) }, time)
}

/// Counts the checks that were needed.
#[derive(Default)]
struct Count(usize);

impl Observer for Count {
    fn committed(&mut self, _: &Step, checks: usize) -> Result<(), String> {
        self.0 += checks;
        Ok(())
    }
}

/// The result, the checks that were needed and the milliseconds that passed.
fn search(case: &Case, recording: &mut Recording, jobs: usize) -> (Vec<u8>, usize, u64) {
    let input = fs::read(repository().join("examples").join(case.name).with_extension("smt2")).expect("an example");
    let script = parse(&input, Gaps::Canonical).expect("an example parses");
    let settings = Settings {
        strategy: Strategy::Hybrid,
        toggles: Toggles::default(),
        forms: vec![Forms::WellFormed, Forms::IllFormedToo],
        growth: script.text_len() / 4,
        min_gain: 0,
        end_game: 200,
        keep: None,
        first_query: None,
    };
    let mut executor = Replay::new(jobs, |candidate: &Candidate| recording.answer(candidate));
    let (mut memory, mut count) = (Memory::new(Pace::default()), Count::default());
    let state = State::new(script, &settings);
    let end = Scheduler::new(&mut executor, &mut memory).run(state, &mut count).expect("nothing interrupts it");
    (end.script().text(), count.0, executor.clock())
}

/// The lines around the table.
const BEGIN: &str = "//   case                       checks     1 job    8 jobs   32 jobs\n//";
const END: &str = "// end of the table";

//   case                       checks     1 job    8 jobs   32 jobs
//
//   assertion-cvc5-ackermann       64   1485 ms     3.61x     5.09x
//   crash-z3-many-theories       2809 113969 ms     7.90x    29.65x
//   invalid-model-cvc5-memory     120  10626 ms     4.21x     6.91x
//   crash-cvc4-segfault           168  84078 ms     6.49x    11.05x
// end of the table

#[test]
fn many_jobs_are_as_much_faster_as_they_were() {
    let mut rows = String::new();
    for case in CASES {
        let mut recording = Recording::of(case);
        let one = search(case, &mut recording, 1);
        let _ = write!(rows, "//   {:<26} {:>6} {:>6} ms", case.name, one.1, one.2);
        for jobs in [8, 32] {
            let many = search(case, &mut recording, jobs);
            assert_eq!((&many.0, many.1), (&one.0, one.1), "{} with {jobs} jobs", case.name);
            let _ = write!(rows, " {:>8.2}x", one.2 as f64 / many.2 as f64);
        }
        recording.save();
        rows.push('\n');
    }
    updated("tests/recorded.rs", BEGIN, END, &rows, str::to_owned);
}
