//! The exit status of a call, and its messages on each stream.

use crate::test::{Test, sample};

/// A script of which only the assertion matters.
const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

#[test]
fn a_finished_reduction_ends_with_status_0() {
    let run = Test::on(SMALL).needs(&["(assert"]).run();
    run.status(0).prints("").reduced("(assert)\n");
}

#[test]
fn an_input_that_cannot_shrink_is_no_error_and_loses_its_comments_only() {
    let run = Test::on("(a b)\n").needs(&["(a b)"]).run();
    run.status(0).prints("").says("[ddSMT WARNING] unable to minimize input file\n").reduced("(a b)\n");
    run.says("size       6 bytes, 4 tokens: nothing smaller was found\n").does_not_say("    (a b)\n");
    let test =
        Test::on("; known\n(a b)").needs(&["(a b)"]).options("--exit-status detailed --header --json /dev/stderr");
    let run = test.run();
    run.status(0).says("size       13 -> 6 bytes (46.2%), 4 -> 4 tokens (100.0%)\n").does_not_say("unable to minimize");
    run.says("\"result\":{\"bytes\":6,").says("\n    ; Minimised from 13 bytes ");
}

#[test]
fn growth_that_did_not_pay_is_taken_back_unless_it_was_asked_for() {
    let declared = "(declare-const xx Int)\n(declare-const yy Int)\n";
    let [short, long] = [
        format!("{declared}(assert (let ((a (+ xx yy))) (distinct a a a)))\n"),
        format!("{declared}(assert (distinct (+ xx yy) (+ xx yy) (+ xx yy)))\n"),
    ];
    let names = "--disable-all --let-substitution --let-elimination";
    for (options, status, result) in sample([("", 3, &short), (names, 0, &long)], 2) {
        let run = Test::on(&short)
            .file("short.smt2", &short)
            .file("declared", declared)
            .solver(
                "cmp -s $1 short.smt2 && exit 9
                 head -n 2 $1 | cmp -s - declared && grep -q '^(assert .*distinct (+ xx yy) (+ xx yy) (+ xx yy)' $1 && exit 9",
            )
            .options(&format!("{options} --exit-status detailed"))
            .run();
        run.status(status).reduced(result);
    }
}

#[test]
fn a_run_closes_with_a_summary() {
    let run = Test::on(SMALL).needs(&["(assert"]).run();
    run.says("size       54 -> 9 bytes (16.7%), 16 -> 3 tokens (18.8%)\n");
    run.says("commands   3 -> 1, of them assertions 1 -> 1\n").says("result     out.smt2\n\n    (assert)\n\n");
    run.says("shown by   ./solver out.smt2\n").does_not_say("mutators");
    for quiet in ["-q", "-qq"] {
        let run = Test::on(SMALL).needs(&["(assert"]).options(quiet).run();
        run.status(0);
        assert_eq!(run.stderr(), "");
    }
}

#[test]
fn each_command_that_shows_the_failure_is_told() {
    let run = Test::on(SMALL)
        .needs(&["(assert"])
        .script("other", "echo fine")
        .option("--test")
        .option("grep -q assert {}")
        .options("--stdin -c ./other")
        .solver("grep -q '(assert' && exit 9")
        .run();
    run.status(0).says("shown by   ./solver <out.smt2\n           ./other <out.smt2  # (cc)\n");
    run.says("           grep -q assert out.smt2  # (test)\n");
}

#[test]
fn a_result_that_is_small_enough_ends_the_search() {
    let text: String = (0..100).map(|i| format!("(assert (> x {i}))\n")).collect();
    let run = Test::on(&text).needs(&["(assert (> x 7))", "(assert (> x 70))"]).options("--stop-at 1KB").run();
    run.status(0).says("stopped    at --stop-at, 1000 bytes\n").says("go on with ddsmt --resume in.smt2");
    let length = run.result().len();
    assert!((36..=1000).contains(&length), "{length}");
    let run = Test::on(&text).needs(&["(assert (> x 7))", "(assert (> x 70))"]).options("-v --stop-after 5").run();
    run.status(0).says("stopped    after --stop-after, 5 checks\n");
    assert!((5..12).contains(&run.tests()), "{}", run.tests());
    let run = Test::on(SMALL).needs(&["(assert"]).options("--stop-at 1KB --exit-status detailed").run();
    run.status(3).reduced(SMALL);
    Test::on(SMALL).needs(&[""]).options("--stop-at tiny").run().status(2).says("not a size such as 800, 2KB");
}

#[test]
fn the_text_without_its_layout_is_the_first_result() {
    let solver = r#"here=${0%/*}; cp "$here/out.smt2" "$here/so-far"
        [ "$(sed s/\;.*// "$1" | tr -d ' \n')" = '(assertp)(check-sat)' ]"#;
    let run = Test::on("; found by hand\n(assert   p)\n\n(check-sat)\n").solver(solver).options("-j1").run();
    run.status(0).holds("so-far", "(assert p)\n(check-sat)\n");
}

#[test]
fn an_unchanged_input_has_a_status_of_its_own_on_request() {
    let run = Test::on("(a b)\n").needs(&["(a b)"]).options("--exit-status detailed").run();
    run.status(3).reduced("(a b)\n");
}

#[test]
fn a_failure_that_comes_and_goes_has_a_status_of_its_own_on_request() {
    // Four runs fail: both golden runs and two candidates.
    let at_first = "echo >>count\n[ $(wc -l <count) -gt 4 ] || exit 9";
    let never_the_same = "echo $$\nexit 9";
    for solver in [at_first, never_the_same] {
        for (options, status) in [("-j1 --exit-status detailed", 4), ("-j1", 0)] {
            let run = Test::on(SMALL).solver(solver).options(options).run();
            run.status(status).says("unable to minimize input file").reduced(SMALL);
        }
    }
}

#[test]
fn a_solver_that_disappears_is_told_with_the_error_of_the_system() {
    let run =
        Test::on(SMALL).solver("echo >>count\n[ $(wc -l <count) -lt 3 ] || rm \"$0\"\nexit 9").options("-j1").run();
    run.status(1).says("[ddSMT ERROR] the solver could not be run: No such file or directory");
}

#[test]
fn unusable_files_and_commands_end_with_status_1() {
    let fine = || Test::on(SMALL).solver("exit 1");
    let rows = [
        (
            Test::without_input().solver("exit 1"),
            "input file is not a regular file: \"in.smt2\": there is no such file",
        ),
        (
            fine().input("home"),
            "input file is not a regular file: \"home\": it is a folder: --triage reduces what is in it",
        ),
        (fine().command([""; 0]), "No executable was specified as command: the order is <infile> <outfile> <cmd>"),
        (fine().command(["./none"]), "Command \"./none\" is not a regular file: there is no such file"),
        (fine().command(["no-such-program"]), "Command \"no-such-program\" is not a regular file, here or in PATH"),
        (
            fine().command(["--same-crash", "./solver"]),
            "Command \"--same-crash\" is not a regular file: options stand before <infile>",
        ),
        (
            fine().output("solver").command(["out.smt2"]),
            "Command \"out.smt2\" is not a regular file: the second file is a program: is <outfile> missing? The order is <infile> <outfile> <cmd>",
        ),
        (fine().command(["./home"]), "Command \"./home\" is not a regular file: it is a folder"),
        (fine().command(["./in.smt2"]), "Command \"./in.smt2\" is not executable: chmod +x makes it so"),
        (fine().options("-c ./none"), "Command \"./none\" is not a regular file: there is no such file"),
        (fine().output("none/out.smt2"), "output file \"none/out.smt2\" can not be written: there is no such folder"),
        (fine().output("home"), "output file \"home\" can not be written: it is a folder"),
    ];
    for (test, message) in rows {
        let run = test.run();
        run.status(1).prints("").says(&format!("ddsmt: error: {message}\n"));
    }
}

#[test]
fn a_golden_run_without_the_match_string_ends_with_status_1() {
    let solver = "echo out\necho err >&2\nexit 3";
    let rows = [
        ("--match-out", "nowhere", "[ddSMT ERROR] Expected stdout to match \"nowhere\", but it printed 'out'\n"),
        (
            "--match-err",
            "out",
            "[ddSMT ERROR] Expected stderr to match \"out\", but it printed 'err'; stdout has it: --match-out\n",
        ),
    ];
    for (option, text, message) in rows {
        let run = Test::on(SMALL).solver(solver).option(option).option(text).run();
        run.status(1).prints("").says(message).does_not_say("differ");
    }
}

#[test]
fn usage_errors_end_with_status_2() {
    let rows: [(&[&str], &str); 5] = [
        (&[], "the following arguments are required: infile, outfile, cmd"),
        (&["in.smt2"], "the following arguments are required: outfile, cmd"),
        (&["--foo", "in.smt2", "out.smt2", "./solver"], "unrecognized arguments: --foo"),
        (&["--jobs", "abc"], "argument -j/--jobs: invalid int value: 'abc'"),
        (&["--match-out"], "argument --match-out: expected one argument"),
    ];
    for (words, message) in rows {
        let run = Test::on(SMALL).solver("exit 1").run_with(words);
        run.status(2).prints("").says("usage: ddsmt ").says(&format!("ddsmt: error: {message}\n"));
        run.leaves(&["in.smt2", "solver"]);
    }
}

#[test]
fn command_lines_of_version_1_are_told_what_to_write_now() {
    let run = Test::on(SMALL).solver("exit 1").run_with(&["-vv", "-o", "", "-t", "3", "in.smt2", "x.smt2", "./solver"]);
    run.status(2).says("ddsmt: error: unrecognized arguments: ").does_not_say("panicked");
}

#[test]
fn help_and_version_go_to_stdout_with_status_0() {
    let rows = [("--help", "usage: ddsmt "), ("--help-all", "--[no-]bv-to-bool"), ("--version", "ddSMT 2.0.6")];
    for (option, text) in rows {
        let run = Test::without_input().run_with(&[option]);
        run.status(0);
        assert!(run.stdout().contains(text), "{}", run.stdout());
        assert_eq!(run.stderr(), "");
    }
}

#[test]
fn malformed_input_is_told_with_its_place() {
    let rows = [
        ("(assert x))\n", "1:11: unexpected ')'"),
        ("(assert x)\n (check-sat", "2:2: '(' is never closed"),
        ("(assert \"x)", "1:9: string is never closed"),
        ("\n\n(|x", "3:2: quoted symbol is never closed"),
    ];
    for (text, message) in rows {
        let message = format!("[ddSMT ERROR] in.smt2:{message}");
        Test::on(text).solver("exit 1").run().status(1).prints("").says(&message).leaves(&["in.smt2", "solver"]);
        Test::on(text).run_with(&["--parser-test", "in.smt2", "-"]).status(1).prints("").says(&message);
        Test::on(text).run_with(&["--info", "in.smt2"]).status(1).prints("").says(&message);
        Test::on(text).run_with(&["--lenient", "--info", "in.smt2"]).status(0);
    }
}

#[test]
fn an_empty_input_is_no_error() {
    for (text, said) in [("", "unable to minimize input file"), ("; only a comment\n", "the result is empty: ")] {
        Test::on(text).solver("exit 1").run().status(0).says(said).reduced("");
    }
}
