//! Notices runs that disturb each other, such as those of a wrapper that copies its input to a file of a fixed name.
//!
//! Two golden runs at once on the same text need not show this. So a text that has failed is now and then run again
//! beside the others, where no answer waits for it; only if it does not fail then, it is run alone.

use crate::check::{Checker, Interesting, Slot};
use crate::sexpr::Candidate;
use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicBool, Ordering};

/// The known failure is run again after this many rejections, and whenever their number has doubled.
const FIRST_REJECTIONS: u64 = 8;

/// A failing text is run again if it has at most one in this many bytes of the last one that was.
const SHRUNK: u64 = 4;

/// Number of runs, alone and beside others, that tell interference from chance.
const RUNS: usize = 5;

/// The warning when a text that has failed no longer ends, even alone.
const HANGS: &str = "the command reaches its time limit now on an input on which it failed: if a run that was ended has left \
    a lock behind, remove it and begin again, with -j1 if it comes back";

/// The warning when a text that has failed does not fail once, and what follows does not show why.
const BY_CHANCE: &str = "the failure comes and goes: an input on which the command has failed did not fail when it was run \
    again: see --repeat; or runs disturb each other now and then, as by a file of a fixed name: see -j1";

/// Watches for runs that disturb each other, and lets checks run alone once there are some.
pub struct Interference {
    /// Taken for reading by each check, and for writing by those that have to be alone.
    running: RwLock<()>,
    /// Whether every check has to be alone.
    is_known: AtomicBool,
    /// Whether runs are watched for it.
    is_watched: bool,
    input: Candidate,
    seen: Mutex<Seen>,
}

/// What the checks so far have shown.
struct Seen {
    /// The smallest candidate that has failed.
    failing: Candidate,
    /// The largest candidate that is run again as soon as it has failed.
    most: u64,
    rejected: u64,
    is_over: bool,
}

impl Interference {
    /// Begins with an input that fails.
    pub fn new(input: Candidate, is_watched: bool) -> Interference {
        let seen = Seen { failing: input.clone(), most: u64::MAX, rejected: 0, is_over: !is_watched };
        let (running, is_known) = (RwLock::new(()), AtomicBool::new(false));
        Interference { running, is_known, is_watched, input, seen: seen.into() }
    }

    /// Whether runs may disturb each other, as far as is known.
    pub fn is_possible(&self) -> bool {
        self.is_watched && !self.is_known.load(Ordering::SeqCst)
    }

    /// Lets every later check be alone.
    pub fn found(&self) {
        self.is_known.store(true, Ordering::SeqCst);
    }

    /// Waits until a check may begin. It may run until what is returned is dropped.
    pub fn enter(&self) -> impl Sized {
        let alone = self.is_known.load(Ordering::SeqCst).then(|| self.running.write());
        let beside = alone.is_none().then(|| self.running.read());
        (alone, beside)
    }

    /// Waits until no check runs.
    pub fn wait(&self) {
        drop(self.running.write());
    }

    /// Records a verdict, and runs a text that has failed again if it is time for that. Returns whether other runs
    /// have disturbed it.
    pub fn shows(&self, checker: &Checker, slot: &mut Slot, candidate: &Candidate, fails: bool) -> bool {
        self.record(candidate, fails).is_some_and(|failing| self.disturbs(checker, slot, &failing))
    }

    /// Records a verdict. Returns a candidate that has failed, if it is time to run it again.
    fn record(&self, candidate: &Candidate, fails: bool) -> Option<Candidate> {
        let mut seen = self.seen.lock();
        let is_due = if fails {
            if candidate.text_len() <= seen.failing.text_len() {
                seen.failing = candidate.clone();
            }
            candidate.text_len() <= seen.most
        } else {
            seen.rejected += 1;
            seen.rejected >= FIRST_REJECTIONS && seen.rejected.is_power_of_two()
        };
        if fails && is_due {
            seen.most = candidate.text_len() / SHRUNK;
        }
        (is_due && !seen.is_over).then(|| if fails { candidate.clone() } else { seen.failing.clone() })
    }

    /// Runs a candidate that has failed again. Returns whether other runs disturb it: it does not fail beside them, more
    /// than once if it always fails alone; or it never fails alone, though the input does.
    fn disturbs(&self, checker: &Checker, slot: &mut Slot, failing: &Candidate) -> bool {
        let mut fails = |candidate: &Candidate| {
            let mut text = Vec::new();
            candidate.slices(|slice| text.push(slice));
            let verdict = checker.check(slot, &text);
            (verdict.interesting == Interesting::Yes || !verdict.end.is_limit()).then_some(verdict.interesting)
        };
        let beside = self.running.read();
        if !matches!(fails(failing), None | Some(Interesting::No)) {
            return false;
        }
        drop(beside);
        let alone = self.running.write();
        let first = fails(failing);
        if first.is_none() {
            log::warn!("{HANGS}");
        }
        let is_steady = first.is_some() && (1..RUNS).all(|_| fails(failing) == first);
        let input_fails = fails(&self.input) == Some(Interesting::Yes);
        drop(alone);
        let beside = self.running.read();
        let mut misses = || matches!(fails(failing), None | Some(Interesting::No));
        let is_again = first == Some(Interesting::No) || (0..RUNS).any(|_| misses());
        drop(beside);
        let shows = is_steady && input_fails && is_again;
        if first.is_some() && input_fails && !shows {
            log::warn!("{BY_CHANCE}");
        }
        // A failure that comes and goes, or a command that has changed, would look like interference each time.
        self.seen.lock().is_over = true;
        shows
    }
}
