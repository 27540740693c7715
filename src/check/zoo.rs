//! Misbehaving solvers, each with what becomes of it.

use crate::check::checker::{Answer, Checker, Trial};
use crate::check::command::SolverCommand;
use crate::check::compare::{Comparison, Criterion};
use crate::check::golden::{Agreement, Golden, Recording, record, record_twice};
use crate::check::limits::Limits;
use crate::check::process::{End, Hope, Listener, Stream};
use crate::check::slot::Slot;
use crate::check::workspace::Workspace;
use rustix::process::{Pid, test_kill_process};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const INPUT: &[&[u8]] = &[b"(check-sat)\n", b"(exit)\n"];

/// A time limit that is never reached.
const LONG: Duration = Duration::from_secs(600);

/// A time limit that a process that does not end always reaches.
const SHORT: Duration = Duration::from_millis(50);

/// A folder with a script and a place to run it.
struct Zoo {
    folder: TempDir,
    workspace: Arc<Workspace>,
    slot: Slot,
}

impl Zoo {
    fn new() -> Self {
        let folder = TempDir::new().expect("temporary folder");
        let workspace = Workspace::new(".smt2", 1000).expect("workspace");
        let slot = Slot::new(&workspace, 0).expect("slot");
        Zoo { folder, workspace, slot }
    }

    /// A shell script as a solver; `$here` is a folder for its notes.
    fn solver(&self, body: &str) -> SolverCommand {
        let path = self.folder.path().join("solver");
        let here = self.folder.path().display();
        fs::write(&path, format!("#!/bin/sh\nhere={here}\n{body}\n")).expect("script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
        let mut command = SolverCommand::new(path);
        command.limits = Limits::default().with_wall(LONG);
        command
    }

    fn record(&mut self, command: &SolverCommand) -> Recording {
        record(command, &mut self.slot, INPUT).expect("input file")
    }

    fn note(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The processes whose numbers a script wrote into `$here/pids`.
    fn noted_processes(&self) -> Vec<Pid> {
        let notes = fs::read_to_string(self.note("pids")).expect("pids");
        let pids: Vec<Pid> = notes
            .split_whitespace()
            .map(|word| Pid::from_raw(word.parse().expect("number")).expect("process"))
            .collect();
        assert!(!pids.is_empty());
        pids
    }

    fn assert_all_gone(&self) {
        for pid in self.noted_processes() {
            assert!(test_kill_process(pid).is_err(), "{pid:?} still lives");
        }
    }
}

/// Has heard enough at the first byte.
struct Impatient;

impl Listener for Impatient {
    fn hear(&mut self, _: Stream, _: &[u8]) -> Hope {
        Hope::Settled
    }

    fn wants(&self, _: Stream) -> bool {
        true
    }
}

fn run_until_first_byte(zoo: &mut Zoo, body: &str) -> End {
    let command = zoo.solver(body);
    zoo.slot.write(INPUT).expect("input file");
    let outcome = zoo.slot.run(&command, &command.limits, &mut Impatient);
    outcome.end
}

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
fn what_does_not_end_is_ended_at_its_limit() {
    for body in [
        "exec sleep 1000",
        "trap '' TERM INT HUP; while :; do sleep 1; done",
        "exec >&- 2>&-; exec sleep 1000",
        "kill -STOP $$",
        "while :; do :; done",
    ] {
        let mut zoo = Zoo::new();
        let mut command = zoo.solver(body);
        command.limits = Limits::default().with_wall(SHORT);
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
fn a_program_that_cannot_start_is_no_verdict() {
    const ENOENT: i32 = 2;
    let mut zoo = Zoo::new();
    let command = SolverCommand::new("/nonexistent/solver");
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

    // What does not count is read, but neither limited nor kept without limit.
    command.comparison = Comparison::exit_only();
    command.limits.output = 1000;
    let recording = zoo.record(&command);
    assert_eq!(recording.outcome.end, End::Exited(7));
    assert_eq!((recording.stdout.len(), recording.stderr.len()), (1000, 1000));
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
fn grandchildren_end_with_the_solver() {
    let family = "
        sleep 1000 & echo $! >> $here/pids
        (sleep 1000 & echo $! >> $here/pids; exec sleep 1000) & echo $! >> $here/pids
        while [ $(wc -l < $here/pids) -lt 3 ]; do :; done";
    for (last, end) in [("echo; wait", End::KilledEarly), ("echo; exec sleep 1000", End::KilledEarly)] {
        let mut zoo = Zoo::new();
        assert_eq!(run_until_first_byte(&mut zoo, &format!("{family}\n{last}")), end);
        zoo.assert_all_gone();
    }
    // They hold the outputs open and say nothing: they are not waited for.
    let mut zoo = Zoo::new();
    let command = zoo.solver(&format!("{family}\nexit 3"));
    let outcome = zoo.record(&command).outcome;
    assert_eq!((outcome.end, outcome.lingered), (End::Exited(3), true));
    zoo.assert_all_gone();
}

/// Starts a process in a session of its own, and waits until it is there.
const DAEMON: &str = "
    setsid sh -c 'echo $$ >> $0/pids; exec sleep 1000' $here REDIRECTION &
    while ! [ -s $here/pids ]; do :; done
    exit 3";

#[test]
fn a_daemon_that_holds_an_output_is_ended_with_its_run() {
    let mut zoo = Zoo::new();
    let command = zoo.solver(&DAEMON.replace("REDIRECTION", ""));
    let outcome = zoo.record(&command).outcome;
    assert_eq!(outcome.end, End::Exited(3));
    assert!(outcome.lingered && outcome.escaped);
    zoo.assert_all_gone();
}

#[test]
fn a_silent_daemon_is_ended_with_its_slot() {
    let mut zoo = Zoo::new();
    let command = zoo.solver(&DAEMON.replace("REDIRECTION", ">/dev/null 2>&1"));
    let outcome = zoo.record(&command).outcome;
    assert_eq!((outcome.end, outcome.escaped), (End::Exited(3), false));
    let spare = Slot::new(&zoo.workspace, 1).expect("slot");
    drop(std::mem::replace(&mut zoo.slot, spare));
    zoo.assert_all_gone();
}

#[test]
fn a_daemon_without_a_mark_is_ended_with_the_workspace() {
    let mut zoo = Zoo::new();
    let body = DAEMON.replace("setsid", "env -i setsid").replace("REDIRECTION", ">/dev/null 2>&1");
    let command = zoo.solver(&body);
    assert_eq!(zoo.record(&command).outcome.end, End::Exited(3));
    let Zoo { folder, workspace, slot } = zoo;
    drop((slot, workspace));
    let notes = fs::read_to_string(folder.path().join("pids")).expect("pids");
    let pid = Pid::from_raw(notes.trim().parse().expect("number")).expect("process");
    assert!(test_kill_process(pid).is_err());
}

#[test]
fn what_a_filter_behind_the_solver_still_says_is_heard() {
    let mut zoo = Zoo::new();
    // The filter goes on after the shell has ended.
    let body = "mkfifo $here/fifo; cat $here/fifo & exec 3> $here/fifo; echo late >&3; exit 0";
    let command = zoo.solver(body);
    let recording = zoo.record(&command);
    assert_eq!(recording.stdout, b"late\n");
}

#[test]
fn every_run_finds_its_input_whatever_the_last_one_did() {
    for body in [
        "rm $1",
        ": > $1",
        "echo garbage >> $1",
        "chmod 000 $1",
        "chmod 777 $1",
        "mv $1 $1.old",
        "echo garbage > $1.new; mv $1.new $1",
        "ln $1 $1.link",
        "rm $1; mkdir $1",
        "rm $1; ln -s /dev/null $1",
        "rm -r $(dirname $1)",
        "chmod 000 $(dirname $1)",
        "mv $(dirname $1) $(dirname $1).old; mkdir $(dirname $1)",
        "rm -r $TMPDIR",
        "rmdir $TMPDIR; mkdir $TMPDIR",
        "mkdir -p $TMPDIR/a/b; touch $TMPDIR/a/b/c; chmod 000 $TMPDIR/a",
        "touch $1.log",
    ] {
        let mut zoo = Zoo::new();
        let vandal = zoo.solver(body);
        zoo.record(&vandal);
        let witness = "cat $1; echo text > $1.try; rm $1.try; ls -A $TMPDIR $(dirname $1)";
        let witness = zoo.solver(witness);
        let recording = zoo.record(&witness);
        let text = String::from_utf8_lossy(&recording.stdout);
        let (content, listing) = text.split_at(INPUT.concat().len());
        assert_eq!(content.as_bytes(), INPUT.concat(), "{body}");
        let files: Vec<&str> = listing.lines().filter(|line| !line.ends_with(':')).collect();
        assert_eq!(files.concat(), "input.smt2", "{body}: {listing}");
    }
}

#[test]
fn a_shorter_candidate_leaves_nothing_of_a_longer_one() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("cat $1");
    let many: Vec<&[u8]> = vec![b"0123456789"; 1000];
    for text in [&many[..], &many[..1], &[], &[b"", b"a", b"", b"b"], &many[..65]] {
        let recording = record(&command, &mut zoo.slot, text).expect("input file");
        assert_eq!(recording.stdout, text.concat());
    }
}

#[test]
fn input_and_folders_are_private() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("stat -c %a $1 $(dirname $1) $(dirname $(dirname $1)) $TMPDIR");
    assert_eq!(zoo.record(&command).stdout, b"600\n700\n700\n700\n");
}

#[test]
fn nothing_is_left_of_a_workspace() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("mkdir $TMPDIR/a; touch $TMPDIR/a/b; chmod 000 $TMPDIR/a");
    zoo.record(&command);
    let places = zoo.slot.places();
    let parents = [&places.folder, &places.scratch].map(|path| path.parent().map(Path::to_owned));
    drop(zoo);
    for parent in parents.into_iter().flatten() {
        assert!(!parent.exists(), "{}", parent.display());
    }
}

#[test]
fn slots_differ_only_in_paths_that_do_not_count() {
    let mut zoo = Zoo::new();
    let mut other = Slot::new(&zoo.workspace, 1).expect("slot");
    let command = zoo.solver("echo error in $1: $1.log $TMPDIR/x$(dirname $1); echo $1 >&2; exit 1");
    let runs = record_twice(&command, [&mut zoo.slot, &mut other], INPUT).expect("input file");
    assert_ne!(runs.first.stdout, runs.second.stdout);
    assert_eq!(runs.agreement, Agreement::Steady);
    let golden = runs.golden();
    let checker = Checker { solver: Trial { command, golden }, cross: None };
    for slot in [&mut zoo.slot, &mut other] {
        let verdict = checker.check(slot, INPUT);
        assert_eq!((verdict.answer, verdict.end), (Answer::Same, End::Exited(1)));
    }
}

#[test]
fn golden_runs_that_disturb_each_other_are_told_from_chance() {
    for (body, agreement) in [
        // Each meets the other: neither ends before both have come.
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
        let runs = record_twice(&command, [&mut zoo.slot, &mut other], INPUT).expect("input");
        assert_eq!(runs.agreement, agreement, "{body}");
    }
}

fn checker(zoo: &mut Zoo, body: &str, comparison: Comparison) -> Checker {
    let mut command = zoo.solver(body);
    command.comparison = comparison;
    let golden = Golden::of(&zoo.record(&command));
    Checker { solver: Trial { command, golden }, cross: None }
}

#[test]
fn the_comparison_decides_what_is_the_same() {
    let out = |text: &str| Comparison { stdout: Criterion::Contains(text.into()), ..Comparison::default() };
    let no_exit = Comparison { exit: false, ..out("sat") };
    let exit_only = Comparison::exit_only();
    let all = Comparison::default();
    let golden = "echo unsat; echo warn >&2; exit 1";
    for (comparison, body, answer, end) in [
        (&all, golden, Answer::Same, End::Exited(1)),
        (&all, "echo unsat; echo warn >&2; exit 2", Answer::Different, End::Exited(2)),
        (&all, "echo unsat; exit 1", Answer::Different, End::Exited(1)),
        (&all, "echo sat; exec sleep 1000", Answer::Different, End::KilledEarly),
        (&all, "echo unsat; echo; exec sleep 1000", Answer::Different, End::KilledEarly),
        (&all, "exec yes unsat", Answer::Different, End::KilledEarly),
        (&all, "echo uncertain >&2; exec sleep 1000", Answer::Different, End::KilledEarly),
        (&exit_only, "echo sat; exit 1", Answer::Same, End::Exited(1)),
        (&exit_only, "kill -HUP $$", Answer::Different, End::Signaled(1)),
        (&out("sat"), "echo a; echo satisfied; echo warn >&2; exit 1", Answer::Same, End::Exited(1)),
        (&out("sat"), "printf s; printf a; echo t; echo warn >&2; exit 1", Answer::Same, End::Exited(1)),
        (&out("sat"), "echo sat; exit 1", Answer::Different, End::Exited(1)),
        (&out("sat"), "echo s at; echo warn >&2; exit 1", Answer::Different, End::Exited(1)),
        (&no_exit, golden, Answer::Same, End::Exited(1)),
        (&no_exit, "echo x >&2; exec sleep 1000", Answer::Different, End::KilledEarly),
    ] {
        let mut zoo = Zoo::new();
        let mut checker = checker(&mut zoo, golden, comparison.clone());
        checker.solver.command = SolverCommand { comparison: comparison.clone(), ..zoo.solver(body) };
        let verdict = checker.check(&mut zoo.slot, INPUT);
        assert_eq!((verdict.answer, verdict.end), (answer, end), "{body}");
    }
}

#[test]
fn a_run_is_settled_early_where_only_a_substring_counts() {
    let mut zoo = Zoo::new();
    let comparison =
        Comparison { exit: false, stdout: Criterion::Contains(b"oops".to_vec()), stderr: Criterion::Ignored };
    let checker = checker(&mut zoo, "echo oops", comparison);
    zoo.solver("echo err >&2; echo oops; exec sleep 1000");
    let verdict = checker.check(&mut zoo.slot, INPUT);
    assert_eq!((verdict.answer, verdict.end), (Answer::Same, End::KilledEarly));
    assert_eq!(zoo.slot.head(Stream::Stdout), b"oops\n");
}

#[test]
fn a_golden_run_that_hangs_is_matched_by_one_that_hangs() {
    let mut zoo = Zoo::new();
    let mut command = zoo.solver("echo some; exec sleep 1000");
    command.limits = Limits::default().with_wall(SHORT);
    let golden = Golden::of(&zoo.record(&command));
    assert_eq!(golden.end, End::TimedOut);
    let checker = Checker { solver: Trial { command, golden }, cross: None };
    for (body, answer) in [("echo other; exec sleep 1000", Answer::Same), ("exit 0", Answer::Different)] {
        zoo.solver(body);
        let limits = Limits::default().with_wall(match answer {
            Answer::Same => SHORT,
            _ => LONG,
        });
        let verdict = checker.check_within(&mut zoo.slot, INPUT, &limits);
        assert_eq!(verdict.answer, answer, "{body}");
    }
}

#[test]
fn a_match_string_that_the_golden_run_lacks_is_told() {
    let mut zoo = Zoo::new();
    let recording = {
        let command = zoo.solver("echo out; echo err >&2");
        zoo.record(&command)
    };
    let contains = |text: &str| Criterion::Contains(text.into());
    let comparison = Comparison { exit: true, stdout: contains("err"), stderr: contains("err") };
    assert_eq!(recording.missing(&comparison), [Stream::Stdout]);
}

#[test]
fn the_cross_check_is_asked_only_where_the_solver_agrees() {
    let mut zoo = Zoo::new();
    let mut checker = checker(&mut zoo, "echo a >> $1; exit $(wc -l < $1)", Comparison::default());
    let mut second = Zoo::new();
    let cross = self::checker(&mut second, "cat $1", Comparison::default());
    checker.cross = Some(cross.solver);
    let verdict = checker.check(&mut zoo.slot, INPUT);
    // The second command sees the input as it was.
    assert_eq!((verdict.answer, verdict.is_crossed), (Answer::Same, true));
    let verdict = checker.check(&mut zoo.slot, &INPUT[..1]);
    assert_eq!((verdict.answer, verdict.is_crossed), (Answer::Different, false));
    let verdict = checker.check(&mut zoo.slot, &[b"(check-sat)\n(exot)\n"]);
    assert_eq!((verdict.answer, verdict.is_crossed), (Answer::Different, true));
}

/// Cancels its own run at the first byte.
struct Quitter(crate::check::process::Canceller);

impl Listener for Quitter {
    fn hear(&mut self, _: Stream, _: &[u8]) -> Hope {
        self.0.cancel();
        Hope::Open
    }

    fn wants(&self, _: Stream) -> bool {
        true
    }
}

#[test]
fn a_cancelled_run_ends_and_gives_no_verdict() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("echo; exec sleep 1000");
    zoo.slot.write(INPUT).expect("input file");
    let canceller = zoo.slot.canceller();
    let mut quitter = Quitter(canceller.clone());
    let limits = Limits::default();
    assert_eq!(zoo.slot.run(&command, &limits, &mut quitter).end, End::Cancelled);
    // Until it is armed again, nothing starts.
    assert_eq!(zoo.slot.run(&command, &limits, &mut quitter).end, End::Cancelled);
    canceller.rearm();
    assert_eq!(zoo.slot.run(&command, &limits, &mut Impatient).end, End::KilledEarly);
}

#[test]
fn memory_is_limited_without_raising_what_the_user_set() {
    let mut zoo = Zoo::new();
    let waits = "while [ $(ulimit -v) = unlimited ]; do :; done; ulimit -v; ulimit -Hv";
    let mut command = zoo.solver(waits);
    command.limits = command.limits.with_memory_mb(512);
    let hard = rustix::process::getrlimit(rustix::process::Resource::As).maximum;
    let hard = hard.map_or("unlimited".to_owned(), |bytes| (bytes / 1024).to_string());
    let expected = format!("524288\n{hard}\n");
    assert_eq!(zoo.record(&command).stdout, expected.as_bytes());
}

#[test]
fn the_placeholder_stands_for_the_path() {
    let mut zoo = Zoo::new();
    let mut command = zoo.solver("echo $# $1 $2; cat ${2#--in=}");
    command.args = vec!["{}".into(), "--in={}".into()];
    command.placeholder = Some("{}".into());
    let path = zoo.slot.places().input.display().to_string();
    let text = format!("2 {path} --in={path}\n(check-sat)\n(exit)\n");
    assert_eq!(zoo.record(&command).stdout, text.as_bytes());
    command.placeholder = None;
    let text = "3 {} --in={}\n";
    assert!(zoo.record(&command).stdout.starts_with(text.as_bytes()));
}
