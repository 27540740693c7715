//! The journal: an interrupted run is resumed, and ends with the same result as an undisturbed one.

use crate::test::{DISTURBED, Outcome, Test, all_cases, needs, sample};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::OnceLock;

const NEEDS: &[&str] = &["(str.indexof ", "(assert"];

/// Returns the text of a solver that counts its runs. In the run with the number `$at` it sends the signal `$with` to
/// ddsmt.
fn counting() -> String {
    format!("echo >>count\n[ \"$(wc -l <count)\" -eq ${{at:-0}} ] && kill -\"${{with:-KILL}}\" $PPID\n{}", needs(NEEDS))
}

fn test() -> Test {
    Test::on_file("tests/fixtures/sessions.smt2").solver(&counting())
}

fn runs(outcome: &Outcome) -> usize {
    outcome.read("count").len()
}

/// Returns the result and the number of runs of an undisturbed reduction.
fn undisturbed() -> (String, usize) {
    static ONCE: OnceLock<(String, usize)> = OnceLock::new();
    let undisturbed = ONCE.get_or_init(|| {
        let run = test().options("-j1").run();
        (run.status(0).result(), runs(&run))
    });
    undisturbed.clone()
}

#[test]
fn a_resumed_run_writes_the_same_header() {
    let run = "--header --journal j in.smt2 out.smt2 ./solver";
    let line = format!("ddsmt {run} && cp out.smt2 first && ddsmt --resume {run} && cmp out.smt2 first");
    Test::on("(assert a)\n(check-sat)\n").needs(&["(assert a)"]).run_line(&line).status(0);
}

#[test]
fn an_interrupted_run_is_resumed_and_reaches_the_same_bytes() {
    let (result, whole) = undisturbed();
    let kills = [(2, "KILL"), (4, "KILL"), (11, "KILL"), (26, "KILL"), (whole - 2, "KILL"), (16, "INT"), (28, "TERM")];
    for (at, with) in sample(kills, 2) {
        let line = format!(
            "at={at} with={with} ddsmt -j1 in.smt2 out.smt2 ./solver && exit 7
             ddsmt -v -j1 --resume in.smt2 out.smt2 ./solver"
        );
        let run = test().run_line(&line);
        run.status(0).reduced(&result);
        // Further runs are two golden runs, the last check, and those whose verdicts the kill has lost.
        assert!(runs(&run) <= whole + 6, "{} runs instead of {whole}, interrupted at {at}", runs(&run));
        if at > 10 {
            run.says("[ddSMT INFO] resuming with ").says("answers of an earlier run");
        }
    }
}

#[test]
fn a_result_of_an_incomplete_step_is_not_lost() {
    let (result, _) = undisturbed();
    let log = test().run_line("ddsmt -j1 --json log in.smt2 out.smt2 ./solver").status(0).text("log");
    let steps = log.lines().filter_map(|line| line.rsplit_once("\"bytes\":")?.1.trim_end_matches('}').parse().ok());
    let steps: Vec<usize> = steps.collect();
    let mut ahead = 0;
    for at in sample([7, 13, 17, 23], 2) {
        let line = format!(
            "at={at} with=TERM ddsmt -j1 in.smt2 out.smt2 ./solver && exit 7; cp out.smt2 so-far
             ddsmt -j1 --resume in.smt2 out.smt2 ./solver"
        );
        let run = test().run_line(&line);
        run.status(0).reduced(&result);
        ahead += usize::from(!steps.contains(&run.read("so-far").len()));
    }
    assert!(ahead > 0, "no interrupted run has left more than its last complete step: {steps:?}");
}

#[test]
fn a_file_that_is_reduced_in_its_place_survives_any_number_of_kills() {
    let (result, whole) = undisturbed();
    for jobs in if all_cases() { 1..3 } else { 1..2 } {
        let line = format!(
            "last=$(wc -c <in.smt2)
             for at in 3 9 14 20 25 31 37 44; do
                 at=$at ddsmt -j{jobs} --resume in.smt2 in.smt2 ./solver && break
                 now=$(wc -c <in.smt2); [ $now -le $last ] || exit 7; last=$now
             done
             ddsmt -j{jobs} --resume in.smt2 in.smt2 ./solver"
        );
        let run = test().output("in.smt2").run_line(&line);
        run.status(0).reduced(&result);
        assert!(jobs > 1 || runs(&run) <= whole + 8 * 6, "{} runs instead of {whole}", runs(&run));
    }
}

#[test]
fn a_start_without_resume_loses_nothing() {
    let (result, whole) = undisturbed();
    let line = "at=12 with=TERM ddsmt -j1 in.smt2 out.smt2 ./solver && exit 7
        at=26 with=TERM ddsmt -j1 in.smt2 out.smt2 ./solver 2>log && exit 7
        ddsmt -j1 --resume --journal home/.cache/ddsmt/*.before.journal in.smt2 out.smt2 ./solver
        ddsmt -j1 in.smt2 out.smt2 ./solver 2>again; grep -q interrupted again && exit 8
        grep -q 'what an interrupted run has left' log";
    let run = test().run_line(line);
    run.status(0).reduced(&result);
    assert!(runs(&run) <= 26 + 2 * whole, "{} runs, {whole} for one", runs(&run));
    // An output that is a pipe is not read to compare it with the journal.
    let line =
        "mkfifo out.smt2; cat out.smt2 >/dev/null & at=12 with=TERM ddsmt -j1 in.smt2 out.smt2 ./solver && exit 7
        cat out.smt2 >got & timeout -s KILL 60 ddsmt -j1 in.smt2 out.smt2 ./solver; wait";
    test().run_line(line).status(0).holds("got", &result);
}

#[test]
fn an_input_that_is_replaced_is_kept() {
    // Ends of a first run, and what the second run gets.
    for (first, line) in [("interrupted", "at=12 with=TERM"), ("finished", "exec=1"), ("explicit", "exec=1")] {
        let journal = if first == "explicit" { "--journal j" } else { "" };
        let line = format!(
            "cp in.smt2 first
            {line} ddsmt -j1 {journal} in.smt2 in.smt2 ./solver || [ $? = 143 ]
            ddsmt -j1 {journal} in.smt2 in.smt2 ./solver
            for kept in home/.cache/ddsmt/*.input.journal; do cmp -s first $kept && exit 0; done; exit 8"
        );
        let run = test().output("in.smt2").run_line(&line);
        run.status(0).says("in.smt2 is replaced; what it holds now is kept for 30 days in ");
    }
}

#[test]
fn a_pipe_in_the_place_of_the_journal_does_not_block() {
    let line = "ddsmt -j1 in.smt2 out.smt2 ./solver
        journal=$(ls home/.cache/ddsmt/*.journal) && rm \"$journal\" && mkfifo \"$journal\"
        timeout -s KILL 60 ddsmt -v -j1 in.smt2 out.smt2 ./solver";
    test().run_line(line).status(0).says("[ddSMT INFO] no journal is kept: ").reduced(&undisturbed().0);
}

#[test]
fn a_second_start_of_the_same_run_is_warned() {
    let solver = format!("[ -e going ] || {{ : >going; while [ ! -e over ]; do sleep 0.05; done; }}\n{}", needs(NEEDS));
    let line = "ddsmt -j1 in.smt2 out.smt2 ./solver & first=$!
        while [ ! -e going ]; do sleep 0.05; done
        ddsmt -j1 in.smt2 out.smt2 ./solver
        : >over; wait $first";
    let run = test().solver(&solver).run_line(line);
    run.status(0).says("another run reduces in.smt2 into out.smt2 at this moment: the file will hold what the last");
}

#[test]
fn a_finished_run_is_resumed_without_a_search() {
    let (result, whole) = undisturbed();
    let run = test().run_line(
        "ddsmt -j1 --journal j in.smt2 out.smt2 ./solver; ddsmt -j1 --journal j --resume in.smt2 other.smt2 ./solver",
    );
    run.status(0).reduced(&result).holds("other.smt2", &result);
    assert_eq!(runs(&run), whole + 3);
    assert_eq!(fs::metadata(run.path("j")).expect("a journal").permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_resumed_run_proposes_no_other_comparison() {
    let solver = "grep -q assert \"$1\" || exit 0\necho 'solver.c:3: f: Assertion failed.' >&2\nkill -ABRT $$";
    let line = "ddsmt in.smt2 out.smt2 ./solver && ddsmt --resume in.smt2 out.smt2 ./solver";
    let run = Test::on("(assert x)\n").solver(solver).run_line(line);
    assert_eq!(run.status(0).stderr().matches("to compare only that").count(), 1, "{}", run.stderr());
}

#[test]
fn a_journal_of_another_run_is_refused_and_the_difference_is_named() {
    let rows = [
        ("echo >>in.smt2", "", "", "input: '11 bytes with digest "),
        ("touch -d 2001-01-01 solver", "", "", "\n  time of the solver: '20"),
        ("echo 'exit 0' >>solver", "", "", "\n  content of the solver: '17 bytes with hash "),
        ("cp solver another", "", "", ""),
        ("", "", "--option", "command: "),
        (
            "",
            "--ignore-output",
            "",
            "comparison: 'the command ends in the same way; stdout is the same; stderr is the same; input ",
        ),
        ("", "--timeout 7", "", "time limit: 'automatic' then, '7s' now"),
        ("", "--memout 4000", "", "memory limit: 'none' then, '4000' now\nuse what was used then"),
        ("", "-c ./solver", "", "command (cc): nothing then, "),
    ];
    for (change, options, argument, named) in rows {
        let line = format!(
            "ddsmt in.smt2 out.smt2 ./solver
             {change}
             ddsmt --resume {options} in.smt2 out.smt2 ./solver {argument}"
        );
        let run = Test::on("(assert x)\n").solver("exit 9").run_line(&line);
        match named {
            "" => run.status(0).does_not_say("journal"),
            _ => run.status(1).says("it is of another run, and cannot be resumed:\n  ").says(named),
        };
    }
}

#[test]
fn the_journal_of_a_solver_that_behaves_differently_is_refused() {
    let solver = "[ -e gone ] && exit 3\nexit 9";
    let run = Test::on("(a)\n")
        .solver(solver)
        .run_line("ddsmt in.smt2 out.smt2 ./solver; touch gone; ddsmt --resume in.smt2 out.smt2 ./solver");
    run.status(1).says("golden exit: 9 then, 3 now: it cannot be resumed");
    if !all_cases() {
        return;
    }
    // Only the reference behaves differently, which does not prevent resuming.
    let options = "--slower-than-reference 2x --slower-than 50ms --reference ./reference";
    let run = Test::on("(a)\n")
        .solver("while :; do :; done")
        .script("reference", "[ -e gone ] && exit 3; exit 0")
        .run_line(&format!(
            "ddsmt {options} in.smt2 out.smt2 ./solver; touch gone; ddsmt -v --resume {options} in.smt2 out.smt2 ./solver"
        ));
    run.status(0).says("resuming with");
}

#[test]
fn where_there_is_nothing_to_resume_the_run_starts_anew() {
    let (result, _) = undisturbed();
    let run = test().options("--resume").run();
    run.status(0).says("[ddSMT WARNING] journal ").says("there is nothing to resume").reduced(&result);
    let run = test().file("j", "ddsmt-journal [torn").options("--resume --journal j").run();
    run.status(0).says("[ddSMT WARNING] journal j: there is nothing to resume").reduced(&result);
}

#[test]
fn a_journal_that_cannot_be_written_matters_only_if_it_was_asked_for() {
    let (result, _) = undisturbed();
    test()
        .options("--journal none/j")
        .run()
        .status(1)
        .says("journal \"none/j\" can not be written: there is no such folder");
    test().options("--journal /dev/null").run().status(0).reduced(&result);
    let run = test().environment("XDG_CACHE_HOME", "/dev/null").options("-v").run();
    run.status(0).says("[ddSMT INFO] no journal is kept: ").reduced(&result);
}

#[test]
fn old_journals_of_other_runs_are_removed() {
    let line =
        "mkdir -p home/.cache/ddsmt && cd home/.cache/ddsmt && touch new.journal && touch -d '1 year ago' old.journal
        cd - >/dev/null && ddsmt -q in.smt2 out.smt2 ./solver && ls home/.cache/ddsmt";
    let left = test().run_line(line).status(0).stdout();
    assert!(left.contains("new.journal") && !left.contains("old.journal"), "{left}");
    // The names need no quotes.
    assert!(left.chars().all(|c| c.is_ascii_alphanumeric() || ".\n".contains(c)), "{left}");
}

#[test]
fn runs_that_disturb_each_other_are_made_one_at_a_time_after_an_interruption_too() {
    let input = "(declare-const x Bool)\n(check-sat)\n(push 1)\n".repeat(200) + "(assert x)\n";
    let line = "ddsmt -j4 in.smt2 out.smt2 ./solver 2>log & first=$!
        while kill -0 $first && ! grep -q 'the search begins again' log; do sleep 0.01; done; kill -KILL $first; wait
        ddsmt -j4 --resume --json events in.smt2 out.smt2 ./solver";
    let run = Test::on(input).solver(DISTURBED).run_line(line);
    run.status(0).says("[ddSMT WARNING] runs of the command disturb each other").does_not_say("begins again");
    run.reduced("(assert)\n");
    assert!(run.text("events").contains("\"jobs\":1"));
}
