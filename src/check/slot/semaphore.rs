//! Limits how many solvers run at the same time, whatever the number of slots.

use crate::check::Canceller;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;

/// Permits to run a solver, which slots share.
///
/// With more slots than permits the input of the next run is written while the solver of another slot still runs.
#[derive(Debug)]
pub struct Semaphore {
    free: Mutex<usize>,
    changed: Condvar,
}

/// Returns its permit when it is dropped.
pub(super) struct Permit(Arc<Semaphore>);

impl Semaphore {
    /// Returns a semaphore with this many permits, none of them taken.
    pub fn new(number: usize) -> Arc<Semaphore> {
        Arc::new(Semaphore { free: Mutex::new(number), changed: Condvar::new() })
    }

    /// Wakes all threads that wait, so that they see whether they were cancelled.
    pub fn wake(&self) {
        // A thread that has checked but does not sleep yet holds the lock.
        drop(self.free.lock());
        self.changed.notify_all();
    }

    /// Waits for a permit; `None` if the run is cancelled before.
    pub(super) fn take(self: &Arc<Semaphore>, canceller: &Canceller) -> Option<Permit> {
        let mut free = self.free.lock();
        while *free == 0 && !canceller.is_cancelled() {
            self.changed.wait(&mut free);
        }
        if canceller.is_cancelled() {
            return None;
        }
        *free -= 1;
        Some(Permit(self.clone()))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *self.0.free.lock() += 1;
        self.0.changed.notify_one();
    }
}
