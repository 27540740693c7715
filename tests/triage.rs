//! Triage of many failing inputs, on a pretended solver.

use crate::test::{Outcome, Test, repository};
use serde_json::Value;

/// A solver that fails in four ways; one of its messages names a symbol of the input.
const SOLVER: &str = "text=$(cat \"$1\")
    case $text in
    *left*) echo \"$1: core.c:${#text}: Assertion \\`left' failed.\" >&2; exit 134 ;;
    *right*) echo \"core.c:9: Assertion \\`right' failed.\" >&2; exit 134 ;;
    *deep*) kill -SEGV $$ ;;
    esac
    name=$(echo \"$text\" | sed -n 's/.*(declare-const \\([a-z]*\\) Bool).*/\\1/p')
    case $name in '') ;; *) echo \"core.c:3: Assertion \\`$name' failed.\" >&2; exit 134 ;; esac";

fn inputs(rows: &[(&str, &str)]) -> Test {
    let test = Test::without_input().solver(SOLVER);
    rows.iter().fold(test, |test, (name, text)| test.file(&format!("in/{name}"), text))
}

/// Returns a test with several failing inputs, and one that does not fail.
fn night() -> Test {
    inputs(&[
        ("1.smt2", "(check-sat)\n(assert (left a b c))\n"),
        ("2.smt2", "(assert (left a))\n(assert b)\n"),
        ("more/3.smt2", "(assert (and x (right y)))\n"),
        ("4.smt2", "(assert (deep y z))\n"),
        ("5.smt2", "(assert fine)\n"),
        ("6.smt2", "(declare-const foo Bool)\n(assert b)\n"),
        ("7.smt2", "(assert c)\n(declare-const bar Bool)\n"),
        ("notes.txt", "left"),
    ])
}

fn rows(run: &Outcome) -> Vec<Value> {
    serde_json::from_slice(&run.read("out/bugs.json")).expect("JSON")
}

#[test]
fn each_bug_is_reduced_once_and_known_ones_are_not() {
    let lines = "ddsmt --triage in out -j2 --exit-status detailed -- ./solver || echo ends with $?
        ls out/state/runs | wc -l; stat -c %Y.%i out/bugs/* >before
        echo '(assert (right z z))' >in/8.smt2; mkdir known; cp \"$(grep -l right out/bugs/*)\" known/r.smt2
        ddsmt --triage in out --known known --exit-status detailed ./solver || echo ends with $?
        ls out/state/runs | wc -l; stat -c %Y.%i out/bugs/* | cmp - before && echo nothing again
        ddsmt --triage in out --known out/bugs --exit-status detailed -qq ./solver || echo ends with $?
        ddsmt --triage in out --known known ./solver || echo ends with $?";
    let run = night().run_line(lines);
    let told = run.status(0).stdout();
    assert_eq!(told, "ends with 7\n7\nends with 7\n8\nnothing again\nends with 6\n", "{}", run.stderr());
    let rows = rows(&run);
    let told: Vec<(u64, bool)> =
        rows.iter().map(|row| (row["inputs"].as_u64().expect("a number"), row["known"].is_null())).collect();
    assert_eq!(told.len(), 4, "{rows:#?}");
    assert_eq!(told.iter().map(|(inputs, _)| inputs).collect::<Vec<_>>(), [&2, &2, &2, &1]);
    let known = rows.iter().find(|row| !row["known"].is_null()).expect("the one that is known");
    assert_eq!(known["inputs"], 2);
    assert!(known["message"].as_str().is_some_and(|text| text.contains("right")), "{known}");
    let joined = rows.iter().find(|row| row["also"] != serde_json::json!([])).expect("two that are equal up to names");
    assert!(joined["message"].as_str().is_some_and(|text| text.contains("foo") || text.contains("bar")), "{joined}");
    let left = rows.iter().find(|row| row["message"].as_str().is_some_and(|text| text.contains("left")));
    let left = left.expect("a row");
    let file = left["file"].as_str().expect("a path");
    let text = run.text(&format!("out/{file}"));
    assert!(text.contains("left") && text.len() < 10, "{text}");
    assert_eq!(left["shown_by"], serde_json::json!([format!("./solver out/{file}")]));
    for page in ["out/bugs.md", "out/index.html"] {
        let text = run.text(page);
        assert!(text.contains("known/r.smt2") && text.contains(file), "{text}");
        assert!(text.contains("1 input does not fail: ") && text.contains("/in/5.smt2"), "{text}");
    }
    let index = run.text("out/index.html");
    for kind in ["html", "md"] {
        let report = format!("reports/{}.{kind}", left["name"].as_str().expect("a name"));
        assert!(index.contains(&format!("href=\"{report}\"")), "{index}");
        assert!(run.text(&format!("out/{report}")).contains("left"), "{report}");
    }
    run.says("4 bugs, 1 known: out/index.html")
        .says("7 inputs fail in 5 ways, 1 known")
        .says("1 input does not fail: ");
    // A failure by a signal has no message of its own.
    run.says("bytes in ").says("s: signal 11\n");
    assert!(rows.iter().any(|row| row["message"] == "signal 11"), "{rows:#?}");
    assert!(!run.stderr().lines().any(|line| line.ends_with(": ")), "{}", run.stderr());
}

#[test]
fn an_error_is_a_bug_wherever_it_is_and_is_reduced() {
    // With check-sat and `model` the model is invalid. Without the declaration another error comes first.
    let solver = "line=$(grep -n 'check-sat' \"$1\" | cut -d: -f1)
        [ -n \"$line\" ] || exit 0
        grep -q declare \"$1\" || echo '(error \"line 2 column 9: unknown constant\")'
        echo sat
        grep -q model \"$1\" || exit 0
        echo \"(error \\\"line $line column 10: an invalid model was generated\\\")\"
        exit 1";
    let inputs = Test::without_input()
        .solver(solver)
        .file("in/1.smt2", "(declare-const x Bool)\n(assert (model x))\n(check-sat)\n")
        .file("in/2.smt2", "(declare-const x Bool)\n(assert (or x x))\n(assert (and (model x) x))\n(check-sat)\n");
    let run = inputs.run_line(
        "ddsmt --triage in out -j1 --exit-status detailed ./solver || echo ends with $?
        ddsmt --signature out/bugs/* ./solver",
    );
    let told = run.status(0).stdout();
    assert!(told.starts_with("ends with 7\n") && told.contains("an invalid model was generated"), "{told}");
    run.says("2 inputs fail in 1 way, 0 known").says("1 bug, 0 known: out/index.html");
    let rows = rows(&run);
    let [bug] = &rows[..] else { panic!("{rows:#?}") };
    assert_eq!((&bug["inputs"], &bug["note"]), (&2.into(), &Value::Null), "{bug:#}");
    assert_eq!(bug["message"], "an invalid model was generated");
    assert_eq!((&bug["key"]["kind"], &bug["key"]["exit"]), (&"exit".into(), &1.into()), "{bug:#}");
    let text = run.text(&format!("out/{}", bug["file"].as_str().expect("a path")));
    assert!(text.contains("declare") && text.contains("model") && text.len() < 60, "{text}");
}

#[test]
fn a_fault_of_the_solver_is_the_bug_though_another_error_comes_first() {
    let solver = "echo '(error \"line 1 column 9: unknown constant x\")'
        grep -q model \"$1\" && echo '(error \"line 2 column 10: an invalid model was generated\")'
        exit 1";
    let inputs = Test::without_input()
        .solver(solver)
        .file("in/1.smt2", "(assert (model x))\n(check-sat)\n")
        .file("in/2.smt2", "(assert x)\n(check-sat)\n");
    let run = inputs.run_line("ddsmt --triage in out -j1 ./solver; ddsmt in/1.smt2 small.smt2 ./solver");
    run.status(0).says("2 inputs fail in 2 ways").says("--match-out 'an invalid model was generated'");
    let rows = rows(&run);
    let bug = rows.iter().find(|row| row["message"] == "an invalid model was generated").expect("the invalid model");
    assert_eq!(bug["note"], Value::Null, "{bug:#}");
    let text = run.text(&format!("out/{}", bug["file"].as_str().expect("a path")));
    assert!(text.contains("model"), "{text}");
}

#[test]
fn a_crash_does_not_become_another_that_matches_the_options() {
    let solver = "grep -q left \"$1\" && echo 'core.c:7: Assertion `left failed' >&2 || echo 'core.c:9: Assertion `else failed' >&2
        exit 134";
    let inputs = Test::without_input().solver(solver).file("in/1.smt2", "(assert (left a b))\n");
    let run = inputs.run_line("ddsmt --triage in out -j1 --match-err-re Assertion ./solver");
    let rows = rows(run.status(0));
    assert_eq!(rows[0]["note"], Value::Null, "{rows:#?}");
    let file = rows[0]["file"].as_str().expect("a path");
    let text = run.text(&format!("out/{file}"));
    assert!(text.contains("left") && text.len() < 12, "{text}");
}

#[test]
fn a_bug_that_was_not_reduced_has_no_report_of_another_and_no_journal() {
    // Only the first run ends with an error; all others crash.
    let solver = "if [ -e \"$PWD/seen\" ]; then echo 'core.c:9: Assertion `late failed' >&2; exit 134; fi
        touch \"$PWD/seen\"; echo '(error \"line 1 column 9: unknown constant x\")'; exit 1";
    let inputs = Test::without_input().solver(solver).file("in/1.smt2", "(assert (left a b))\n");
    let run = inputs.run_line("ddsmt --triage in out -j1 ./solver; ls out/reports; ls out/state | grep journal || :");
    let rows = rows(run.status(0));
    assert!(rows[0]["note"].as_str().is_some_and(|note| note.starts_with("not reduced: ")), "{rows:#?}");
    assert_eq!(run.stdout(), "");
}

#[test]
fn with_repeat_a_bug_is_found_kept_and_confirmed_though_other_runs_crash_elsewhere_or_not() {
    // Of three runs one does not fail, one crashes elsewhere, whatever the input is, and one shows the bug.
    let solver = "echo >>home/count
        case $(($(wc -l <home/count) % 3)) in
        1) exit 0 ;;
        0) kill -SEGV $$ ;;
        2) grep -q left \"$1\" && { echo 'core.c:7: Assertion `left failed' >&2; kill -ABRT $$; } ;;
        esac; exit 0";
    let inputs = Test::without_input().solver(solver).file("in/1.smt2", "(assert (and (left a b) c))\n");
    let run = inputs.run_line("ddsmt --triage in out -j1 --repeat 4 --header ./solver");
    let rows = rows(run.status(0));
    assert_eq!((rows.len(), &rows[0]["note"]), (1, &Value::Null), "{rows:#?}");
    let file = rows[0]["file"].as_str().expect("a path");
    let text = run.text(&format!("out/{file}"));
    let script = text.lines().last().expect("a line");
    assert!(text.starts_with("; Minimised from ") && script.contains("(left)"), "{text}");
    assert_eq!(rows[0]["bytes"], script.len() + 1, "{text}");
}

#[test]
fn a_result_has_the_extension_of_its_input() {
    let solver = "case $1 in *.*) exit 3 ;; esac
        grep -q left \"$1\" && { echo 'core.c:7: Assertion `left failed' >&2; exit 134; }; exit 0";
    let inputs = Test::without_input().solver(solver).file("in/1", "(assert (and (left a b) c))\n");
    let run = inputs.run_line("echo in/1 >list; ddsmt --triage list out -j1 ./solver; ls out/bugs");
    let rows = rows(run.status(0));
    assert_eq!((&rows[0]["note"], run.stdout().contains('.')), (&Value::Null, false), "{rows:#?}");
    assert!(rows[0]["bytes"].as_u64() < Some(15), "{rows:#?}");
}

#[test]
fn inputs_that_are_gone_are_not_counted_but_their_bugs_stay() {
    let lines =
        "ddsmt --triage in out -j1 ./solver; rm in/1.smt2 in/4.smt2 in/5.smt2; echo '(assert (left b))' >in/2.smt2
        ddsmt --triage in out -j1 --exit-status detailed ./solver || echo $?";
    let run = night().run_line(lines);
    assert_eq!(run.status(0).stdout(), "7\n");
    let rows = rows(&run);
    let inputs = |word: &str| {
        let is_it = |row: &&Value| row["message"].as_str().is_some_and(|text| text.contains(word));
        rows.iter().find(is_it).map(|row| row["inputs"].as_u64())
    };
    assert_eq!((rows.len(), inputs("left"), inputs("right")), (4, Some(Some(1)), Some(Some(1))), "{rows:#?}");
    run.says("4 inputs fail in 4 ways");
    assert!(!run.text("out/bugs.md").contains("5.smt2"));
}

#[test]
fn the_header_of_a_known_bug_is_no_part_of_its_size() {
    let lines = "ddsmt --same-crash --header in/2.smt2 2.smt2 ./solver; mkdir known; mv 2.smt2 known
        ddsmt --triage in out -j1 --known known ./solver; grep -v '^; ' known/2.smt2 | wc -c";
    let run = night().run_line(lines);
    let known = rows(run.status(0)).into_iter().find(|row| !row["known"].is_null()).expect("a known bug");
    assert!(run.read("known/2.smt2").starts_with(b"; Minimised"), "{known:#}");
    assert_eq!(known["bytes"].to_string(), run.stdout().trim(), "{known:#}");
}

#[test]
fn a_task_or_an_input_that_does_not_exist_is_told() {
    let run = inputs(&[("1.smt2", "(assert fine)\n")]).run_line(
        "ddsmt --triage in out ./solver; ddsmt --task nonsense --triage in out ./solver || echo $?
        ls out/state/*nonsense* || (ls in/*; echo $PWD/in) >list; ddsmt --triage list other ./solver || echo $?",
    );
    assert_eq!(run.stdout(), "1\n1\n", "{}", run.stderr());
    run.says("--task nonsense: no such task is planned there").says("list:2: ").says("it is a folder");
}

#[test]
fn a_bug_that_only_contradicts_the_claim_of_its_input_is_marked() {
    let solver = "grep -q status \"$1\" && { echo Fatal failure within f at s.cpp:73 >&2; echo Expected result unsat but got sat >&2; kill -ABRT $$; }";
    let inputs = Test::without_input().solver(solver).file("in/1.smt2", "(set-info :status unsat)\n(check-sat)\n");
    let run = inputs.run_line("ddsmt --triage in out -j1 ./solver");
    let mark = "s.cpp:73: Expected result unsat but got sat (in f); contradicts only what the input claims by :status";
    let rows = rows(run.status(0));
    assert!(rows[0]["message"].as_str().is_some_and(|text| text == mark), "{rows:#?}");
    run.says(mark);
}

#[test]
fn an_exit_without_an_error_does_not_become_one() {
    let solver = "grep -q declare \"$1\" || echo '(error \"line 2 column 9: unknown constant\")'; exit 3";
    let inputs = Test::without_input().solver(solver).file("in/1.smt2", "(declare-const x Bool)\n(assert x)\n");
    let run = inputs.run_line("ddsmt --triage in out -j1 ./solver");
    let rows = rows(run.status(0));
    assert_eq!((&rows[0]["note"], rows[0]["key"].get("lines")), (&Value::Null, None), "{rows:#?}");
    let file = rows[0]["file"].as_str().expect("a path");
    assert!(run.text(&format!("out/{file}")).contains("declare"));
    run.says("1 input fails in 1 way, 0 known");
}

#[test]
fn a_folder_is_for_one_command_and_an_empty_one_holds_no_bug() {
    let run = inputs(&[("1.smt2", "(assert fine)\n")]).run_line(
        "ddsmt --triage in out --exit-status detailed ./solver && echo none
        ddsmt --triage in out ./solver --other || echo refused
        ddsmt --triage in out --ignore-output ./solver || echo refused
        find in -type f >list; ddsmt --triage list other ./solver && echo listed",
    );
    assert_eq!(run.status(0).stdout(), "none\nrefused\nrefused\nlisted\n", "{}", run.stderr());
    run.says("out: it is of another command or failure");
    run.says("command: './solver' then, './solver --other' now");
    run.says("stdout is the same");
}

#[test]
fn options_of_a_triage_mean_nothing_without_it() {
    for option in ["--known", "--engine", "--task"] {
        let run = Test::on("(a)").solver("exit 1").option(option).option("x").run();
        run.status(2).says(&format!("argument {option}: only together with --triage"));
    }
}

#[test]
fn the_script_of_the_action_writes_the_table_and_fails_on_new_bugs() {
    let script = repository().join("scripts/action/triage");
    let line = format!(
        "triage() {{ GITHUB_STEP_SUMMARY=summary {} in out \"$1\" './solver' -q; }}
        triage '' >table || echo new; head -n 1 table; cmp table summary && cmp table out/comment.md
        FAIL_ON=none triage '' >/dev/null && echo allowed
        triage out/bugs | head -n 1
        rm -r in out; mkdir in; triage ''",
        script.display()
    );
    let run = night().run_line(&line);
    let told = "new\nThere are new bugs.\nallowed\nAll failures are known.\nThere are no inputs.\n";
    assert_eq!(run.status(0).stdout(), told, "{}", run.stderr());
}
