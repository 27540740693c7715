//! Runs checks in slots, one thread for each.

use super::checker::{Checker, Interesting, Verdict};
use super::executor::{Executor, Finding, Reply, Spent, Stop};
use super::process::{Canceller, End};
use super::slot::{Semaphore, Slot};
use super::timeout::TimeBudget;
use crate::sexpr::{Candidate, Digest};
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The processor time that it takes to end one run and to start another, about. With 32
/// jobs on two processors anything from half of it to twice as much is as good.
const EXCHANGE: Duration = Duration::from_micros(150);

/// Real solver processes, `jobs` at a time.
pub struct Processes {
    shared: Arc<Shared>,
    messages: Receiver<Message>,
    /// What has been received and not been looked at.
    received: VecDeque<Message>,
    sender: Sender<Message>,
    /// The ticket of the check that was started last for a candidate.
    tickets: HashMap<Digest, u64>,
    started: u64,
    since: Instant,
    jobs: usize,
    processors: usize,
    /// Closed when all threads have given back their slots.
    ended: Receiver<Infallible>,
}

/// What the threads share.
struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    semaphore: Arc<Semaphore>,
    checker: Checker,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Task>,
    running: HashMap<u64, Canceller>,
    closed: bool,
    spent: Spent,
}

/// A check to be made.
struct Task {
    ticket: u64,
    candidate: Candidate,
    allowance: TimeBudget,
}

/// What reaches the scheduler's thread.
pub enum Message {
    /// A check has ended.
    Done {
        /// The number of the check.
        ticket: u64,
        /// Its candidate.
        digest: Digest,
        /// What came out.
        verdict: Verdict,
        /// What it was allowed.
        allowance: TimeBudget,
    },
    /// The search is to end.
    Stop(Stop),
}

impl Processes {
    /// Starts one thread for each slot; `jobs` of them run a solver at the
    /// same time, and the others make ready what is checked next.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub fn new(checker: Checker, slots: Vec<Slot>, jobs: usize) -> io::Result<Processes> {
        let semaphore = Semaphore::new(jobs);
        let shared = Arc::new(Shared { queue: Mutex::default(), ready: Condvar::new(), semaphore, checker });
        let (sender, messages) = channel();
        let (alive, ended) = channel();
        for mut slot in slots {
            slot.share(&shared.semaphore);
            let (shared, sender, alive) = (shared.clone(), sender.clone(), alive.clone());
            thread::Builder::new().spawn(move || {
                watched(&sender, || shared.work(slot, &sender));
                drop(alive);
            })?;
        }
        Ok(Processes {
            shared,
            messages,
            received: VecDeque::new(),
            sender,
            tickets: HashMap::new(),
            started: 0,
            since: Instant::now(),
            jobs,
            processors: thread::available_parallelism().map_or(1, usize::from),
            ended,
        })
    }

    /// Where it is to be reported that the search is to end.
    pub fn sender(&self) -> Sender<Message> {
        self.sender.clone()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks what is queued until the queue is closed.
    fn work(&self, mut slot: Slot, sender: &Sender<Message>) {
        let canceller = slot.canceller();
        loop {
            let Task { ticket, candidate, allowance } = {
                let mut queue = self.lock();
                let next = loop {
                    if queue.closed {
                        return;
                    }
                    match queue.waiting.pop_front() {
                        Some(next) => break next,
                        None => queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner),
                    }
                };
                canceller.rearm();
                queue.running.insert(next.ticket, canceller.clone());
                next
            };
            let mut text = Vec::new();
            candidate.slices(|slice| text.push(slice));
            let verdict = self.checker.check_within(&mut slot, &text, &allowance);
            {
                let mut queue = self.lock();
                queue.running.remove(&ticket);
                queue.spent.runs += u64::from(verdict.usage.wall() > Duration::ZERO);
                queue.spent.wall += verdict.usage.wall();
                queue.spent.cpu += verdict.usage.0[0].cpu;
            }
            let done = Message::Done { ticket, digest: candidate.digest(), verdict, allowance };
            if sender.send(done).is_err() {
                return;
            }
        }
    }
}

impl Executor for Processes {
    fn jobs(&self) -> usize {
        self.jobs
    }

    fn start(&mut self, candidate: &Candidate, allowance: &TimeBudget) {
        self.started += 1;
        self.tickets.insert(candidate.digest(), self.started);
        let task = Task { ticket: self.started, candidate: candidate.clone(), allowance: *allowance };
        self.shared.lock().waiting.push_back(task);
        self.shared.ready.notify_one();
    }

    fn cancel(&mut self, digest: Digest) {
        let Some(ticket) = self.tickets.remove(&digest) else { return };
        let mut queue = self.shared.lock();
        queue.waiting.retain(|waiting| waiting.ticket != ticket);
        if let Some(canceller) = queue.running.get(&ticket) {
            canceller.cancel();
            self.shared.semaphore.wake();
        }
    }

    fn now(&self) -> Duration {
        self.since.elapsed()
    }

    fn exchange_cost(&self) -> Duration {
        // As many wait for it as share a processor.
        EXCHANGE * self.jobs.div_ceil(self.processors) as u32
    }

    fn spent(&self) -> Spent {
        self.shared.lock().spent
    }

    fn close(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.waiting.clear();
        queue.running.values().for_each(Canceller::cancel);
        drop(queue);
        self.shared.semaphore.wake();
        self.shared.ready.notify_all();
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
                Message::Stop(stop) => return Err(stop),
                Message::Done { ticket, digest, verdict, allowance } if self.tickets.get(&digest) == Some(&ticket) => {
                    self.tickets.remove(&digest);
                    return match verdict.interesting {
                        Interesting::Unknown => Err(Stop::Failed(why_not_run(verdict.end))),
                        _ => Ok(Reply { digest, finding: finding(&verdict, allowance) }),
                    };
                }
                // The answer to a question that was taken back.
                Message::Done { .. } => {}
            }
        }
    }
}

/// Tells of a panic in `work`, which would else be waited for in vain.
fn watched(sender: &Sender<Message>, work: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        // Nobody is left to listen if this fails.
        let _ = sender.send(Message::Stop(Stop::Failed("a check has panicked: this is a defect of ddsmt".into())));
    }
}

/// What a check says about its candidate.
fn finding(verdict: &Verdict, allowance: TimeBudget) -> Finding {
    let is_ours = allowance.0.get(verdict.place).is_some_and(Option::is_some);
    let cut = match verdict.end {
        End::TimedOut => Some(allowance),
        // More processor time would have been of no use.
        End::Idle => Some(allowance.without_processor_limit(verdict.place)),
        _ => None,
    };
    let cut = cut.filter(|_| is_ours);
    Finding { verdict: verdict.interesting == Interesting::Yes, usage: verdict.usage, cut }
}

/// The message for a run that says nothing about the candidate.
fn why_not_run(end: End) -> String {
    match end {
        End::NotRun(error) => format!("the solver could not be run: {}", std::io::Error::from_raw_os_error(error)),
        _ => "the run of the solver was cut off".into(),
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.close();
        // Slots that outlived us would leave their folders behind.
        let _ = self.ended.recv();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_check_ends_the_search() {
        let (sender, messages) = channel();
        watched(&sender, || panic!("a defect of ours"));
        assert!(matches!(messages.try_recv(), Ok(Message::Stop(Stop::Failed(_)))));
    }
}
