//! How many solvers run at the same time, whatever the number of slots.

use crate::check::process::Canceller;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The right to run a solver, of which slots share so many.
///
/// With more slots than turns the input of the next run is written while the
/// solver of another slot still runs.
#[derive(Debug)]
pub struct Turns {
    free: Mutex<usize>,
    changed: Condvar,
}

/// Gives its turn back when it is dropped.
pub(super) struct Turn(Arc<Turns>);

impl Turns {
    /// So many turns, none of them taken.
    pub fn new(number: usize) -> Arc<Turns> {
        Arc::new(Turns { free: Mutex::new(number), changed: Condvar::new() })
    }

    /// Lets those that wait see that they were cancelled.
    pub fn wake(&self) {
        // Whoever has looked and does not sleep yet holds the lock.
        drop(self.lock());
        self.changed.notify_all();
    }

    /// Waits for a turn; nothing if the run is cancelled before.
    pub(super) fn take(self: &Arc<Turns>, canceller: &Canceller) -> Option<Turn> {
        let mut free = self.lock();
        while *free == 0 && !canceller.is_cancelled() {
            free = self.changed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        if canceller.is_cancelled() {
            return None;
        }
        *free -= 1;
        Some(Turn(self.clone()))
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *self.0.lock() += 1;
        self.0.changed.notify_one();
    }
}
