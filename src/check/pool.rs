//! Runs checks in slots: a pool of threads, one for each slot.

use super::checker::Audit;
use super::interference::Interference;
use crate::check::{
    Canceller, Checker, End, Executor, Finding, Interesting, Load, Meter, Reply, Slot, Spent, Stop, TimeBudget,
    Verdict, main_trial,
};
use crate::files::folder_is_gone;
use crate::sexpr::{Candidate, Digest};
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// About the processor time that it takes to end one run and to start another. With 32 jobs on two
/// processors, any value from half to twice this one is as good.
const EXCHANGE: Duration = Duration::from_micros(150);

/// Real solver processes, `jobs` at a time.
pub struct Processes {
    shared: Arc<PoolState>,
    threads: ThreadPool,
    messages: Receiver<Message>,
    /// Messages that have been received but not read yet.
    received: VecDeque<Message>,
    /// The ticket of the latest check of each candidate.
    tickets: HashMap<Digest, u64>,
    started: u64,
    since: Instant,
    jobs: usize,
    processors: usize,
    /// Whether clones are no longer used: several audits may report the same contradiction.
    is_distrusted: bool,
}

/// The state that the threads share.
struct PoolState {
    /// One slot for each thread; `None` after the end.
    slots: Vec<Mutex<Option<Slot>>>,
    cancellers: Vec<Canceller>,
    checks: Mutex<Checks>,
    interference: Interference,
    checker: Checker,
    sender: Sender<Message>,
}

#[derive(Default)]
struct Checks {
    /// Checks that have not been answered yet, by ticket; `None` until the check runs.
    wanted: HashMap<u64, Option<OngoingCheck>>,
    spent: Spent,
}

struct OngoingCheck {
    canceller: Canceller,
    since: Instant,
    budget: TimeBudget,
}

/// A message to the thread that waits for verdicts.
pub enum Message {
    Done { ticket: u64, digest: Digest, found: Result<Finding, Stop> },
    Stop(Stop),
}

impl Processes {
    /// Starts one thread for each slot. The input fails.
    pub fn new(checker: Checker, slots: Vec<Slot>, input: Candidate) -> Result<Processes, ThreadPoolBuildError> {
        let jobs = slots.len();
        let is_timing = checker.trials.iter().any(|trial| trial.command.comparison.is_timing());
        let interference = Interference::new(input, jobs > 1 && !is_timing && checker.repeat.most == 1);
        let (sender, messages) = channel();
        let threads = threads(slots.len(), sender.clone())?;
        let cancellers = slots.iter().map(Slot::canceller).collect();
        let slots = slots.into_iter().map(|slot| Mutex::new(Some(slot))).collect();
        Ok(Processes {
            shared: Arc::new(PoolState { slots, cancellers, checks: Mutex::default(), interference, checker, sender }),
            threads,
            messages,
            received: VecDeque::new(),
            tickets: HashMap::new(),
            started: 0,
            since: Instant::now(),
            jobs,
            processors: thread::available_parallelism().map_or(1, usize::from),
            is_distrusted: false,
        })
    }

    /// Returns the channel on which to ask for the end of the search.
    pub fn sender(&self) -> Sender<Message> {
        self.shared.sender.clone()
    }
}

/// Returns a pool of threads. A panic in one of them ends the search, which would otherwise wait for its
/// answer in vain.
fn threads(number: usize, sender: Sender<Message>) -> Result<ThreadPool, ThreadPoolBuildError> {
    let panicked = "a check has panicked: this is a defect of ddsmt";
    // If this fails, the receiver is gone already.
    let tell = move |_| drop(sender.send(Message::Stop(Stop::Failed(panicked.into()))));
    ThreadPoolBuilder::new().num_threads(number).thread_name(|i| format!("slot {i}")).panic_handler(tell).build()
}

impl PoolState {
    fn load(&self, jobs: usize) -> Load {
        let checks = self.checks.lock();
        let running = || checks.wanted.values().flatten();
        let longest = running()
            .min_by_key(|running| running.since)
            .map(|running| (running.since.elapsed(), self.checker.most_time(&running.budget)));
        Load { slots: (running().count(), jobs), spent: checks.spent, longest }
    }

    /// Makes a check in the slot of this thread, unless it was cancelled.
    fn check(&self, ticket: u64, candidate: &Candidate, budget: TimeBudget) {
        let mut slot = self.slots.get(rayon::current_thread_index().unwrap_or(0)).map(Mutex::lock);
        let Some(slot) = slot.as_mut().and_then(|slot| slot.as_mut()) else { return };
        let running = self.interference.enter();
        let mut text = Vec::new();
        candidate.slices(|slice| text.push(slice));
        let checks = self.checks.lock();
        if !checks.wanted.contains_key(&ticket) {
            return;
        }
        slot.canceller().rearm();
        drop(checks);
        // The trial of clones is no part of the check, so a cancellation of the check does not end it, but
        // [`Executor::close`] does.
        self.checker.warm_up(slot, &budget);
        if let Some(check) = self.checks.lock().wanted.get_mut(&ticket) {
            *check = Some(OngoingCheck { canceller: slot.canceller(), since: Instant::now(), budget });
        } else {
            return;
        }
        let verdict = self.checker.check_within(slot, &text, &budget);
        let mut checks = self.checks.lock();
        checks.wanted.remove(&ticket);
        checks.spent.runs += u64::from(verdict.usage.wall() > Duration::ZERO);
        checks.spent.audits += u64::from(verdict.audit.is_some());
        checks.spent.warm += u64::from(verdict.warm.is_some());
        checks.spent.wall += verdict.usage.wall();
        let main = main_trial(&self.checker.trials).and_then(|trial| verdict.usage.0.get(trial.number));
        checks.spent.cpu += main.map_or(Duration::ZERO, |time| time.cpu);
        drop(checks);
        let message = match verdict.audit {
            Some(Audit::Contradicts) => Message::Stop(Stop::Distrusted),
            _ => Message::Done { ticket, digest: candidate.digest(), found: finding(&verdict, budget) },
        };
        drop(running);
        // The receiver may be gone already.
        let _ = self.sender.send(message);
        let fails = verdict.interesting == Interesting::Yes;
        if self.interference.shows(&self.checker, slot, candidate, fails) {
            let _ = self.sender.send(Message::Stop(Stop::Disturbed));
        }
    }
}

impl Executor for Processes {
    fn jobs(&self) -> usize {
        self.jobs
    }

    fn start(&mut self, candidate: &Candidate, budget: &TimeBudget) {
        self.started += 1;
        let (ticket, candidate, budget) = (self.started, candidate.clone(), *budget);
        self.tickets.insert(candidate.digest(), ticket);
        self.shared.checks.lock().wanted.insert(ticket, None);
        let shared = self.shared.clone();
        self.threads.spawn_fifo(move || shared.check(ticket, &candidate, budget));
    }

    fn cancel(&mut self, digest: Digest) {
        let Some(ticket) = self.tickets.remove(&digest) else { return };
        // The lock is held, so that the cancellation does not meet the next check of the slot.
        let mut checks = self.shared.checks.lock();
        if let Some(Some(running)) = checks.wanted.remove(&ticket) {
            running.canceller.cancel();
        }
    }

    fn now(&self) -> Duration {
        self.since.elapsed()
    }

    fn exchange_cost(&self) -> Duration {
        // Several jobs share a processor, and each of them waits for the exchange.
        EXCHANGE * self.jobs.div_ceil(self.processors) as u32
    }

    fn meter(&self) -> Meter {
        let (shared, jobs) = (self.shared.clone(), self.jobs);
        Box::new(move || shared.load(jobs))
    }

    fn may_disturb(&self) -> bool {
        self.shared.interference.is_possible()
    }

    fn distrust(&mut self, are_disturbed: bool) {
        self.is_distrusted = true;
        self.shared.checker.trust.revoke();
        if are_disturbed {
            self.jobs = 1;
            self.shared.interference.found();
        }
        self.tickets.clear();
        self.close();
    }

    fn close(&mut self) {
        let mut checks = self.shared.checks.lock();
        checks.wanted.clear();
        self.shared.cancellers.iter().for_each(Canceller::cancel);
        drop(checks);
        // Waits for their ends, since they may disturb the run on the result.
        self.shared.interference.wait();
    }

    fn has_answer(&mut self) -> bool {
        self.received.extend(self.messages.try_iter());
        !self.received.is_empty()
    }

    fn wait(&mut self) -> Result<Reply, Stop> {
        loop {
            let received = self.received.pop_front().map_or_else(|| self.messages.recv(), Ok);
            let message = received.map_err(|_| Stop::Failed("all solver threads have ended".into()))?;
            match message {
                Message::Stop(Stop::Distrusted) if self.is_distrusted => {}
                Message::Stop(Stop::Disturbed) if self.jobs == 1 => {}
                Message::Stop(stop) => {
                    if matches!(stop, Stop::Distrusted | Stop::Disturbed) {
                        self.distrust(stop == Stop::Disturbed);
                    }
                    return Err(stop);
                }
                Message::Done { ticket, digest, found } if self.tickets.get(&digest) == Some(&ticket) => {
                    self.tickets.remove(&digest);
                    return found.map(|finding| Reply { digest, finding });
                }
                // The answer to a check that was cancelled.
                Message::Done { .. } => {}
            }
        }
    }
}

/// Returns the finding of a check, or why there is none.
fn finding(verdict: &Verdict, budget: TimeBudget) -> Result<Finding, Stop> {
    let is_ours = budget.0.get(verdict.number).is_some_and(Option::is_some);
    let cut = match verdict.end {
        End::TimedOut => Some(budget),
        // More processor time would not have helped.
        End::Idle => Some(budget.without_processor_limit(verdict.number)),
        _ => None,
    };
    let cut = cut.filter(|_| is_ours);
    match (verdict.interesting, verdict.end) {
        (Interesting::Unknown, End::NotRun(error)) => {
            let error = std::io::Error::from_raw_os_error(error);
            Err(Stop::Failed(format!("the solver could not be run: {error}{}", folder_is_gone())))
        }
        (Interesting::Unknown, End::Lost) => Err(Stop::Failed("the launcher does not run the solver".into())),
        (Interesting::Unknown, _) => Err(Stop::Failed("the run of the solver was cut off".into())),
        (interesting, _) => Ok(Finding { verdict: interesting == Interesting::Yes, usage: verdict.usage, cut }),
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.close();
        // Slots that outlived the pool would leave their folders behind.
        self.threads.broadcast(|thread| drop(self.shared.slots[thread.index()].lock().take()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_check_ends_the_search() {
        let (sender, messages) = channel();
        threads(2, sender).expect("threads").spawn_fifo(|| panic!("a defect of ours"));
        assert!(matches!(messages.recv(), Ok(Message::Stop(Stop::Failed(_)))));
    }
}
