//! Kinds of failures for which ddSMT has no options, on pretended solvers.

use crate::test::{Test, all_cases, needs, real_solver, repository, sample};
use ddsmt::cli::recipes::recipes;

const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

/// Returns the text of a solver. It prints the word of the first row (text, word) whose text its input contains, or
/// else `otherwise`.
fn answers(rows: &[(&str, &str)], otherwise: &str) -> String {
    let mut body = "for input; do :; done\ntext=$(cat \"$input\")\ncase $text in\n".to_owned();
    for (text, word) in rows {
        body += &format!("*'{text}'*) printf '{word}\\n' ;;\n");
    }
    body + &format!("*) printf '{otherwise}\\n' ;;\nesac")
}

fn result(run: &crate::test::Outcome) -> String {
    run.status(0).result()
}

#[test]
fn outputs_may_match_regular_expressions() {
    let solver = "cat \"$1\"; echo seen at 0x$$ >&2; grep -q assert \"$1\" && exit 9";
    let run =
        Test::on(SMALL).solver(solver).option("--match-out-re").option("(?s)assert.*sat").option("--match-err-re");
    let text = result(&run.option("^seen at 0x[0-9]+$").run());
    assert!(text.contains("(assert") && text.contains("sat"), "{text}");
    let run = Test::on(SMALL).solver("echo sat").option("--match-out-re").option("^unsat$").run();
    run.status(1).says("Expected stdout to match the regular expression '^unsat$', but it printed 'sat'");
    let run = Test::on(SMALL).solver("echo sat").option("--match-out-re").option("(").run();
    run.status(2).says("argument --match-out-re: unclosed group: '('");
}

#[test]
fn a_message_may_come_on_either_stream() {
    let solver = "case $(cat \"$1\") in *assert*) echo wrong at $$ ;; *declare*) echo at $$: wrong >&2 ;; esac";
    let run = |pattern: &str| Test::on(SMALL).solver(solver).option("--match-any-re").option(pattern).run();
    assert!(result(&run("wrong")).contains("declare"));
    assert_eq!(result(&run("wrong at [0-9]")), "(assert)\n");
    run("fine").status(1).says("Expected an output to match the regular expression 'fine', but it printed");
}

#[test]
fn an_output_that_must_not_appear_rejects() {
    let solver = "case $(cat \"$1\") in *declare*) ;; *) echo '(error \"unknown symbol\")' ;; esac
        case $(cat \"$1\") in *assert*) exit 9 ;; esac";
    let run = |options: &str| Test::on(SMALL).solver(solver).options(options).run();
    assert_eq!(result(&run("--ignore-output")), "(assert)\n");
    assert!(result(&run("--ignore-output --reject-re error")).contains("declare"));
    let run = Test::on(SMALL).solver("echo '(error \"x\")'").options("--reject-re error").run();
    run.status(1).says("the input itself is rejected: --reject-re 'error' matches '(error \"x\")'");
}

#[test]
fn crashes_are_compared_without_their_varying_parts() {
    let solver = "text=$(cat \"$1\")
        case $text in *'(assert'*) ;; *) exit 0 ;; esac
        case $text in *'and'*) line=12 where=left ;; *) line=17 where=right ;; esac
        case $text in *check*) line=19 ;; esac
        echo \"==$$== $1:$line: Assertion \\`$where' failed at 0x7f$$\" >&2
        kill -ABRT $$";
    let run = Test::on(SMALL).solver(solver).options("-v --same-crash").run();
    let text = result(&run);
    assert!(text.contains("and") && !text.contains("check"), "{text}");
    run.says("comparing: the command is ended by signal 6 at the same place\n");
    let plain = Test::on(SMALL).solver(solver).options("-v").run();
    plain.says("two golden runs differ in line 1 of stderr").says("use --same-crash, --match-err 'Assertion `");
}

#[test]
fn a_crash_is_not_looked_for_on_an_ignored_stream() {
    let solver = "case $(cat \"$1\") in *'(assert'*) ;; *) exit 0 ;; esac
        case $(cat \"$1\") in *and*) where=left ;; *) where=right ;; esac
        case $(cat \"$1\") in *check*) echo 'Assertion `early` failed' ;; *) echo 'Assertion `late` failed' ;; esac
        echo \"Assertion \\`$where' failed\" >&2; kill -ABRT $$";
    let rows = [
        ("", "left", "is ended by signal 6 at the same place\n"),
        ("--ignore-out", "left", "is ended by signal 6 at the same place on stderr\n"),
        ("--ignore-err", "early", "is ended by signal 6 at the same place on stdout\n"),
        ("--ignore-out --ignore-err", "", "crashes, and is ended by signal 6 again\n"),
        ("--ignore-output", "", "crashes, and is ended by signal 6 again\n"),
    ];
    for (options, kept, compared) in sample(rows, 2) {
        let run = Test::on(SMALL).solver(solver).options("-v --same-crash").options(options).run();
        let text = result(&run);
        assert_eq!(
            (text.contains("and"), text.contains("check")),
            (kept == "left", kept == "early"),
            "{options}: {text}"
        );
        run.says(&format!("comparing: the command {compared}"));
        let line = format!("ddsmt --signature {options} in.smt2 ./solver");
        let key = Test::on(SMALL).solver(solver).run_line(&line).status(0).stdout();
        assert!(key.contains(kept) && key.contains("lines") != kept.is_empty(), "{options}: {key}");
    }
    let run = Test::on(SMALL).solver("echo 'Assertion x failed'").options("--same-crash --ignore-out").run();
    run.status(1).says("the command does not crash on stderr: it exits with status 0");
}

#[test]
fn a_crash_is_looked_for_on_a_stream_that_is_printed_in_all() {
    if !all_cases() {
        return;
    }
    let loud = "case $(cat \"$1\") in *assert*) head -c 70000000 /dev/zero; kill -ABRT $$ ;; esac";
    let run = |options: &str| Test::on(SMALL).solver(loud).options(options).run();
    run("--same-crash").status(1).says("in all of it: add --ignore-out or --ignore-err");
    run("--same-crash --ignore-out").status(0).reduced("(assert)\n");
    run("--ignore-output --reject-re x").status(1).says("in all of it: the command has to print less");
}

#[test]
fn a_line_of_shell_is_a_test() {
    let run = |line: &str| {
        let words = ["--test", line, "in.smt2", "out.smt2"];
        Test::on(SMALL).run_with(&words)
    };
    for line in ["grep -q assert {} && echo $$", "cat '{}' | grep assert >/dev/null", "grep -q assert"] {
        run(line).status(0).reduced("(assert)\n");
    }
    run("grep -q nothing {}").status(1).says("the line of --test exits with status 1, and should exit with 0");
    let both = Test::on(SMALL).needs(&["(assert"]).option("--test").option("grep -q check-sat {}").run();
    let text = result(&both);
    assert!(text.contains("(assert") && text.contains("check-sat"), "{text}");
}

#[test]
fn the_recipe_for_a_wrong_proof_asks_for_a_proof() {
    let recipe = recipes().find(|recipe| recipe.kind == "a proof that is wrong").expect("a recipe");
    let call = recipe.call.replace("solver --proof", "./solver").replace("! checker", "! ./checker");
    let line = format!("ddsmt {}", call.replace(" in out", " in.smt2 out.smt2"));
    let solver = "case $(cat \"$1\") in *assert*) echo unsat ;; *) echo sat ;; esac; cat \"$1\"";
    let checker = "grep -q wrong \"$1\" && echo 'step 1 is wrong' && exit 1; exit 0";
    let text = "(declare-const wrong Bool)\n(assert (not wrong))\n(check-sat)\n";
    let run = Test::on(text).solver(solver).script("checker", checker).run_line(&line);
    run.status(0).reduced("(assert wrong)\n");
}

#[test]
fn a_path_that_the_shell_would_read_is_quoted() {
    let words = ["--test", "cat {} | grep -q assert", "in.a b;exit 0", "out.smt2"];
    Test::on(SMALL).input("in.a b;exit 0").run_with(&words).status(0).reduced("(assert)\n");
}

#[test]
fn the_candidate_stands_where_the_user_says() {
    let solver = "[ \"$1\" = --file ] && [ \"$3\" = -x ] || exit 1; grep -q assert \"${2#in=}\" && exit 9";
    let words = ["./solver", "--file", "in=@@", "-x"];
    Test::on(SMALL).solver(solver).options("--placeholder @@").command(words).run().status(0).reduced("(assert)\n");
    let run = Test::on(SMALL).solver("exit 9").options("--placeholder @@").run();
    run.status(2).says("argument --placeholder: the text is in no argument of cmd");
    let plain = Test::on(SMALL).solver("[ \"$1\" = {} ] && grep -q assert $2 && exit 9");
    plain.command(["./solver", "{}"]).run().status(0).reduced("(assert)\n");
}

#[test]
fn a_solver_may_read_its_standard_input() {
    let solver = "[ $# = 1 ] || exit 1; grep -q assert && exit 9";
    let run = Test::on(SMALL).solver(solver).options("--stdin").command(["./solver", "-in"]).run();
    run.status(0).reduced("(assert)\n");
}

#[test]
fn solvers_disagree_either_way_round() {
    let one = answers(&[("(and", "sat")], "unsat");
    let other = answers(&[("(and", "unsat"), ("(assert x", "unknown")], "unsat");
    for (command, second) in [(&one, &other), (&other, &one)] {
        let run = Test::on(SMALL).solver(command).script("second", second).options("--disagree ./second --valid").run();
        let text = result(&run);
        assert!(text.contains("(and"), "{text}");
    }
}

#[test]
fn answers_that_are_swapped_in_the_result_are_told() {
    let one = answers(&[("(and", "unsat")], "sat");
    let other = answers(&[("(and", "sat")], "unsat");
    let test = || Test::on(SMALL).solver(&one).script("second", &other);
    let told = "the command answers sat to the result, and unsat to the input: if that is another failure, --got unsat";
    test().options("--disagree ./second").run().status(0).says(told);
    let run = test().options("--disagree ./second --got unsat").run();
    run.status(0).does_not_say("to the result, and");
    assert!(result(&run).contains("(and"));
}

#[test]
fn the_status_in_a_script_is_no_answer() {
    let text = "(set-info :status unsat)\n(assert (and x x))\n";
    let one = answers(&[("status", "sat\\n(error \"status\")"), ("(and", "sat")], "unknown");
    let run = Test::on(text).solver(&one).script("second", &answers(&[("(and", "unsat")], "sat"));
    let text = result(&run.options("--disagree ./second").run());
    assert!(text.contains("(and") && text.len() < 15, "{text}");
}

#[test]
fn an_answer_that_only_contradicts_the_claim_of_the_input_is_told() {
    let claim = "answer only contradicts what the input claims by (set-info :status ...)";
    let text = format!("(set-info :status unsat)\n{SMALL}");
    let cvc5 = "echo Fatal failure within f >&2; echo Expected result unsat but got sat >&2; kill -ABRT $$";
    let z3 = "echo sat; echo '(error \"line 4 column 10: check annotation that says unsat\")'; exit 1";
    for (solver, options) in sample([(cvc5, "--same-crash"), (cvc5, ""), (z3, "")], 2) {
        let test = |text: &str| Test::on(text).solver(solver).options("--stop-after 1").options(options).run();
        test(&text).status(0).says(claim).says("use --disagree 'OTHER SOLVER'").does_not_say("to compare only that");
        test(SMALL).status(0).does_not_say(claim);
    }
    let run = Test::on(&text).solver(z3).options("--same-crash").run();
    run.status(1).says("does not crash, its answer only contradicts what the input claims: delete (set-info");
    let run = Test::on(&text).solver(z3).script("other", "echo unsat").options("--disagree ./other").run();
    run.status(0).does_not_say(claim);
}

#[test]
fn only_opposite_answers_are_a_disagreement() {
    let other = "the other solver (disagree) should contradict the command's answer to the same check-sat, but";
    let rows = [
        ("echo sat", "echo sat", "both answer sat\n".to_owned()),
        ("echo sat; echo unsat", "echo sat; echo unsat", "both answer sat unsat\n".to_owned()),
        ("echo sat", "echo unknown", format!("{other} answers unknown\n")),
        ("echo sat", "echo timeout", format!("{other} answers unknown\n")),
        ("echo sat", "echo '(error \"x\")'", format!("{other} gives no answer: it printed '(error \"x\")'\n")),
        ("echo sat", "exit 3", format!("{other} exits with status 3 without an answer: it printed nothing\n")),
        ("echo unknown", "echo sat", "the command should answer sat or unsat, but answers unknown\n".to_owned()),
        (
            "echo no >&2; kill -ABRT $$",
            "echo sat",
            "but is ended by signal 6 (it printed 'no'): --same-crash reduces that crash\n".to_owned(),
        ),
        (
            "echo Expected result unsat but got sat >&2; kill -ABRT $$",
            "echo unsat",
            "the command does not answer what the input claims: delete (set-info :status ...) there".to_owned(),
        ),
    ];
    for (solver, other, said) in sample(rows, 2) {
        let run = Test::on(SMALL).solver(solver).script("second", other).options("--disagree ./second").run();
        run.status(1).says(&said);
    }
}

#[test]
fn answers_belong_to_their_check_sat() {
    let text = "(push)\n(check-sat)\n(pop)\n(assert x)\n(check-sat)\n";
    let one = "grep -o 'check-sat\\|assert x' \"$1\" | while read -r w rest; do
        [ $w = assert ] && wrong=yes; [ $w = check-sat ] && if [ \"$wrong\" ]; then echo sat; else echo unknown; fi; done";
    let other = "grep -o check-sat \"$1\" | while read -r w; do echo unsat; done";
    let run = Test::on(text).solver(one).script("second", other).options("--disagree ./second").run();
    let text = result(&run);
    assert!(text.contains("assert x") && text.matches("check-sat").count() == 1, "{text}");
}

#[test]
fn a_referee_takes_part() {
    let one = answers(&[("(and", "sat")], "unknown");
    let referee = answers(&[("declare", "unsat")], "sat");
    let run = Test::on(SMALL).solver(&one).script("second", "echo unsat").script("third", &referee);
    let text = result(&run.options("--disagree ./second --referee ./third").run());
    assert!(text.contains("(and") && text.contains("declare"), "{text}");
    Test::on(SMALL)
        .solver("echo sat")
        .options("--referee ./third")
        .run()
        .status(2)
        .says("only together with --disagree");
}

#[test]
fn an_answer_that_was_expected_is_missed() {
    let one = answers(&[("(and", "unknown")], "unsat");
    let other = answers(&[("declare", "unsat")], "unknown");
    let run = Test::on(SMALL)
        .solver(&one)
        .script("second", &other)
        .options("--disagree ./second --expect unsat --got unknown");
    let text = result(&run.run());
    assert!(text.contains("(and") && text.contains("declare"), "{text}");
    let alone = Test::on(SMALL).solver(&one).options("--got unknown").run();
    assert!(result(&alone).contains("(and"), "{}", result(&alone));
}

/// Returns the text of a solver that loops forever if its input contains `text`.
fn busy(text: &str) -> String {
    format!("case $(cat \"$1\") in *'{text}'*) while :; do :; done ;; esac")
}

#[test]
fn a_slow_run_is_ended_when_it_is_slow_enough() {
    let run = Test::on(SMALL).solver(&busy("(assert")).options("-v --slower-than 100ms").run();
    run.status(0).reduced("(assert)\n").says("comparing: the command needs 100ms of processor time\n");
    let quick = Test::on(SMALL).solver("exit 0").options("--slower-than 10s").run();
    quick.status(1).says("the command is not slow: it needs 0.0").says("and should need 10.00 seconds");
}

#[test]
fn a_run_may_be_slower_than_another() {
    let run = Test::on(SMALL).solver(&busy("(assert")).script("reference", "exit 0");
    let run = run.options("--slower-than-reference 2.5x --slower-than 100ms --reference ./reference --profile").run();
    run.status(0).reduced("(assert)\n");
    let profile: serde_json::Value = serde_json::from_slice(&run.read("profile.json")).expect("JSON");
    let seconds = profile["solver-cpu"].as_f64().expect("a number");
    assert!(seconds >= 0.1, "{seconds} seconds are those of the reference");
    Test::on(SMALL)
        .options("--slower-than-reference 5x")
        .solver("")
        .run()
        .status(2)
        .says("only together with --reference");
}

#[test]
fn a_reference_that_was_fast_by_chance_proves_nothing() {
    let text = "(assert)\n(check-sat)\n";
    let moody = "case $(cat \"$1\") in *'(assert)'*'(check-sat)'*) exit 0 ;; esac
        mkdir \"seen-$(cksum <\"$1\" | tr ' ' -)\" 2>/dev/null || exec sleep 1000";
    let run = Test::on(text).solver(&busy("(assert)")).script("reference", moody);
    let run = run.options("--slower-than-reference 5x --reference ./reference --timeout 1 --disable-all --erase-node");
    run.run().status(0).reduced(text).says("unable to minimize");
}

#[test]
fn every_command_has_the_time_limit_that_is_given() {
    let hangs = "exec sleep 1000";
    for (options, said) in [
        ("--slower-than-reference 5x --reference ./second", "the reference reaches its time limit"),
        ("--disagree ./second", "reaches its time limit without an answer"),
        ("--test ./second", "the line of --test reaches its time limit"),
    ] {
        let test = Test::on(SMALL).solver("echo sat").script("second", hangs);
        test.options(options).options("--timeout 0.3").run().status(1).says(said);
    }
}

/// Returns a script with 40 queries, each in its own scope.
fn queries() -> String {
    let query = |i: usize| format!("(push)\n(assert q{i})\n(check-sat)\n(pop)\n");
    (0..40).map(query).collect()
}

#[test]
fn the_longest_query_comes_first() {
    let solver = "for n in $(sed -n 's/^(assert q\\(.*\\))$/\\1/p; s/^(check-sat)$/x/p' \"$1\"); do
        case $n in x) [ \"$last\" = 17 ] && while :; do :; done; echo sat ;; *) last=$n ;; esac; done";
    for options in sample(["--slower-than 200ms", "--times-out --timeout 0.5"], 2) {
        let run = Test::on(queries()).solver(solver).options("-v -j1").options(options).run();
        run.status(0).reduced("(assert q17)\n(check-sat)\n");
        let log = run.stderr();
        let first = log.lines().find(|line| line.contains("diff")).expect("a success");
        assert!(first.contains("leave one query") && first.ends_with("5 nodes"), "{log}");
        assert!(run.tests() < 30, "{}", run.tests());
    }
}

#[test]
fn a_run_may_hang() {
    let sleeps = "case $(cat \"$1\") in *'(assert'*) exec sleep 1000 ;; esac";
    let run = Test::on("(assert x)\n(check-sat)\n").solver(sleeps).options("--times-out --timeout 0.3").run();
    run.status(0).reduced("(assert)\n").does_not_say("the golden run timed out");
    let ends = Test::on(SMALL).solver("exit 0").options("--times-out").run();
    ends.status(1).says("the command exits with status 0 after ").says("--slower-than if it is slow");
}

#[test]
fn statistics_are_large_enough() {
    let solver = "echo time $$; echo :rlimit $(grep -o x \"$1\" | wc -l); exit 3";
    let run = |least: &str| {
        let test = Test::on("(assert x)\n(assert x)\n(assert y)\n").solver(solver).option("--stat");
        test.option(":rlimit (\\d+)").option("--at-least").option(least).run()
    };
    assert_eq!(result(&run("2")).matches('x').count(), 2);
    run("3").status(1).says("--stat ':rlimit (\\d+)' finds 2, which is less than 3");
    let alone = Test::on(SMALL).solver("").options("--stat (1)").run();
    alone.status(2).says("argument --stat: only together with --at-least");
    let groupless = Test::on(SMALL).solver("").options("--stat x --at-least 1").run();
    groupless.status(2).says("no group such as");
}

#[test]
fn the_commands_of_a_check_are_asked_from_the_cheapest_on() {
    let slow = "echo asked >>asked; sleep 0.2; exit 0";
    let quick = needs(&["(assert (f a b c d e g h))"]);
    let run = Test::on("(assert (f a b c d e g h))\n(check-sat)\n").solver(slow).script("quick", &quick);
    let run = run.options("-v -j1 -c ./quick --ignore-output --disable-all --erase-node").run();
    let asked = run.status(0).text("asked").lines().count() as u64;
    assert!(asked < run.tests(), "{asked} {}", run.tests());
}

#[test]
fn commands_that_are_kept_stay_as_they_are() {
    let text = "(set-logic QF_LIA)\n(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n(get-model)\n";
    for strategy in ["ddmin", "hierarchical", "hybrid"] {
        let run = Test::on(text).needs(&["(assert"]).options("--keep get-model|check-sat|set-logic --strategy");
        let text = result(&run.option(strategy).run());
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("(assert")).collect();
        assert_eq!(lines, ["(set-logic QF_LIA)", "(check-sat)", "(get-model)"], "{text}");
    }
}

#[test]
fn a_declaration_that_is_kept_loses_its_uses_and_holds_nothing_else() {
    // The solver accepts only scripts in which every declared symbol is used, except for the kept one.
    let solver = "text=$(cat \"$1\"); case $text in *'(declare-const kept Bool)'*) ;; *) exit 0 ;; esac
        case $text in *assert*) case $text in *'(assert (and kept y))'*) ;; *) exit 0 ;; esac ;; esac
        [ $(grep -o y \"$1\" | wc -l) != 1 ] || exit 0; exit 9";
    let text = "(declare-const kept Bool)\n(declare-const y Bool)\n(assert (and kept y))\n";
    let run = Test::on(text).solver(solver).options("--keep kept.Bool --disable-all --erase-node").run();
    run.status(0).reduced("(declare-const kept Bool)\n");
    let text = "(declare-const kept Int)\n(assert (> kept kept))\n";
    let run = Test::on(text).needs(&["(>"]).options("--keep kept.Int --disable-all --declaration-default").run();
    run.status(0).reduced("(declare-const kept Int)\n(assert (> 0 0))\n");
}

#[test]
fn a_failure_that_comes_and_goes_is_found_by_repetition() {
    // The solver fails in every third run.
    let solver = "echo >>runs; case $(cat \"$1\") in *'(assert'*) ;; *) exit 0 ;; esac
        [ $(($(wc -l <runs) % 3)) = 0 ] && exit 9; exit 0";
    let run = Test::on(SMALL).solver(solver).options("-j1 --repeat 6 --need 2").run();
    run.status(0).reduced("(assert)\n");
    run.says("the failure is in 2 of 6 golden runs\n").says("the failure is in 2 of 6 runs of the result\n");
    let never = Test::on(SMALL).solver(solver).options("-j1 --repeat 6 --need 3").run();
    never.status(1).says("that is not often enough for --need 3: use a larger --repeat");
    Test::on(SMALL)
        .solver("")
        .options("--need 2")
        .run()
        .status(2)
        .says("must not be larger than the number of --repeat");
}

#[test]
fn malformed_input_is_reduced_too() {
    let text = "(assert (and x y)\n(check-sat)\n(echo \"a)\n";
    let strict = Test::on(text).needs(&["(and"]).run();
    strict.status(1).says("in.smt2:3:7: string is never closed");
    let run = Test::on(text).needs(&["(and", "\""]).options("--lenient").run();
    let text = result(&run);
    assert!(text.contains("(and") && text.contains('"') && text.len() < 12, "{text}");
}

#[test]
fn any_text_is_reduced_by_lines() {
    let text: String = (0..200).map(|i| format!("line {i} (\n")).collect();
    let run = Test::on(&text).needs(&["line 17 (", "line 163 ("]).options("-v --format lines").run();
    run.status(0).reduced("line 17 (\nline 163 (\n");
    run.says(", 200 -> 2 lines (1.0%)\n").does_not_say("assertions");
    assert!(run.tests() < 80, "{}", run.tests());
}

#[test]
fn recipes_are_told() {
    let run = Test::without_input().run_with(&["--help-recipes"]);
    let text = run.status(0).stdout();
    for option in ["--same-crash", "--disagree", "--slower-than 10s", "--test", "--repeat", "--stat"] {
        assert!(text.contains(option), "{option}");
    }
}

#[test]
fn an_unsuitable_golden_run_is_explained_with_a_remedy() {
    let rows = [
        (
            "exit 0",
            "--same-crash",
            "it printed nothing: if it crashes in some runs only, add --repeat 20 --need 1; else leave out --same-crash",
        ),
        (
            "echo '(error \"unknown option --x\")'; exit 1",
            "--same-crash",
            "the command rejects its options: '(error \"unknown option --x\")'",
        ),
        (
            "echo '(error \"line 1\")'",
            "",
            "reports an error: '(error \"line 1\")': if that is not the failure, correct",
        ),
        ("echo x: Parse error >&2; exit 1", "", "reports an error: 'x: Parse error'"),
        ("echo Error: no input", "--stdin", "reports an error: 'Error: no input'"),
        ("echo sat; echo slow >&2", "--match-out-re unsat", "'unsat', but it printed 'sat'"),
        (
            "exec sleep 1000",
            "--timeout 0.2",
            "reaches its limit whatever its input is, even on an empty file: use a larger --timeout",
        ),
        ("exit 0", "--timeout 5 --times-out", "use a smaller --timeout, or --slower-than"),
        ("echo $$", "", "two golden runs differ in line 1 of stdout"),
        ("echo $$", "", "use --match-out with what stays, or --ignore-out"),
        ("echo warning at $$; echo '(error \"odd term\")'; exit 1", "", "use --match-out 'odd term', or --ignore-out"),
        ("echo warning at $$; echo Error: $1: odd >&2; exit 1", "", "use --match-out 'warning at', or --ignore-out"),
        ("exit 0", "--slower-than 10s", "and should need 10.00 seconds: ask for less"),
        ("exit 0", "--disagree nowhere", "Command \"nowhere\" is not a regular file"),
    ];
    for (solver, options, said) in rows {
        Test::on(SMALL).solver(solver).options("--disable-all").options(options).run().says(said);
    }
    let run = Test::on("(assert").solver("exit 1").run();
    run.status(1).says("in.smt2:1:1: ").says("--lenient goes on");
}

#[test]
fn result_differs_agrees_with_disagree() {
    let text = "(declare-const x Bool)\n(check-sat)\n(assert (and x (or x)))\n(check-sat)\n(exit)\n";
    let one = "grep -o 'check-sat\\|(and' \"$1\" | while read -r w; do
        case $w in check-sat) echo ${said:-unknown} ;; *) said=sat ;; esac; done";
    let other = "grep -q declare \"$1\" || echo '(error \"x\")'; grep -o check-sat \"$1\" | sed 's/.*/unsat/'";
    let test = || Test::on(text).solver(one).script("other", other);
    let built_in = result(&test().options("--disagree ./other").run());
    assert!(built_in.contains("(and") && built_in.contains("declare"), "{built_in}");
    let script = repository().join("scripts/result-differs");
    let by_script = test().options("--ignore-output").command([script, "./solver".into(), "./other".into()]);
    assert_eq!(result(&by_script.run()), built_in);
}

/// Whether a script calls the input a failure (status 1), and whether the options do.
fn verdicts(test: impl Fn() -> Test, script: &str, options: &str) -> [bool; 2] {
    let scripts = repository().join("scripts");
    let line = format!("{}/{script} in.smt2 || {{ [ $? = 1 ] && echo fails; }}", scripts.display());
    let by_script = test().run_line(&line).status(0).stdout() == "fails\n";
    let built_in = test().options("--disable-all").options(options).run();
    [by_script, !built_in.stderr().contains("[ddSMT ERROR]")]
}

#[test]
fn result_differs_and_disagree_call_the_same_a_failure() {
    // No error stands before an answer: ddsmt ignores errors that the golden run has, but the script has no golden run.
    let said = ["sat", "unsat", "unknown", "timeout", "", "sat\\nunsat", "(error)", " sat \\n(error x)"];
    let pairs = (0..said.len()).flat_map(|i| (0..said.len()).map(move |j| (i, j)));
    // All pairs with `DDSMT_ALL_CASES`, and else a third of them, with opposite and equal ones.
    let chosen: Vec<_> = pairs.filter(|(i, j)| all_cases() || (i + j) % 3 == 1).collect();
    for (one, other) in chosen.into_iter().map(|(i, j)| (said[i], said[j])) {
        let printing = |text: &str| format!("printf '{text}\\n'");
        let test = || Test::on(SMALL).solver(&printing(one)).script("other", &printing(other));
        let [by_script, built_in] = verdicts(test, "result-differs ./solver ./other", "--disagree ./other");
        assert_eq!(by_script, built_in, "{one:?} {other:?}");
    }
}

#[test]
fn compare_time_and_slower_than_reference_call_the_same_a_failure() {
    let (slow, fast) = (busy("(assert"), "exit 0".to_owned());
    for (solver, other, fails) in [(&slow, &fast, true), (&fast, &fast, false)] {
        let test = || Test::on(SMALL).solver(solver).script("other", other).environment("LIMIT", "0.5");
        let options = "--slower-than-reference 5x --reference ./other";
        assert_eq!(verdicts(test, "compare-time 5 ./solver ./other", options), [fails; 2]);
    }
}

#[test]
fn compare_time_and_slower_than_reference_agree_on_real_solvers() {
    if !all_cases() {
        return;
    }
    // The ratio of the times is far from the factor in every row, and a time limit is far above what a fast run takes.
    let rows = [
        ("slow-z3-factors.smt2", "z3-4.8.7", "cvc4-1.8", "5", "2", true),
        ("slow-z3-factors.smt2", "cvc4-1.8", "z3-4.8.7", "5", "2", false),
        ("wrong-answer-z3-order.smt2", "z3-4.8.7", "z3-4.14.1", "50", "60", false),
    ];
    for (example, solver, reference, factor, limit, fails) in rows {
        let (Some(solver), Some(reference)) = (real_solver(solver), real_solver(reference)) else { return };
        let test = || Test::on_file(&format!("examples/{example}")).environment("LIMIT", limit).command([&solver]);
        let (solver, reference) = (solver.display(), reference.display());
        let options = format!("--timeout {limit} --slower-than-reference {factor}x --reference {reference}");
        let script = format!("compare-time {factor} {solver} {reference}");
        assert_eq!(verdicts(test, &script, &options), [fails; 2], "{example}: {solver} beside {reference}");
    }
}

#[test]
fn what_is_not_compared_is_shown_to_its_end() {
    let solver = "head -c 200000 /dev/zero | tr '\\0' x; echo; echo end; exit 3";
    Test::on(SMALL).solver(solver).options("-v --ignore-output --stop-after 1").run().status(0).says("x\nend\n");
}

#[test]
fn the_key_of_a_failure_is_told_as_json() {
    let crash = "text=$(cat \"$1\")
        case $text in *hang*) exec sleep 1000 ;; *wrong*) echo sat; echo no logic >&2; exit ;; *fine*) echo unsat; echo \"$1: no logic\" >&2; exit ;; esac
        echo \"==$$== $1:$((${#text})): Assertion \\`a' failed at 0x7f$$\" >&2
        kill -ABRT $$";
    let key = |text: &str, line: &str| {
        let test = Test::on(text).solver(crash).script("other", "echo unsat");
        let run = test.run_line(&format!("ddsmt --signature {line}"));
        serde_json::from_str::<serde_json::Value>(&run.status(0).stdout()).expect("JSON")
    };
    let first = key("(a)", "in.smt2 ./solver");
    assert_eq!(first["key"]["kind"], "assertion");
    assert_eq!(first["key"]["signal"], 6);
    assert_eq!(first["key"]["lines"][0], "PROCESS input.smt2:LINE: Assertion `a' failed at ADDRESS");
    assert_eq!(first["name"], key("(a (longer text))", "in.smt2 -- ./solver")["name"]);
    let hang = key("(hang)", "--timeout 500ms in.smt2 ./solver");
    assert_eq!(hang["key"], serde_json::json!({"kind": "time-out"}));
    let wrong = key("(wrong)", "--disagree ./other in.smt2 ./solver");
    assert_eq!(wrong["key"], serde_json::json!({"kind": "wrong-answer", "answer": "sat"}));
    assert_eq!(wrong["message"], "answers sat, which another solver contradicts");
    assert!(key("(wrong)", "in.smt2 ./solver")["key"].is_null());
    assert!(key("(fine)", "--disagree ./other in.smt2 ./solver")["key"].is_null());
    assert_eq!(key("(x)", "--disagree ./other in.smt2 ./solver")["key"], first["key"]);
    let asked = key("(fine)", "--match-out unsat in.smt2 ./solver");
    assert_eq!(asked["key"], serde_json::json!({"kind": "as-asked", "exit": 0}));
    assert_eq!(asked["message"], "input.smt2: no logic");
    assert!(key("(wrong)", "--match-out unsat in.smt2 ./solver")["key"].is_null());
}
