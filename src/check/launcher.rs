//! Solvers that another program starts, maybe on another machine (`--launcher`).
//!
//! The launcher starts ddsmt there, which runs the solver within its limits and writes how it ended to a file
//! that both machines see. The launcher's own exit status counts for nothing: a run without that file was
//! lost (with its node, or because its job was ended in favour of another) and is made again.

use crate::check::limits::{NOT_STARTED, limited};
use crate::check::process::{ends_within, wait};
use crate::check::system;
use crate::check::{Canceller, End, Limits, Listener, Outcome, Stream};
use log::Level;
use rustix::process::Pid;
use serde::{Deserialize, Serialize};
use signal_hook::consts::{SIGHUP, SIGINT, SIGKILL, SIGTERM};
use signal_hook::iterator::Signals;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The first argument of ddsmt when a launcher has started it.
const LAUNCHED: &str = "--launched";

/// The exit status of a run that was ended at its limit, as of `timeout`.
const TIMED_OUT: u8 = 124;

/// How long after its limit a run may be without a report before it counts as lost.
const OVERDUE: Duration = Duration::from_secs(15);

/// How long the report of a killed run is delayed: if ddsmt is killed, too, the run is lost.
const OVERTAKEN: Duration = Duration::from_secs(1);

/// Returns how often a run is made that is lost again and again: about an hour long by a launcher that has
/// made runs before, a few times by one that has not.
pub fn tries(is_launcher_known: bool) -> u32 {
    if is_launcher_known { 64 } else { 3 }
}

/// Number of bytes at the end of the error output in which the launcher's last line is looked for.
const MAX_LAST_LINE: usize = 4096;

/// The longest pause before a lost run is made again.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// How a solver ended, as the machine on which it ran reports it.
#[derive(Debug, Serialize, Deserialize)]
struct LauncherReport {
    end: End,
    /// Elapsed time, without the time that the job waited in the launcher's queue.
    wall: Duration,
    cpu: Duration,
}

/// Returns the command by which a launcher starts a program, whose report goes to this path. The machine that
/// runs the program limits its time and memory.
pub fn launched(launcher: &[OsString], report: &Path, limits: &Limits, program: &Path) -> io::Result<Command> {
    let (first, options) = launcher.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let number = |number: Option<u64>| number.map_or("-".into(), |number| number.to_string());
    let wall = elapsed(limits);
    let mut command = Command::new(first);
    command.args(options).arg(ourselves()?).arg(LAUNCHED).arg(report);
    command.arg(number(wall.map(|wall| wall.as_millis() as u64))).arg(number(limits.memory)).arg(program);
    Ok(command)
}

/// Returns the path of ddsmt when the first run was started: this path stays valid when the file is replaced.
fn ourselves() -> io::Result<&'static Path> {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    let now = env::current_exe()?;
    Ok(FILE.get_or_init(|| now))
}

/// Runs a solver for a launcher, if this process was started for that. Returns its exit status then.
pub fn run_launched(mut words: impl Iterator<Item = OsString>) -> Option<u8> {
    (words.next()? == LAUNCHED).then_some(())?;
    let (report, wall, memory) = (PathBuf::from(words.next()?), words.next()?, words.next()?);
    let number = |word: &OsStr| word.to_str().and_then(|word| word.parse::<u64>().ok());
    let mut command = limited(Path::new(&words.next()?), number(&memory));
    command.args(words).process_group(0);
    // If this write fails, the report cannot be written either.
    let _ = fs::write(begun(&report), []);
    let told = run(&mut command, number(&wall).map(Duration::from_millis)).and_then(|found| {
        let beside = report.with_extension("part");
        fs::write(&beside, serde_json::to_vec(&found)?)?;
        fs::rename(&beside, &report)?;
        Ok(found)
    });
    Some(match told {
        Ok(LauncherReport { end: End::Exited(status), .. }) => status as u8,
        Ok(LauncherReport { end: End::Signaled(signal), .. }) => (128 + signal) as u8,
        Ok(_) => TIMED_OUT,
        Err(error) => {
            eprintln!("ddsmt: {}: {error}", command.get_program().display());
            NOT_STARTED
        }
    })
}

fn run(command: &mut Command, wall: Option<Duration>) -> io::Result<LauncherReport> {
    let ignored = system::ignored_signals();
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP].iter().filter(|signal| !ignored.contains(signal)))?;
    let asked = signals.handle();
    let start = Instant::now();
    let mut child = command.spawn()?;
    let group = Pid::from_child(&child);
    // A batch system asks by a signal before it kills a job.
    let attentive = thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            system::kill_group(group);
            exit(128 + signal);
        }
    });
    let has_ended = system::watch(group).map(|ended| ends_within(&ended, wall.unwrap_or(Duration::MAX)));
    let wall = start.elapsed();
    // Until the leader is reaped, the number of its group is not reused.
    system::kill_group(group);
    asked.close();
    let _ = attentive.map(JoinHandle::join);
    let used = wait(&mut child)?;
    let end = if has_ended? { End::of(used.status) } else { End::TimedOut };
    if [End::Signaled(SIGKILL), End::Exited(128 + SIGKILL)].contains(&end) {
        // A batch system that kills a job may have killed the solver first and will kill ddsmt next: then the
        // run is lost.
        thread::sleep(OVERTAKEN);
    }
    Ok(LauncherReport { end, wall, cpu: used.rusage.utime + used.rusage.stime })
}

/// Returns the limits of the launcher itself. The job may wait in its queue for any time, but once the run
/// has begun, it has to end.
pub fn limits(limits: &Limits, report: &Path) -> Limits {
    let wall = elapsed(limits).and_then(|wall| wall.checked_add(OVERDUE));
    Limits { wall, idle: None, cpu: None, begun: Some(begun(report)), ..limits.clone() }
}

/// Returns the elapsed time that a run has on the machine that makes it.
fn elapsed(limits: &Limits) -> Option<Duration> {
    limits.wall.or(limits.idle.max(limits.cpu))
}

/// Returns the path of the file that appears when a run begins.
fn begun(report: &Path) -> PathBuf {
    report.with_extension("begun")
}

/// Reports that a run was lost, whose last line of output was `last`; only the first report is a warning.
pub fn tell_lost(last: &str) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    let said = if last.is_empty() { String::new() } else { format!(" ({last})") };
    let level = if IS_TOLD.swap(true, Ordering::Relaxed) { Level::Info } else { Level::Warn };
    log::log!(level, "--launcher: a run was lost{said}: lost runs are repeated");
}

/// Waits before a run is made again that was lost `lost` times, unless it is cancelled.
pub fn pause(lost: u32, canceller: &Canceller) {
    let end = Instant::now() + MAX_PAUSE.min(Duration::from_secs(1 << lost.min(6)) / 2);
    while Instant::now() < end && !canceller.is_cancelled() {
        thread::sleep(Duration::from_millis(50));
    }
}

/// Returns the outcome of a run by a launcher, given the launcher's own outcome; `None` if the run was lost.
pub fn reported(outcome: Outcome, report: &Path) -> Option<Outcome> {
    let told = fs::read(report).ok().and_then(|told| serde_json::from_slice(&told).ok());
    // If this fails, the files are removed with their folder.
    let _ = (fs::remove_file(report), fs::remove_file(begun(report)));
    if !outcome.end.is_own() && outcome.end != End::TimedOut {
        return Some(outcome);
    }
    let LauncherReport { end, wall, cpu } = told?;
    Some(Outcome { end, wall, cpu, disturbed: false, ..outcome })
}

/// Keeps the output of a run until it is known that the run was not lost.
pub struct KeptOutput<'l> {
    listener: &'l mut dyn Listener,
    heard: Vec<(Stream, Vec<u8>)>,
    /// The end of the error output, which is the launcher's own if the run was lost.
    errors: Vec<u8>,
}

impl<'l> KeptOutput<'l> {
    pub fn new(listener: &'l mut dyn Listener) -> KeptOutput<'l> {
        KeptOutput { listener, heard: Vec::new(), errors: Vec::new() }
    }

    pub fn last_error(&self) -> String {
        String::from_utf8_lossy(&self.errors).trim_end().lines().next_back().unwrap_or_default().to_owned()
    }

    pub fn tell(self) {
        // The run has ended, so whether the listener has heard enough no longer matters.
        let _ = self.heard.iter().try_for_each(|(stream, bytes)| self.listener.hear(*stream, bytes));
    }
}

impl Listener for KeptOutput<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> ControlFlow<()> {
        if self.wants(stream) {
            self.heard.push((stream, bytes.to_vec()));
        }
        if stream == Stream::Stderr {
            self.errors.extend_from_slice(bytes);
            self.errors.drain(..self.errors.len().saturating_sub(MAX_LAST_LINE));
        }
        ControlFlow::Continue(())
    }

    fn wants(&self, stream: Stream) -> bool {
        self.listener.wants(stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A listener that wants the standard output alone.
    struct Half;

    impl Listener for Half {
        fn hear(&mut self, stream: Stream, _: &[u8]) -> ControlFlow<()> {
            assert_eq!(stream, Stream::Stdout);
            ControlFlow::Continue(())
        }

        fn wants(&self, stream: Stream) -> bool {
            stream == Stream::Stdout
        }
    }

    #[test]
    fn only_the_end_of_ignored_errors_is_kept() {
        let mut half = Half;
        let mut kept = KeptOutput::new(&mut half);
        for (stream, bytes) in [
            (Stream::Stderr, &[b'x'; 3 * MAX_LAST_LINE][..]),
            (Stream::Stdout, b"sat\n"),
            (Stream::Stderr, b"\nno such partition\n"),
        ] {
            assert!(kept.hear(stream, bytes).is_continue());
        }
        assert_eq!((kept.errors.len(), kept.heard.len(), kept.wants(Stream::Stderr)), (MAX_LAST_LINE, 1, false));
        assert_eq!(kept.last_error(), "no such partition");
        kept.tell();
    }
}
