//! Golden runs, and the comparison of runs with them.

use super::slots::{INPUT, LONG, SHORT, Zoo};
use ddsmt::check::criteria::sat_result::{Dispute, SatResult, Side};
use ddsmt::check::{
    Agreement, CheckContext, Checker, End, Golden, GoldenRunner, Interesting, Limits, Repeat, Requirement,
    Requirements, Slot, SolverCommand, Stream, Trial,
};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn slots_differ_only_in_paths_that_do_not_count() {
    let mut zoo = Zoo::new();
    let mut other = Slot::new(&zoo.workspace, 1).expect("slot");
    let command = zoo.solver("echo error in $1: $1.log $TMPDIR/x$(dirname $1); echo $1 >&2; exit 1");
    let runner = GoldenRunner { command: &command, text: INPUT, context: &CheckContext::default() };
    let runs = runner.twice([&mut zoo.slot, &mut other]).expect("input file");
    assert_ne!(runs.first.stdout, runs.second.stdout);
    assert_eq!(runs.agreement, Agreement::Steady);
    let golden = runs.golden(&command.comparison);
    let checker = Checker::new(vec![Trial { command, golden, number: 0 }], Repeat::default());
    for slot in [&mut zoo.slot, &mut other] {
        let verdict = checker.check(slot, INPUT);
        assert_eq!((verdict.interesting, verdict.end), (Interesting::Yes, End::Exited(1)));
    }
}

#[test]
fn golden_runs_that_disturb_each_other_are_told_from_chance() {
    for (body, agreement) in [
        // Both runs meet: neither ends before both have started.
        (
            "[ -e $here/met ] && exit 0; touch $here/$$
             while [ $(ls $here | wc -l) -lt 3 ]; do :; done
             touch $here/met; mkdir $here/lock 2>/dev/null",
            Agreement::Interfering,
        ),
        ("echo $$", Agreement::Unsteady),
        ("echo sat", Agreement::Steady),
    ] {
        let mut zoo = Zoo::new();
        let mut other = Slot::new(&zoo.workspace, 1).expect("slot");
        let command = zoo.solver(body);
        let runner = GoldenRunner { command: &command, text: INPUT, context: &CheckContext::default() };
        let runs = runner.twice([&mut zoo.slot, &mut other]).expect("input");
        assert_eq!(runs.agreement, agreement, "{body}");
    }
}

fn checker(zoo: &mut Zoo, body: &str, comparison: Requirements) -> Checker {
    let mut command = zoo.solver(body);
    command.comparison = comparison;
    let golden = Golden::of(&zoo.record(&command), &command.comparison);
    Checker::new(vec![Trial { command, golden, number: 0 }], Repeat::default())
}

#[test]
fn all_runs_of_a_check_count_in_what_it_took() {
    let mut zoo = Zoo::new();
    let once = checker(&mut zoo, "sleep 0.1; exit 1", Requirements::default());
    let checker = Checker { repeat: Repeat { most: 3, need: 3 }, ..once };
    let took = checker.check(&mut zoo.slot, INPUT).usage.wall();
    assert!(took >= Duration::from_millis(300), "{took:?}");
}

#[test]
fn the_comparison_decides_what_is_the_same() {
    let sat = Requirement::Contains(Stream::Stdout, b"sat".into());
    let same_err = Requirement::SameOutput(Stream::Stderr);
    let out = Requirements(vec![Requirement::SameEnd, sat.clone(), same_err.clone()]);
    let no_exit = Requirements(vec![sat, same_err]);
    let exit_only = Requirements(vec![Requirement::SameEnd]);
    let all = Requirements::default();
    let (side, got) = (Side::Command, Some(SatResult::Unsat));
    let wrong = Requirements(vec![Requirement::Disputes(Dispute { side, got, expect: None, known: Arc::default() })]);
    let golden = "echo unsat; echo warn >&2; exit 1";
    for (comparison, body, answer, end) in [
        (&all, golden, Interesting::Yes, End::Exited(1)),
        (&all, "echo unsat; echo warn >&2; exit 2", Interesting::No, End::Exited(2)),
        (&all, "echo unsat; exit 1", Interesting::No, End::Exited(1)),
        (&all, "echo sat; exec sleep 1000", Interesting::No, End::KilledEarly),
        (&all, "echo unsat; echo; exec sleep 1000", Interesting::No, End::KilledEarly),
        (&all, "exec yes unsat", Interesting::No, End::KilledEarly),
        (&all, "echo uncertain >&2; exec sleep 1000", Interesting::No, End::KilledEarly),
        (&exit_only, "echo sat; exit 1", Interesting::Yes, End::Exited(1)),
        (&exit_only, "kill -TERM $$", Interesting::No, End::Signaled(15)),
        (&out, "echo a; echo satisfied; echo warn >&2; exit 1", Interesting::Yes, End::Exited(1)),
        (&out, "printf s; printf a; echo t; echo warn >&2; exit 1", Interesting::Yes, End::Exited(1)),
        (&out, "echo sat; exit 1", Interesting::No, End::Exited(1)),
        (&out, "echo s at; echo warn >&2; exit 1", Interesting::No, End::Exited(1)),
        (&no_exit, golden, Interesting::Yes, End::Exited(1)),
        (&no_exit, "echo x >&2; exec sleep 1000", Interesting::No, End::KilledEarly),
        (&wrong, "echo unsat; exec sleep 1000", Interesting::Yes, End::KilledEarly),
        (&wrong, "echo '(error \"no\")'; exec sleep 10", Interesting::No, End::KilledEarly),
    ] {
        let mut zoo = Zoo::new();
        let mut checker = checker(&mut zoo, golden, comparison.clone());
        checker.trials[0].command = SolverCommand { comparison: comparison.clone(), ..zoo.solver(body) };
        let verdict = checker.check(&mut zoo.slot, INPUT);
        assert_eq!((verdict.interesting, verdict.end), (answer, end), "{body}");
    }
}

#[test]
fn a_run_is_settled_early_where_only_a_substring_counts() {
    let mut zoo = Zoo::new();
    let comparison = Requirements(vec![Requirement::Contains(Stream::Stdout, b"oops".into())]);
    let checker = checker(&mut zoo, "echo oops", comparison);
    zoo.solver("echo err >&2; echo oops; exec sleep 1000");
    let verdict = checker.check(&mut zoo.slot, INPUT);
    assert_eq!((verdict.interesting, verdict.end), (Interesting::Yes, End::KilledEarly));
}

#[test]
fn a_golden_run_that_hangs_is_matched_by_one_that_hangs() {
    let mut zoo = Zoo::new();
    let mut command = zoo.solver("echo some; exec sleep 1000");
    command.limits = Limits { wall: Some(SHORT), ..Limits::default() };
    let golden = Golden::of(&zoo.record(&command), &command.comparison);
    assert_eq!(golden.end, End::TimedOut);
    let trials = vec![Trial { command, golden, number: 0 }];
    let mut checker = Checker::new(trials, Repeat::default());
    for (body, answer) in [("echo other; exec sleep 1000", Interesting::Yes), ("exit 0", Interesting::No)] {
        zoo.solver(body);
        let wall = if answer == Interesting::Yes { SHORT } else { LONG };
        checker.trials[0].command.limits.wall = Some(wall);
        let verdict = checker.check(&mut zoo.slot, INPUT);
        assert_eq!(verdict.interesting, answer, "{body}");
    }
}

#[test]
fn a_match_string_that_the_golden_run_lacks_is_told() {
    let mut zoo = Zoo::new();
    let recording = {
        let command = zoo.solver("echo out; echo err >&2");
        zoo.record(&command)
    };
    let contains = |stream| Requirement::Contains(stream, b"err".into());
    let comparison = Requirements(vec![Requirement::SameEnd, contains(Stream::Stdout), contains(Stream::Stderr)]);
    let (unmet, _) = recording.unmet(&comparison, &CheckContext::default());
    assert_eq!(unmet, [contains(Stream::Stdout)]);
}

#[test]
fn the_cross_check_is_asked_only_where_the_solver_agrees() {
    let mut zoo = Zoo::new();
    let mut checker = checker(&mut zoo, "echo a >> $1; exit $(wc -l < $1)", Requirements::default());
    let mut second = Zoo::new();
    let cross = self::checker(&mut second, "cat $1", Requirements::default());
    checker.trials.extend(cross.trials.into_iter().map(|trial| Trial { number: 1, ..trial }));
    let verdict = checker.check(&mut zoo.slot, INPUT);
    // The second command gets the original input, which the first command has changed.
    assert_eq!((verdict.interesting, verdict.number), (Interesting::Yes, 1));
    let verdict = checker.check(&mut zoo.slot, &INPUT[..1]);
    assert_eq!((verdict.interesting, verdict.number), (Interesting::No, 0));
    let verdict = checker.check(&mut zoo.slot, &[b"(check-sat)\n(exot)\n"]);
    assert_eq!((verdict.interesting, verdict.number), (Interesting::No, 1));
}
