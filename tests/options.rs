//! Effects of options on the run, its result and its messages.

use crate::test::{Test, needs, sample};

const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

#[test]
fn a_second_command_keeps_its_behaviour() {
    let run = Test::on(SMALL)
        .solver(&needs(&["(assert"]))
        .script("second", &needs(&["(check-sat)"]))
        .option("-c")
        .option("./second  --with words")
        .options("-v")
        .run();
    run.status(0).says("command (cc):    './second --with words'\n").says("golden exit (cc): 9\n");
    let result = run.result();
    assert!(result.contains("(check-sat)") && result.contains("(assert"), "{result}");
}

#[test]
fn a_second_command_has_its_own_comparison() {
    let chatty = "cat \"$1\"; exit 3";
    let run = |options: &str| {
        let test = Test::on(SMALL).needs(&["(assert"]).script("second", chatty);
        test.options("-c ./second").options(options).run()
    };
    run("").status(0).says("unable to minimize input file").reduced(SMALL);
    run("--ignore-output-cc").status(0).reduced("(assert)\n");
    let result = run("--match-out-cc (check-sat)").status(0).result();
    assert!(result.contains("(check-sat)\n") && result.contains("(assert)\n"), "{result}");
}

#[test]
fn outputs_are_compared_as_the_options_say() {
    let solver = "cat \"$1\"; grep -c x \"$1\" >&2; case $(cat \"$1\") in *assert*) exit 9 ;; esac";
    let result = |options: &str| Test::on(SMALL).solver(solver).options(options).run().status(0).result();
    assert_eq!(result(""), SMALL);
    assert_eq!(result("--ignore-output"), "(assert)\n");
    assert_eq!(result("--ignore-err"), SMALL);
    assert_eq!(result("--ignore-out").lines().filter(|line| line.contains('x')).count(), 2, "as at first");
    let both = result("--ignore-err --match-out (check-sat)");
    assert!(both.contains("(check-sat)\n") && both.contains("(assert)\n"), "{both}");
}

#[test]
fn layouts_change_the_output_only() {
    let text = "(assert (and (or a b) (= (f x) (g (h y)) z)))\n";
    let pretty = Test::on(text).needs(&[text.trim_end()]).options("--pretty-print").run();
    pretty.status(0);
    let run = |option: &str| Test::on(text).run_with(&["--parser-test", option, "in.smt2"]).status(0).stdout();
    assert_eq!(run("-v"), text);
    assert_eq!(
        run("--pretty-print"),
        "(assert\n  (and\n    (or a b)\n    (=\n      (f x)\n      (g\n        (h y)\n      )\n      z\n    )\n  )\n)\n"
    );
    assert_eq!(run("--shortest"), "(assert(and(or a b)(=(f x)(g(h y))z)))\n");
    let lines = "a(\n  b \"\n";
    assert_eq!(Test::on(lines).run_with(&["--parser-test", "--format", "lines", "in.smt2"]).status(0).stdout(), lines);
    let long = format!("(assert (and {}))\n", "abcdefghi ".repeat(20).trim_end());
    let wrapped = Test::on(&long).run_with(&["--parser-test", "--wrap-lines", "in.smt2"]).status(0).stdout();
    assert!(wrapped.lines().count() > 2 && wrapped.lines().all(|line| line.len() <= 78), "{wrapped}");
    assert_eq!(wrapped.split_whitespace().collect::<Vec<_>>(), long.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn a_reduced_file_has_the_layout_that_was_asked_for() {
    let text = "(declare-const x Bool)\n(assert (and (or x x) (not x)))\n";
    let solver = "case $(tr -d ' \\n' <\"$1\") in *'(assert(and(orxx)(notx)))'*) exit 9 ;; esac";
    let run = Test::on(text).solver(solver).options("--pretty-print").run();
    run.status(0).reduced("(assert\n  (and\n    (or x x)\n    (not x)\n  )\n)\n").does_not_say("layout");
}

#[test]
fn a_layout_in_which_the_failure_is_gone_is_not_used() {
    let text = "(declare-const x Bool)\n(assert (and (or x x) (not x)))\n";
    let run = Test::on(text).needs(&["(assert (and (or x x) (not x)))"]).options("--pretty-print").run();
    run.status(0).reduced("(assert (and (or x x) (not x)))\n");
    run.says("[ddSMT WARNING] the result does not fail in the requested layout, which is not used");
}

#[test]
fn a_result_is_well_sorted_with_valid_and_may_be_ill_sorted_without() {
    let text = "(declare-const x (_ BitVec 4))\n(declare-const p Bool)\n(assert (and p (= #b0110 (bvudiv (bvadd x #b0001) x))))\n";
    for (options, result) in [("", "(((bvudiv #b0)))\n"), ("--valid", "(assert (= #b0 (bvudiv #b0 #b0)))\n")] {
        Test::on(text).needs(&["(bvudiv "]).options(options).run().status(0).reduced(result);
    }
}

#[test]
fn an_input_of_which_valid_can_promise_nothing_is_told() {
    let text = "(declare-const x Int)\n(declare-const b Bool)\n(assert (> x b))\n";
    let run = |options: &str| Test::on(text).needs(&["x b"]).options(options).run();
    run("--valid").status(0).says("--valid: the input is not well-sorted, nor need the result be: (assert (> x b))\n");
    run("").status(0).does_not_say("well-sorted");
}

#[test]
fn with_valid_an_integer_may_stay_for_a_real_and_becomes_nothing_worse() {
    let text = "(declare-fun f (Real) Bool)\n(declare-const x Real)\n(assert (and (f 1) (> x 0.5)))\n(check-sat)\n";
    let run = Test::on(text).needs(&["(f 1)"]).options("--valid").run();
    run.status(0).reduced("(declare-fun f (Real) Bool)\n(assert (f 1))\n");
}

#[test]
fn the_size_of_a_file_is_told_as_json() {
    let run = Test::on("(a (b c)) ; comment\nd\n").run_with(&["--info", "in.smt2"]);
    let info: serde_json::Value = serde_json::from_str(&run.status(0).stdout()).expect("JSON");
    assert_eq!((info["file-size"].as_u64(), info["num-expressions"].as_u64()), (Some(22), Some(2)));
    assert_eq!(info["num-nodes"].as_u64(), Some(6));
    assert!(info["parse-time"].is_number());
}

#[test]
fn an_aliased_option_is_one_that_its_beginning_names() {
    let run = Test::on(SMALL).needs(&["(assert"]).options("--strat=ddmin -vj2 --ignore-output").run();
    run.status(0).says("gran: ").does_not_say("#1: ");
}

#[test]
fn verbosity_is_more_or_less() {
    let said = |options: &str| Test::on(SMALL).needs(&["(assert"]).options(options).run().status(0).stderr();
    assert!(said("-v").contains("[ddSMT INFO] runtime:") && !said("-v").contains("[ddSMT DEBUG]"));
    let files = "[ddSMT INFO] input file:      'in.smt2'\n[ddSMT INFO] output file:     'out.smt2'\n[ddSMT INFO] command:         './solver'\n";
    let sizes = "[ddSMT INFO] input file:\n[ddSMT INFO]   file size:     54 B\n[ddSMT INFO]   s-expressions: 4
[ddSMT INFO] reduced file:\n[ddSMT INFO]   file size:     9 B (16.7%)\n[ddSMT INFO]   s-expressions: 1 (25.0%)\n";
    assert!(said("-v").contains(files) && said("-v").contains(sizes), "{}", said("-v"));
    let limits = "[ddSMT INFO] command (cc):    './solver -x'\n[ddSMT INFO] time limit:      20.0 seconds\n[ddSMT INFO] time limit (cc): 2.5 seconds\n";
    let run = Test::on(SMALL)
        .needs(&["(assert"])
        .option("-c")
        .option("./solver -x")
        .options("-v --timeout 20 --timeout-cc 2.5");
    run.run().status(0).says(limits);
    assert!(said("-vv").contains("[ddSMT DEBUG] parsed 4 s-expressions in "));
    assert!(!said("").contains("INFO"));
    assert_eq!(said("-qq"), "");
    assert_eq!(said("-qqqq"), "");
}

#[test]
fn a_golden_run_that_is_cut_off_is_one_that_hangs() {
    let solver = "case $(cat \"$1\") in *assert*) exec sleep 1000 ;; esac";
    let run = Test::on("(assert x)\n(check-sat)\n").solver(solver).options("-v --timeout 1.5").run();
    run.status(0).says("golden exit: None\n").says("[ddSMT WARNING] the golden run timed out").reduced("(assert)\n");
}

#[test]
fn two_runs_that_disturb_each_other_are_made_one_after_the_other() {
    // The first run keeps the folder `busy` until another run has found it.
    let solver = "mkdir busy 2>/dev/null || { touch met; exit 1; }
        while [ ! -e met ]; do :; done
        rmdir busy
        case $(cat \"$1\") in *'(assert'*) exit 9 ;; esac";
    let run = Test::on(SMALL).solver(solver).options("-v -j2 --timeout 60").run();
    run.status(0).says("[ddSMT WARNING] two runs of the command disturb each other, or").reduced("(assert)\n");
}

#[test]
fn a_failure_that_stays_away_once_is_not_taken_for_runs_that_disturb_each_other() {
    // The first text that is run again passes, once.
    let solver = "cmp -s \"$1\" in.smt2 && exit 9; [ $(grep -c '(assert' \"$1\") -ge 12 ] || exit 0
        seen=home/$(cksum <\"$1\" | tr -d ' '); mkdir $seen 2>/dev/null || ! mkdir home/once 2>/dev/null || exit 0; exit 9";
    let run = Test::on("(push 1)\n(assert)\n".repeat(20)).solver(solver).options("-j2 --no-warm-start").run();
    run.status(0).says("[ddSMT WARNING] the failure comes and goes: an input on which").does_not_say("begins again");
}

#[test]
fn a_lock_that_a_run_has_left_behind_is_suspected() {
    // Runs wait in vain after the sixth, until somebody helps.
    let solver = "echo >>home/count; n=$(wc -l <home/count); [ $n -le 6 ] || [ $n -gt 24 ] || exec sleep 1000
        grep -q '(assert' \"$1\" && exit 9; exit 0";
    let run = Test::on("(push 1)\n(assert)\n".repeat(20)).solver(solver).options("-j2 --timeout 0.5").run();
    run.status(0).says("has left a lock behind, remove it and begin again, with -j1 if it comes back\n");
}

#[test]
fn large_changes_first_are_proposed_where_one_check_takes_long() {
    let said = |options: &str| {
        // The shell computes for two seconds.
        let solver = "while cmp -s \"$1\" in.smt2 && read -r _ _ _ _ _ _ _ _ _ _ _ _ _ user system _ </proc/$$/stat &&
            [ $((user + system)) -lt 205 ]; do i=0; while [ $((i += 1)) -lt 20000 ]; do :; done; done
            grep -q '(assert' \"$1\" && exit 9; exit 0";
        let test = Test::on("(assert)\n".repeat(40)).solver(solver);
        test.options(&format!("-j1 --no-warm-start {options}")).run().status(0).stderr()
    };
    let call = "ddsmt --min-gain 11 -j1 --no-warm-start in.smt2 out.smt2 ./solver\n";
    assert!(said("").contains(&format!(" s: to make large changes first: {call}")));
    assert!(!said("--min-gain 9").contains("large changes first"));
}

#[test]
fn two_golden_runs_that_differ_are_told_with_the_options_that_help() {
    let run = Test::on(SMALL).solver("echo $$; case $(cat \"$1\") in *assert*) exit 9 ;; esac").options("-v").run();
    run.status(0).says("[ddSMT WARNING] two golden runs differ").says("--ignore-out");
    let run =
        Test::on(SMALL).solver("echo $$; case $(cat \"$1\") in *assert*) exit 9 ;; esac").options("--ignore-out").run();
    run.status(0).does_not_say("differ").reduced("(assert)\n");
}

#[test]
fn configuration_is_told_on_the_way() {
    let run = Test::on(SMALL).needs(&["(assert"]).options("--strategy ddmin --dump-config").run();
    assert!(run.status(0).stdout().contains("ddmin"), "{}", run.stdout());
}

#[test]
fn a_variable_is_replaced_by_larger_or_by_smaller_ones() {
    let declared = "(declare-const a Int)\n(declare-const mm Int)\n(declare-const z Int)\n";
    let text = |variable: &str| format!("{declared}(assert (= {variable} 0))\n");
    for strategy in ["ddmin", "hierarchical", "hybrid"] {
        for (mode, variable) in
            [("", "z"), ("--replace-by-variable-mode=inc", "z"), ("--replace-by-variable-mode=dec", "a")]
        {
            let options = format!("--disable-all --replace-by-variable {mode} --strategy {strategy}");
            let run = Test::on(text("mm")).solver("exit 9").options(&options).run();
            run.status(0).reduced(text(variable));
        }
    }
}

#[test]
fn the_effort_is_told_even_if_it_was_in_vain() {
    let run = Test::on("(a b)\n").needs(&["(a b)"]).options("-v").run();
    assert!(run.status(0).tests() > 0);
}

#[test]
fn loops_are_looked_for_and_there_are_none() {
    let run = Test::on_file("tests/fixtures/lets.smt2").needs(&["(* ", "(assert"]).options("--check-loops").run();
    run.status(0).does_not_say("already been seen");
}

#[test]
fn every_step_leaves_a_diff() {
    for (strategy, name) in [("ddmin", "erase node"), ("hierarchical", "substitute by a constant")] {
        let run = Test::on(SMALL).needs(&["(assert"]).options("--dump-diffs --strategy").option(strategy).run();
        let first = run.status(0).text(".simp-1.diff");
        let lines: Vec<&str> = first.lines().take(4).collect();
        assert_eq!(lines[1..3], ["--- ", "+++ "], "{first}");
        assert!(lines[0] == name && lines[3].starts_with("@@ -"), "{first}");
    }
}

#[test]
fn a_profile_tells_times_and_effort() {
    let run = Test::on(SMALL).needs(&["(assert"]).options("-v -j1 --profile").run();
    let text = run.status(0).read("profile.json");
    let profile: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    for key in ["runtime", "main-process", "solver-wall", "solver-cpu"] {
        assert!(profile[key].as_f64().is_some_and(|seconds| seconds >= 0.0), "{profile}");
    }
    assert!(profile["solver-runs"].as_u64().is_some_and(|runs| runs >= run.tests()), "{profile}");
    let curve = profile["curve"].as_array().expect("points");
    assert_eq!(curve.last().map(|point| point["bytes"].clone()), Some(run.result().len().into()), "{profile}");
    let rows = profile["effort"].as_array().expect("rows");
    let erased = rows.iter().find(|row| row["mutator"] == "erase-node" && row["strategy"] == "ddmin").expect("a row");
    assert!(erased["accepted"].as_u64() > Some(0) && erased["answers"].as_u64() >= erased["accepted"].as_u64());
}

#[test]
fn passes_of_hierarchical_are_told() {
    let told = |strategy: &str| {
        let run = Test::on(SMALL).needs(&["(assert"]).options("-v --strategy").option(strategy).run();
        let lines = ["Starting over", "No further simplification found"];
        let stderr = run.status(0).stderr();
        stderr.lines().filter_map(|line| lines.iter().position(|told| line.ends_with(told))).collect::<Vec<_>>()
    };
    let passes = told("hierarchical");
    // Consecutive ends of passes are logged once, and after the last one nothing starts over.
    assert!(passes.contains(&0) && passes.ends_with(&[1]), "{passes:?}");
    assert!(!passes.windows(2).any(|two| two == [1, 1]), "{passes:?}");
    assert!(told("ddmin").is_empty());
}

#[test]
fn a_candidate_that_hangs_is_cut_off_early_and_asked_again() {
    let solver = format!("[ -s \"$1\" ] || while :; do :; done\n{}", needs(&["(assert"]));
    let run = |options: &str| Test::on("(assert)\n").solver(&solver).options(options).run();
    run("-v").status(0).says("limits:          1 runs cut off, 1 repeated, 0 of them ended\n");
    for options in sample(["-v --timeout 1", "-v --fixed-timeout"], 2) {
        run(options).status(0).does_not_say("limits:");
    }
}

#[test]
fn changes_that_gain_little_are_left_for_later() {
    let text = "(declare-const x Bool)\n(assert (and x (or x x)))\n(check-sat)\n";
    let gains = |options: &str| {
        let run = Test::on(text).needs(&["(assert"]).options("-v -j1 --strategy ddmin").options(options).run();
        let gain = |line: &str| line.split("diff -").nth(1)?.split(' ').next()?.parse::<u64>().ok();
        run.status(0).stderr().lines().filter_map(gain).collect::<Vec<u64>>()
    };
    assert_eq!(gains("").first(), Some(&12), "check-sat goes first");
    assert_eq!(gains("--min-gain 13").first(), Some(&14), "the declaration goes first");
}

#[test]
fn every_saving_is_told() {
    let test = Test::on_file("tests/fixtures/words.smt2").needs(&["str.len", "at", "> "]);
    let stderr = test.options("-v -j1").run().status(0).stderr();
    let line = stderr.lines().find_map(|line| line.split("not asked:").nth(1)).unwrap_or_default();
    let savings: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(savings.len() == 4 && !savings.contains(&0), "{line}");
}

#[test]
fn arguments_that_the_failure_does_not_need_are_told() {
    let solver = "case \"$*\" in *--deep*) ;; *) exit 0 ;; esac; for last; do :; done; \
        if test -f \"$last\" && grep -q assert \"$last\"; then exit 9; fi";
    let run = |words: &[&str]| {
        let command = [&["./solver"], words].concat();
        Test::on(SMALL).solver(solver).options("--reduce-args").command(command).run()
    };
    run(&["--seed", "7", "--deep", "-v"]).status(0).says("needs 1 of 4 arguments: ./solver --deep out.smt2\n");
    run(&["--deep"]).status(0).says("needs 1 of 1 arguments");
    let run =
        Test::on(SMALL).needs(&["(assert"]).options("--reduce-args --placeholder @").command(["./solver", "@"]).run();
    run.status(0).says("needs 1 of 1 arguments: ./solver out.smt2\n");
}

#[test]
fn a_thorough_search_begins_anew_and_keeps_the_smallest_end() {
    // Either assertion can go first, and which one does depends on their order.
    let (key, lock) = (format!("(assert (f KEY {}))", "a".repeat(100)), format!("LOCK {}", "b".repeat(99)));
    let run = |solver: &str, assertions: [&str; 2], options: &str| {
        Test::on(assertions.map(|text| format!("{text}\n")).concat()).solver(solver).options(options).run()
    };
    let asserted = format!("(assert (f {lock}))");
    let solver = format!("grep -q -e LOCK -e '{key}' \"$1\" && exit 9; exit 0");
    for effort in ["quick", "normal"] {
        let run = run(&solver, [&asserted, &key], &format!("--effort {effort}"));
        run.status(0).reduced(format!("{key}\n"));
    }
    for jobs in [1, 4] {
        let run = run(&solver, [&asserted, &key], &format!("--effort thorough -j{jobs}"));
        run.status(0).reduced("(LOCK)\n").says("118 bytes: once more from the input in another order (1 of 3)");
    }
    // Here another order leads to a larger result, which is not kept.
    let solver = solver.replace("LOCK", &format!("'{lock}'"));
    let run = run(&solver, [&key, &asserted], "--effort thorough");
    run.status(0).reduced(format!("(({lock}))\n")).says("(3 of 3)");
}

#[test]
fn bash_completes_the_command_and_leaves_its_options_alone() {
    let rows = [
        ("a b ddsmt-so", "ddsmt-solver"),
        ("-j 8 --match-out = x a b -- ddsmt-so", "ddsmt-solver"),
        ("--triage a b --strategy hybrid ddsmt-so", "ddsmt-solver"),
        ("--signature a ddsmt-so", "ddsmt-solver"),
        ("--disagree ddsmt-so", "ddsmt-solver"),
        ("--launcher = ddsmt-so", "ddsmt-solver"),
        ("ddsmt-so", ""),
        ("a b ddsmt-solver --strat", ""),
        ("a b --strat", ""),
        ("--triage a b --strat", "--strategy"),
        ("a --strat", "--strategy"),
        ("--strategy = hi", "hierarchical"),
    ];
    let line = "ddsmt --generate bash >script; PATH=$PWD/bin:$PATH exec bash -c '. ./script
        while read -ra COMP_WORDS; do
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _ddsmt_words ddsmt \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"
            echo \"${COMPREPLY[*]}\"
        done <lines'";
    let lines: String = rows.iter().map(|(words, _)| format!("ddsmt {words}\n")).collect();
    let run = Test::without_input().script("bin/ddsmt-solver", "").file("lines", lines).run_line(line);
    let completed = run.stdout();
    for ((words, wanted), completed) in rows.iter().zip(completed.lines()) {
        assert_eq!(completed, *wanted, "{words}");
    }
    assert_eq!(completed.lines().count(), rows.len());
}
