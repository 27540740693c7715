//! Costs of a check without the solver: `cargo bench --bench engine`.
//!
//! Each figure measures a part of the engine on generated inputs; `search` is a complete search with an oracle in
//! memory. `-- large` measures texts of 100 MB instead. `scripts/bench` measures real solvers.

#[allow(dead_code, reason = "tests use the rest")]
#[path = "../tests/replayed.rs"]
mod replayed;

use ddsmt::check::AdaptiveTimeout;
use ddsmt::sexpr::{Candidate, Digest, Edit, Gaps, Script, parse};
use ddsmt::smtlib::Context;
use ddsmt::strategy::{SearchSettings, Strategy};
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Number of runs, of which the median is printed.
const RUNS: usize = 11;

fn main() {
    if std::env::args().any(|word| word == "large") {
        return large_texts();
    }
    for (name, text) in inputs() {
        texts(name, &text);
        edits(name, &text);
        measure("infer", name, Some(text.len()), || Context::new(script(&text)).input_is_ill_sorted());
    }
    let keeps = |text: &str| text.contains("(bvmul ") && text.contains("(= e0");
    for jobs in [1, 8] {
        let text = nested(300);
        measure("search", &format!("nested-15KB, {jobs} jobs"), None, || search(&text, jobs, keeps));
    }
}

/// Prints the median time of some work, and its rate in bytes per second.
fn measure<T>(part: &str, name: &str, bytes: Option<usize>, mut work: impl FnMut() -> T) {
    // Short work is repeated, so that each measurement takes at least milliseconds.
    let start = Instant::now();
    drop(black_box(work()));
    let repeat = (Duration::from_millis(5).as_nanos() / start.elapsed().as_nanos().max(1)).clamp(1, 1 << 20) as u32;
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        for _ in 0..repeat {
            drop(black_box(work()));
        }
        times.push(start.elapsed() / repeat);
    }
    times.sort_unstable();
    let median = times[RUNS / 2];
    let rate = bytes.map(|bytes| format!(", {:.0} MiB/s", bytes as f64 / median.as_secs_f64() / f64::from(1 << 20)));
    println!("{part} {name}: {median:.3?}{}", rate.unwrap_or_default());
}

/// Returns a text of many commands with a few nodes each.
fn flat(commands: usize) -> String {
    let mut text = String::from("(set-logic QF_LIA)\n");
    for i in 0..commands {
        let _ = writeln!(text, "(declare-const x{i} Int)\n(assert (or (< x{i} {i}) (= (+ x{i} 1) (* 2 x{i}))))");
    }
    text + "(check-sat)\n"
}

/// Returns one assertion of nested `let`s, such as fuzzers of solvers write.
fn nested(depth: usize) -> String {
    let mut text = String::from("(declare-const e0 (_ BitVec 32))\n(assert ");
    for i in 1..=depth {
        let _ = write!(text, "(let ((e{i} (bvadd e{} (bvmul e0 (_ bv{i} 32))))) ", i - 1);
    }
    let _ = write!(text, "(= e0 e{depth})");
    text + &")".repeat(depth + 1) + "\n(check-sat)\n"
}

fn script(text: &str) -> Script {
    parse(text.as_bytes(), Gaps::Canonical).expect("made here")
}

/// Returns the inputs on which all parts are measured.
fn inputs() -> [(&'static str, String); 3] {
    [("flat-10MB", flat(130_000)), ("flat-300KB", flat(4_000)), ("nested-300KB", nested(6_000))]
}

fn texts(name: &str, text: &str) {
    let read = script(text);
    measure("parse", name, Some(text.len()), || script(black_box(text)));
    measure("print", name, Some(text.len()), || black_box(&read).text());
    measure("hash", name, Some(text.len()), || Digest::of(black_box(text.as_bytes())));
}

/// Measures parsing and printing of texts of 100 MB, with commands of 50 bytes and of 30 KB. The texts exceed every
/// cache, and each byte needs memory that is new to the program.
fn large_texts() {
    for (name, text) in [("short-100MB", flat(1_050_000)), ("long-100MB", nested(600).repeat(3_500))] {
        let read = script(&text);
        measure("parse", name, Some(text.len()), || script(black_box(&text)));
        measure("print", name, Some(text.len()), || black_box(&read).text());
    }
}

fn edits(name: &str, text: &str) {
    let base = script(text);
    let middle = base.command(base.len() / 2);
    let edit = Edit::delete(middle.subtree().last().expect("a node"));
    let candidate = || Candidate::new(&base, edit.clone());
    measure("propose", name, None, || candidate().digest());
    measure("commit", name, None, || candidate().script());
}

/// Reduces a text; a candidate fails if `keeps` is true of it.
fn search(text: &str, jobs: usize, keeps: fn(&str) -> bool) -> Script {
    let script = script(text);
    let settings = SearchSettings::new(Strategy::Hybrid, &script);
    let oracle =
        |candidate: &Candidate| (keeps(&String::from_utf8_lossy(&candidate.text())), Duration::from_millis(20));
    replayed::search(jobs, oracle, script, &settings, AdaptiveTimeout::default()).script
}
