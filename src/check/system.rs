//! The services of the operating system that start, watch and end solvers.
//!
//! `unix` holds what every Unix has. The rest has one interface and two implementations: `linux`, and
//! `portable` elsewhere, which the cargo feature of this name selects on Linux, too. Of the rest of `check` only
//! `process::warm`, which is for Linux alone, reads `/proc`.
//!
//! System calls are made by rustix. What it does not have comes from nix: signal masks and page faults here, and in
//! `process::warm` ptrace and the memory of another process, with nix's process numbers and errors.
//!
//! The portable implementation knows nothing about processes that are not children of ddsmt, so its promises
//! are weaker:
//!
//! - A process that has left the group of its solver (`setsid`) is not found: neither at the end of a run,
//!   nor by the next start after a `kill -9` of ddsmt.
//! - Processor time is known only when a run has ended. Until then elapsed time stands for it, so that on a
//!   busy machine a run may reach its limit by waiting; a run that only sleeps is ended no sooner than one
//!   that computes.
//! - The lock of a record alone tells whether its run still goes on.

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

/// Whether this build uses the portable implementation.
pub const IS_PORTABLE: bool = cfg!(not(all(target_os = "linux", not(feature = "portable"))));

use nix::sys::signal::{SIGTTIN, SIGTTOU, SigSet};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Prepares this process for being the parent of solvers.
///
/// Crashing solvers write no core: a limit of one byte, unlike zero, also stops the kernel from feeding the
/// core to the program in `core_pattern`, which can take half a second per crash. The settings are inherited
/// or kept for the life of the process; a second call does no harm.
pub fn become_parent_of_solvers() {
    let core = getrlimit(Resource::Core);
    if core.maximum.is_none_or(|most| most >= 1) {
        let one = Rlimit { current: Some(1), maximum: core.maximum };
        // If a sandbox forbids this, solvers still run.
        let _ = setrlimit(Resource::Core, one);
    }
    block_terminal_stops();
    adopt_orphans();
}

/// Blocks the signals that stop a background process which uses its terminal: a solver is not in the background when it
/// is run by hand. Solvers inherit the mask; for shells, which do not, see [`let_terminal_stop_no_solver`].
fn block_terminal_stops() {
    let _ = SigSet::from_iter([SIGTTOU, SIGTTIN]).thread_block();
}

/// Starts this program anew with SIGTTOU and SIGTTIN ignored, which solvers inherit, if there is a terminal.
/// Without `unsafe` code only another program can do that: `env`. Does nothing if that is not possible.
pub fn let_terminal_stop_no_solver() {
    // The second start is recognized by the blocked signals: ignored ones cannot be seen on every system.
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
        // `exec` returns only if it fails; then this process goes on.
        let _ = ignoring().arg(program).args(std::env::args_os().skip(1)).exec();
    }
}
