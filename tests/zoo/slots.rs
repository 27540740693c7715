//! Runs of a solver in a slot, one at a time.

use ddsmt::check::{Limits, Listener, Recording, Slot, SolverCommand, Stream, Workspace, record};
use rustix::process::{Pid, test_kill_process};
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

pub const INPUT: &[&[u8]] = &[b"(check-sat)\n", b"(exit)\n"];

/// A time limit that is never reached.
pub const LONG: Duration = Duration::from_secs(600);

/// A time limit that every endless process reaches soon.
pub const SHORT: Duration = Duration::from_millis(50);

/// A folder with a solver, and a slot to run it.
pub struct Zoo {
    pub folder: TempDir,
    pub workspace: Arc<Workspace>,
    pub slot: Slot,
}

impl Zoo {
    pub fn new() -> Self {
        let folder = TempDir::new().expect("temporary folder");
        let workspace = Workspace::new(".smt2", 1000, &[], None).expect("workspace");
        let slot = Slot::new(&workspace, 0).expect("slot");
        Zoo { folder, workspace, slot }
    }

    /// Returns a solver that is a shell script; `$here` is a folder for its notes.
    pub fn solver(&self, body: &str) -> SolverCommand {
        let path = self.folder.path().join("solver");
        let here = self.folder.path().display();
        fs::write(&path, format!("#!/bin/sh\nhere={here}\n{body}\n")).expect("script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
        let mut command = SolverCommand { program: path, ..SolverCommand::default() };
        command.limits = Limits { wall: Some(LONG), ..Limits::default() };
        command
    }

    pub fn record(&mut self, command: &SolverCommand) -> Recording {
        record(command, &mut self.slot, INPUT).expect("input file")
    }

    pub fn note(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the processes whose numbers a script wrote into `$here/pids`.
    fn noted_processes(&self) -> Vec<Pid> {
        let notes = fs::read_to_string(self.note("pids")).expect("pids");
        let pids: Vec<Pid> = notes
            .split_whitespace()
            .map(|word| Pid::from_raw(word.parse().expect("number")).expect("process"))
            .collect();
        assert!(!pids.is_empty());
        pids
    }

    pub fn assert_all_gone(&self) {
        for pid in self.noted_processes() {
            assert!(test_kill_process(pid).is_err(), "{pid:?} still lives");
        }
    }
}

/// A listener to both outputs that does this at each piece.
pub struct AtEach<F>(pub F);

impl<F: FnMut() -> ControlFlow<()>> Listener for AtEach<F> {
    fn hear(&mut self, _: Stream, _: &[u8]) -> ControlFlow<()> {
        (self.0)()
    }

    fn wants(&self, _: Stream) -> bool {
        true
    }
}
