//! Processes that outlive the solver that started them.

use crate::check::PREFIX;
use crate::check::system::{self, Orphan};
use parking_lot::Mutex;
use rustix::process::Pid;
use std::io;
use std::process::{Child, Command};

/// How many generations of orphans of orphans are ended.
const MAX_ROUNDS: u32 = 50;

/// The children that ddsmt has started and not yet reaped.
///
/// ddsmt adopts all orphans of its solvers, so every other child is an orphan, unless it was a child before
/// ddsmt began. A process that leaves its group (a daemon) escapes `kill` but not adoption.
#[derive(Debug)]
pub struct Offspring {
    inner: Mutex<ChildList>,
    /// Children that the program that became ddsmt by `exec` had started.
    strangers: Vec<Pid>,
    /// Whether every adopted child is an orphan of a solver, even without a mark.
    adopts_only_ours: bool,
}

#[derive(Debug, Default)]
struct ChildList {
    /// Number of starts under way, whose children cannot be told from orphans yet.
    starting: usize,
    alive: Vec<Pid>,
}

/// Which orphans are to be ended.
#[derive(Clone, Copy, Debug)]
pub enum Sweep<'m> {
    /// Orphans that carry the mark of a slot in which nothing runs.
    Slot(&'m [u8]),
    /// All orphans that carry the mark of this run, and those without a mark of ddsmt; nothing runs.
    Everything(&'m [u8]),
}

impl Default for Offspring {
    /// No children of ddsmt yet: those that this process has already are left alone.
    fn default() -> Offspring {
        let adopts_only_ours = !system::adopts_all_orphans();
        Offspring { inner: Mutex::default(), strangers: system::children(), adopts_only_ours }
    }
}

impl Offspring {
    /// Starts a command and remembers its process.
    pub fn start(&self, command: &mut Command) -> io::Result<Child> {
        self.inner.lock().starting += 1;
        let result = command.spawn();
        let mut children = self.inner.lock();
        children.starting -= 1;
        if let Ok(child) = &result {
            children.alive.push(Pid::from_child(child));
        }
        result
    }

    /// Remembers a process that has become a child of ddsmt in another way.
    pub fn adopt(&self, pid: Pid) {
        self.inner.lock().alive.push(pid);
    }

    /// Kills all children and their groups; the threads that started them reap them.
    pub fn end_all(&self) {
        self.inner.lock().alive.iter().for_each(|&pid| system::kill_group(pid));
    }

    /// Forgets a process that has been reaped.
    pub fn forget(&self, pid: Pid) {
        self.inner.lock().alive.retain(|&alive| alive != pid);
    }

    /// Ends and reaps orphans. Returns how many were ended.
    ///
    /// Costs about 10 µs when there are none.
    pub fn sweep(&self, sweep: Sweep<'_>) -> usize {
        let mut ended = 0;
        for _ in 0..MAX_ROUNDS {
            let killed = self.kill_orphans(sweep);
            if killed.is_empty() {
                break;
            }
            ended += killed.len();
            // Children of the killed processes become children of ddsmt only when their parents have vanished.
            for pid in killed {
                system::reap_patiently(|| system::reap(pid));
            }
        }
        ended
    }

    fn kill_orphans(&self, sweep: Sweep<'_>) -> Vec<Pid> {
        let children = self.inner.lock();
        let knows_all = children.starting == 0;
        let mut killed = Vec::new();
        for pid in system::children() {
            if children.alive.contains(&pid) || self.strangers.contains(&pid) {
                continue;
            }
            let is_wanted = match system::inspect(pid) {
                Orphan::Ended if knows_all => {
                    system::reap(pid);
                    false
                }
                Orphan::Ended => false,
                Orphan::Marked(mark) if sweep.covers(&mark) => true,
                // The orphan belongs to another run in this process, as in tests, which ends it itself.
                Orphan::Marked(mark) if mark.starts_with(PREFIX.as_bytes()) => false,
                // Another value of the variable is as good as none.
                Orphan::Marked(_) | Orphan::Unknown => {
                    knows_all && self.adopts_only_ours && matches!(sweep, Sweep::Everything(_))
                }
            };
            if is_wanted {
                system::kill_orphan(pid);
                killed.push(pid);
            }
        }
        killed
    }
}

impl Sweep<'_> {
    /// Whether a mark is that of the slot or run, or of a run within it.
    fn covers(self, mark: &[u8]) -> bool {
        let (own, end) = match self {
            Sweep::Slot(own) => (own, b':'),
            Sweep::Everything(own) => (own, b'/'),
        };
        mark.strip_prefix(own).is_some_and(|rest| rest.first().is_none_or(|&next| next == end))
    }
}
