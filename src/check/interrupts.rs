//! What ends a run with the best so far: signals, and the time budget.
//!
//! | signal | what it does |
//! |---|---|
//! | `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGQUIT`, `SIGXCPU`, `SIGUSR2`, `SIGALRM` | end the run with the best so far; once more, a second later or after that, with what is in the output file; a third time, at once |
//! | `SIGXFSZ` | nothing: writing tells that the file grows too large |
//! | `SIGCONT` | lets children go on that were stopped as they were started |
//! | `SIGCHLD` | nothing, even where it was ignored: else no end of a solver could be seen |
//! | what was ignored when we were started | nothing, for us and for the solvers |

use super::pool::Message;
use super::system;
use crate::check::{Canceller, Stop, Workspace};
use anyhow::Result;
use parking_lot::Mutex;
use rustix::process::Signal;
use signal_hook::consts::{SIGALRM, SIGCHLD, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR2};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Signals that come so soon after the first one mean the same.
const SAME: Duration = Duration::from_secs(1);

/// A file grows beyond what is allowed; the crate that hears signals has no name for it.
const SIGXFSZ: i32 = Signal::XFSZ.as_raw();

/// The limit of our own processor time is reached; it has no name there either.
const SIGXCPU: i32 = Signal::XCPU.as_raw();

/// The signals that end a run with the best so far.
const ENDS: [i32; 7] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR2, SIGALRM];

/// Hears signals from its start on.
#[derive(Clone, Default)]
pub struct Interrupts {
    shared: Arc<Mutex<Heard>>,
    /// Whether anything has come.
    arrived: Arc<AtomicBool>,
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
    /// What is removed where somebody insists on the end.
    workspaces: Vec<Weak<Workspace>>,
    /// Who is told instead, once the search goes on.
    scheduler: Option<Sender<Message>>,
    /// What is done before anything else when a signal arrives.
    ending: Option<Box<dyn Fn() + Send>>,
}

impl Interrupts {
    /// Hears signals from now on, and the end of `budget`.
    pub fn start(budget: Option<Duration>) -> Result<Interrupts> {
        let ignored = system::ignored_signals();
        // A handler, and not the default, is what `exec` turns into the default.
        for signal in [SIGXFSZ, SIGCHLD] {
            if signal == SIGCHLD || !ignored.contains(&signal) {
                flag::register(signal, Arc::default())?;
            }
        }
        let signals = ENDS.into_iter().filter(|signal| !ignored.contains(signal));
        let signals: Vec<i32> = signals.collect();
        let insists = Arc::new(AtomicBool::new(false));
        for &signal in &signals {
            flag::register_conditional_shutdown(signal, 128 + signal, insists.clone())?;
        }
        let mut arrived = Signals::new(&signals)?;
        if !ignored.contains(&SIGCONT) {
            arrived.add_signal(SIGCONT)?;
        }
        let interrupts = Interrupts::default();
        let heard = interrupts.clone();
        thread::Builder::new().name("signals".into()).spawn(move || {
            let mut first = None;
            for signal in arrived.forever() {
                if signal == SIGCONT {
                    system::continue_children();
                    continue;
                }
                // Terminals, shells and `timeout` send some of them twice.
                if first.get_or_insert_with(Instant::now).elapsed() >= SAME {
                    insists.store(true, Ordering::SeqCst);
                    heard.leave();
                    exit(128 + signal);
                }
                heard.hear(Stop::Signal(signal));
            }
        })?;
        if let Some(budget) = budget {
            let heard = interrupts.clone();
            thread::Builder::new().name("budget".into()).spawn(move || {
                thread::sleep(budget);
                heard.hear(Stop::Budget);
            })?;
        }
        Ok(interrupts)
    }

    /// Does this as soon as a signal arrives, since the next one may end us at once.
    pub fn before_end(&self, ending: impl Fn() + Send + 'static) {
        self.shared.lock().ending = Some(Box::new(ending));
    }

    /// Ends the search with the best so far, as the user has enough.
    pub fn enough(&self) {
        self.hear(Stop::Enough);
    }

    /// Ends these runs when the run is to end, until the scheduler is told.
    pub fn guard(&self, runs: impl IntoIterator<Item = Canceller>) {
        let mut heard = self.shared.lock();
        heard.runs.extend(runs);
        if heard.stop.is_some() {
            heard.runs.iter().for_each(Canceller::cancel);
        }
    }

    /// Ends the solvers of this workspace, too, and removes it where somebody insists.
    pub fn clean_up(&self, workspace: &Arc<Workspace>) {
        self.shared.lock().workspaces.push(Arc::downgrade(workspace));
    }

    fn leave(&self) {
        let workspaces: Vec<_> = self.shared.lock().workspaces.iter().filter_map(Weak::upgrade).collect();
        workspaces.iter().for_each(|workspace| workspace.abandon());
    }

    /// Tells the scheduler from now on, also of what has come already; `last`
    /// runs the result when the search has ended.
    pub fn report_to(&self, scheduler: Sender<Message>, last: Canceller) {
        let mut heard = self.shared.lock();
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
        self.shared.lock().stop.clone()
    }

    /// Set as soon as the run is to end, for what looks at no message.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.arrived.clone()
    }

    pub fn signal(&self) -> Option<Stop> {
        self.arrived().filter(|stop| matches!(stop, Stop::Signal(_)))
    }

    fn hear(&self, stop: Stop) {
        let mut heard = self.shared.lock();
        heard.runs.iter().for_each(Canceller::cancel);
        if let Some(scheduler) = &heard.scheduler {
            let _ = scheduler.send(Message::Stop(stop.clone()));
        }
        self.arrived.store(true, Ordering::Relaxed);
        if matches!(stop, Stop::Signal(_)) {
            heard.ending.iter().for_each(|ending| ending());
            heard.last.iter().for_each(Canceller::cancel);
        }
        if matches!(heard.stop, None | Some(Stop::Budget | Stop::Enough)) {
            heard.stop = Some(stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_insists_leaves_no_folder_behind() {
        let make = |extension| Workspace::new(extension, 0, &[], None).expect("folders");
        let workspaces = [".smt2", ".sy"].map(make);
        let interrupts = Interrupts::default();
        workspaces.iter().for_each(|workspace| interrupts.clean_up(workspace));
        interrupts.leave();
        let left =
            workspaces.iter().map(|workspace| workspace.scratch_folder(0).parent().is_some_and(|at| at.exists()));
        assert_eq!(left.collect::<Vec<_>>(), [false; 2]);
    }
}
