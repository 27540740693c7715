//! Processes that outlive the solver that started them.

use crate::check::PREFIX;
use crate::check::system::{self, Orphan};
use parking_lot::Mutex;
use rustix::process::Pid;
use std::io;
use std::process::{Child, Command};

/// How often orphans of orphans are looked for.
const ROUNDS: u32 = 50;

/// The children that we have started and not yet reaped.
///
/// We adopt all orphans of our solvers, so every child that is not among these
/// is one, unless it was there before us. What leaves its group (a daemon)
/// escapes `kill` but not adoption.
#[derive(Debug)]
pub struct Offspring {
    inner: Mutex<ChildList>,
    /// What whoever became this program by `exec` had started.
    strangers: Vec<Pid>,
    /// Whether a child without a mark can be no other process's orphan.
    adopts_only_ours: bool,
}

#[derive(Debug, Default)]
struct ChildList {
    /// Starts that are going on, whose children we cannot tell from orphans.
    starting: usize,
    alive: Vec<Pid>,
}

/// Which orphans are to be ended.
#[derive(Clone, Copy, Debug)]
pub enum Sweep<'m> {
    /// Those that carry the mark of a slot in which nothing runs.
    Slot(&'m [u8]),
    /// All of the run with this mark, and those without one of ours; nothing runs.
    Everything(&'m [u8]),
}

impl Default for Offspring {
    /// No children of ours yet: those that this process has are left alone.
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

    /// Remembers a process that has become our child otherwise.
    pub fn adopt(&self, pid: Pid) {
        self.inner.lock().alive.push(pid);
    }

    /// Ends all children and their groups; who started them reaps them.
    pub fn end_all(&self) {
        self.inner.lock().alive.iter().for_each(|&pid| system::kill_group(pid));
    }

    /// Forgets a process that has been reaped.
    pub fn forget(&self, pid: Pid) {
        self.inner.lock().alive.retain(|&alive| alive != pid);
    }

    /// Ends and reaps orphans; tells how many were ended.
    ///
    /// Costs about 10 µs when there are none.
    pub fn sweep(&self, sweep: Sweep<'_>) -> usize {
        let mut ended = 0;
        for _ in 0..ROUNDS {
            let killed = self.kill_orphans(sweep);
            if killed.is_empty() {
                break;
            }
            ended += killed.len();
            // Only when these have vanished are their own children ours.
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
                // Another run in this process, as tests have them, ends its own.
                Orphan::Marked(mark) if mark.starts_with(PREFIX.as_bytes()) => false,
                // What else it holds is as good as none.
                Orphan::Marked(_) | Orphan::Unknown => knows_all && self.adopts_only_ours && sweep.covers_unknown(),
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
        let (Sweep::Slot(own) | Sweep::Everything(own)) = self;
        let end = match self {
            Sweep::Slot(_) => b':',
            Sweep::Everything(_) => b'/',
        };
        mark.strip_prefix(own).is_some_and(|rest| rest.first().is_none_or(|&next| next == end))
    }

    fn covers_unknown(self) -> bool {
        matches!(self, Sweep::Everything(_))
    }
}
