//! SIGINT and SIGTERM end a run with the best so far.

use super::executor::Message;
use super::process::Canceller;
use anyhow::Result;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Hears signals from its start on; the second one ends the process at once.
#[derive(Clone, Default)]
pub struct Watch {
    shared: Arc<Mutex<Heard>>,
}

#[derive(Default)]
struct Heard {
    /// The first signal that arrived.
    signal: Option<i32>,
    /// The runs to end when one arrives.
    runs: Vec<Canceller>,
    /// Who is told instead, once the search goes on.
    scheduler: Option<Sender<Message>>,
}

impl Watch {
    /// Hears signals from now on.
    ///
    /// # Errors
    ///
    /// If the handlers cannot be installed.
    pub fn start() -> Result<Watch> {
        let signals = [SIGINT, SIGTERM, SIGHUP];
        let again = Arc::new(AtomicBool::new(false));
        for signal in signals {
            // In this order, so that the first signal does not end the process.
            flag::register_conditional_shutdown(signal, 128 + signal, again.clone())?;
            flag::register(signal, again.clone())?;
        }
        let mut arrived = Signals::new(signals)?;
        let watch = Watch::default();
        let heard = watch.clone();
        std::thread::spawn(move || arrived.forever().for_each(|signal| heard.hear(signal)));
        Ok(watch)
    }

    /// Ends these runs when a signal arrives, until the scheduler is told.
    pub fn guard(&self, runs: impl IntoIterator<Item = Canceller>) {
        let mut heard = self.lock();
        heard.runs.extend(runs);
        if heard.signal.is_some() {
            heard.runs.iter().for_each(Canceller::cancel);
        }
    }

    /// Tells the scheduler of signals, also of one that has arrived already.
    pub fn report_to(&self, scheduler: Sender<Message>) {
        let mut heard = self.lock();
        if let Some(signal) = heard.signal {
            // A scheduler that has gone has ended already.
            let _ = scheduler.send(Message::Signal(signal));
        }
        heard.runs.clear();
        heard.scheduler = Some(scheduler);
    }

    /// The signal that has arrived, if one has.
    pub fn arrived(&self) -> Option<i32> {
        self.lock().signal
    }

    fn hear(&self, signal: i32) {
        let mut heard = self.lock();
        heard.signal.get_or_insert(signal);
        heard.runs.iter().for_each(Canceller::cancel);
        if let Some(scheduler) = &heard.scheduler {
            let _ = scheduler.send(Message::Signal(signal));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
