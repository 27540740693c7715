//! Runs one process after the other.

use super::canceller::Canceller;
use super::clock::Clock;
use super::listener::{Listener, Stream};
use super::outcome::{End, Outcome};
use super::output_pipes::{self, OutputPipes};
use crate::check::system::{self, PATIENCE};
use crate::check::{Limits, Offspring};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4};

/// Number of bytes that are read at once: the capacity of a pipe.
const CHUNK: usize = 64 << 10;

/// How long ddsmt lets output gather after it has read some. Where a solver does not buffer its messages, each word
/// would wake ddsmt.
const GATHERING: Duration = Duration::from_micros(500);

/// How long a launcher may take to end the job that it has started, before it is killed.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long ddsmt waits for a compiler that is writing the solver.
const REBUILD: Duration = Duration::from_secs(120);

/// Starts processes one after the other, reads their output, and enforces their limits.
#[derive(Debug)]
pub struct Runner {
    pub(super) buffer: Box<[u8]>,
    pub(super) canceller: Canceller,
    pub(super) offspring: Arc<Offspring>,
    /// Number of processors, asked for once: the answer takes a dozen system calls.
    pub(super) processors: u32,
    /// Groups that had not vanished when ddsmt stopped waiting for them.
    pub(super) strays: Vec<Pid>,
}

impl Runner {
    /// Returns a runner with buffers of its own, which registers its children with `offspring`.
    pub fn new(offspring: Arc<Offspring>) -> io::Result<Self> {
        Ok(Runner {
            buffer: vec![0; CHUNK].into_boxed_slice(),
            canceller: Canceller::new()?,
            offspring,
            processors: thread::available_parallelism().map_or(1, |n| n.get() as u32),
            strays: Vec::new(),
        })
    }

    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }

    /// Runs a command to its end, to a limit, or until the listener has heard enough. Its process group is
    /// gone afterwards.
    ///
    /// The command brings its own group and pipes for both outputs. The start stays on the `posix_spawn` path
    /// of the standard library, since the cost of `fork` grows with the memory of ddsmt.
    pub fn run(&mut self, command: &mut Command, limits: &Limits, listener: &mut dyn Listener) -> Outcome {
        let start = Instant::now();
        self.strays.retain(|&group| system::reap_group(group));
        if self.canceller.is_cancelled() {
            return Outcome::cancelled();
        }
        match self.spawn(command) {
            Ok(child) => self.attend(child, start, limits, listener),
            Err(error) => Outcome::not_run(&error),
        }
    }

    /// Starts the command. Tries again if the system is short of resources for a moment, or, for longer, if
    /// the solver is just being written (a rebuild).
    fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let (start, mut pause, mut is_told) = (Instant::now(), Duration::from_millis(10), false);
        loop {
            let error = match self.offspring.start(command) {
                Err(error) if !self.canceller.is_cancelled() => error,
                result => return result,
            };
            if start.elapsed() >= patience_with(&error) {
                return Err(error);
            }
            if start.elapsed() >= PATIENCE && !is_told {
                let program = command.get_program().to_string_lossy().into_owned();
                log::warn!("{program}: {error}: waiting until it can be started");
                is_told = true;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PATIENCE);
        }
    }

    fn attend(&mut self, mut child: Child, start: Instant, limits: &Limits, listener: &mut dyn Listener) -> Outcome {
        let pid = Pid::from_child(&child);
        let _guard = KillGuard { pid, offspring: self.offspring.clone() };
        let ours = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
        let mut pipes = OutputPipes::new(ours, limits.output);
        let mut clock = Clock::new(pid, start, limits, self.processors);
        let pidfd = system::watch(pid);
        let ended_by_us = match &pidfd {
            Ok(pidfd) => self.listen(pidfd, &mut clock, listener, &mut pipes),
            Err(error) => Some(End::failed(error)),
        };
        let mut outcome =
            Outcome { wall: clock.solver_time(), disturbed: clock.is_disturbed(), ..Outcome::cancelled() };
        if let (Some(_), Ok(pidfd), Some(_)) = (&limits.begun, &pidfd, ended_by_us) {
            // A launcher that has ended meanwhile is not reaped yet, so its number is not reused.
            let _ = kill_process(pid, Signal::TERM);
            output_pipes::ends_within(pidfd, FAREWELL);
        }
        // The leader is not reaped yet, so the number of its group is not reused.
        system::kill_group(pid);
        if ended_by_us.is_none() || pidfd.is_ok_and(|pidfd| output_pipes::ends_within(&pidfd, PATIENCE)) {
            match wait(&mut child) {
                Ok(used) => {
                    outcome.cpu = used.rusage.utime + used.rusage.stime;
                    outcome.end = End::of(used.status);
                }
                Err(error) => outcome.end = End::failed(&error),
            }
        }
        outcome.end = ended_by_us.unwrap_or(outcome.end);
        if !system::reap_patiently(|| system::reap_group(pid)) {
            self.strays.push(pid);
        }
        outcome.escaped = pipes.are_held();
        outcome
    }

    /// Listens until the solver has ended by itself (`None`) or must be ended.
    pub(super) fn listen(
        &mut self,
        pidfd: &OwnedFd,
        clock: &mut Clock,
        listener: &mut dyn Listener,
        pipes: &mut OutputPipes,
    ) -> Option<End> {
        let (mut has_ended, mut is_deaf) = (false, false);
        loop {
            let pidfd = (!has_ended).then_some(pidfd);
            let most = if is_deaf { GATHERING } else { Duration::MAX };
            let heard = pipes.wait(pidfd, is_deaf, &self.canceller, clock.remaining().min(most));
            clock.wake();
            let heard = match heard {
                Ok(heard) => heard,
                Err(Errno::INTR) => continue,
                Err(error) => return Some(End::NotRun(error.raw_os_error())),
            };
            if heard.cancelled {
                return Some(End::Cancelled);
            }
            for stream in Stream::BOTH.into_iter().filter(|stream| heard.streams[*stream as usize]) {
                let end = pipes.read(stream, &mut self.buffer, listener);
                if end.is_some() {
                    return end;
                }
            }
            if heard.ended {
                clock.solver_ended();
                if pipes.are_shared {
                    return pipes.drain(&mut self.buffer, listener);
                }
            }
            if heard.ended || (has_ended && heard.streams != [false; 2]) {
                // Every output of processes that outlive the solver gives them time again.
                has_ended = true;
                clock.linger();
            }
            if has_ended && !pipes.is_waited_for(listener) {
                return pipes.read_rest(&mut self.buffer, listener);
            }
            is_deaf = heard.streams != [false; 2] && !has_ended;
            if clock.is_over() {
                return (!has_ended).then_some(End::TimedOut);
            }
            if clock.is_idle() {
                return Some(End::Idle);
            }
        }
    }
}

/// Kills a child if the code that attends to it panics, and forgets the child in any case.
pub(super) struct KillGuard {
    pub pid: Pid,
    pub offspring: Arc<Offspring>,
}

impl Drop for KillGuard {
    fn drop(&mut self) {
        if thread::panicking() {
            system::kill_group(self.pid);
            system::reap_patiently(|| system::reap_group(self.pid));
        }
        self.offspring.forget(self.pid);
    }
}

/// Returns how long a failed start that may succeed later is tried again.
fn patience_with(error: &io::Error) -> Duration {
    match Errno::from_io_error(error) {
        // The program that writes the file has it open.
        Some(Errno::TXTBSY) => REBUILD,
        Some(Errno::AGAIN | Errno::NOMEM | Errno::NFILE) => PATIENCE,
        _ => Duration::ZERO,
    }
}

/// Waits for the end of a child, and reaps it.
pub(in crate::check) fn wait(child: &mut Child) -> io::Result<ResUse> {
    loop {
        match child.wait4() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
