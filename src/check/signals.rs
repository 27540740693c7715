//! What ends a run with the best so far: SIGINT, SIGTERM, the time budget.

use super::executor::Stop;
use super::pool::Message;
use super::process::Canceller;
use anyhow::Result;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Hears signals from its start on; the second one ends the process at once.
#[derive(Clone, Default)]
pub struct Watch {
    shared: Arc<Mutex<Heard>>,
}

#[derive(Default)]
struct Heard {
    /// What came first, or the first signal.
    stop: Option<Stop>,
    /// The runs to end when it comes.
    runs: Vec<Canceller>,
    /// The run of the result, which is made whatever the time and ended by a
    /// signal only.
    last: Option<Canceller>,
    /// Who is told instead, once the search goes on.
    scheduler: Option<Sender<Message>>,
}

impl Watch {
    /// Hears signals from now on, and the end of `budget`.
    ///
    /// # Errors
    ///
    /// If the handlers cannot be installed.
    pub fn start(budget: Option<Duration>) -> Result<Watch> {
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
        thread::spawn(move || arrived.forever().for_each(|signal| heard.hear(Stop::Signal(signal))));
        if let Some(budget) = budget {
            let heard = watch.clone();
            thread::spawn(move || {
                thread::sleep(budget);
                heard.hear(Stop::Budget);
            });
        }
        Ok(watch)
    }

    /// Ends these runs when the run is to end, until the scheduler is told.
    pub fn guard(&self, runs: impl IntoIterator<Item = Canceller>) {
        let mut heard = self.lock();
        heard.runs.extend(runs);
        if heard.stop.is_some() {
            heard.runs.iter().for_each(Canceller::cancel);
        }
    }

    /// Tells the scheduler from now on, also of what has come already; `last`
    /// runs the result when the search has ended.
    pub fn report_to(&self, scheduler: Sender<Message>, last: Canceller) {
        let mut heard = self.lock();
        if let Some(stop) = &heard.stop {
            // A scheduler that has gone has ended already.
            let _ = scheduler.send(Message::Stop(stop.clone()));
        }
        heard.runs.clear();
        heard.scheduler = Some(scheduler);
        heard.last = Some(last);
    }

    /// What has come first, if anything has; a signal that comes after the end
    /// of the time counts as the first.
    pub fn arrived(&self) -> Option<Stop> {
        self.lock().stop.clone()
    }

    /// The signal that has come, if one has.
    pub fn signal(&self) -> Option<Stop> {
        self.arrived().filter(|stop| matches!(stop, Stop::Signal(_)))
    }

    fn hear(&self, stop: Stop) {
        let mut heard = self.lock();
        heard.runs.iter().for_each(Canceller::cancel);
        if let Some(scheduler) = &heard.scheduler {
            let _ = scheduler.send(Message::Stop(stop.clone()));
        }
        if matches!(stop, Stop::Signal(_)) {
            heard.last.iter().for_each(Canceller::cancel);
        }
        if matches!(heard.stop, None | Some(Stop::Budget)) {
            heard.stop = Some(stop);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
