//! What every Unix has to end and reap processes, and the marks by which we know ours.

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

/// A descriptor that becomes readable when a child ends, which is left to be reaped.
pub fn watch_by_thread(pid: Pid) -> io::Result<OwnedFd> {
    let (ended, mut tell) = pipe()?;
    thread::Builder::new().spawn(move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while waitid(WaitId::Pid(pid), options).is_err_and(|error| error == Errno::INTR) {}
        // A byte, and not only the end: a program that starts now may have the pipe, too.
        let _ = tell.write(&[0]);
    })?;
    Ok(ended.into())
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

/// Whether a process group whose leader has been reaped had other members: they are
/// our children now, dead or alive.
pub fn group_had_others(leader: Pid) -> bool {
    waitpgid(leader, WaitOptions::NOHANG).is_ok()
}

/// Reaps a child that has ended, and tells how.
pub fn reap_status(pid: Pid) -> io::Result<ExitStatus> {
    let reaped = waitpid(Some(pid), WaitOptions::empty())?;
    let (_, status) = reaped.ok_or(io::ErrorKind::NotFound)?;
    Ok(ExitStatus::from_raw(status.as_raw()))
}

/// Reaps one child if it has ended; tells whether it still lives.
pub fn reap(pid: Pid) -> bool {
    matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None))
}

/// How many pages children of ours were given before they ended (`ru_minflt`).
pub fn page_faults_of_children() -> u64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN);
    usage.map_or(0, |usage| u64::try_from(usage.minor_page_faults()).unwrap_or(0))
}

/// How long killed processes may take to vanish before we go on without them.
pub const PATIENCE: Duration = Duration::from_millis(500);

/// Reaps killed processes; false if some still live when patience ends.
///
/// `lives` reaps what has ended and tells whether something is left. The kernel
/// needs some microseconds to end a process and gives no sign when it has.
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
