//! Processes that outlive the solver that started them.

use crate::check::linux::{self, Orphan};
use rustix::process::Pid;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often orphans of orphans are looked for.
const ROUNDS: u32 = 50;

/// The children that we have started and not yet reaped.
///
/// We adopt all orphans of our solvers, so every child that is not among these
/// is one. What leaves its group (a daemon) escapes `kill` but not adoption.
#[derive(Debug, Default)]
pub struct Offspring {
    inner: Mutex<Children>,
}

#[derive(Debug, Default)]
struct Children {
    /// Starts that are going on, whose children we cannot tell from orphans.
    starting: usize,
    alive: Vec<Pid>,
}

/// Which orphans are to be ended.
#[derive(Clone, Copy, Debug)]
pub enum Sweep<'m> {
    /// Those that carry the mark of a slot in which nothing runs.
    Slot(&'m [u8]),
    /// All whose mark starts like this, or that have none; nothing runs.
    Everything(&'m [u8]),
}

impl Offspring {
    fn lock(&self) -> MutexGuard<'_, Children> {
        // A list of numbers is whole even after a panic.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a command and remembers its process.
    ///
    /// # Errors
    ///
    /// Those of [`Command::spawn`].
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        self.lock().starting += 1;
        let result = command.spawn();
        let mut children = self.lock();
        children.starting -= 1;
        if let Ok(child) = &result {
            children.alive.push(Pid::from_child(child));
        }
        result
    }

    /// Forgets a process that has been reaped.
    pub fn forget(&self, pid: Pid) {
        self.lock().alive.retain(|&alive| alive != pid);
    }

    /// Ends and reaps orphans; tells how many were ended.
    ///
    /// Costs about 10 µs when there are none.
    pub fn sweep(&self, sweep: Sweep<'_>) -> usize {
        let mut ended = 0;
        for round in 0..ROUNDS {
            let killed = self.sweep_once(sweep);
            if killed == 0 {
                break;
            }
            // What was just killed is counted once, though it may take a few
            // rounds to vanish and set its own children free.
            ended = ended.max(killed);
            thread::sleep(Duration::from_micros(50 << round.min(8)));
        }
        ended
    }

    fn sweep_once(&self, sweep: Sweep<'_>) -> usize {
        let children = self.lock();
        let is_known = |pid: &Pid| children.alive.contains(pid);
        let are_unknown_ours = children.starting == 0;
        let mut killed = 0;
        for pid in linux::children().into_iter().filter(|pid| !is_known(pid)) {
            match linux::inspect(pid) {
                Orphan::Ended if are_unknown_ours => linux::reap(pid),
                Orphan::Ended => {}
                Orphan::Marked(mark) if sweep.covers(&mark) => killed += end(pid),
                Orphan::Unknown if are_unknown_ours && sweep.covers_unknown() => killed += end(pid),
                Orphan::Marked(_) | Orphan::Unknown => {}
            }
        }
        killed
    }
}

fn end(pid: Pid) -> usize {
    linux::kill_orphan(pid);
    1
}

impl Sweep<'_> {
    fn covers(self, mark: &[u8]) -> bool {
        match self {
            Sweep::Slot(own) => mark == own,
            Sweep::Everything(prefix) => mark.starts_with(prefix),
        }
    }

    fn covers_unknown(self) -> bool {
        matches!(self, Sweep::Everything(_))
    }
}
