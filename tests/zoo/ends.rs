//! Ends of runs: by the solver, at limits, and by ddsmt.

use super::slots::{AtEach, INPUT, SHORT, Zoo};
use ddsmt::check::{End, Limits, Requirement, Requirements, SolverCommand};
use std::ops::ControlFlow;

#[test]
fn every_end_is_told_apart() {
    for (body, end) in [
        ("exit 0", End::Exited(0)),
        ("exit 255", End::Exited(255)),
        ("kill -SEGV $$", End::Signaled(11)),
        ("kill -KILL $$", End::Signaled(9)),
        ("kill -ABRT $$", End::Signaled(6)),
        ("exec >&- 2>&-; exit 4", End::Exited(4)),
        ("read line; exit 5", End::Exited(5)),
        ("trap '' TERM INT HUP; exit 6", End::Exited(6)),
    ] {
        let mut zoo = Zoo::new();
        let command = zoo.solver(body);
        assert_eq!(zoo.record(&command).outcome.end, end, "{body}");
    }
}

#[test]
fn every_deadly_signal_is_told_and_leaves_no_core() {
    let mut zoo = Zoo::new();
    // All but signals that the parent process may ignore (HUP, INT, QUIT), and signals that do not end a process.
    for signal in (4..=16).chain(24..=27).chain(29..=31) {
        let command = zoo.solver(&format!("cd $here; kill -{signal} $$"));
        assert_eq!(zoo.record(&command).outcome.end, End::Signaled(signal));
    }
    let files: Vec<_> = std::fs::read_dir(zoo.note("")).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(files, ["solver"]);
}

#[test]
fn an_endless_run_is_ended_at_its_limit() {
    for body in [
        "exec sleep 1000",
        "trap '' TERM INT HUP; while :; do sleep 1; done",
        "exec >&- 2>&-; exec sleep 1000",
        "kill -STOP $$",
        "while :; do :; done",
    ] {
        let mut zoo = Zoo::new();
        let mut command = zoo.solver(body);
        command.limits = Limits { wall: Some(SHORT), ..Limits::default() };
        assert_eq!(zoo.record(&command).outcome.end, End::TimedOut, "{body}");
    }
}

#[test]
fn processor_time_has_a_limit_of_its_own() {
    for body in ["while :; do :; done", "(while :; do :; done) & wait"] {
        let mut zoo = Zoo::new();
        let mut command = zoo.solver(body);
        command.limits.cpu = Some(SHORT);
        let outcome = zoo.record(&command).outcome;
        assert_eq!(outcome.end, End::TimedOut, "{body}");
    }
}

#[test]
#[cfg_attr(feature = "portable", ignore = "every process counts as active")]
fn elapsed_time_counts_while_nothing_is_done() {
    for (body, end) in [
        ("exec sleep 1000", End::Idle),
        ("sleep 1000 & wait", End::Idle),
        ("kill -STOP $$", End::Idle),
        ("while :; do :; done", End::TimedOut),
        ("(while :; do :; done) | cat", End::TimedOut),
    ] {
        let mut zoo = Zoo::new();
        let mut command = zoo.solver(body);
        command.limits = Limits { idle: Some(SHORT), cpu: Some(4 * SHORT), ..Limits::default() };
        assert_eq!(zoo.record(&command).outcome.end, end, "{body}");
    }
}

#[test]
fn a_program_that_cannot_start_is_no_verdict() {
    const ENOENT: i32 = 2;
    let mut zoo = Zoo::new();
    let command = SolverCommand { program: "/nonexistent/solver".into(), ..SolverCommand::default() };
    assert_eq!(zoo.record(&command).outcome.end, End::NotRun(ENOENT));
}

#[test]
fn outputs_are_bytes() {
    let mut zoo = Zoo::new();
    let command = zoo.solver(r"printf 'a\000b\377\r\n'; printf '\376' >&2");
    let recording = zoo.record(&command);
    assert_eq!(recording.stdout, b"a\0b\xff\r\n");
    assert_eq!(recording.stderr, b"\xfe");
}

#[test]
fn a_chatty_solver_does_not_block() {
    let mut zoo = Zoo::new();
    let both = "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; exit 7";
    let mut command = zoo.solver(both);
    let recording = zoo.record(&command);
    assert_eq!(recording.outcome.end, End::Exited(7));
    assert_eq!((recording.stdout.len(), recording.stderr.len()), (3_000_000, 3_000_000));

    // An output that is not compared is read without a limit, but not kept beyond the limit.
    command.comparison = Requirements(vec![Requirement::SameEnd]);
    command.limits.output = 1000;
    let recording = zoo.record(&command);
    assert_eq!(recording.outcome.end, End::Exited(7));
    assert_eq!((recording.stdout.len(), recording.stderr.len()), (1000, 1000));
}

#[test]
fn a_message_in_many_pieces_wakes_us_a_few_times() {
    let mut zoo = Zoo::new();
    let think = "j=0; while [ $j -lt 50 ]; do j=$((j+1)); done";
    let command = zoo.solver(&format!("i=0; while [ $i -lt 300 ]; do printf x; i=$((i+1)); {think}; done"));
    zoo.slot.write(INPUT).expect("input file");
    let mut pieces = 0;
    let mut counter = AtEach(|| {
        pieces += 1;
        ControlFlow::Continue(())
    });
    let outcome = zoo.slot.run(&command, &Limits::default(), &mut counter);
    let most = outcome.wall.as_micros() / 500 + 3;
    assert!(outcome.end == End::Exited(0) && pieces <= most, "{pieces} times, {most} allowed");
}

#[test]
fn an_endless_output_is_ended() {
    for body in ["exec yes", "exec yes >&2", "yes & yes >&2"] {
        let mut zoo = Zoo::new();
        let mut command = zoo.solver(body);
        command.limits.output = 1 << 20;
        let recording = zoo.record(&command);
        assert_eq!(recording.outcome.end, End::Flooded, "{body}");
        assert!(recording.stdout.len() <= 1 << 20);
    }
}

#[test]
fn a_cancelled_run_ends_and_gives_no_verdict() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("echo; exec sleep 1000");
    zoo.slot.write(INPUT).expect("input file");
    let canceller = zoo.slot.canceller();
    let mut quitter = AtEach(|| {
        canceller.cancel();
        ControlFlow::Continue(())
    });
    let limits = Limits::default();
    assert_eq!(zoo.slot.run(&command, &limits, &mut quitter).end, End::Cancelled);
    // Until the canceller is armed again, no run starts.
    assert_eq!(zoo.slot.run(&command, &limits, &mut quitter).end, End::Cancelled);
    canceller.rearm();
    assert_eq!(zoo.slot.run(&command, &limits, &mut AtEach(|| ControlFlow::Break(()))).end, End::KilledEarly);
}
