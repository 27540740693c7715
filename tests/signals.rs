//! Runs that a signal or the time budget ends: the best result so far is kept, and nothing else is left.

use crate::test::{NOTE_PLACE, Outcome, Test};
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TEXT: &str = "(assert a)\n(assert b)\n(check-sat)\n";

/// A solver that fails if its input has the first assertion. Without it, the solver announces in a named pipe that it
/// hangs.
const HANGS: &str = "case $(cat \"$1\") in *'(assert a)'*) exit 9 ;; esac
echo $$ >>pids
echo hangs >news
exec sleep 1000";

/// Starts a run, waits until its solver hangs, and sends a signal to ddsmt.
fn interrupted(solver: &str, signal: Signal) -> Outcome {
    let test = Test::on(TEXT)
        .solver(&format!("{NOTE_PLACE}{solver}"))
        .options("-j1 --timeout 600 --stop-after 90 --issue issue.md");
    let news = test.path("news");
    assert!(Command::new("mkfifo").arg(&news).status().expect("mkfifo").success());
    let words = test.words();
    let mut program = test.program(&words);
    let program = program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = program.spawn().expect("the program starts");
    // `cat` returns as soon as the solver has written.
    let heard = Command::new("timeout").args(["600", "cat"]).arg(&news).output().expect("timeout");
    assert_eq!(String::from_utf8_lossy(&heard.stdout), "hangs\n");
    let pid = Pid::from_raw(child.id() as i32).expect("a process");
    kill_process(pid, signal).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    test.outcome(output)
}

#[test]
fn a_signal_leaves_the_best_so_far_and_nothing_else() {
    for (signal, status, printed) in [(Signal::INT, 130, "[ddsmt] interrupted\n"), (Signal::TERM, 143, "")] {
        let run = interrupted(HANGS, signal);
        run.status(status).prints(printed).leaves(&["in.smt2", "news", "out.smt2", "pids", "solver"]);
        run.says("result     out.smt2\n").says("shown by   ./solver out.smt2  # in the search; not run again since\n").says(
            "go on with ddsmt --resume -j1 --timeout 600 --stop-after 90 --issue issue.md in.smt2 out.smt2 ./solver\n",
        );
        let result = run.result();
        assert!(result.contains("(assert a)\n"), "{result}");
        run.has_ended("pids");
    }
}

#[test]
fn a_signal_while_the_result_is_run_again_leaves_the_result() {
    let solver = "case $(cat \"$1\") in
        '(assert a)') mkdir once 2>/dev/null || { echo $$ >pids; echo hangs >news; exec sleep 1000; }; exit 9 ;;
        *'(assert a)'*) exit 9 ;;
    esac";
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let run = interrupted(solver, signal);
        run.status(status).reduced("(assert a)\n").does_not_say("taken back").says("--issue: there is no report");
        run.says("# in the search; not run again since\n");
        run.leaves(&["in.smt2", "news", "once", "out.smt2", "pids", "solver"]);
        run.has_ended("pids");
    }
}

#[test]
fn a_signal_while_the_result_is_run_with_its_comment_leaves_it_out() {
    let solver = "case $(cat \"$1\") in
        ';'*) mkdir once 2>/dev/null && { kill -INT $PPID; exec sleep 1000; } ;;
        *'(assert a)'*) exit 9 ;;
    esac";
    let run = Test::on(TEXT).solver(solver).options("--header").run();
    run.status(130).reduced("(assert a)\n").says("--header: left out, because of a signal\n");
}

#[test]
fn a_signal_after_the_search_ends_the_run() {
    let solver = "case $* in *--needed*) ;; *) kill -INT $PPID; exec sleep 1000 ;; esac
        grep -q '(assert a)' \"$2\" && exit 9; exit 0";
    for (options, said) in [
        ("--explain", "--explain: not done, because of a signal\n"),
        ("--reduce-args", "--reduce-args: not done, because of a signal\n"),
        ("--issue issue.md", "--issue: there is no report"),
    ] {
        let test = Test::on(TEXT).solver(solver).options(&format!("-j1 --no-warm-start {options}"));
        let run = test.command(["./solver", "--needed"]).run();
        run.status(130).prints("[ddsmt] interrupted\n").reduced("(assert a)\n").says(said);
        run.does_not_say("without    ").does_not_say("the failure needs");
    }
}

#[test]
fn a_signal_in_the_golden_run_leaves_nothing() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let run = interrupted("mkdir once && { echo $$ >pids; echo hangs >news; }\nexec sleep 1000", signal);
        run.status(status).does_not_say("runs of the command");
        run.leaves(&["in.smt2", "news", "once", "out.smt2", "pids", "solver"]);
        run.has_ended("pids");
    }
}

#[test]
fn the_time_budget_has_room_for_the_last_runs_of_a_command_that_hangs() {
    let solver = "[ -e \"$1\" ] || exit 0; grep -q '(assert a)' \"$1\" && exec sleep 1000; exec sleep 1.2";
    let test = Test::on(TEXT).solver(solver).options("-j1 --times-out --timeout 1.5 --issue bug.md --budget 8s");
    let start = Instant::now();
    test.run().status(0).says("the time budget is spent before the end of the search\n");
    assert!(start.elapsed() < Duration::from_millis(9_500), "{:?}", start.elapsed());
}

#[test]
fn the_time_budget_leaves_the_best_so_far_and_nothing_else() {
    // The budget ends in the golden run or later.
    for budget in ["1ms", "700ms"] {
        let solver = "echo $$ >>pids\ncase $(cat \"$1\") in *'(assert a)'*) exit 9 ;; esac\nexec sleep 1000";
        let test = Test::on(TEXT)
            .solver(&format!("{NOTE_PLACE}{solver}"))
            .file("pids", "")
            .options("-j1 --timeout 600 --exit-status detailed --budget")
            .option(budget);
        let run = test.run();
        run.status(5)
            .says("[ddSMT WARNING] the time budget is spent")
            .leaves(&["in.smt2", "out.smt2", "pids", "solver"]);
        let result = run.result();
        assert!(result.contains("(assert a)\n"), "{result}");
        run.has_ended("pids");
    }
}

#[test]
fn a_run_that_the_time_budget_ended_is_resumed() {
    let line = "ddsmt --budget 1ms --journal j in.smt2 out.smt2 ./solver && ddsmt --journal j --resume in.smt2 out.smt2 ./solver";
    let run = Test::on(TEXT).needs(&["(assert a)"]).run_line(line);
    run.status(0).says("the time budget is spent").reduced("(assert a)\n");
}

#[test]
fn an_interrupted_run_may_have_a_full_stdout() {
    let test = Test::on("(check-sat)\n").solver("kill -INT $PPID\nexit 9");
    test.run_line("ddsmt in.smt2 out.smt2 ./solver >/dev/full").status(130).does_not_say("panicked");
}

#[test]
fn the_time_budget_ends_the_trial_of_warm_starts() {
    // After its first run in slot 0 the solver loops before it opens its input.
    let solver = "case $DDSMT_RUN in */0000) [ -e ran ] && while :; do :; done; touch ran ;; esac; exit 9";
    let started = Instant::now();
    Test::on(TEXT).solver(solver).options("-j1 --timeout 600 --budget 1s").run().status(0);
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
}
