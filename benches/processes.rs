//! Real processes compared with the ideal: `cargo bench --bench processes`.
//!
//! The first part, `-- --rate`, compares the rate of checks with a solver that does nothing and an input of 300 KB with
//! the rate of bare starts of the same solver. The second part, `-- --jobs 8,32 --sleep 20`, measures the speed-up of
//! recorded runs by many jobs with a solver that sleeps 20 ms: in reality, and under a virtual clock with the times
//! that these processes took with one job. Without options, both parts run.

#[allow(dead_code, reason = "tests/recorded.rs uses the rest")]
#[path = "../tests/recording.rs"]
mod recording;
#[allow(dead_code, reason = "tests use the rest")]
#[path = "../tests/replayed.rs"]
mod replayed;

use ddsmt::check::{
    AdaptiveTimeout, Checker, Executor, Golden, Processes, Repeat, Slot, SolverCommand, TimeBudget, Trial, Workspace,
    record,
};
use ddsmt::reduce::journal::JournalContents;
use ddsmt::sexpr::{Candidate, Digest, Edit, Gaps, Script, parse};
use ddsmt::strategy::{SearchSettings, Strategy};
use recording::Recorded;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A solver that does nothing.
const NOTHING: &str = "/bin/true";

/// Number of rounds, and of checks in each. Checks and bare starts alternate in being first.
const ROUNDS: (usize, usize) = (11, 200);

/// Number of runs of the program, of which the median counts.
const RUNS: usize = 3;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| words.iter().position(|word| word == name).and_then(|i| words.get(i + 1)).cloned();
    let (rate, jobs) = (words.iter().any(|word| word == "--rate"), value("--jobs"));
    if rate || jobs.is_none() {
        rates();
    }
    if !rate || jobs.is_some() {
        let jobs = jobs.unwrap_or_else(|| "8,32".to_owned());
        speed_ups(
            &jobs.split(',').filter_map(|n| n.parse().ok()).collect::<Vec<usize>>(),
            milliseconds(value("--sleep")),
        );
    }
}

fn milliseconds(word: Option<String>) -> u64 {
    word.and_then(|word| word.parse().ok()).unwrap_or(20)
}

fn median<T: PartialOrd + Copy>(mut values: Vec<T>) -> T {
    values.sort_unstable_by(|a, b| a.partial_cmp(b).expect("numbers"));
    values[values.len() / 2]
}

/// Returns a script of many short commands, 300,700 bytes long.
fn input() -> Script {
    let mut text = String::new();
    for i in 0..4_180 {
        let _ = writeln!(text, "(declare-const x{i} Int)\n(assert (or (< x{i} {i}) (= (+ x{i} 1) 0)))");
    }
    parse(text.as_bytes(), Gaps::Canonical).expect("made here")
}

/// Prints the checks and the bare starts per second, and their ratio.
fn rates() {
    let script = input();
    let workspace = Workspace::new(".smt2", 1 << 20, &[], None).expect("a folder");
    let mut slot = Slot::new(&workspace, 0).expect("a slot");
    let command = SolverCommand { program: NOTHING.into(), ..SolverCommand::default() };
    let text = script.text();
    let golden = Golden::of(&record(&command, &mut slot, &[text.as_slice()]).expect("a run"), &command.comparison);
    let checker = Checker::new(vec![Trial { command, golden, number: 0 }], Repeat::default());
    let path = slot.paths().input.clone();
    let whole = Candidate::new(&script, Edit::default());
    let mut checks = Processes::new(checker, vec![slot], whole).expect("a thread");
    let candidates: Vec<Candidate> =
        script.commands().take(ROUNDS.1).map(|command| Candidate::new(&script, Edit::delete(command))).collect();
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS.0 {
        for turn in 0..2 {
            let start = Instant::now();
            match (round + turn) % 2 {
                0 => (0..ROUNDS.1).for_each(|_| start_bare(&path)),
                _ => check_all(&mut checks, &candidates),
            }
            times[(round + turn) % 2].push(start.elapsed());
        }
    }
    let [bare, ours] = times.map(|times| ROUNDS.1 as f64 / median(times).as_secs_f64());
    println!(
        "{NOTHING} on {} KB, each second: {bare:.0} bare starts, {ours:.0} checks: {:.2}",
        text.len() / 1000,
        ours / bare
    );
}

fn start_bare(path: &Path) {
    let mut command = Command::new(NOTHING);
    command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().and_then(|mut child| child.wait()).expect("it runs");
}

/// Checks all candidates, with one candidate waiting while another one runs.
fn check_all(checks: &mut Processes, candidates: &[Candidate]) {
    let mut left = candidates.iter();
    left.by_ref().take(2).for_each(|candidate| checks.start(candidate, &TimeBudget::default()));
    for _ in candidates {
        checks.wait().expect("an answer");
        if let Some(candidate) = left.next() {
            checks.start(candidate, &TimeBudget::default());
        }
    }
}

/// Builds the solver of [`speed_ups`] in a folder.
fn build_solver(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/processes/solver.rs");
    let program = folder.join("solver");
    let mut compiler = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    compiler.args([
        "--edition=2024",
        "-O",
        "-Cpanic=abort",
        "-Clto",
        "-Crelocation-model=static",
        "-Clink-args=-static -nostartfiles -nostdlib",
    ]);
    let status = compiler.arg("-o").arg(&program).arg(source).status();
    assert!(status.expect("rustc").success(), "the solver does not compile");
    program
}

fn recorded(path: &Path) -> Recorded {
    fs::read_to_string(path).ok().and_then(|text| Recorded::read(&text)).unwrap_or_default()
}

/// Prints a table of the speed-ups by many jobs for each recorded run.
fn speed_ups(jobs: &[usize], sleep: u64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(folder.join("tests/recorded")).expect("recordings").flatten();
    let mut recordings: Vec<PathBuf> = entries.map(|e| e.path()).filter(|path| path.extension().is_none()).collect();
    recordings.sort();
    let work = tempfile::tempdir().expect("a folder");
    let solver = build_solver(work.path());
    println!("| case | checks | jobs | virtual | real | real / virtual |\n|---|---|---|---|---|---|");
    for path in recordings {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let inputs = ["examples", "tests/recorded"].map(|place| folder.join(place).join(name).with_extension("smt2"));
        // Recordings of fixtures are for the ablation, and too short.
        let Some(input) = inputs.iter().find(|input| input.exists()) else { continue };
        let recorded = recorded(&path);
        let script = parse(&fs::read(input).expect("an input"), Gaps::Canonical).expect("it parses");
        let settings = SearchSettings::new(Strategy::Hybrid, &script);
        let run = |jobs| Run::of(&solver, &script, &recorded, jobs, sleep);
        let ones: Vec<Run> = (0..RUNS).map(|_| run(1)).collect();
        let virtually = |one: &Run, jobs| one.replay(&script, &settings, &recorded, jobs);
        let real_one = median(ones.iter().map(|one| one.time).collect());
        for &jobs in jobs {
            let faster = |one: &Run| virtually(one, 1).div_duration_f64(virtually(one, jobs));
            let ideal = median(ones.iter().map(faster).collect());
            let real = real_one.div_duration_f64(median((0..RUNS).map(|_| run(jobs).time).collect()));
            let checks = ones[0].checks.len();
            println!("| `{name}` | {checks} | {jobs} | {ideal:.2}x | {real:.2}x | {:.2} |", real / ideal);
        }
    }
}

/// A measured run of the program.
struct Run {
    time: Duration,
    /// The wall time of each check.
    checks: HashMap<Digest, Duration>,
}

impl Run {
    /// Runs the program with recorded verdicts.
    fn of(solver: &Path, script: &Script, recorded: &Recorded, jobs: usize, sleep: u64) -> Run {
        let work = tempfile::tempdir().expect("a folder");
        let [input, output, failing, journal] =
            ["in.smt2", "out.smt2", "failing", "journal"].map(|name| work.path().join(name));
        // The input was not recorded as a candidate, but its golden run must fail.
        let mut recorded = recorded.clone();
        recorded.note(script.digest(), true, Duration::ZERO);
        fs::write(&failing, recorded.failing()).and_then(|()| fs::write(&input, script.text())).expect("new files");
        let mut program = Command::new(env!("CARGO_BIN_EXE_ddsmt"));
        program.arg(format!("-j{jobs}")).arg("--journal").args([&journal, &input, &output]);
        program.arg(solver).arg(failing).arg(sleep.to_string());
        program.stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        assert!(program.status().expect("the program runs").success());
        let time = start.elapsed();
        let past = JournalContents::read(&journal).expect("readable").expect("a journal");
        Run { time, checks: past.findings.iter().map(|(digest, finding)| (*digest, finding.usage.wall())).collect() }
    }

    /// Returns the time of the run if only the solver took time.
    fn replay(&self, script: &Script, settings: &SearchSettings, recorded: &Recorded, jobs: usize) -> Duration {
        let usual = median(self.checks.values().copied().collect());
        let answer = |candidate: &Candidate| {
            let fails = recorded.find(candidate.digest()).is_some_and(|(fails, _)| fails);
            (fails, self.checks.get(&candidate.digest()).copied().unwrap_or(usual))
        };
        let end = replayed::search(jobs, answer, script.clone(), settings, AdaptiveTimeout::default());
        // The golden run and the final run on the result.
        end.time + 2 * usual
    }
}
