//! Starts a template, and runs its clones.

use super::template::{Template, processor_time, raw};
use crate::check::process::clock::Clock;
use crate::check::process::listener::{Listener, OutputPrefix, Stream};
use crate::check::process::outcome::{End, Outcome};
use crate::check::process::output_pipes::{OutputPipes, ends_within, timespec};
use crate::check::process::runner::{KillGuard, Runner};
use crate::check::system::{self, PATIENCE};
use crate::check::{Limits, SlotPaths, Sweep};
use anyhow::{Error, Result};
use nix::errno::Errno;
use nix::sys::ptrace;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::io::{Write, pipe};
use std::ops::ControlFlow;
use std::os::fd::OwnedFd;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// How long a solver may take until it opens its input.
const OPENS_WITHIN: Duration = Duration::from_secs(10);

impl Runner {
    /// Starts a command that lets ddsmt trace it, up to where it opens its input, or asks for more of it than `head`.
    pub(super) fn start_template(
        &mut self,
        command: &mut Command,
        paths: &SlotPaths,
        head: Option<Vec<u8>>,
        limits: &Limits,
    ) -> Result<Template> {
        let patience = limits.wall.map_or(OPENS_WITHIN, |wall| wall.min(OPENS_WITHIN));
        let (opened, mut tell) = pipe()?;
        let opened = OwnedFd::from(opened);
        let child = self.offspring.start(command)?;
        let pidfd = pidfd_open(Pid::from_child(&child), PidfdFlags::empty());
        thread::scope(|scope| {
            let watch = thread::Builder::new().spawn_scoped(scope, || {
                // Kill a solver that waits for something else than its input: the trace would wait for it, too.
                if !is_woken(&opened, &self.canceller.wake_up(), patience)
                    && let Ok(pidfd) = &pidfd
                {
                    let _ = pidfd_send_signal(pidfd, Signal::KILL);
                }
            });
            if watch.is_err() || pidfd.is_err() {
                system::kill_group(Pid::from_child(&child));
            }
            let template = Template::of(child, self.offspring.clone(), paths, head);
            let _ = tell.write(&[0]);
            let told = |why: Error| if why.is::<Errno>() { why.context("the command cannot be traced") } else { why };
            let mut template = template.map_err(told)?;
            let mut pipes = OutputPipes::new(std::mem::take(&mut template.pipes), u64::MAX);
            pipes.drain(&mut self.buffer, &mut template.printed);
            template.pipes = pipes.pipes;
            Ok(template)
        })
    }

    /// Runs a clone of a template as [`Runner::run`] runs a command; `None` if the run was unusual.
    pub(super) fn run_clone(
        &mut self,
        template: &mut Template,
        mark: &str,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Option<Outcome> {
        let start = Instant::now();
        self.strays.retain(|&group| system::reap_group(group));
        if self.canceller.is_cancelled() {
            return Some(Outcome::cancelled());
        }
        let clone = template.take_ready().ok()?;
        let pid = raw(clone)?;
        let _guard = KillGuard { pid, offspring: self.offspring.clone() };
        let mut pipes = OutputPipes::new(std::mem::take(&mut template.pipes), limits.output);
        pipes.are_shared = true;
        let clock = Clock::new(pid, start, limits, self.processors);
        let outcome = self.listen_to_clone(clone, template, clock, listener, &mut pipes);
        let is_reaped = system::reap_patiently(|| system::reap_group(pid));
        if !is_reaped {
            self.strays.push(pid);
        }
        let is_alone = self.offspring.sweep(Sweep::Slot(mark.as_bytes())) == 0;
        // Output that was not read must not reach the next clone's listener.
        pipes.drain(&mut self.buffer, &mut OutputPrefix::default());
        template.pipes = pipes.pipes;
        outcome.filter(|_| is_reaped && is_alone)
    }

    /// Lets a clone run to its end, or to where the listener or a limit ends it, and kills its group. `None` if
    /// the run was unusual.
    fn listen_to_clone(
        &mut self,
        clone: nix::unistd::Pid,
        template: &mut Template,
        mut clock: Clock,
        listener: &mut dyn Listener,
        pipes: &mut OutputPipes,
    ) -> Option<Outcome> {
        let pid = raw(clone)?;
        let pidfd = system::watch(pid);
        let ended_by_us = match (&pidfd, repeat(&template.printed, listener)) {
            (Ok(pidfd), None) => ptrace::detach(clone, None).ok().map(|()| {
                // The next clone is made while this one runs. If that fails, the next run reports it.
                let _ = template.make_ready();
                self.listen(pidfd, &mut clock, listener, pipes)
            }),
            (_, ended) => Some(ended),
        };
        let (wall, disturbed) = (clock.solver_time(), clock.is_disturbed());
        // The leader is not reaped yet, so the number of its group is not reused.
        system::kill_group(pid);
        if !ends_within(&pidfd.ok()?, PATIENCE) {
            return None;
        }
        let cpu = template.cost + processor_time(clone) + system::cpu_time_of_children(pid);
        let end_of_solver = End::of(system::reap_status(pid).ok()?);
        let end = match ended_by_us? {
            Some(end) => end,
            // It is unknown whether processes that outlive the solver would print more.
            None if system::group_had_others(pid) => return None,
            None => end_of_solver,
        };
        let head_start = Some((template.point(), template.cost));
        Some(Outcome { end, wall, cpu, disturbed, head_start, ..Outcome::cancelled() })
    }
}

/// Gives a listener the output of the template before it was cloned.
fn repeat(printed: &OutputPrefix, listener: &mut dyn Listener) -> Option<End> {
    for stream in Stream::BOTH {
        let bytes = &printed[stream as usize];
        if !bytes.is_empty() && listener.hear(stream, bytes) == ControlFlow::Break(()) {
            return Some(End::KilledEarly);
        }
    }
    None
}

/// Returns whether the first descriptor becomes readable before the other one does and before the time is over.
fn is_woken(wanted: &OwnedFd, other: &impl std::os::fd::AsFd, patience: Duration) -> bool {
    let mut fds = [PollFd::new(wanted, PollFlags::IN), PollFd::new(other, PollFlags::IN)];
    let _ = poll(&mut fds, Some(&timespec(patience)));
    !fds[0].revents().is_empty()
}

/// Keeps what is heard.
impl Listener for OutputPrefix {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> ControlFlow<()> {
        self[stream as usize].extend_from_slice(bytes);
        ControlFlow::Continue(())
    }

    fn wants(&self, _: Stream) -> bool {
        false
    }
}
