//! What the system gives us to start, watch and end solvers.
//!
//! What every Unix has stands here. The rest has one face and two makers: [`linux`],
//! and what is left of it elsewhere, which the cargo feature `portable` chooses on
//! Linux too. Nothing else in this folder names `/proc`, a pidfd or a resource limit.
//!
//! What the portable way does not promise, since nothing tells it about processes that
//! are no children of ours:
//!
//! - A process that has left the group of its solver (`setsid`) is not found: not at
//!   the end of a run, nor after a `kill -9` of ours by the next start.
//! - Processor time is known when a run has ended. Until then elapsed time stands for
//!   it, so that on a busy machine the limit of a run may be reached by waiting; one
//!   that only sleeps is ended no sooner than one that computes.
//! - Whether the run of a record goes on is told by the lock of the record alone.
//! - Candidates and versions of the output have a name while they are written.

#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod linux;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
mod portable;

#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub use linux::*;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
pub use portable::*;

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, getrlimit, kill_process, kill_process_group, setrlimit, waitpgid,
    waitpid,
};
use std::env;
use std::thread;
use std::time::Duration;

/// Name of the environment variable that marks every process of a run.
pub const MARK: &str = "DDSMT_RUN";

/// Prepares this process for being the parent of solvers.
///
/// Crashing solvers write no core: a limit of one byte, and not zero, also stops
/// the kernel from feeding the core to the program in `core_pattern`, which can
/// take half a second per crash. What is set is inherited or kept for the life of
/// the process; calling it again does no harm.
pub fn become_parent_of_solvers() {
    let core = getrlimit(Resource::Core);
    if core.maximum.is_none_or(|most| most >= 1) {
        let one = Rlimit { current: Some(1), maximum: core.maximum };
        // Where a sandbox forbids it, solvers still run.
        let _ = setrlimit(Resource::Core, one);
    }
    adopt_orphans();
}

/// Ends a process that we have not yet reaped, and its group, at once.
pub fn kill_group(leader: Pid) {
    // Both may have ended already, and a process may have left its group.
    let _ = kill_process_group(leader, Signal::KILL);
    let _ = kill_process(leader, Signal::KILL);
}

/// The mark of the run with this name, behind those of the runs whose solver we are.
pub fn mark_within(name: &str) -> String {
    match env::var(MARK) {
        Ok(outer) if !outer.is_empty() => format!("{outer}:{name}"),
        _ => name.to_owned(),
    }
}

/// Whether a mark is of a slot of the run with this name, or of a run within one.
pub fn mark_has_run(mark: &[u8], name: &[u8]) -> bool {
    mark.split(|&byte| byte == b':').any(|part| part.split(|&byte| byte == b'/').next() == Some(name))
}

/// Reaps what has ended of a process group; tells whether some still live.
pub fn reap_group(leader: Pid) -> bool {
    loop {
        match waitpgid(leader, WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Reaps one child if it has ended; tells whether it still lives.
pub fn reap(pid: Pid) -> bool {
    matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None))
}

/// Reaps killed processes; false if some still live when patience ends.
///
/// `lives` reaps what has ended and tells whether something is left. The kernel
/// needs some microseconds to end a process and gives no sign when it has.
pub fn reap_within(patience: Duration, lives: impl Fn() -> bool) -> bool {
    let mut pause = Duration::from_micros(20);
    while lives() {
        if pause > patience / 2 {
            return false;
        }
        thread::sleep(pause);
        pause *= 2;
    }
    true
}

/// What we know of an orphan.
#[derive(Debug, PartialEq, Eq)]
pub enum Orphan {
    /// It has ended and waits to be reaped.
    Ended,
    /// It lives and carries this value of [`MARK`].
    Marked(Vec<u8>),
    /// It lives and its environment does not tell.
    Unknown,
}
