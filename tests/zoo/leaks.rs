//! Processes that outlive their solver.

use super::slots::{AtEach, INPUT, LONG, Zoo};
use ddsmt::check::{End, Slot};
use rustix::process::{Pid, test_kill_process};
use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};

fn run_until_first_byte(zoo: &mut Zoo, body: &str) -> End {
    let command = zoo.solver(body);
    zoo.slot.write(INPUT).expect("input file");
    let outcome = zoo.slot.run(&command, &command.limits, &mut AtEach(|| ControlFlow::Break(())));
    outcome.end
}

#[test]
#[cfg_attr(feature = "portable", ignore = "orphans are reaped by whom the system gives them")]
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
    // The grandchildren hold the outputs open and print nothing: ddsmt does not wait for them.
    let mut zoo = Zoo::new();
    let command = zoo.solver(&format!("{family}\nexit 3"));
    assert_eq!(zoo.record(&command).outcome.end, End::Exited(3));
    zoo.assert_all_gone();
}

/// A solver that starts a process in a session of its own, and waits until the process runs.
const DAEMON: &str = "
    setsid sh -c 'echo $$ >> $0/pids; exec sleep 1000' $here REDIRECTION &
    while ! [ -s $here/pids ]; do :; done
    exit 3";

#[test]
#[cfg_attr(feature = "portable", ignore = "a process that leaves its group is not found")]
fn a_daemon_that_holds_an_output_is_ended_with_its_run() {
    let mut zoo = Zoo::new();
    let command = zoo.solver(&DAEMON.replace("REDIRECTION", ""));
    let outcome = zoo.record(&command).outcome;
    assert_eq!((outcome.end, outcome.escaped), (End::Exited(3), true));
    zoo.assert_all_gone();
}

#[test]
#[cfg_attr(feature = "portable", ignore = "a process that leaves its group is not found")]
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
#[cfg_attr(feature = "portable", ignore = "a process that leaves its group is not found")]
fn a_daemon_that_changes_its_program_all_the_time_is_ended_with_its_slot() {
    let body = DAEMON.replace("sleep 1000", "sh $0/again").replace("REDIRECTION", ">/dev/null 2>&1");
    for _ in 0..20 {
        let mut zoo = Zoo::new();
        let command = zoo.solver(&format!("echo 'exec sh $0' > $here/again\n{body}"));
        assert_eq!(zoo.record(&command).outcome.end, End::Exited(3));
        let spare = Slot::new(&zoo.workspace, 1).expect("slot");
        drop(std::mem::replace(&mut zoo.slot, spare));
        zoo.assert_all_gone();
    }
}

#[test]
#[cfg_attr(feature = "portable", ignore = "a process that leaves its group is not found")]
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
#[cfg_attr(feature = "portable", ignore = "orphans are reaped by whom the system gives them")]
fn a_panic_of_ours_leaves_nothing() {
    let zoo = Zoo::new();
    let command = zoo.solver("sleep 1000 & echo $$ $! > $here/pids; echo; wait");
    let Zoo { folder, workspace, mut slot } = zoo;
    let paths = slot.paths();
    let run = move || {
        let _workspace = workspace;
        slot.write(INPUT).expect("input file");
        slot.run(&command, &command.limits, &mut AtEach(|| panic!("a defect of ours")));
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    let notes = fs::read_to_string(folder.path().join("pids")).expect("pids");
    for pid in notes.split_whitespace().map(|word| Pid::from_raw(word.parse().expect("number")).expect("process")) {
        assert!(test_kill_process(pid).is_err(), "{pid:?} still lives");
    }
    assert!(!paths.folder.exists() && !paths.scratch.exists());
}

#[test]
fn a_solver_inherits_its_three_streams_only() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("exec ls /proc/self/fd");
    // The parent process may have left other descriptors open: compare with a start without ddsmt.
    let others = Command::new(&command.program).stdin(Stdio::null()).output().expect("a solver");
    assert_eq!(zoo.record(&command).stdout, others.stdout);
}

#[test]
fn late_output_of_a_filter_behind_the_solver_is_read() {
    let mut zoo = Zoo::new();
    // The filter goes on after the shell has ended.
    let body = "mkfifo $here/fifo; cat $here/fifo & exec 3> $here/fifo; echo late >&3; exit 0";
    let mut command = zoo.solver(body);
    command.limits.linger = LONG;
    let recording = zoo.record(&command);
    assert_eq!(recording.stdout, b"late\n");
}
