//! What is left where the system tells nothing about processes that are no children of
//! ours: a thread waits for the end of each run, and what cannot be known is unknown.

pub use super::unix::watch_by_thread as watch;
use super::unix::{Orphan, kill_group};
use rustix::process::Pid;
use std::env;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Orphans of solvers go to whom the system gives them.
pub fn adopt_orphans() {}

/// This program, as it was started.
pub fn ourselves() -> PathBuf {
    env::current_exe().unwrap_or_default()
}

/// The signals that are ignored, as whoever started us wanted it: a child that sends one
/// to itself tells.
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

/// What the machine is called: when it was started is unknown.
pub fn boot() -> String {
    host()
}

/// What the machine is called.
pub fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

pub fn namespace(_: &str) -> String {
    String::new()
}

/// Unknown until the process has been reaped.
pub fn cpu_time_of_tree(_: Pid) -> Option<Duration> {
    None
}

/// Every process counts as active.
pub fn is_tree_active(_: Pid) -> bool {
    true
}

/// No orphan does that we could tell from others.
pub fn adopts_all_orphans() -> bool {
    false
}

/// They are not known before they are another program.
pub fn continue_children() {}

/// Unknown; what we have started ourselves is remembered.
pub fn children() -> Vec<Pid> {
    Vec::new()
}

pub fn all_processes() -> impl Iterator<Item = Pid> {
    std::iter::empty()
}

pub fn inspect(_: Pid) -> Orphan {
    Orphan::Unknown
}

/// What protects a file even from its owner stays.
pub fn make_mutable(_: &OwnedFd) {}
