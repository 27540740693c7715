//! What a check costs beside the solver: `cargo bench`.
//!
//! Each figure is of a part of the engine on inputs that are made here; the whole
//! search is one on an oracle in memory. `scripts/bench` measures real solvers.

use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use ddsmt::check::timeout::AdaptiveTimeout;
use ddsmt::reduce::replay::Replay;
use ddsmt::sexpr::{Candidate, Digest, Edit, Gaps, Script, parse};
use ddsmt::smtlib::Context;
use ddsmt::strategy::{Settings, Strategy};
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

/// Many commands of a few nodes each.
fn flat(commands: usize) -> String {
    let mut text = String::from("(set-logic QF_LIA)\n");
    for i in 0..commands {
        let _ = writeln!(text, "(declare-const x{i} Int)\n(assert (or (< x{i} {i}) (= (+ x{i} 1) (* 2 x{i}))))");
    }
    text + "(check-sat)\n"
}

/// One assertion of nested `let`, as solvers' own fuzzers write them.
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

/// The inputs that all parts are measured on.
fn inputs() -> [(&'static str, String); 3] {
    [("flat-10MB", flat(130_000)), ("flat-300KB", flat(4_000)), ("nested-300KB", nested(6_000))]
}

fn texts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("text");
    group.sample_size(20);
    for (name, text) in inputs() {
        let read = script(&text);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("parse", name), |b| b.iter_with_large_drop(|| script(black_box(&text))));
        group.bench_function(BenchmarkId::new("print", name), |b| b.iter(|| black_box(&read).text()));
        group.bench_function(BenchmarkId::new("hash", name), |b| b.iter(|| Digest::of(black_box(text.as_bytes()))));
    }
}

/// The same for texts of 100 MB, of commands of 50 bytes and of 30 KB: `cargo
/// bench --bench engine -- large`. They are larger than any cache, and each byte
/// of them needs memory that the program has not had before.
fn large_texts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for (name, text) in [("short-100MB", flat(1_050_000)), ("long-100MB", nested(600).repeat(3_500))] {
        let read = script(&text);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("parse", name), |b| {
            b.iter_batched(|| (), |()| script(black_box(&text)), BatchSize::PerIteration);
        });
        group.bench_function(BenchmarkId::new("print", name), |b| {
            b.iter_batched(|| (), |()| black_box(&read).text(), BatchSize::PerIteration);
        });
    }
}

fn edits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("edit");
    for (name, text) in inputs() {
        let base = script(&text);
        let middle = base.command(base.len() / 2);
        let edit = Edit::delete(middle.subtree().last().expect("a node"));
        let candidate = || Candidate::new(&base, edit.clone());
        group.bench_function(BenchmarkId::new("propose", name), |b| b.iter(|| candidate().digest()));
        group.bench_function(BenchmarkId::new("commit", name), |b| b.iter(|| candidate().script()));
    }
}

fn sorts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sorts");
    group.sample_size(20);
    for (name, text) in inputs() {
        let read = script(&text);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("infer", name), |b| {
            b.iter(|| Context::new(black_box(&read).clone()).input_is_well_sorted());
        });
    }
}

/// Reduces as long as `keeps` says that the failure is there.
fn search(text: &str, jobs: usize, keeps: fn(&str) -> bool) -> Script {
    let script = script(text);
    let settings = Settings::new(Strategy::Hybrid, &script);
    let oracle =
        |candidate: &Candidate| (keeps(&String::from_utf8_lossy(&candidate.text())), Duration::from_millis(20));
    Replay::new(jobs, oracle).search(script, &settings, AdaptiveTimeout::default()).script
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let keeps = |text: &str| text.contains("(bvmul ") && text.contains("(= e0");
    for jobs in [1, 8] {
        let text = nested(300);
        group.bench_function(BenchmarkId::new("nested-15KB", jobs), |b| b.iter(|| search(&text, jobs, keeps)));
    }
}

criterion_group!(benches, texts, large_texts, edits, sorts, searches);
criterion_main!(benches);
