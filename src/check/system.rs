//! What the system gives us to start, watch and end solvers.
//!
//! What every Unix has is in `unix`. The rest has one face and two makers: `linux`, and
//! `portable` elsewhere, which the cargo feature of this name chooses on Linux too.
//! Nothing else in this folder names `/proc`, a pidfd or a resource limit.
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

#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod linux;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
mod portable;
mod unix;

#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub use linux::*;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
pub use portable::*;
pub use unix::*;

/// Whether this is the build that knows nothing else than Unix.
pub const IS_PORTABLE: bool = cfg!(not(all(target_os = "linux", not(feature = "portable"))));

use nix::sys::signal::{SIGTTIN, SIGTTOU, SigSet};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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
    block_terminal_stops();
    adopt_orphans();
}

/// A solver that turns to its terminal is not stopped for being in the background,
/// which it is not when it is typed by hand. It inherits this; for shells, which do not,
/// see [`let_terminal_stop_no_solver`].
fn block_terminal_stops() {
    let _ = SigSet::from_iter([SIGTTOU, SIGTTIN]).thread_block();
}

/// Begins this process anew with SIGTTOU and SIGTTIN ignored, where there is a terminal:
/// solvers inherit that. Without `unsafe` only another program can see to it; where there
/// is none, nothing happens.
pub fn let_terminal_stop_no_solver() {
    // That they are blocked is the mark of the second start: not everywhere can we see what
    // is ignored.
    let is_first = SigSet::thread_get_mask().is_ok_and(|blocked| !blocked.contains(SIGTTOU));
    if IS_PORTABLE || !is_first || std::fs::File::open("/dev/tty").is_err() {
        return;
    }
    let ignoring = || {
        let mut command = Command::new("env");
        command.arg("--ignore-signal=TTOU,TTIN");
        command
    };
    let works = ignoring().arg("true").stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    // `env` takes a path with this sign for a variable.
    let is_meant = |program: &PathBuf| program.is_file() && !program.as_os_str().as_bytes().contains(&b'=');
    if let Some(program) = std::env::current_exe().ok().filter(|program| works && is_meant(program)) {
        block_terminal_stops();
        // It returns only where it fails, and then all goes on without.
        let _ = ignoring().arg(program).args(std::env::args_os().skip(1)).exec();
    }
}
