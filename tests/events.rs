//! `--json` writes the events of a run for programs; every line is as `--json-schema` says. `--report` and `--issue`
//! write pages for people.

use crate::test::{Outcome, Test, needs};
use serde_json::Value;
use std::collections::BTreeSet;

const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

/// Returns the lines of `events.jsonl`. Checks that each has all fields that its event requires, and no unknown ones.
fn events(run: &Outcome) -> Vec<Value> {
    let schema: Value =
        serde_json::from_str(&Test::without_input().run_with(&["--json-schema"]).status(0).stdout()).expect("JSON");
    let text = run.text("events.jsonl");
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for event in &events {
        let alternatives = schema["oneOf"].as_array().expect("alternatives");
        let alternative = alternatives.iter().find(|a| a["properties"]["event"]["const"] == event["event"]);
        let alternative = alternative.unwrap_or_else(|| panic!("no schema for {event}"));
        let definition =
            alternative["$ref"].as_str().and_then(|path| schema.pointer(&path[1..])).expect("a definition");
        let names = |of: &str| -> BTreeSet<String> {
            let parts = [alternative, definition].map(|part| match &part[of] {
                Value::Array(names) => names.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect(),
                fields => fields.as_object().expect("fields").keys().cloned().collect::<Vec<_>>(),
            });
            parts.concat().into_iter().collect()
        };
        let fields: BTreeSet<String> = event.as_object().expect("an object").keys().cloned().collect();
        assert!(names("required").is_subset(&fields), "{event}");
        assert!(fields.is_subset(&names("properties")), "{event}");
    }
    let named = |event: &Value, name: &str| event["event"] == name;
    assert!(named(&events[0], "start") && named(&events[events.len() - 1], "end"), "{text}");
    assert!(events[1..].iter().all(|event| !named(event, "start")), "{text}");
    events
}

#[test]
fn events_tell_a_reduction_from_its_start_to_its_end() {
    let run = Test::on(SMALL).needs(&["(assert"]).options("-q -j2 --json events.jsonl").run();
    run.status(0).prints("").leaves(&["in.smt2", "out.smt2", "solver", "events.jsonl"]);
    let events = events(&run);
    assert_eq!((&events[0]["version"], &events[1]["bytes"]), (&1.into(), &SMALL.len().into()));
    let named = |name: &'static str| events.iter().filter(move |event| event["event"] == name);
    let golden: Vec<_> = named("golden").map(|event| (&event["role"], &event["exit"])).collect();
    assert_eq!(golden, [(&"command".into(), &9.into())]);
    let sizes: Vec<u64> = named("step").filter_map(|event| event["bytes"].as_u64()).collect();
    let (last, size) = (events.last().expect("an end"), run.result().len() as u64);
    assert_eq!(sizes.last(), Some(&size), "{sizes:?}");
    assert_eq!((&last["status"], &last["finished"], &last["result"]["bytes"]), (&0.into(), &true.into(), &size.into()));
    assert_eq!(last["jobs"], 2);
    let times: Vec<f64> = events.iter().filter_map(|event| event["seconds"].as_f64()).collect();
    assert!(times.len() > 2 && times.is_sorted(), "{times:?}");
    let gained: i64 = named("step")
        .flat_map(|step| step["accepted"].as_array().expect("a list"))
        .filter_map(|a| a["gain"].as_i64())
        .sum();
    assert!(
        gained > 0 && last["checks"].as_u64() > Some(0) && last["runs"].as_u64() >= last["checks"].as_u64(),
        "{last}"
    );
}

#[test]
fn the_last_event_holds_the_error() {
    let run = Test::on("(assert").needs(&["(assert"]).options("--json events.jsonl").run();
    let events = events(run.status(1));
    let last = events.last().expect("an end");
    assert_eq!((&last["status"], &last["finished"]), (&1.into(), &false.into()));
    let error = last["error"].as_str().expect("a message");
    assert!(error.starts_with("in.smt2:1:"), "{error}");
}

#[test]
fn a_search_that_is_cut_short_is_not_finished() {
    let run =
        Test::on(SMALL).solver("exec sleep 1000").options("--timeout 1h --budget 100ms --json events.jsonl").run();
    let events = events(run.status(0));
    assert_eq!(events.last().expect("an end")["finished"], false);
}

#[test]
fn a_file_that_the_run_needs_is_not_written_over() {
    for file in ["in.smt2", "out.smt2", "solver"] {
        let run = Test::on(SMALL).needs(&["(assert"]).option("--json").option(file).run();
        run.status(1).says(&format!("ddsmt: error: --json \"{file}\" can not be written: it is the "));
        assert_eq!(run.read("in.smt2"), SMALL.as_bytes());
    }
    let run = Test::on(SMALL).needs(&["(assert"]).options("--json same --journal same").run();
    run.status(1).says("it is another file of this run");
}

#[test]
fn a_report_is_one_page_that_fetches_nothing() {
    let run = Test::on(SMALL).needs(&["(assert"]).options("-q --report report.html").run();
    run.status(0).leaves(&["in.smt2", "out.smt2", "solver", "report.html"]);
    let page = run.text("report.html");
    let bytes = run.result().len();
    for part in [
        format!("in.smt2: {} → {bytes} bytes", SMALL.len()).as_str(),
        "ends with status 9",
        "<mark>(assert)",
        "erase-node",
        "<del>-(check-sat)</del>",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    assert_eq!(page.matches("<svg").count(), 3, "{page}");
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["://", "<script", "<link", "src=", "url(", "@import"] {
        assert!(!addresses.contains(word), "{word} in {page}");
    }
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    for option in ["--report", "--issue", "--json"] {
        let run = Test::on(SMALL).needs(&["(assert"]).options(&format!("-qq {option} /dev/full")).run();
        run.status(1).says(&format!("[ddSMT ERROR] {option}: /dev/full: No space left")).reduced("(assert)\n");
    }
}

#[test]
fn a_report_shows_bytes_that_are_no_text_and_escapes_tags() {
    let text = b"(assert |<b>\xff&amp;|)\n(check-sat)\n";
    let run = Test::on(text).solver("grep -q b \"$1\" && { echo '<i>'; exit 3; }").options("--report r.html").run();
    let page = run.status(0).text("r.html");
    assert!(page.contains("&lt;i&gt;") && page.contains("&lt;b&gt;\u{fffd}&amp;amp;"), "{page}");
    assert!(!page.contains("<i>") && !page.contains("<b>\u{fffd}"), "{page}");
}

#[test]
fn a_wrapper_that_takes_the_question_for_its_version_for_a_file_litters_no_folder_of_the_user() {
    let solver = "case $1 in --*) echo >\"$1.log\"; echo 1.2; exit ;; esac\n".to_owned() + &needs(&["(assert"]);
    let run = Test::on(SMALL).solver(&solver).options("--header").run();
    run.status(0).leaves(&["in.smt2", "out.smt2", "solver"]);
    assert!(run.result().contains("(1.2)"), "{}", run.result());
}

#[test]
fn a_bug_report_is_ready_to_paste() {
    let solver = "case $1 in --version) echo 'Solver 1.2'; exit ;; esac\n".to_owned() + &needs(&["(assert"]);
    let solver = solver.replace("exit 9", "echo failed in $input >&2; exit 9");
    let test =
        Test::on(SMALL).solver(&solver).options("-v --issue issue.md --header --json events.jsonl --reduce-args");
    let run = test.command(["./solver", "--in-vain"]).run();
    run.status(0).leaves(&["in.smt2", "out.smt2", "solver", "issue.md", "events.jsonl"]);
    let (result, report) = (run.result(), run.text("issue.md"));
    let from = format!("; Minimised from {} bytes by ddsmt ", SMALL.len());
    assert!(result.starts_with(&from) && result.ends_with("(Solver 1.2) ends with status 9\n(assert)\n"), "{result}");
    assert!(report.starts_with("# solver ends with status 9: failed in out.smt2\n"), "{report}");
    let session = "```console\n$ ./solver out.smt2\nfailed in out.smt2\n```";
    // The comment of --header is not counted, and the report does without it.
    run.says(" -> 9 bytes (").says("file size:     9 B (");
    assert_eq!(events(&run).last().expect("the end")["result"]["bytes"], 9);
    for part in [
        "```smt2\n(assert)\n```", "to 9 bytes by", session, "**Version**: Solver 1.2", "**Platform**: ",
        "**Expected**: no error",
    ] {
        assert!(report.contains(part), "no {part} in {report}");
    }
}

#[test]
fn a_bug_report_begins_with_the_failure() {
    let rows = [
        (
            "echo sat; echo '(error \"line 3 column 1: an invalid model was generated\")'; exit 1",
            "--match-out 'invalid model'",
            "# solver: an invalid model was generated\n",
            "a model that satisfies the assertions",
        ),
        (
            "echo \"$1:1.2: No set-logic\" >&2; echo 'Fatal failure within void f(int) at src/a.cpp:3' >&2; echo 'ERRORS SATISFYING ASSERTIONS:' >&2; kill -ABRT $$",
            "--same-crash",
            "# solver dies by signal 6: a.cpp:3: ERRORS SATISFYING ASSERTIONS (in f)\n",
            "a model that satisfies the assertions",
        ),
        (
            "echo warning >&2; echo sat",
            "--disagree ./other",
            "# solver answers sat, other answers unsat\n",
            "the answer of the other command",
        ),
        (
            "exec sleep 100",
            "--times-out --timeout 0.5",
            "# solver gives no answer within 0.5 s\n",
            "an answer in less time",
        ),
    ];
    for (solver, options, title, expected) in rows {
        let needs = "grep -q assert \"$1\" || exit 0\n";
        let test = Test::on(SMALL).solver(&format!("{needs}{solver}")).script("other", "echo unsat");
        let words = shlex::split(options).expect("words");
        let test = words.iter().fold(test.options("--issue issue.md --stop-after 2"), |test, word| test.option(word));
        let report = test.run().status(0).text("issue.md");
        assert!(!report.contains("set-logic"), "{report}");
        assert!(report.starts_with(title) && report.contains(&format!("**Expected**: {expected}\n")), "{report}");
    }
}

#[test]
fn a_header_with_which_the_failure_is_gone_is_left_out() {
    let solver = "case $(cat \"$1\") in *';'*) ;; *'(assert'*) exit 9 ;; esac";
    let run = Test::on(SMALL).solver(solver).options("--header").run();
    run.status(0).reduced("(assert)\n").says("--header: the result does not fail with the comment");
}

#[test]
fn a_result_has_other_names_as_far_as_it_still_fails() {
    let text = "(set-info :source |ACME|)\n(declare-const wing String)\n(assert (= wing \"acme\"))\n(check-sat)\n";
    let needs = "grep -q String \"$1\" && grep -q = \"$1\" && grep -q '\"....\"' \"$1\" && exit 9; exit 0";
    let run = Test::on(text).solver(needs).options("--anonymize --header --disable-all").run();
    let result = run.status(0).text("out.smt2");
    assert!(!result.contains("wing") && !result.to_lowercase().contains("acme"), "{result}");
    assert!(result.contains("(declare-const a String)\n(assert (= a \"aaaa\"))"), "{result}");
    let run = Test::on(text).solver("grep -q acme \"$1\" && exit 9; exit 0").options("--anonymize --disable-all").run();
    run.status(0)
        .says("the result does not fail with other strings")
        .reduced("(declare-const a String)\n(assert (= a \"acme\"))\n(check-sat)\n");
    let run = Test::on(text).solver("grep -q wing \"$1\" && exit 9; exit 0").options("--anonymize --disable-all").run();
    run.status(0).says("the failure is gone under other names").reduced(text);
    // Names that are not declared go, too, unless they are needed.
    let text = "(assert (op |the wing|))\n(check-sat-assuming (lit))\n";
    let run =
        Test::on(text).solver("grep -q '(op ' \"$1\" && exit 9; exit 0").options("--anonymize --disable-all").run();
    run.status(0)
        .says("names that the script does not declare are kept, since it does not fail under others: op\n")
        .reduced("(assert (op a))\n(check-sat-assuming (b))\n");
}

#[test]
fn a_file_can_be_given_other_names_alone() {
    let text = "; ACME\n(declare-const wing Bool)\n(assert wing)\n";
    let run = Test::on(text).run_line("ddsmt --anonymize in.smt2 out.smt2");
    run.status(0).reduced("(declare-const a Bool)\n(assert a)\n").does_not_say("WARNING");
    let run = Test::on("(assert (and true (not true)))").run_line("ddsmt --anonymize --pretty-print in.smt2 out.smt2");
    run.status(0).reduced("(assert\n  (and\n    true\n    (not true)\n  )\n)\n");
    Test::on(text).run_line("ddsmt --anonymize --parser-test in.smt2").prints("(declare-const a Bool)\n(assert a)\n");
    let run = Test::on("(assert (op |the wing|))\n").run_line("ddsmt --anonymize in.smt2 out.smt2");
    run.status(0).says("are kept, as they may be words of a solver (with <cmd> that is tried): op |the wing|\n");
    Test::on(text).script("prog", "").run_line("ddsmt --anonymize in.smt2 prog").status(1).says("it is a program");
}
