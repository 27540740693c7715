//! Exact checks and bytes of reductions: a change of the search shows up here as a change of numbers, without a
//! stopwatch.
//!
//! To update the table: run `DDSMT_UPDATE=1 cargo test --test main effort` and look at the difference. The rows are
//! compared as text. Every seventh row is run, so that all strategies occur; with `DDSMT_ALL_CASES` all
//! are.

use crate::test::{Test, all_cases, needs, sample, updated};
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// A script and the command that fails on it.
struct Fixture {
    path: &'static str,
    solver: Solver,
}

/// The command that fails.
enum Solver {
    /// The path of a solver of this repository.
    At(&'static str),
    /// A pretended solver that fails if its input contains these texts.
    Needs(&'static [&'static str]),
}

const FIXTURES: &[Fixture] = &[
    Fixture { path: "examples/first.smt2", solver: Solver::At("examples/stand-in-solver") },
    Fixture {
        path: "tests/fixtures/bits.smt2",
        solver: Solver::Needs(&["(declare-const a (_ BitVec ", "(bvudiv ", "(check-sat)"]),
    },
    Fixture { path: "tests/fixtures/lets.smt2", solver: Solver::Needs(&["(let ((", "(* ", "(assert"]) },
    Fixture { path: "tests/fixtures/lock.smt2", solver: Solver::Needs(&["(push", "(pop", "(mod "]) },
    Fixture { path: "tests/fixtures/sessions.smt2", solver: Solver::Needs(&["(str.indexof ", "(check-sat)"]) },
    Fixture { path: "tests/fixtures/trees.smt2", solver: Solver::Needs(&["(declare-datatypes ", "(node ", "(match "]) },
    Fixture { path: "tests/fixtures/words.smt2", solver: Solver::Needs(&["str.replace_all ", "re.++"]) },
];

/// One in so many rows is run unless all cases are asked for.
const ONE_IN: usize = 7;

const STRATEGIES: [&str; 3] = ["ddmin", "hierarchical", "hybrid"];

/// The lines around the table.
const BEGIN: &str = "//   fixture                      strategy     checks bytes  after 10, 20, 40 checks\n//";
const END: &str = "// end of the table";

//   fixture                      strategy     checks bytes  after 10, 20, 40 checks
//
//   examples/first.smt2          ddmin            96    71    796   515   193
//   examples/first.smt2          hierarchical    151    83    663   529   375
//   examples/first.smt2          hybrid          183    65    796   515   193
//   tests/fixtures/bits.smt2     ddmin            56    77    510   382    81
//   tests/fixtures/bits.smt2     hierarchical    140    58    552   352   260
//   tests/fixtures/bits.smt2     hybrid           86    58    510   382    81
//   tests/fixtures/lets.smt2     ddmin            57    41    509   260    51
//   tests/fixtures/lets.smt2     hierarchical     68    25    542   159    42
//   tests/fixtures/lets.smt2     hybrid           84    23    509   260    53
//   tests/fixtures/lock.smt2     ddmin            37    47    274   124    47
//   tests/fixtures/lock.smt2     hierarchical     78    23    476   308   156
//   tests/fixtures/lock.smt2     hybrid           61    23    274   124    32
//   tests/fixtures/sessions.smt2 ddmin            18    48    109    48    48
//   tests/fixtures/sessions.smt2 hierarchical     45    33    403   189    33
//   tests/fixtures/sessions.smt2 hybrid           34    33    109    38    33
//   tests/fixtures/trees.smt2    ddmin            50    72    217    95    72
//   tests/fixtures/trees.smt2    hierarchical     72    43    194   114    61
//   tests/fixtures/trees.smt2    hybrid           80    42    217    95    72
//   tests/fixtures/words.smt2    ddmin            58    92    280   184   136
//   tests/fixtures/words.smt2    hierarchical    107    35    391   343   225
//   tests/fixtures/words.smt2    hybrid          101    37    280   184   136
// end of the table

#[test]
fn effort_and_size_are_unchanged() {
    let all = FIXTURES.iter().flat_map(|fixture| STRATEGIES.map(|strategy| (fixture, strategy)));
    let rows: Vec<String> =
        all.enumerate().map(|(number, (fixture, strategy))| row(number, fixture, strategy)).collect();
    updated("tests/effort.rs", BEGIN, END, &rows.concat(), str::to_owned);
}

/// Returns a row of the table, measured or, if it is left out, as it stands there.
fn row(number: usize, fixture: &Fixture, strategy: &str) -> String {
    let head = format!("//   {:<28} {strategy:<12} ", fixture.path);
    let known = include_str!("effort.rs").lines().find(|line| line.starts_with(&head));
    if let Some(known) = known.filter(|_| !all_cases() && !number.is_multiple_of(ONE_IN)) {
        return format!("{known}\n");
    }
    let (checks, bytes, [ten, twenty, forty]) = effort(fixture, strategy);
    format!("{head}{checks:>6} {bytes:>5} {ten:>6} {twenty:>5} {forty:>5}\n")
}

/// Reduces a fixture with a strategy. Returns the checks, the bytes of the result, and the bytes that were left after
/// 10, 20 and 40 checks.
fn effort(fixture: &Fixture, strategy: &str) -> (u64, usize, [u64; 3]) {
    let test = Test::on_file(fixture.path).options("-j1 -v --profile --strategy").option(strategy);
    let input = test.path("in.smt2").metadata().expect("the input").len();
    let test = match fixture.solver {
        Solver::At(path) => test.command([crate::test::repository().join(path)]),
        Solver::Needs(texts) => test.solver(&needs(texts)),
    };
    let run = test.run();
    let tests = run.status(0).tests();
    let profile: serde_json::Value = serde_json::from_slice(&run.read("profile.json")).expect("JSON");
    let curve = profile["curve"].as_array().expect("points");
    let number = |point: &serde_json::Value, key: &str| point[key].as_u64().expect("a number");
    let after = [10, 20, 40].map(|checks| {
        let reached = curve.iter().take_while(|point| number(point, "checks") <= checks);
        reached.map(|point| number(point, "bytes")).min().unwrap_or(input)
    });
    (tests, run.result().len(), after)
}

/// Returns the number of checks of a reduction and its result.
fn outcome(strategy: &str, jobs: &str) -> (u64, String) {
    let test = Test::on_file("tests/fixtures/lock.smt2").needs(&["(push", "(pop", "(mod "]);
    let run = test.options("-v --strategy").option(strategy).option(jobs).run();
    (run.status(0).tests(), run.result())
}

/// Keeps all processors busy as long as `work` runs.
fn loaded<T>(work: impl FnOnce() -> T) -> T {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 * processors {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    spin_loop();
                }
            });
        }
        let result = catch_unwind(AssertUnwindSafe(work));
        is_over.store(true, Relaxed);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

#[test]
fn any_number_of_jobs_gives_the_same_bytes() {
    // tests/library/driver.rs runs each strategy with each number of jobs, under a virtual clock.
    for (strategy, jobs) in sample([("hierarchical", "-j3"), ("ddmin", "-j8")], 2) {
        assert_eq!(outcome(strategy, jobs), outcome(strategy, "-j1"), "{strategy} {jobs}");
    }
}

#[test]
fn a_busy_machine_gives_the_same_bytes() {
    if !all_cases() {
        return;
    }
    let alone = outcome("hybrid", "-j1");
    assert_eq!(loaded(|| outcome("hybrid", "-j32")), alone);
}
