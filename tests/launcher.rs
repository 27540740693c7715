//! Runs that another program starts (`--launcher`), by launchers that are shell scripts.

use crate::test::Test;

const INPUT: &str = "(declare-const a Bool)\n(assert (and a (or KEY b)))\n(assert b)\n(assert (= a b))\n(check-sat)\n";

/// A test with a solver and a launcher of this text. `$*` is `-n 1` and the command that the launcher starts.
fn launched(launcher: &str) -> Test {
    Test::on(INPUT).needs(&["KEY", "assert"]).script("launch", launcher).option("--launcher").option("./launch -n 1")
}

#[test]
fn a_launcher_starts_every_run_and_changes_no_byte() {
    let alone = Test::on(INPUT).needs(&["KEY", "assert"]).run();
    for jobs in ["-j1", "-j4"] {
        let run = launched("echo \"$1 $2\" >>log; shift 2; exec \"$@\"").options(jobs).run();
        assert_eq!(run.status(0).read("out.smt2"), alone.read("out.smt2"), "{jobs}");
        let log = run.text("log");
        // Two golden runs, the final check of the result, and candidates.
        assert!(log.lines().count() > 3 && log.lines().all(|line| line == "-n 1"), "{log}");
    }
}

#[test]
fn no_more_runs_are_launched_at_a_time_than_there_are_jobs() {
    let run =
        launched("shift 2; : >>together; mkdir lock || echo >>together; sleep 0.05; \"$@\"; s=$?; rmdir lock; exit $s");
    let run = run.options("-j1").run();
    // The two golden runs are made at the same time.
    assert!(run.status(0).read("together").len() <= 1, "one job, and more than one run at a time");
}

#[test]
fn files_of_runs_are_beside_the_output_and_gone_at_the_end() {
    let run = Test::on(INPUT)
        .solver("echo \"$1 $TMPDIR\" >>seen; grep -q KEY \"$1\" && exit 9")
        .script("launch", "exec \"$@\"")
        .run_line("unset TMPDIR; ddsmt --launcher ./launch in.smt2 out.smt2 ./solver; ls -A");
    let told = run.status(0).stdout();
    assert_eq!(told.split_whitespace().filter(|name| name.contains("ddsmt")).count(), 0, "{told}");
    let seen = run.text("seen");
    let here = run.path(".").canonicalize().expect("the folder");
    let is_here = |word: &str| std::path::Path::new(word).starts_with(&here);
    assert!(seen.split_whitespace().all(is_here), "{seen}");
}

#[test]
fn a_run_that_is_lost_is_made_again() {
    let alone = Test::on(INPUT).needs(&["KEY", "assert"]).run();
    // Some runs are lost before the solver starts, some after half of its output, and one begins and never ends.
    let launcher = "echo >>log; n=$(wc -l <log); shift 2
        case $n in *3) echo node lost >&2; exit 9 ;; *8) sh -c 'echo half of it; exit 9'; kill -9 $$ ;;
        12) shift; touch \"$2.begun\"; exec sleep 600 ;; esac
        exec \"$@\"";
    let run = launched(launcher).options("-j1 --timeout 5s").run();
    assert_eq!(run.status(0).read("out.smt2"), alone.read("out.smt2"));
    assert!(run.read("log").len() > 12, "the last of them was not reached");
    run.says("--launcher: a run was lost (node lost): lost runs are repeated");
}

#[test]
fn a_job_that_is_ended_process_by_process_is_lost() {
    let alone = Test::on(INPUT).needs(&["KEY", "assert"]).run();
    let launcher = "echo >>log; n=$(wc -l <log); shift 2
        case $n in *5) ;; *) exec \"$@\" ;; esac
        touch slow; \"$@\" & while ! [ -e began ]; do sleep 0.01; done
        rm slow; kill -9 $(cat began); rm began; sleep 0.2; kill -9 $!; exit 9";
    let run = launched(launcher)
        .solver("[ -e slow ] && { echo $$ >pid; mv pid began; exec sleep 60; }; grep -q KEY \"$1\" && grep -q assert \"$1\" && exit 9; exit 0")
        .options("-j1")
        .run();
    assert_eq!(run.status(0).read("out.smt2"), alone.read("out.smt2"));
    run.says("--launcher: a run was lost");
}

#[test]
fn a_launcher_that_starts_nothing_ends_the_run_at_once() {
    let run = launched("echo no such partition >&2; exit 1").run();
    run.status(1).says("--launcher: a run was lost (no such partition)").says("--launcher: it does not run ");
    assert!(!run.path("out.smt2").exists());
    Test::on(INPUT).needs(&["KEY"]).options("--launcher ./missing").run().status(1).says("./missing");
}

#[test]
fn the_time_in_a_queue_does_not_count_and_that_of_the_solver_does() {
    let key = |queue: &str, solver: &str| {
        let test = Test::on(INPUT).solver(solver).script("launch", &format!("sleep {queue}; exec \"$@\""));
        test.run_line("ddsmt --signature --launcher ./launch --timeout 2s in.smt2 ./solver").stdout()
    };
    let crashes = key("3", "kill -SEGV $$");
    assert!(crashes.contains("signal"), "{crashes}");
    let hangs = key("0", "sleep 60");
    assert!(hangs.contains("time"), "{hangs}");
}

#[test]
fn a_launcher_is_asked_before_it_is_killed_and_what_it_started_ends_with_it() {
    let launcher = "shift 2; \"$@\" & trap 'echo asked >>log; kill $!; wait; exit 1' TERM; wait $!; exit $?";
    let run = Test::on(INPUT)
        .solver("grep -q KEY \"$1\" && exit 9; echo $$ >>pids; exec sleep 60")
        .script("launch", launcher)
        .options("--timeout 30s --budget 2s -j2")
        .option("--launcher")
        .option("./launch -n 1")
        .run();
    run.status(0);
    assert!(run.text("log").contains("asked"));
    run.has_ended("pids");
}
