//! Ending a run from another thread.

use crate::check::linux;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the run that goes on in a slot, from any thread.
#[derive(Clone, Debug)]
pub struct Canceller {
    inner: Arc<Cancel>,
}

#[derive(Debug)]
struct Cancel {
    is_set: AtomicBool,
    wake_up: OwnedFd,
}

impl Canceller {
    pub(super) fn new() -> io::Result<Self> {
        let inner = Cancel { is_set: AtomicBool::new(false), wake_up: linux::wake_up()? };
        Ok(Canceller { inner: Arc::new(inner) })
    }

    /// Ends the current run and every later one until [`Canceller::rearm`].
    pub fn cancel(&self) {
        self.inner.is_set.store(true, Ordering::SeqCst);
        // A counter that cannot take one more is readable already.
        let _ = rustix::io::write(&self.inner.wake_up, &1_u64.to_ne_bytes());
    }

    /// Allows runs again.
    ///
    /// To be called where the slot is given its next candidate, under the lock
    /// that protects the decision to cancel.
    pub fn rearm(&self) {
        if self.inner.is_set.swap(false, Ordering::SeqCst) {
            let _ = rustix::io::read(&self.inner.wake_up, &mut [0; 8]);
        }
    }

    pub(super) fn wake_up(&self) -> BorrowedFd<'_> {
        self.inner.wake_up.as_fd()
    }

    /// Whether runs are ended at once.
    pub fn is_cancelled(&self) -> bool {
        self.inner.is_set.load(Ordering::SeqCst)
    }
}
