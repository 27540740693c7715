//! Signals and the time budget, which end a run with the best result so far.
//!
//! | signal | what it does |
//! |---|---|
//! | `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGQUIT`, `SIGXCPU`, `SIGUSR2`, `SIGALRM` | ends the run with the best result so far; a second one, at least a second later, ends it with the output file as it is; a third one ends it at once |
//! | `SIGXFSZ` | nothing: the write fails, since the file grows too large |
//! | `SIGCONT` | continues children that were stopped as they were started |
//! | `SIGCHLD` | nothing, even if it was ignored at the start: else no end of a solver could be seen |
//! | signals that were ignored when ddsmt was started | nothing, for ddsmt and for the solvers |

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

/// Time after the first signal within which another signal counts as the same.
const SAME: Duration = Duration::from_secs(1);

/// The time between two looks at how much of a budget is reserved.
const LOOK: Duration = Duration::from_millis(100);

/// `SIGXFSZ`: a file grows beyond the limit. The crate that handles signals has no name for it.
const SIGXFSZ: i32 = Signal::XFSZ.as_raw();

/// `SIGXCPU`: ddsmt has reached its limit of processor time. The crate that handles signals has no name for it.
const SIGXCPU: i32 = Signal::XCPU.as_raw();

/// The signals that end a run with the best result so far.
const ENDS: [i32; 7] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR2, SIGALRM];

/// Handles signals from its start on.
#[derive(Clone, Default)]
pub struct Interrupts {
    shared: Arc<Mutex<InterruptState>>,
    /// Whether a signal, the end of the budget or the user has asked for the end.
    arrived: Arc<AtomicBool>,
}

/// Why the run of ddsmt is to end, and what ends with it.
#[derive(Default)]
struct InterruptState {
    /// Why the run is to end: the first reason, or the first signal.
    stop: Option<Stop>,
    /// The runs to cancel when the run of ddsmt is to end.
    runs: Vec<Canceller>,
    /// The last run on the result, which is made even if the time is over; only a signal ends it.
    last: Option<Canceller>,
    /// The folders to remove when a second signal insists on the end.
    workspaces: Vec<Weak<Workspace>>,
    /// The pool of slots, which is told instead of cancelling `runs` once the search goes on.
    pool: Option<Sender<Message>>,
    /// The time of runs after the search that belongs to the budget.
    reserve: Duration,
    /// Called before anything else when a signal arrives.
    ending: Option<Box<dyn Fn() + Send>>,
}

impl Interrupts {
    /// Handles signals from now on, and the end of `budget`.
    pub fn start(budget: Option<Duration>) -> Result<Interrupts> {
        let ignored = system::ignored_signals();
        // `exec` turns a handler into the default action, but leaves an ignored signal ignored: solvers shall
        // get the default.
        for signal in [SIGXFSZ, SIGCHLD] {
            if signal == SIGCHLD || !ignored.contains(&signal) {
                flag::register(signal, Arc::default())?;
            }
        }
        let signals: Vec<i32> = ENDS.into_iter().filter(|signal| !ignored.contains(signal)).collect();
        let insists = Arc::new(AtomicBool::new(false));
        for &signal in &signals {
            flag::register_conditional_shutdown(signal, 128 + signal, insists.clone())?;
        }
        let mut arrived = Signals::new(&signals)?;
        if !ignored.contains(&SIGCONT) {
            arrived.add_signal(SIGCONT)?;
        }
        let interrupts = Interrupts::default();
        let handler = interrupts.clone();
        thread::Builder::new().name("signals".into()).spawn(move || {
            let mut first = None;
            for signal in arrived.forever() {
                if signal == SIGCONT {
                    system::continue_children();
                    continue;
                }
                // Terminals, shells and `timeout` send some signals twice.
                if first.get_or_insert_with(Instant::now).elapsed() >= SAME {
                    insists.store(true, Ordering::SeqCst);
                    handler.abandon();
                    exit(128 + signal);
                }
                handler.request_stop(Stop::Signal(signal));
            }
        })?;
        if let Some(budget) = budget {
            let (handler, start) = (interrupts.clone(), Instant::now());
            thread::Builder::new().name("budget".into()).spawn(move || {
                spend(start, budget, || handler.shared.lock().reserve);
                handler.request_stop(Stop::Budget);
            })?;
        }
        Ok(interrupts)
    }

    /// Calls `ending` as soon as a signal arrives, since the next signal may end ddsmt at once.
    pub fn before_end(&self, ending: impl Fn() + Send + 'static) {
        self.shared.lock().ending = Some(Box::new(ending));
    }

    /// Ends the search this much before the budget is spent, but not in its first half.
    pub fn reserve(&self, time: Duration) {
        self.shared.lock().reserve = time;
    }

    /// Cancels these runs when the run of ddsmt is to end, until [`Interrupts::report_to`] is called.
    pub fn guard(&self, runs: impl IntoIterator<Item = Canceller>) {
        let mut state = self.shared.lock();
        state.runs.extend(runs);
        if state.stop.is_some() {
            state.runs.iter().for_each(Canceller::cancel);
        }
    }

    /// Ends the solvers of this workspace, too, and removes it when a second signal insists on the end.
    pub fn clean_up(&self, workspace: &Arc<Workspace>) {
        self.shared.lock().workspaces.push(Arc::downgrade(workspace));
    }

    /// Ends all solvers and removes all folders, though they are in use.
    fn abandon(&self) {
        let workspaces: Vec<_> = self.shared.lock().workspaces.iter().filter_map(Weak::upgrade).collect();
        workspaces.iter().for_each(|workspace| workspace.abandon());
    }

    /// Tells the pool of slots of every reason to end from now on, and of one that has come already. `last`
    /// cancels the run on the result when the search has ended.
    pub fn report_to(&self, pool: Sender<Message>, last: Canceller) {
        let mut state = self.shared.lock();
        if let Some(stop) = &state.stop {
            // A pool that is gone has ended already.
            let _ = pool.send(Message::Stop(stop.clone()));
        }
        state.runs.clear();
        state.pool = Some(pool);
        state.last = Some(last);
    }

    /// Returns why the run is to end, if it is: the first reason. A signal that comes after the end of the
    /// time counts as the first.
    pub fn arrived(&self) -> Option<Stop> {
        self.shared.lock().stop.clone()
    }

    /// Returns a flag that is set as soon as the run is to end, for code that reads no messages.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.arrived.clone()
    }

    pub fn signal(&self) -> Option<Stop> {
        self.arrived().filter(|stop| matches!(stop, Stop::Signal(_)))
    }

    /// Ends the run with the best result so far, for this reason.
    pub fn request_stop(&self, stop: Stop) {
        let mut state = self.shared.lock();
        state.runs.iter().for_each(Canceller::cancel);
        if let Some(pool) = &state.pool {
            let _ = pool.send(Message::Stop(stop.clone()));
        }
        self.arrived.store(true, Ordering::Relaxed);
        if matches!(stop, Stop::Signal(_)) {
            state.ending.iter().for_each(|ending| ending());
            state.last.iter().for_each(Canceller::cancel);
        }
        if matches!(state.stop, None | Some(Stop::Budget | Stop::Enough)) {
            state.stop = Some(stop);
        }
    }
}

/// Waits until a budget is spent, but for what is reserved then, and at least for half of it.
fn spend(start: Instant, budget: Duration, reserve: impl Fn() -> Duration) {
    loop {
        let end = budget.saturating_sub(reserve()).max(budget / 2);
        let left = end.saturating_sub(start.elapsed());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(LOOK));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn time_that_is_reserved_late_is_part_of_the_budget() {
        let second = Duration::from_secs(1);
        let start = Instant::now().checked_sub(31 * second).expect("the system runs for longer");
        let looks = Cell::new(0);
        spend(start, 60 * second, || {
            looks.set(looks.get() + 1);
            if looks.get() < 2 { Duration::ZERO } else { 60 * second }
        });
        assert_eq!(looks.get(), 2);
    }

    #[test]
    fn a_second_signal_removes_the_folder() {
        let make = |extension| Workspace::new(extension, 0, &[], None).expect("folders");
        let workspaces = [".smt2", ".sy"].map(make);
        let interrupts = Interrupts::default();
        workspaces.iter().for_each(|workspace| interrupts.clean_up(workspace));
        interrupts.abandon();
        let left =
            workspaces.iter().map(|workspace| workspace.scratch_folder(0).parent().is_some_and(|at| at.exists()));
        assert_eq!(left.collect::<Vec<_>>(), [false; 2]);
    }
}
