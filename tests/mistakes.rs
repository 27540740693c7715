//! Mistakes of users: the messages name the mistake, its place, and the words to type instead.

use crate::test::{Test, sample};

const SMALL: &str = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

const ORDER: &str = "The order is <infile> <outfile> <cmd>";

/// A line with a mistake, its exit status, and parts of its messages.
struct Mistake(&'static str, i32, &'static [&'static str]);

const MISTAKES: &[Mistake] = &[
    Mistake("ddsmt in.smt2 out.smt2 ./missing", 1, &["Command \"./missing\" is not a regular file"]),
    Mistake("ddsmt in.smt2 out.smt2 no-such-solver", 1, &["\"no-such-solver\" is not a regular file, here or in PATH"]),
    Mistake("ddsmt in.smt2 out.smt2 './solver --opt'", 1, &["leave the quotes off"]),
    Mistake("ddsmt in.smt2 ./solver", 1, &["the second file is a program: is <outfile> missing?", ORDER]),
    Mistake("ddsmt in.smt2 ./solver in.smt2", 1, &["is <outfile> missing?", ORDER]),
    Mistake("ddsmt in.smt2 sh -c", 1, &["is <outfile> missing?", ORDER]),
    Mistake("ddsmt in.smt2 other ./solver", 1, &["output file \"other\" can not be written: it is a program"]),
    Mistake("ddsmt ./solver in.smt2 out.smt2", 1, &["\"out.smt2\" is not a regular file", "the order is <infile>"]),
    Mistake(
        "ddsmt --signature in.smt2 out.smt2 ./solver",
        1,
        &["\"out.smt2\" is not a regular file; with --signature the order is <infile> <cmd>"],
    ),
    Mistake("ddsmt --signature in.smt2", 1, &["No executable was specified as command; with --signature the order"]),
    Mistake("ddsmt --generate man >/dev/full", 1, &["ddsmt: error: standard output: No space left on device"]),
    Mistake("ddsmt --info in.smt2 >/dev/full", 1, &["[ddSMT ERROR] standard output: No space left on device"]),
    Mistake("ddsmt in.smt2 out.smt2 ./text", 1, &["\"./text\" is not executable: chmod +x makes it so"]),
    Mistake("ddsmt in.smt2 out.smt2 ./headless", 1, &["headless: Exec format error", "a script needs a first line"]),
    Mistake("ddsmt in.smt2 out.smt2 ./elsewhere", 1, &["the interpreter that its first line names does not"]),
    Mistake(
        "ddsmt --ignore-output in.smt2 out.smt2 ./lacks",
        0,
        &["status 127: a shell ends so if it did not find a program; it printed '", "no-such-solver"],
    ),
    Mistake(
        "ddsmt --ignore-output in.smt2 out.smt2 ./unfit",
        0,
        &["status 126: a shell ends so if it could not start"],
    ),
    Mistake("ddsmt /dev/null out.smt2 ./solver", 1, &["\"/dev/null\": it could be read only once"]),
    Mistake(": >in.smt2; ddsmt in.smt2 out.smt2 ./solver", 0, &["[ddSMT WARNING] the input is empty"]),
    Mistake("ddsmt words out.smt2 ./solver", 0, &["the input holds no parenthesis", "use --format lines"]),
    Mistake("ddsmt open out.smt2 ./solver", 1, &["open:1:5: string is never closed; --format lines takes any text"]),
    Mistake("ddsmt in.smt2.gz out.smt2 ./solver", 1, &["in.smt2.gz: it is compressed: unpack it first"]),
    Mistake("ddsmt in.smt2.xz out.smt2 ./solver", 1, &["in.smt2.xz: it is compressed: unpack it first"]),
    Mistake("ddsmt none.smt2 out.smt2 ./solver", 1, &["\"none.smt2\": there is no such file"]),
    Mistake("ddsmt home out.smt2 ./solver", 1, &["\"home\": it is a folder: --triage reduces what is in it"]),
    Mistake("ddsmt --triage in.smt2 words text ./solver", 1, &["words: it is a file: --triage takes one folder"]),
    Mistake(
        "ddsmt in.smt2 out.smt2 './solver {} | grep x'",
        1,
        &["not a regular file", "a line for the shell goes to --test"],
    ),
    Mistake("ddsmt --test './solver | grep x' in.smt2 out.smt2", 2, &["--test: the line has a pipe: write {}"]),
    Mistake("ddsmt --test '' in.smt2 out.smt2", 2, &["argument --test: must not be empty"]),
    Mistake("ddsmt --min-gain 1KB --stop-after 1 in.smt2 out.smt2 ./solver", 0, &["shown by"]),
    Mistake("ddsmt --test \"grep -qE '>|<'\" in.smt2 out.smt2", 0, &["shown by"]),
    Mistake("ddsmt in.smt2 out.smt2 ./solver in.smt2", 0, &["in.smt2 is an argument of the command", "leave it out"]),
    Mistake(
        "ddsmt in.smt2 out.smt2 ./solver -i {}",
        0,
        &["{} is passed to the command as it is: --placeholder '{}' makes"],
    ),
    Mistake("ddsmt in.smt2 home ./solver", 1, &["output file \"home\" can not be written: it is a folder"]),
    Mistake(
        "mkdir profile.json; ddsmt --profile in.smt2 out.smt2 ./solver",
        1,
        &["--profile \"profile.json\" can not be written: it is a folder"],
    ),
    Mistake(
        "mkdir .simp-1.diff; ddsmt --dump-diffs in.smt2 out.smt2 ./solver",
        1,
        &["ddsmt: error: --dump-diffs \".simp-1.diff\" can not be written: it is a folder"],
    ),
    Mistake(
        "ddsmt --journal none/j in.smt2 out.smt2 ./solver",
        1,
        &["journal \"none/j\" can not be written: there is no such folder"],
    ),
    Mistake("ddsmt in.smt2 none/out ./solver", 1, &["output file \"none/out\"", "there is no such folder"]),
    Mistake("ddsmt broken.smt2 out.smt2 ./solver", 1, &["broken.smt2:1:1: '(' is never closed"]),
    Mistake("ddsmt -j 0 in.smt2 out.smt2 ./solver", 2, &["argument -j/--jobs: must be at least 1: '0'"]),
    Mistake("ddsmt -j 4096 in.smt2 out.smt2 ./solver", 2, &["argument -j/--jobs: must be at most 1024: '4096'"]),
    Mistake("ddsmt --timeout 0 in.smt2 out.smt2 ./solver", 2, &["argument --timeout: must be more than 0: '0'"]),
    Mistake("ddsmt --budget soon in.smt2 out.smt2 ./solver", 2, &["argument --budget: not a time such as 10, 10s"]),
    Mistake("ddsmt --memout -5 in.smt2 out.smt2 ./solver", 2, &["argument --memout: must be at least 0: '-5'"]),
    Mistake(
        "ddsmt --strategy ddmn in.smt2 out.smt2 ./solver",
        2,
        &["--strategy: invalid choice", "did you mean ddmin?"],
    ),
    Mistake("ddsmt --match-stderr x in.smt2 out.smt2 ./solver", 2, &["--match-stderr: did you mean --match-err?"]),
    Mistake(
        "ddsmt --match-err in.smt2 out.smt2 -- ./solver",
        1,
        &["\"out.smt2\": there is no such file; --match-err has taken \"in.smt2\" as its value: is its own missing?"],
    ),
    Mistake("cp in.smt2 out.smt2; ddsmt -c in.smt2 out.smt2 ./solver --opt", 1, &["-c has taken \"in.smt2\""]),
    Mistake("ddsmt --match-out x --ignore-output in.smt2 out.smt2 ./solver", 0, &["--match-out: stdout is ignored"]),
    Mistake(
        "ddsmt -c ./solver --match-err-cc x --ignore-output-cc in.smt2 out.smt2 ./solver",
        0,
        &["--match-err-cc: stderr is ignored"],
    ),
    Mistake("ddsmt --match-out-cc x in.smt2 out.smt2 ./solver", 0, &["cross check mean nothing without -c"]),
    Mistake("ddsmt --same-crash --test 'grep -q x {}' in.smt2 out.smt2", 0, &["only the status of --test counts"]),
    Mistake("ddsmt --match-err none in.smt2 out.smt2 ./solver", 1, &["Expected stderr to match \"none\""]),
    Mistake(
        "ddsmt in.smt2 out.smt2 ./solver --same-crash",
        0,
        &["--same-crash: passed to the command", "before <infile>"],
    ),
    Mistake(
        "ddsmt --same-crash in.smt2 out.smt2 ./rejects",
        1,
        &["the command does not crash", "(error ", "--match-out"],
    ),
    Mistake("ddsmt in.smt2 out.smt2 ./rejects", 0, &["the command reports an error: '(error "]),
    Mistake("ddsmt in.smt2 out.smt2 ./fine", 0, &["the result is empty: whatever the input is"]),
    Mistake(
        "ddsmt --timeout 0.5 in.smt2 out.smt2 ./sleeps",
        1,
        &["reaches its limit whatever its input is", "use a larger --timeout"],
    ),
    Mistake(
        "ddsmt --pretty-print --format lines in.smt2 out.smt2 ./solver",
        2,
        &["argument --pretty-print: not together with --format lines"],
    ),
    Mistake(
        "ddsmt --format lines --wrap-lines in.smt2 out.smt2 ./solver",
        2,
        &["argument --wrap-lines: not together with --format lines"],
    ),
    Mistake(
        "ddsmt --format lines --shortest in.smt2 out.smt2 ./solver",
        2,
        &["argument --shortest: not together with --format lines"],
    ),
    Mistake(
        "cp in.smt2 in.sy; ddsmt in.sy out.smt2 ./solver",
        0,
        &["[ddSMT WARNING] out.smt2: cmd gets files that end with .sy, as the input does"],
    ),
    Mistake("ddsmt --disagree ./fine in.smt2 out.smt2 ./fine", 1, &["there is no disagreement"]),
];

#[test]
fn each_mistake_is_told_with_what_to_do() {
    for Mistake(line, status, words) in sample(MISTAKES, 3) {
        println!("{line}");
        let run = Test::on(SMALL)
            .solver("grep -q '> x' \"$1\" && { echo Assertion f failed >&2; exit 134; }; exit 0")
            .script("other", "exit 0")
            .script("fine", "echo sat")
            .script("rejects", "echo '(error \"line 1: no\")'; exit 1")
            .script("sleeps", "exec sleep 100")
            .file("text", "echo\n")
            .file("headless", "echo\n")
            .file("broken.smt2", "(assert x")
            .file("words", "any text\n")
            .file("open", "any \"text\n")
            .file("in.smt2.gz", b"\x1f\x8b\x08|")
            .file("in.smt2.xz", b"\xfd7zXZ\0)")
            .script("lacks", "no-such-solver \"$1\"")
            .script("unfit", "./text \"$1\"")
            .file("elsewhere", "#!/no/such/shell\n")
            .run_line(&format!("chmod +x headless elsewhere; {line}"));
        run.status(*status);
        for words in *words {
            run.says(words);
        }
        if *status == 2 {
            run.says("usage: ddsmt [<options>] <infile> <outfile> <cmd>").says("\nddsmt: error: ");
        }
    }
}

#[test]
fn oddities_of_a_result_are_told() {
    let unknown = "grep -q '> x' \"$1\" || exit 0
        grep -q check \"$1\" && echo unknown || echo unknown parameter";
    let rows = [
        (unknown, "--match-out unknown", "'unknown' was found in 'unknown' at first, and in 'unknown parameter' now"),
        (
            "grep -q '> x' \"$1\" || exit 0; grep -q check \"$1\" && echo one >&2 || echo other >&2; exit 9",
            "--ignore-output",
            "only the exit status was compared: the command said 'one' at first, and says 'other' now",
        ),
        (
            "grep -q check-sat \"$1\" && exit 9; exit 0",
            "",
            "no assertion is left: if that is not the failure, --keep assert",
        ),
    ];
    for (solver, options, said) in sample(rows, 2) {
        Test::on(SMALL).solver(solver).options(options).run().status(0).says(said);
    }
    Test::on(SMALL).needs(&["> x"]).run().status(0).does_not_say("at first");
    let as_bash = "grep -q '> x' \"$1\" || exit 0; echo \"x: line 2: $$ Segmentation fault\" >&2; exit 139";
    for options in ["--match-err fault", "--ignore-output", "--same-crash"] {
        Test::on(SMALL).solver(as_bash).options(options).run().status(0).does_not_say("at first");
    }
    let run = Test::on(SMALL).solver(as_bash).run();
    run.says("use --same-crash, --match-err 'Segmentation fault'").says("ddsmt --same-crash in.smt2");
}

#[test]
fn options_that_compare_the_failure_are_suggested() {
    let rows = [
        ("echo Assertion f failed >&2; exit 134", "ddsmt --same-crash in.smt2 out.smt2 ./solver\n"),
        ("kill -SEGV $$", "ddsmt --same-crash in.smt2 out.smt2 ./solver\n"),
        ("sh -c 'kill -SEGV $$'; exit $?", "ddsmt --same-crash in.smt2 out.smt2 ./solver\n"),
        ("echo sat; echo '(define-fun x () Int 1)'", "ddsmt --match-out sat in.smt2 out.smt2 ./solver\n"),
        ("echo sat", "ddsmt --disagree 'OTHER SOLVER' in.smt2 out.smt2 ./solver\n"),
        (
            "echo '(error \"line 37 column 10: an invalid model was generated\")'; exit 1",
            "ddsmt --match-out 'an invalid model was generated' in.smt2 out.smt2 ./solver\n",
        ),
    ];
    for (solver, said) in sample(rows, 2) {
        Test::on(SMALL).solver(solver).run().status(0).says(said);
        Test::on(SMALL).solver(solver).options("--ignore-output").run().status(0).does_not_say("to compare that");
    }
    Test::on(SMALL).needs(&["> x"]).run().status(0).does_not_say("to compare that");
    let long = "a".repeat(250);
    let run = Test::on(format!("(assert {long})\n"))
        .solver(&format!("grep -q '{long}' \"$1\" || exit 0; echo Assertion f failed >&2; exit 134"))
        .run();
    run.status(0).says("smaller    perhaps by ddsmt --same-crash in.smt2 out.smt2 ./solver\n");
    // The limit ends the loop after this processor time, however busy the machine is.
    let slow = "exec 2>/dev/null; (ulimit -t 2; while :; do :; done); echo sat";
    let run = Test::on(SMALL).solver(slow).options("-j1 --stop-after 1").run();
    run.status(0).says("is that wrong?\n").says(" s)? ddsmt --slower-than ");
    let changing = "echo \"Assertion f failed at $$ ms\" >&2; echo $$ >&2; exit 134";
    Test::on(SMALL).solver(changing).run().status(0).says("ddsmt --same-crash in.smt2 out.smt2 ./solver\n");
}

#[test]
fn a_solver_that_contradicts_the_command_is_found() {
    let line = "PATH=$PWD/bin:$PATH ddsmt in.smt2 out.smt2 ./solver";
    let test = |other| Test::on(SMALL).solver("echo sat").script("bin/z3", other).run_line(line);
    let run = test("grep -q '> x' \"$1\" && echo unsat || echo sat");
    run.says("the command answers sat, z3 unsat").says("ddsmt --disagree z3 in.smt2 out.smt2 ./solver\n");
    test("echo sat").says("ddsmt --disagree 'OTHER SOLVER' in.smt2 out.smt2 ./solver\n");
}

#[test]
fn an_error_before_an_answer_does_not_hide_a_disagreement() {
    let old = "grep -q set-option \"$1\" && echo '(error \"line 1: no option\")'
        grep -q '(assert (> x' \"$1\" || echo '(error \"line 1: nothing\")'; echo sat";
    let input = format!("(set-option :x true)\n{SMALL}");
    let run = Test::on(&input).solver("echo unsat").script("old", old).options("--disagree ./old").run();
    run.status(0).says("answers all the same: '(error \"line 1: no option\")'").reduced("(assert (> x))\n");
}

#[test]
fn parts_that_are_not_tried_are_counted() {
    let solver = "[ $(grep -c a \"$1\") = 67 ] && exit 9; exit 0";
    let run = Test::on("(a)\n".repeat(67)).solver(solver).options("--explain").run();
    run.status(0).says("\nnot tried  3 more parts\n");
}

#[test]
fn essential_parts_are_explained() {
    let run = Test::on(SMALL).needs(&["(assert"]).options("--explain").run();
    run.status(0).says("without    (assert) ").says("  it exits with status 0; it printed nothing\n");
    let run = Test::on("(assert)\n").needs(&["(assert"]).options("--explain --exit-status detailed").run();
    run.status(3).says("without    (assert) ");
    let run =
        Test::on("(check-sat)\n(assert)\n").needs(&["(assert"]).options("--explain --header --format lines").run();
    run.status(0).says("without    (assert) ").does_not_say("without    ;");
    // The answers of two solvers that disagree are shown, and otherwise the error, without paths of temporary folders.
    let answers = "grep -q assert \"$1\" && echo sat || echo unsat";
    let test = Test::on(SMALL).solver(answers).script("other", "echo warning >&2; echo unsat");
    test.options("--explain --disagree ./other").run().status(0).says("  solver answers unsat, other answers unsat\n");
    let warns = "echo \"$1:1.$(wc -c <$1): No set-logic\" >&2; grep -q assert \"$1\" && exit 9; echo sat; echo end";
    let run = Test::on(SMALL).solver(warns).options("--explain --ignore-output").run();
    run.status(0).says("it exits with status 0; it printed 'sat'\n");
    let warns = warns.replace("echo sat; ", "");
    let run = Test::on(SMALL).solver(&warns).options("--explain --ignore-output").run();
    run.status(0).says("it exits with status 0; it printed 'end'\n");
    let warns = warns.replace("; echo end", "");
    let run = Test::on(SMALL).solver(&warns).options("--explain --ignore-output").run();
    run.status(0).says("; it printed nothing else\n");
    let fails = "grep -q assert \"$1\" && exit 9; echo \"(error \\\"$1 is empty\\\")\"; echo more >&2";
    let run = Test::on(SMALL).solver(fails).options("--explain --ignore-output").run();
    run.status(0).says("it exits with status 0; it printed '(error \"input.smt2 is empty\")'\n");
    // Lines for the shell alone decide just whether a part can go.
    let run = Test::on(SMALL).run_line("ddsmt --test 'grep -q assert' --explain in.smt2 out.smt2");
    run.status(0).says("without    (assert) ").says("  it does not fail\n").does_not_say("-c");
    // What is run is the result without the part, line by line, and numbers count if nothing else differs.
    let needs =
        "for word in push assert pop; do grep -q $word \"$1\" || { echo lines: $(wc -l <\"$1\"); exit; }; done; exit 9";
    let run = Test::on("(push)\n(assert)\n(pop)\n").solver(needs).options("--explain").run();
    run.status(0).says("without    (push) ").says("it printed 'lines: 2'\n").does_not_say("lines: 3");
    let counts = "echo at 0x$(wc -c <\"$1\") >&2; exit 9";
    let run = Test::on("(push)\n(pop)\n").solver(counts).options("--explain").run();
    run.status(0).says("it exits with status 9; it printed 'at 0x6'\n").does_not_say("printed nothing else");
}

#[test]
fn a_command_that_does_not_see_its_file_is_told() {
    let solver = "echo \"cat: $1: No such file or directory\" >&2; exit 1";
    let run = Test::on(SMALL).solver(solver).run();
    run.status(0)
        .says("the command does not see the file: 'cat: input.smt2: No such file or directory': candidates lie in");
    let other = "echo \"cat: /etc/solver.conf: No such file or directory\" >&2; exit 1";
    Test::on(SMALL).solver(other).run().status(0).does_not_say("does not see the file");
}

#[test]
fn nothing_is_said_of_a_result_that_was_not_checked() {
    let run = Test::on(SMALL).needs(&["(assert"]).options("--unchecked").run();
    run.status(0).reduced("").does_not_say("the command does the same").does_not_say("shown by");
}

#[test]
fn a_result_that_nothing_else_holds_goes_to_standard_output() {
    for journal in ["/dev/full", "/dev/null"] {
        let test = Test::on(SMALL).needs(&["(assert"]);
        let run = test.run_line(&format!("ddsmt --journal {journal} --json events in.smt2 /dev/full ./solver"));
        run.status(1).says("/dev/full: not written: the result is on standard output instead: No space left on device");
        run.prints("(assert)\n");
        let events = run.read("events");
        assert!(String::from_utf8_lossy(&events).contains("\"result\":null"), "{}", String::from_utf8_lossy(&events));
    }
}

#[test]
fn a_run_that_was_ended_before_it_printed_is_told() {
    for options in
        ["--slower-than 100ms --match-out sat", "--timeout 1 --match-out-re sat", "--timeout 1 --match-any-re sat"]
    {
        let run = Test::on(SMALL).solver("while :; do :; done; echo sat").options(options).run();
        run.status(1).says("printed nothing, and was ended at its limit (--timeout, --slower-than)");
    }
}

#[test]
fn a_hang_after_the_wrong_answer_is_not_called_the_failure() {
    let hangs = "grep -q assert \"$1\" && echo sat && exec sleep 1000; exit 0";
    let test = Test::on(SMALL).solver(hangs).script("other", "echo unsat");
    let run = test.options("--disable-all --timeout 1 --disagree ./other").run();
    run.status(0).does_not_say("the golden run timed out");
    let run = Test::on(SMALL).solver(hangs).options("--disable-all --timeout 1").run();
    run.status(0).says("the golden run timed out");
}

#[test]
fn messages_do_not_quote_temporary_paths() {
    for (options, words) in [
        ("--match-err xyz", "to match \"xyz\", but it printed '(error \"input.smt2 is odd\")'"),
        ("--match-any-re xyz", "but it printed '(error \"input.smt2 is odd\")'"),
        ("--reject-re odd", "matches '(error \"input.smt2 is odd\")'"),
        ("--disagree ./solver", "without an answer: it printed '(error \"input.smt2 is odd\")'"),
        ("--stop-after 1", "ddsmt --match-err 'input.smt2 is odd' --stop-after 1 in.smt2"),
    ] {
        let run = Test::on(SMALL).solver("echo \"(error \\\"$1 is odd\\\")\" >&2; exit 3").options(options).run();
        run.says(words).does_not_say("/0000");
    }
}

#[test]
fn properties_of_the_system_are_told() {
    let run = Test::without_input().run_with(&["--doctor"]);
    for word in ["cores ", "memory ", "start ", "pidfd ", "ptrace ", "C library "] {
        assert!(run.status(0).stdout().contains(word), "{}", run.stdout());
    }
}
