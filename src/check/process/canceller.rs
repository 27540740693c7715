//! Ends a run from another thread.

use std::io::{self, PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the run that goes on in a slot, from any thread.
#[derive(Clone, Debug)]
pub struct Canceller(Arc<Cancel>);

#[derive(Debug)]
struct Cancel {
    is_set: AtomicBool,
    /// Can be read while `is_set` holds.
    wake_up: PipeReader,
    wake: PipeWriter,
}

impl Canceller {
    pub(super) fn new() -> io::Result<Self> {
        let (wake_up, wake) = pipe()?;
        Ok(Canceller(Arc::new(Cancel { is_set: AtomicBool::new(false), wake_up, wake })))
    }

    /// Ends the current run and every later one until [`Canceller::rearm`].
    pub fn cancel(&self) {
        if !self.0.is_set.swap(true, Ordering::SeqCst) {
            // The pipe has room: this is its only byte.
            let _ = (&self.0.wake).write(&[0]);
        }
    }

    /// Allows runs again.
    ///
    /// The caller does this when it gives the slot its next candidate, under the lock that protects the
    /// decision to cancel.
    pub fn rearm(&self) {
        if self.0.is_set.swap(false, Ordering::SeqCst) {
            let _ = (&self.0.wake_up).read(&mut [0]);
        }
    }

    pub(super) fn wake_up(&self) -> BorrowedFd<'_> {
        self.0.wake_up.as_fd()
    }

    /// Whether runs are ended at once.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_set.load(Ordering::SeqCst)
    }
}
