//! The implementation for systems that tell nothing about processes that are not children of ddsmt: a thread
//! waits for the end of each run, and what cannot be known is reported as unknown.

pub use super::unix::watch_by_thread as watch;
use super::unix::{Orphan, host, kill_group};
use rustix::process::Pid;
use std::env;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Does nothing: orphans of solvers become children of the process that the system chooses.
pub fn adopt_orphans() {}

/// Returns the path of this program, as it was started.
pub fn ourselves() -> PathBuf {
    env::current_exe().unwrap_or_default()
}

/// Returns the signals that are ignored since the start of ddsmt, as its caller wanted: a shell survives a
/// signal to itself only if it is ignored.
pub fn ignored_signals() -> Vec<i32> {
    let is_ignored = |signal: &i32| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("kill -{signal} $$")]).stdin(Stdio::null());
        shell.status().is_ok_and(|status| status.success())
    };
    [1, 2, 15].into_iter().filter(is_ignored).collect()
}

pub fn kill_orphan(pid: Pid) {
    kill_group(pid);
}

pub fn start_time(_: u32) -> Option<String> {
    None
}

/// Returns the name of the machine: when it was started is unknown.
pub fn boot() -> String {
    host()
}

pub fn namespace(_: &str) -> String {
    String::new()
}

/// Returns `None`: the time is unknown until the process has been reaped.
pub fn cpu_time_of_tree(_: Pid) -> Option<Duration> {
    None
}

/// Every process counts as active.
pub fn is_tree_active(_: Pid) -> bool {
    true
}

/// Returns false: the children of ddsmt are not listed here.
pub fn adopts_all_orphans() -> bool {
    false
}

/// Does nothing: children that have not executed their program yet cannot be recognized.
pub fn continue_children() {}

/// Returns nothing: the children are unknown; those that ddsmt has started are in `Offspring`.
pub fn children() -> Vec<Pid> {
    Vec::new()
}

pub fn all_processes() -> impl Iterator<Item = Pid> {
    std::iter::empty()
}

pub fn inspect(_: Pid) -> Orphan {
    Orphan::Unknown
}

/// Does nothing: flags that protect a file even from its owner stay.
pub fn make_mutable(_: &OwnedFd) {}
