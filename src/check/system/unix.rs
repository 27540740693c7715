//! Functions of every Unix to end and reap processes, and the marks that identify processes of ddsmt.

use nix::sys::resource::{UsageWho, getrusage};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group, waitid, waitpgid, waitpid,
};
use std::env;
use std::io::{self, Write, pipe};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::thread;
use std::time::Duration;

/// Name of the environment variable that marks every process of a run.
pub const MARK: &str = "DDSMT_RUN";

/// Returns the name of the machine or the container.
pub fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Kills a process that has not been reaped yet, and its group.
pub fn kill_group(leader: Pid) {
    // Both may have ended already, and the process may have left its group.
    let _ = kill_process_group(leader, Signal::KILL);
    let _ = kill_process(leader, Signal::KILL);
}

/// Returns the mark of the run with this name, behind the marks of the runs whose solver ddsmt is.
pub fn mark_within(name: &str) -> String {
    match env::var(MARK) {
        Ok(outer) if !outer.is_empty() => format!("{outer}:{name}"),
        _ => name.to_owned(),
    }
}

/// Whether a mark is of a slot of the run with this name, or of a run within such a slot.
pub fn mark_has_run(mark: &[u8], name: &[u8]) -> bool {
    mark.split(|&byte| byte == b':').any(|part| part.split(|&byte| byte == b'/').next() == Some(name))
}

/// Returns a descriptor that becomes readable when a child ends; the child is left to be reaped.
pub fn watch_by_thread(pid: Pid) -> io::Result<OwnedFd> {
    let (ended, mut tell) = pipe()?;
    thread::Builder::new().spawn(move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while waitid(WaitId::Pid(pid), options).is_err_and(|error| error == Errno::INTR) {}
        // Write a byte: closing alone is not enough, since a program that starts now may hold the pipe open, too.
        let _ = tell.write(&[0]);
    })?;
    Ok(ended.into())
}

/// Reaps the members of a process group that have ended. Returns whether some still live.
pub fn reap_group(leader: Pid) -> bool {
    loop {
        match waitpgid(leader, WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Whether a process group whose leader has been reaped had other members, which are children of ddsmt now,
/// dead or alive.
pub fn group_had_others(leader: Pid) -> bool {
    waitpgid(leader, WaitOptions::NOHANG).is_ok()
}

/// Reaps a child that has ended. Returns how it ended.
pub fn reap_status(pid: Pid) -> io::Result<ExitStatus> {
    let reaped = waitpid(Some(pid), WaitOptions::empty())?;
    let (_, status) = reaped.ok_or(io::ErrorKind::NotFound)?;
    Ok(ExitStatus::from_raw(status.as_raw()))
}

/// Reaps one child if it has ended. Returns whether it still lives.
pub fn reap(pid: Pid) -> bool {
    matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None))
}

/// Returns the number of page faults of children that have ended (`ru_minflt`).
pub fn page_faults_of_children() -> u64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN);
    usage.map_or(0, |usage| u64::try_from(usage.minor_page_faults()).unwrap_or(0))
}

/// How long killed processes may take to vanish before ddsmt goes on without them.
pub const PATIENCE: Duration = Duration::from_millis(500);

/// Reaps killed processes. Returns false if some still live after [`PATIENCE`].
///
/// `lives` reaps the processes that have ended and returns whether any is left. The kernel needs some
/// microseconds to end a process and gives no sign when it has.
pub fn reap_patiently(lives: impl Fn() -> bool) -> bool {
    let mut pause = Duration::from_micros(20);
    while lives() {
        if pause > PATIENCE / 2 {
            return false;
        }
        thread::sleep(pause);
        pause *= 2;
    }
    true
}

/// What is known of an orphan.
#[derive(Debug, PartialEq, Eq)]
pub enum Orphan {
    /// The orphan has ended and waits to be reaped.
    Ended,
    /// The orphan lives and carries this value of [`MARK`].
    Marked(Vec<u8>),
    /// The orphan lives and carries no mark, as far as its environment can be read.
    Unknown,
}
