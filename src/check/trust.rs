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
use crate::check::limits::Limits;
use crate::check::process::Refusal;
use crate::check::slot::Slot;
use memchr::memmem;
use parking_lot::Mutex;
use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// One of so many rejected candidates is asked about once more.
const REJECTED: u64 = 64;

/// One of so many accepted candidates is asked about once more.
const ACCEPTED: u64 = 16;

/// The share of the processor time that clones save where they are worth it: to make one is
/// not free either.
const LEAST: f64 = 1.0 / 3.0;

/// Why there are none where they save less.
const TOO_LITTLE: &str = "it would save too little";

/// Processor time of a run beside which the start of a solver is little.
const MOST: Duration = Duration::from_millis(250);

/// The elapsed time that a run of a comparison may take, if the golden run took less.
const PATIENCE: Duration = Duration::from_secs(2);

/// The bytes of an input below which there may be too few checks for many comparisons.
const SMALL: usize = 1 << 13;

/// Bytes that make an input longer for a comparison.
const COMMENT: usize = 1 << 12;

/// Whether warm runs are believed.
#[derive(Debug, Default)]
pub struct Trust {
    is_over: AtomicBool,
    /// The input, until clones are tried on it.
    untried: Mutex<Option<Vec<u8>>>,
    /// One bit for the place of each command that is run by clones.
    places: AtomicU64,
    /// Answers of warm runs: rejected and accepted candidates.
    answers: [AtomicU64; 2],
    /// A candidate that a common run has accepted.
    known_failure: Mutex<Option<Arc<Vec<u8>>>>,
}

impl Trust {
    /// Lets clones be tried on this input.
    pub fn on(input: Vec<u8>) -> Trust {
        Trust { untried: Mutex::new(Some(input)), ..Trust::default() }
    }

    /// Whether warm runs of a command with this place are believed.
    pub fn covers(&self, place: usize) -> bool {
        let bit = 1u64.checked_shl(place as u32).unwrap_or(0);
        self.places.load(Ordering::SeqCst) & bit != 0 && !self.is_over.load(Ordering::SeqCst)
    }

    /// The input, once: whoever gets it tries clones on it and tells with [`Trust::extend`]
    /// what came out.
    pub(super) fn take_untried(&self) -> Option<Vec<u8>> {
        self.untried.lock().take()
    }

    /// Believes warm runs of the command with this place, too.
    pub(super) fn extend(&self, place: usize) {
        self.places.fetch_or(1u64.checked_shl(place as u32).unwrap_or(0), Ordering::SeqCst);
    }

    /// Ends it; tells whether it held until now.
    pub fn end(&self) -> bool {
        !self.is_over.swap(true, Ordering::SeqCst)
    }

    /// Keeps a candidate that a common run has accepted, which a clone has to accept later.
    pub(super) fn know(&self, text: Vec<u8>) {
        *self.known_failure.lock() = Some(Arc::new(text));
    }

    /// The latest of those.
    pub(super) fn known_failure(&self) -> Option<Arc<Vec<u8>>> {
        self.known_failure.lock().clone()
    }

    /// Whether this answer is to be compared with that of common runs: the first rejection,
    /// and then every so many. That clones accept the input is known from the beginning.
    pub(super) fn is_audit_due(&self, is_accepted: bool) -> bool {
        let earlier = self.answers[usize::from(is_accepted)].fetch_add(1, Ordering::Relaxed);
        if is_accepted { (earlier + 1).is_multiple_of(ACCEPTED) } else { earlier.is_multiple_of(REJECTED) }
    }
}

/// Runs a command on the input and on texts made from it, in the common way and by clones,
/// and tells which share of the processor time clones save, of which a third is wanted.
///
/// # Errors
///
/// If the input file cannot be written. Within: why the command is not run by clones.
pub fn saving(
    command: &SolverCommand,
    golden: &Golden,
    slot: &mut Slot,
    text: &[u8],
) -> io::Result<Result<f64, Refusal>> {
    let refused = |why: &str| Ok(Err(Refusal(why.into())));
    if command.stdin || golden.cpu > MOST {
        return refused(if command.stdin { "the command reads standard input" } else { "its runs take too long" });
    }
    let patience = PATIENCE.max(golden.wall * 4);
    let limits = command.limits.clone();
    let limits = Limits { wall: Some(limits.wall.map_or(patience, |wall| wall.min(patience))), ..limits };
    let command = SolverCommand { limits, ..command.clone() };
    let mut times = [Duration::ZERO; 2];
    let samples = samples(text);
    for (i, sample) in samples.iter().enumerate() {
        let warm = match record_warm(&command, slot, &[sample])? {
            Ok(warm) => warm,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let head_start = warm.outcome.head_start.unwrap_or_default();
        if head_start < golden.cpu.mul_f64(LEAST) {
            return refused(TOO_LITTLE);
        }
        // On the last one, the input, the golden run was made, without tunables.
        let is_known = i + 1 == samples.len() && !command.tunables;
        let common = if is_known { None } else { Some(record(&command, slot, &[sample])?) };
        let common = common.as_ref().map_or_else(|| golden.clone(), Golden::of);
        if !common.end.is_own() {
            return refused("the command does not end by itself on every text");
        }
        if !common.matches(&Comparison::default(), &warm, &CheckContext::default()) {
            return refused("a run by a clone and a common one differ");
        }
        times[0] += common.cpu;
        times[1] += warm.outcome.cpu.saturating_sub(head_start);
    }
    let saved = 1.0 - times[1].as_secs_f64() / times[0].as_secs_f64().max(f64::MIN_POSITIVE);
    if saved >= LEAST { Ok(Ok(saved)) } else { refused(TOO_LITTLE) }
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
    fn a_sample_of_both_answers_is_compared() {
        let trust = Trust::default();
        let due = |is_accepted| (0..130).filter(|_| trust.is_audit_due(is_accepted)).count();
        assert_eq!((due(false), due(true)), (3, 8));
    }

    #[test]
    fn whoever_ends_it_first_knows() {
        let trust = Trust::default();
        trust.extend(1);
        assert_eq!([0, 1, 99].map(|place| trust.covers(place)), [false, true, false]);
        assert_eq!((trust.end(), trust.end(), trust.covers(1)), (true, false, false));
    }

    #[test]
    fn the_input_is_tried_once() {
        let trust = Trust::on(vec![1]);
        assert_eq!([trust.take_untried(), trust.take_untried()], [Some(vec![1]), None]);
        assert_eq!(Trust::default().take_untried(), None);
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
