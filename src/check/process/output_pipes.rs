//! The reading ends of a solver's outputs.

use super::canceller::Canceller;
use super::listener::{Listener, Stream};
use super::outcome::End;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use std::ops::ControlFlow;
use std::os::fd::OwnedFd;
use std::time::Duration;

/// Events that a wait has brought.
pub(super) struct Heard {
    pub ended: bool,
    pub cancelled: bool,
    /// Which streams can be read without blocking, by [`Stream`].
    pub streams: [bool; 2],
}

/// The reading ends of the outputs that are still open.
pub(super) struct OutputPipes {
    /// The reading ends, by [`Stream`].
    pub pipes: [Option<OwnedFd>; 2],
    /// Number of bytes that a stream may still bring if it is needed.
    room: [u64; 2],
    /// Whether a template holds the writing ends, too, so that no end of file comes.
    pub are_shared: bool,
}

impl OutputPipes {
    /// Returns pipes whose writing ends only the solver and its children hold.
    pub fn new(pipes: [Option<OwnedFd>; 2], room: u64) -> Self {
        OutputPipes { pipes, room: [room; 2], are_shared: false }
    }

    /// Reads the remaining output of a process that has ended.
    ///
    /// Returns how the run is to be ended, if it is to be ended.
    pub fn drain(&mut self, buffer: &mut [u8], listener: &mut dyn Listener) -> Option<End> {
        for stream in Stream::BOTH {
            while self.has(stream) {
                let end = self.read(stream, buffer, listener);
                if end.is_some() {
                    return end;
                }
            }
        }
        None
    }

    /// Reads once what the streams hold. Nobody is waited for who may print for ever.
    ///
    /// Returns how the run is to be ended, if it is to be ended.
    pub fn read_rest(&mut self, buffer: &mut [u8], listener: &mut dyn Listener) -> Option<End> {
        Stream::BOTH.into_iter().find_map(|stream| self.has(stream).then(|| self.read(stream, buffer, listener))?)
    }

    /// Whether something can be read from a stream now.
    fn has(&self, stream: Stream) -> bool {
        let pipe = self.pipes[stream as usize].as_ref();
        pipe.and_then(events).is_some_and(|events| events.contains(PollFlags::IN))
    }

    /// Waits for output unless `is_deaf`, for the end of the process, or for a cancellation.
    pub fn wait(
        &self,
        pidfd: Option<&OwnedFd>,
        is_deaf: bool,
        canceller: &Canceller,
        timeout: Duration,
    ) -> Result<Heard, Errno> {
        let [stdout, stderr] = [0, 1].map(|stream: usize| self.pipes[stream].as_ref().filter(|_| !is_deaf));
        let sources = [pidfd, stdout, stderr];
        let mut fds = vec![PollFd::from_borrowed_fd(canceller.wake_up(), PollFlags::IN)];
        fds.extend(sources.iter().flatten().map(|fd| PollFd::new(*fd, PollFlags::IN)));
        poll(&mut fds, Some(&timespec(timeout)))?;
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let cancelled = ready.next() == Some(true);
        let [ended, stdout, stderr] = sources.map(|source| source.is_some() && ready.next() == Some(true));
        Ok(Heard { ended, cancelled, streams: [stdout, stderr] })
    }

    /// Reads once from a stream that is ready, so that reading does not block.
    ///
    /// Returns how the run is to be ended, if it is to be ended.
    pub fn read(&mut self, stream: Stream, buffer: &mut [u8], listener: &mut dyn Listener) -> Option<End> {
        let pipe = &mut self.pipes[stream as usize];
        let count = match rustix::io::read(pipe.as_ref()?, &mut *buffer) {
            Ok(count @ 1..) => count,
            Err(Errno::INTR | Errno::AGAIN) => return None,
            Ok(0) | Err(_) => {
                *pipe = None;
                return None;
            }
        };
        if listener.hear(stream, &buffer[..count]) == ControlFlow::Break(()) {
            return Some(End::KilledEarly);
        }
        let room = &mut self.room[stream as usize];
        let is_flood = count as u64 > *room && listener.wants(stream);
        *room = room.saturating_sub(count as u64);
        is_flood.then_some(End::Flooded)
    }

    /// Whether a stream that the listener needs is still open.
    pub fn is_waited_for(&self, listener: &dyn Listener) -> bool {
        Stream::BOTH.into_iter().any(|stream| self.pipes[stream as usize].is_some() && listener.wants(stream))
    }

    /// Whether a living process still holds the writing end of a stream.
    pub fn are_held(&self) -> bool {
        self.pipes.iter().flatten().filter_map(events).any(|events| !events.contains(PollFlags::HUP))
    }
}

/// Returns the events of a pipe now.
fn events(pipe: &OwnedFd) -> Option<PollFlags> {
    let mut fds = [PollFd::new(pipe, PollFlags::IN)];
    poll(&mut fds, Some(&timespec(Duration::ZERO))).ok()?;
    Some(fds[0].revents())
}

/// Returns whether the process of a pidfd ends within a time.
pub(in crate::check) fn ends_within(pidfd: &OwnedFd, time: Duration) -> bool {
    let mut fds = [PollFd::new(pidfd, PollFlags::IN)];
    retry_on_intr(|| poll(&mut fds, Some(&timespec(time)))).is_ok_and(|ready| ready > 0)
}

pub(super) fn timespec(duration: Duration) -> Timespec {
    Timespec::try_from(duration).unwrap_or(Timespec { tv_sec: i64::MAX, tv_nsec: 0 })
}
