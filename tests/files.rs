//! The files that the program reads, writes, passes on and leaves behind.

use crate::test::Test;
use std::fs;

const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

#[test]
fn only_the_output_file_is_left_behind() {
    let run = Test::on(SMALL).needs(&["(assert"]).run();
    run.status(0).leaves(&["in.smt2", "out.smt2", "solver"]).holds("in.smt2", SMALL);
}

#[test]
fn the_input_may_be_the_output() {
    let run = Test::on(SMALL).needs(&["(assert"]).output("in.smt2").run();
    run.status(0).reduced("(assert)\n").leaves(&["in.smt2", "solver"]);
}

#[test]
fn a_link_stays_a_link_and_its_target_is_written() {
    let run = Test::on(SMALL).needs(&["(assert"]).file("target", "old").link("out.smt2", "target").run();
    run.status(0).holds("target", "(assert)\n");
    assert!(fs::symlink_metadata(run.path("out.smt2")).expect("there").is_symlink());
}

#[test]
fn a_link_to_nowhere_leads_to_the_result() {
    let run = Test::on(SMALL).needs(&["(assert"]).link("out.smt2", "target").run();
    run.status(0).holds("target", "(assert)\n");
    assert!(fs::symlink_metadata(run.path("out.smt2")).expect("there").is_symlink());
}

#[test]
fn a_run_is_resumed_behind_a_link_to_a_folder() {
    let line = "ddsmt in.smt2 there/out.smt2 ./solver; ddsmt -v --resume in.smt2 there/out.smt2 ./solver";
    let run = Test::on(SMALL).needs(&["(assert"]).link("there", "home").run_line(line);
    run.status(0).says("resuming with").holds("home/out.smt2", "(assert)\n");
}

/// Runs ddsmt with its output on a disk without room for a further file, or on `/dev/full` if no disk can be mounted.
const NO_FILE_MORE: &str = "
    unshare -rm true 2>/dev/null || exec ddsmt in.smt2 /dev/full ./solver
    mkdir home/disk
    unshare -rm sh -euc '
        mount -t tmpfs -o size=16k,nr_inodes=3 none home/disk
        cp in.smt2 home/disk/out.smt2
        cat /dev/zero >home/disk/fill 2>/dev/null || true
        ddsmt in.smt2 home/disk/out.smt2 ./solver || status=$?
        cmp in.smt2 home/disk/out.smt2 || exit 9
        exit $status'";

#[test]
fn a_disk_without_room_for_a_file_keeps_what_it_holds() {
    let run = Test::on(SMALL).needs(&["(assert"]).run_line(NO_FILE_MORE);
    run.status(1).says("No space left on device");
    // A device is written at the end only.
    if !run.stderr().contains("/dev/full") {
        run.says("[ddSMT WARNING] home/disk/out.smt2: ").says(": it does not hold the best so far");
    }
}

#[test]
fn earlier_child_processes_are_left_alone() {
    let line = "sh -c 'sleep 60 >/dev/null 2>&1 & echo $! >pid; exec ddsmt in.smt2 out.smt2 ./solver'; kill $(cat pid)";
    Test::on(SMALL).needs(&["(assert"]).run_line(line).status(0).reduced("(assert)\n");
}

#[test]
fn a_command_that_fails_on_an_empty_input_is_told() {
    let run = Test::on(SMALL).solver("exit 3").run();
    run.status(0).says("the result is empty").reduced("");
}

#[test]
fn the_candidate_is_the_last_argument_and_keeps_the_extension() {
    for (name, pattern) in [("in.smt2", "*.smt2"), ("in.sy", "*.sy"), ("in", "*[!.]")] {
        // Status 9 only for the right words.
        let solver = format!("[ $# = 3 ] && [ \"$1 $2\" = '-a b c' ] || exit 1\ncase $3 in {pattern}) exit 9 ;; esac");
        let solver = solver.replace("-a b c", "-a b  c");
        let run = Test::on(SMALL).solver(&solver).input(name).command(["./solver", "-a", "b  c"]).options("-v").run();
        run.status(0).says("golden exit: 9\n").reduced("");
    }
}

#[test]
fn words_after_two_hyphens_are_the_command() {
    let solver = "[ $# = 2 ] && [ \"$1\" = -v ] && exit 9";
    for command in [&["--", "./solver", "-v"][..], &["./solver", "-v"]] {
        Test::on(SMALL)
            .solver(solver)
            .command(command.iter().copied())
            .options("-v")
            .run()
            .status(0)
            .says("golden exit: 9\n");
    }
}

#[test]
fn the_solver_runs_where_the_program_was_started() {
    let run = Test::on(SMALL).file("here", "").solver("[ -e here ] && exit 9\nexit 1").options("-v").run();
    run.status(0).says("golden exit: 9\n");
}

#[test]
fn a_run_needs_no_more_descriptors_at_its_end_than_at_its_beginning() {
    let solver = format!("ls /proc/$PPID/fd | wc -l >>open\n{}", crate::test::needs(&["(let (("]));
    let run = Test::on_file("tests/fixtures/lets.smt2").solver(&solver).options("-j1").run();
    let text = run.status(0).text("open");
    let open: Vec<usize> = text.lines().map(|line| line.trim().parse().expect("a number")).collect();
    let most = |runs: &[usize]| runs.iter().max().copied();
    // Files that are just being written may be open or not.
    assert!(most(&open[open.len() / 2..]) <= most(&open[..open.len() / 2]).map(|most| most + 2), "{open:?}");
}

#[test]
fn the_solver_reads_nothing_from_stdin() {
    let run = Test::on(SMALL).solver("read -r line && exit 1\nexit 9").options("-v").run();
    run.status(0).says("golden exit: 9\n");
}

#[test]
fn a_wrapper_may_use_its_own_folder() {
    let wrapper = "exec \"$(dirname \"$0\")/tools/real-solver\" \"$@\"";
    let run = Test::on(SMALL)
        .script("bin/wrapper", wrapper)
        .script("bin/tools/real-solver", &crate::test::needs(&["(assert"]))
        .command(["bin/wrapper"])
        .run();
    run.status(0).reduced("(assert)\n");
}

#[test]
fn a_bare_name_is_found_here_and_then_in_the_path() {
    let path = |test: &Test| format!("{}:/usr/bin:/bin", test.path("elsewhere").display());
    let test = Test::on(SMALL).script("elsewhere/known", "exit 9").command(["known"]).options("-v");
    let value = path(&test);
    test.environment("PATH", value).run().status(0).says("golden exit: 9\n");
    let test = Test::on(SMALL).script("elsewhere/known", "exit 1").script("known", "exit 9").command(["known"]);
    let value = path(&test);
    test.environment("PATH", value).options("-v").run().status(0).says("golden exit: 9\n");
    // A file here that cannot be executed is passed over, and named only if PATH has no such program.
    let test = Test::on(SMALL).script("elsewhere/known", "exit 9").file("known", "a text").command(["known"]);
    let value = path(&test);
    test.environment("PATH", value).options("-v").run().status(0).says("golden exit: 9\n");
    let test = Test::on(SMALL).file("known", "a text").command(["known"]);
    test.run().status(1).says("Command \"known\" is not executable: chmod +x makes it so");
}

#[test]
fn outputs_of_the_solver_may_be_any_bytes() {
    let solver = |tail: &str| format!("printf '\\377\\000\\376'\nprintf '\\200' >&2\n{tail}");
    let run = Test::on(SMALL).solver(&solver(&crate::test::needs(&["(assert"]))).options("-v").run();
    run.status(0).reduced("(assert)\n");
    let other = "case $(cat \"$1\") in *assert*) printf '\\377' ;; *) printf '\\376' ;; esac";
    Test::on(SMALL).solver(other).run().status(0).reduced("(assert)\n");
}

#[test]
fn inputs_may_be_any_bytes() {
    let text = b"(set-info :source |caf\xe9|)\r\n(assert \"\xff\")\r\n";
    let run = Test::on(text).needs(&["(assert"]).run();
    run.status(0).reduced("(assert)\n");
}

#[test]
fn a_failure_that_depends_on_comments_keeps_them() {
    let text = "; the solver needs this\n(assert  true) ; and this\n(check-sat)\n";
    let run = Test::on(text).needs(&["; the solver", "(assert"]).run();
    run.status(0).says("[ddSMT WARNING] the failure depends on comments or layout");
    let result = run.result();
    assert!(result.contains("; the solver needs this\n") && result.contains("(assert"), "{result}");
    assert!(result.len() < text.len(), "{result}");
}

#[test]
fn a_failure_that_depends_on_the_end_of_the_input_is_not_taken_for_chance() {
    let run = Test::on("(assert true)\n; open").solver("[ \"$(tail -c 1 \"$1\")\" ] && exit 1; exit 0").run();
    run.status(0).says("[ddSMT WARNING] the failure depends on comments or layout").reduced("\n; open");
}

#[test]
fn a_layout_that_does_not_matter_in_the_end_goes() {
    let solver = "case $(cat \"$1\") in *'; note'*'(assert'*) exit 1 ;; *check-sat*) ;; *'(assert'*) exit 1 ;; esac";
    let run = Test::on("; note\n(assert  true)\n(check-sat)\n").solver(solver).run();
    run.status(0).says("[ddSMT WARNING] the failure depends on comments or layout");
    run.says("once more without its layout").reduced("(assert)\n");
}
