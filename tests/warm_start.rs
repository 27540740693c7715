//! Warm starts: a started solver is cloned for each run, which changes only the time.

use crate::test::{Outcome, Test, all_cases, real_solver, repository, sample, tell_once};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

const INPUT: &str = "(set-logic ALL)\n(declare-const x Bool)\n(declare-const y Bool)\n(assert (or x y))\n\
    (assert x)\n(assert (not x))\n(check-sat)\n(exit)\n";

/// The beginning of a line of the statistics, which is printed if runs were warm.
const WARM: &str = "[ddSMT INFO] warm starts:    ";

/// The message if warm starts are given up because a clone behaves differently.
const DIFFERS: &str = "no warm starts: a warm run and a cold run differ";

/// Builds the pretended solver, linked statically or dynamically. Prints that the compiler cannot, if it cannot.
fn pretended_solver(is_static: bool) -> Option<&'static Path> {
    static BUILT: [OnceLock<Option<(TempDir, PathBuf)>>; 2] = [OnceLock::new(), OnceLock::new()];
    let built = BUILT[usize::from(is_static)].get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = folder.path().join("solver");
        let link = if is_static { "+crt-static" } else { "-crt-static" };
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        rustc.args(["--edition", "2024", "-C", "panic=abort", "-C", &format!("target-feature={link}"), "-o"]);
        let output = rustc.arg(&program).arg(repository().join("tests/fixtures/pretended_solver.rs")).output();
        if output.is_ok_and(|output| output.status.success()) {
            return Some((folder, program));
        }
        tell_once(format!("skipped: rustc cannot link a program with {link}"));
        None
    });
    built.as_ref().map(|(_, program)| program.as_path())
}

/// Runs ddsmt with the pretended solver in a mode.
fn run(solver: &Path, mode: &str, options: &str) -> Outcome {
    let words = [solver.as_os_str(), mode.as_ref(), "(assert x)".as_ref()];
    let run = Test::on(INPUT).command(words).options("-v").options(options).run();
    run.status(0).reduced("(assert x)\n");
    run
}

/// Repeats a run, at most four times more, until its messages contain `says`: ddsmt measures the time that clones save,
/// and on a busy machine the measurement may not show it.
fn in_time(says: &str, run: impl Fn() -> Outcome) -> Outcome {
    (0..4).map(|_| run()).find(|run| run.stderr().contains(says)).unwrap_or_else(run)
}

#[test]
fn programs_of_both_links_are_cloned() {
    for is_static in [false, true] {
        let Some(solver) = pretended_solver(is_static) else { continue };
        for options in sample(["-j1", "-j3"], 2) {
            in_time(WARM, || run(solver, "plain", options)).says(WARM).leaves(&["in.smt2", "out.smt2"]);
        }
        in_time(WARM, || run(solver, "talks", "-j1")).says(WARM);
    }
}

/// Makes a run with dozens of checks for each assertion, since all assertions are needed.
fn long_run(assertions: usize, solver: &Path, mode: &str, options: &str) -> Outcome {
    let needed: Vec<String> = (1..=assertions).map(|i| format!("(assert p{i})")).collect();
    let lines =
        needed.iter().enumerate().map(|(i, line)| format!("(declare-const p{} Bool)\n{line}\n(push 1)\n", i + 1));
    let input: String = lines.collect();
    let words = [solver.to_str().expect("a path"), mode].into_iter().chain(needed.iter().map(String::as_str));
    let run = Test::on(&input).command(words).options("-v").options(options).run();
    run.status(0);
    run
}

#[test]
fn a_solver_that_reads_in_steps_is_cloned_behind_the_first_command() {
    let Some(solver) = pretended_solver(false) else { return };
    let run = |mode: &str, options: &str| long_run(3, solver, mode, options);
    let cold = run("steps", "-j1 --no-warm-start").result();
    let told = "less processor time, behind the first command";
    assert_eq!(in_time(told, || run("steps", "-j1")).says(WARM).says(told).result(), cold);
    if all_cases() {
        assert_eq!(run("steps", "-j3").result(), cold);
        assert_eq!(run("steps-size", "-j1").does_not_say(told).result(), cold);
        let by_pid = in_time(DIFFERS, || run("steps-pid", "-j1"));
        assert_eq!(by_pid.does_not_say(told).says(DIFFERS).result(), cold);
    }
}

#[test]
fn clones_begin_when_runs_have_become_short() {
    let Some(solver) = pretended_solver(false).filter(|_| all_cases()) else { return };
    let input = (0..300).fold(INPUT.to_owned(), |input, i| format!("{input}(declare-const filler{i} Bool)\n"));
    let words = [solver.as_os_str(), "grows".as_ref(), "(assert x)".as_ref()];
    let run = in_time(WARM, || Test::on(&input).command(words).options("-v -j1").run());
    run.status(0).reduced("(assert x)\n").says("no warm starts as long as runs take more than").says(WARM);
}

#[test]
fn a_solver_with_other_work_at_its_start_is_cloned_before_that_work() {
    let Some(solver) = pretended_solver(false) else { return };
    for mode in sample(["thread", "early-count", "child", "tracer"], 2) {
        in_time(WARM, || run(solver, mode, "-j1")).says(WARM);
    }
    run(solver, "open", "-j1").does_not_say(WARM);
}

#[test]
fn a_process_that_a_clone_leaves_is_ended_and_the_run_made_again() {
    let Some(solver) = pretended_solver(false) else { return };
    run(solver, "background", "-j1").does_not_say(WARM).leaves(&["in.smt2", "out.smt2"]);
}

#[test]
fn a_solver_that_behaves_differently_as_a_clone_is_not_cloned_any_more() {
    let Some(solver) = pretended_solver(false) else { return };
    for mode in sample(["pid", "time"], 2) {
        let run = in_time(DIFFERS, || run(solver, mode, "-j1"));
        run.does_not_say(WARM).says(DIFFERS);
    }
    // Addresses differ in all runs, and `--ignore-output` ignores them.
    run(solver, "address", "-j1 --ignore-output").does_not_say(WARM);
}

#[test]
fn late_wrong_verdicts_of_clones_are_found_and_do_not_count() {
    let Some(solver) = pretended_solver(false) else { return };
    let result = |mode: &str, options: &str| {
        let run = long_run(5, solver, mode, options);
        (run.result(), run.stderr().contains("and no longer is: the search begins again"))
    };
    let (cold, _) = result("plain", "-j1 --no-warm-start");
    let runs = [
        ("-j1", "plain"),
        ("-j1", "late-yes"),
        ("-j3", "late-no"),
        ("-j3", "plain"),
        ("-j3", "late-yes"),
        ("-j1", "late-no"),
    ];
    for (options, mode) in sample(runs, 3) {
        let is_late = mode != "plain";
        let tries = if is_late { 4 } else { 1 };
        let found_out = (0..tries).map(|_| result(mode, options)).find(|(_, again)| *again == is_late);
        assert_eq!(found_out, Some((cold.clone(), is_late)), "{mode} {options}");
    }
}

#[test]
fn a_traced_ddsmt_makes_no_warm_starts() {
    let Some(solver) = pretended_solver(false) else { return };
    if Command::new("strace").arg("-V").output().is_err() {
        return tell_once("skipped: there is no strace".into());
    }
    let line = format!("strace -f -o /dev/null ddsmt -v -j1 in.smt2 out.smt2 {} plain '(assert x)'", solver.display());
    let run = Test::on(INPUT).run_line(&line);
    run.status(0).reduced("(assert x)\n").does_not_say(WARM);
    run.says("no warm starts: the system does not let us trace the command");
}

#[test]
fn a_system_that_refuses_clones_or_tracing_is_not_waited_for() {
    let Some(solver) = pretended_solver(false) else { return };
    // The system calls clone and ptrace.
    for number in [56, 101] {
        let line =
            format!("forbidding {number} ddsmt -v -j1 in.smt2 out.smt2 {} insists '(assert x)'", solver.display());
        let run = Test::on(INPUT).run_line(&format!("{}\n{line}", include_str!("attacks/common.sh")));
        run.status(0).does_not_say(WARM);
    }
}

#[test]
fn real_solvers_say_the_same() {
    for name in ["z3-4.14.1", "z3-4.8.7", "cvc5-1.0.3", "cvc4-1.8"] {
        let Some(solver) = real_solver(name).filter(|_| name == "cvc4-1.8" || all_cases()) else { continue };
        let input = format!("{INPUT}(check-sat)\n").replace("(exit)", "(get-value (x))");
        let reduced = |options: &str| {
            let run = Test::on(&input).command([&solver]).options("-v").options(options).run();
            run.status(0);
            (run.result(), run.stderr().contains(WARM))
        };
        let (cold, _) = reduced("-j1 --no-warm-start");
        assert_eq!(reduced("-j2").0, cold, "{name}");
        let (warm, is_warm) = reduced("-j1");
        assert_eq!(warm, cold, "{name}");
        // The start of the other solvers may be too short to save time by clones.
        assert!(is_warm || name != "cvc4-1.8", "{name}");
    }
}
