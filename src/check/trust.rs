//! When answers of clones are believed.
//!
//! A clone of a started solver answers as the solver does, unless that has kept of its
//! start what is another thing in every process: its number, the time, a thread. So the
//! two are compared before the first warm run counts ([`saving`]), and a sample of the
//! answers all the time. One that differs ends warm runs, and all that they have found is
//! asked again.

use crate::check::command::SolverCommand;
use crate::check::criteria::{CheckContext, Comparison, Golden};
use crate::check::golden::{record, record_warm};
use crate::check::process::Refusal;
use crate::check::slot::Slot;
use memchr::memmem;
use std::borrow::Cow;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// One of so many rejected candidates is asked about once more.
const REJECTED: u64 = 64;

/// One of so many accepted candidates is asked about once more.
const ACCEPTED: u64 = 16;

/// The share of the processor time that warm runs save where they are worth it.
pub const LEAST: f64 = 0.15;

/// The bytes of an input below which there may be too few checks for many comparisons.
const SMALL: usize = 1 << 11;

/// Bytes that make an input longer for a comparison.
const COMMENT: usize = 1 << 12;

/// Whether warm runs are believed.
#[derive(Debug, Default)]
pub struct Trust {
    is_over: AtomicBool,
    /// Answers of warm runs: rejected and accepted candidates.
    answers: [AtomicU64; 2],
    /// A candidate that a common run has accepted.
    known_failure: Mutex<Option<Arc<Vec<u8>>>>,
}

impl Trust {
    /// Whether they are.
    pub fn holds(&self) -> bool {
        !self.is_over.load(Ordering::SeqCst)
    }

    /// Ends it; tells whether it held until now.
    pub fn end(&self) -> bool {
        !self.is_over.swap(true, Ordering::SeqCst)
    }

    /// Keeps a candidate that a common run has accepted, which a clone has to accept later.
    pub(super) fn know(&self, text: Vec<u8>) {
        *self.lock() = Some(Arc::new(text));
    }

    /// The latest of those.
    pub(super) fn known_failure(&self) -> Option<Arc<Vec<u8>>> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Vec<u8>>>> {
        self.known_failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this answer is to be compared with that of common runs: the first of its
    /// kind, and then every so many.
    pub(super) fn is_audit_due(&self, is_accepted: bool) -> bool {
        let every = if is_accepted { ACCEPTED } else { REJECTED };
        self.answers[usize::from(is_accepted)].fetch_add(1, Ordering::Relaxed).is_multiple_of(every)
    }
}

/// Runs a command on the input and on texts made from it, in the common way and by clones,
/// and tells which share of the processor time clones save, of which `least` is wanted.
///
/// # Errors
///
/// If the input file cannot be written. Within: why the command is not run by clones.
pub fn saving(
    command: &SolverCommand,
    slot: &mut Slot,
    text: &[&[u8]],
    least: f64,
) -> io::Result<Result<f64, Refusal>> {
    let refused = |why: &str| Ok(Err(Refusal(why.into())));
    let mut times = [Duration::ZERO; 2];
    let mut saved = 0.0;
    for text in samples(&text.concat()) {
        let common = record(command, slot, &[&text])?;
        if !common.outcome.end.is_own() {
            return refused("the command does not end by itself on every text");
        }
        let warm = match record_warm(command, slot, &[&text])? {
            Ok(warm) => warm,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if !Golden::of(&common).matches(&Comparison::default(), &warm, &CheckContext::default()) {
            return refused("a run by a clone and a common one differ");
        }
        times[0] += common.outcome.cpu;
        times[1] += warm.outcome.cpu.saturating_sub(warm.outcome.head_start.unwrap_or_default());
        saved = 1.0 - times[1].as_secs_f64() / times[0].as_secs_f64().max(f64::MIN_POSITIVE);
        if saved < least {
            return refused("it would save too little");
        }
    }
    Ok(Ok(saved))
}

/// The input, shorter ones and a longer one.
fn samples(whole: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let half = &whole[..whole.len() / 2];
    let cut = &whole[..memmem::rfind(half, b"\n(").map_or(0, |end| end + 1)];
    let last = memmem::rfind(whole, b"(check-sat");
    let commented = [whole, b"\n;", &[b'-'; COMMENT], b"\n"].concat();
    let mut texts = vec![Cow::Borrowed(cut)];
    if whole.len() >= SMALL {
        texts.extend([Cow::Owned(commented), Cow::Borrowed(&whole[..0])]);
        texts.extend(last.map(|end| Cow::Borrowed(&whole[..end])));
    }
    // Last, when the solver that is cloned is older than this text.
    texts.push(Cow::Borrowed(whole));
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_both_answers_is_compared_from_the_first_on() {
        let trust = Trust::default();
        let due = |is_accepted| (0..130).filter(|_| trust.is_audit_due(is_accepted)).count();
        assert_eq!((due(false), due(true)), (3, 9));
    }

    #[test]
    fn whoever_ends_it_first_knows() {
        let trust = Trust::default();
        assert_eq!((trust.holds(), trust.end(), trust.end(), trust.holds()), (true, true, false, false));
    }

    #[test]
    fn texts_are_cut_between_commands() {
        let input = b"(a)\n(b)\n(check-sat)\n(c)\n";
        let [cut, whole] = &samples(input)[..] else { panic!("two of a small one") };
        assert_eq!((whole.as_ref(), cut.as_ref()), (&input[..], &b"(a)\n(b)\n"[..]));
        let long = [&input[..], &[b' '; SMALL]].concat();
        assert_eq!(samples(&long).get(3).map(AsRef::as_ref), Some(&b"(a)\n(b)\n"[..]));
    }
}
