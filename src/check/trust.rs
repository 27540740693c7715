//! Decides when answers of clones are trusted.
//!
//! A clone of a started solver answers as the solver does, unless the solver has kept from its start what
//! differs in every process: its number, the time, a thread. So warm and cold runs are compared before the
//! first warm run counts ([`worth`]); later the first rejection and a sample of the answers are audited. One
//! contradiction ends warm runs, and every candidate that they have checked is checked again.

use crate::check::golden_runs::record_warm;
use crate::check::{CheckContext, ClonePoint, Golden, Requirements, Slot, SolverCommand, record};
use anyhow::{Result, bail};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// One in this many candidates that clones reject is audited by a cold run.
const REJECTED: u64 = 64;

/// One in this many candidates that clones accept is audited by a cold run.
const ACCEPTED: u64 = 16;

/// Clones are tried if the start takes at least this share of the processor time of the whole run. Not all of
/// it is saved: a clone copies the pages that it changes.
const MIN_START_SHARE: f64 = 0.25;

/// If clones from the opening of the input save at least this share of the processor time of a cold run,
/// clones from behind the first command are not tried later.
const ENOUGH_SAVED: f64 = 0.45;

/// Clones from behind the first command are used if the processor time up to there is more than this many
/// times the time up to the opening of the input: only candidates with the same first command can use them.
const MIN_FIRST_COMMAND_RATIO: f64 = 1.5;

/// Clones are used if they save at least this share of the processor time of a cold run in a trial on the
/// same text. With less, the audits would cost more than the clones save.
const MIN_SAVED: f64 = 0.1;

/// Number of checks after which clones from behind the first command are tried, unless clones from the
/// opening of the input save [`ENOUGH_SAVED`]. The first checks change the beginning of the input.
const LATE_TRIAL_AFTER: u64 = 8;

/// Clones from behind the first command are tried after this many checks in a row of texts that begin as the
/// latest failing text does: if each candidate began in its own way, none of them could use the clones.
const MIN_ALIKE: u32 = 3;

/// Number of trials that may save too little; after them short runs are no reason for another trial.
const MAX_TRIALS: u32 = 4;

/// About the processor time that ddsmt itself needs for a warm run beyond that for a cold run. A trial adds
/// it to the time of the clone.
const HANDLING: Duration = Duration::from_micros(200);

/// An input with fewer bytes is the only text of a trial: there may be too few checks to make up for more texts.
const SMALL: usize = 1 << 15;

/// The reason to refuse clones that print something else than the command.
const DIFFERS: &str = "a warm run and a cold run differ";

/// Bytes of the comment that makes the second text of a trial longer than the input.
const COMMENT: usize = 1 << 12;

/// Whether warm runs are trusted.
#[derive(Debug, Default)]
pub struct Trust {
    is_over: AtomicBool,
    trials: Mutex<Trials>,
    /// The clones of each command that has warm runs, by the number of the command.
    trusted: Mutex<HashMap<usize, TrustedClones>>,
    /// Number of answers of warm runs, by the clone point of the template and by rejected or accepted.
    answers: [[AtomicU64; 2]; 3],
    /// The latest candidate that a cold run accepted.
    known_failure: Mutex<Option<Arc<Vec<u8>>>>,
}

/// Clones of a command that may make its checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrustedClones {
    pub point: ClonePoint,
    /// The processor time of the template up to its clone point.
    pub start: Duration,
    /// The share of a cold run's processor time that clones save.
    pub saved: f64,
}

/// When clones are tried: on the input, on short runs, and once from behind the first command.
#[derive(Debug, Default)]
struct Trials {
    /// The text of the trial that is due.
    due: Option<FailingText>,
    /// A failing run below this processor time is short enough for another trial.
    short_below: Duration,
    /// Number of trials that saved too little.
    failed: u32,
    /// The trial of clones from behind the first command, as long as it may come.
    late: Option<LateTrial>,
}

/// The wait for the trial of clones from behind the first command.
#[derive(Debug)]
struct LateTrial {
    /// Number of checks until the trial, at least.
    checks_left: u64,
    /// The latest text that failed, unless it has been that of another trial.
    text: Option<FailingText>,
    /// The beginning of the latest failing text.
    head: Option<Vec<u8>>,
    /// Number of latest checks in a row of texts with this beginning.
    alike: u32,
}

/// A text on which the command fails, for trials of clones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingText {
    pub text: Vec<u8>,
    /// The processor time of a run on the text.
    pub cpu: Duration,
    pub is_golden: bool,
    /// Whether clones from behind the first command are tried.
    pub is_late: bool,
}

impl Trust {
    /// Lets clones be tried on the input.
    pub fn on(input: Vec<u8>, cpu: Duration) -> Trust {
        let due = Some(FailingText { text: input, cpu, is_golden: true, is_late: false });
        let late = Some(LateTrial { checks_left: LATE_TRIAL_AFTER, text: None, head: None, alike: 0 });
        Trust { trials: Mutex::new(Trials { due, late, ..Trials::default() }), ..Trust::default() }
    }

    /// Returns the trusted clones of the command with this number, if it has any.
    pub(super) fn clones(&self, number: usize) -> Option<TrustedClones> {
        let found = self.trusted.lock().get(&number).copied();
        found.filter(|_| !self.is_over.load(Ordering::SeqCst))
    }

    /// Returns the text of the next trial, once: the caller tries clones on it and reports the result to
    /// [`Trust::extend`] or [`Trust::try_below`].
    pub(super) fn take_due(&self) -> Option<FailingText> {
        self.trials.lock().due.take().filter(|_| !self.is_over.load(Ordering::SeqCst))
    }

    /// Lets clones be tried again as soon as a text fails in a run with less than `most` processor time.
    pub(super) fn try_below(&self, most: Duration) {
        let mut trials = self.trials.lock();
        trials.failed += 1;
        trials.short_below = if trials.failed < MAX_TRIALS { most } else { Duration::ZERO };
    }

    /// Records the result of a check, which may make a trial of clones due.
    ///
    /// `head` is the beginning that is shared with all texts of the same first command; `None` if clones from behind
    /// that command cannot be used on the text.
    pub(super) fn record_check(&self, text: &[&[u8]], head: Option<&[u8]>, fails: bool, cpu: Duration) {
        let trials = &mut *self.trials.lock();
        let is_short = fails && cpu < trials.short_below;
        let failing = || FailingText { text: text.concat(), cpu, is_golden: false, is_late: false };
        if let Some(known) = trials.late.as_mut().and_then(|late| late.record_check(head, fails.then(failing))) {
            (trials.due, trials.late) = (Some(FailingText { is_late: true, ..known }), None);
        } else if is_short {
            (trials.due, trials.short_below) = (Some(failing()), Duration::ZERO);
            trials.late.iter_mut().for_each(|late| late.text = None);
        }
    }

    /// Trusts clones of the command with this number, too.
    pub(super) fn extend(&self, number: usize, trusted: TrustedClones) {
        self.trusted.lock().insert(number, trusted);
        if trusted.saved >= ENOUGH_SAVED {
            self.trials.lock().late = None;
        }
    }

    /// Ends the use of clones. Returns whether clones were trusted until now.
    pub fn revoke(&self) -> bool {
        !self.is_over.swap(true, Ordering::SeqCst)
    }

    /// Keeps a candidate that a cold run accepted, which clones have to accept later.
    pub(super) fn remember_failure(&self, text: Vec<u8>) {
        *self.known_failure.lock() = Some(Arc::new(text));
    }

    /// Returns the latest candidate that a cold run accepted, unless a clone has just accepted it.
    pub(super) fn known_failure(&self) -> Option<Arc<Vec<u8>>> {
        let rejected: u64 = self.answers.iter().map(|[rejected, _]| rejected.load(Ordering::Relaxed)).sum();
        self.known_failure.lock().clone().filter(|_| rejected > 1)
    }

    /// Whether this answer is to be compared with that of a cold run: one in a fixed number of answers, and
    /// the first rejection, since until then it is known only that clones accept what they should.
    pub(super) fn is_audit_due(&self, point: ClonePoint, is_accepted: bool) -> bool {
        let answers = self.answers[point as usize][usize::from(is_accepted)].fetch_add(1, Ordering::Relaxed) + 1;
        answers.is_multiple_of(if is_accepted { ACCEPTED } else { REJECTED }) || (answers == 1 && !is_accepted)
    }
}

impl LateTrial {
    /// Records a check of a text with this head, and the text if it fails. Returns the text of the trial once that
    /// is due.
    fn record_check(&mut self, head: Option<&[u8]>, failing: Option<FailingText>) -> Option<FailingText> {
        self.checks_left = self.checks_left.saturating_sub(1);
        if failing.is_some() {
            self.text = failing;
            if self.head.as_deref() != head {
                (self.head, self.alike) = (head.map(<[u8]>::to_vec), 0);
            }
        }
        self.alike = if head.is_some() && self.head.as_deref() == head { self.alike + 1 } else { 0 };
        self.text.take_if(|_| self.checks_left == 0 && self.alike >= MIN_ALIKE)
    }
}

/// What a trial of clones found.
#[derive(Clone, Debug, PartialEq)]
pub enum TrialResult {
    Enough(TrustedClones),
    /// Runs longer than this save too little; shorter ones may follow.
    NotYet(Duration),
}

/// Runs a command by clones on a failing text, and on variants of it if it is large, and compares the runs
/// with cold ones. Returns how much processor time the clones save.
///
/// If the start is too short, no run is made.
pub fn worth(command: &SolverCommand, golden: &Golden, slot: &mut Slot, known: &FailingText) -> Result<TrialResult> {
    if command.stdin {
        bail!("the command reads standard input");
    }
    let share = |time: Duration| time.as_secs_f64() / known.cpu.as_secs_f64().max(f64::MIN_POSITIVE);
    let (opening, reading) = slot.head_starts(command, known.is_late, &[&known.text])?;
    let (point, head_start) = match reading {
        Some(reading) if reading > opening.mul_f64(MIN_FIRST_COMMAND_RATIO) => (ClonePoint::Reading, reading),
        _ => (ClonePoint::Opening, opening),
    };
    // Another trial has to promise a clearer gain than this one.
    let longest = head_start.div_f64(1.5 * MIN_START_SHARE);
    // For a late trial, the gain at the opening of the input is known already.
    if share(head_start) < MIN_START_SHARE || (known.is_late && point == ClonePoint::Opening) {
        return Ok(TrialResult::NotYet(longest));
    }
    let (mut saved, mut start) = (0.0_f64, head_start);
    for sample in samples(&known.text, point) {
        let is_known = sample[..] == [&known.text[..]];
        let by_clone = record_warm(command, slot, point, &sample)?;
        let other = if is_known { None } else { Some(record(command, slot, &sample)?) };
        let other = other.as_ref().map_or_else(|| golden.clone(), |run| Golden::of(run, &command.comparison));
        if !other.end.is_own() {
            return Ok(TrialResult::NotYet(longest));
        }
        // A later text is known only to fail as the golden run did.
        let every_byte = Requirements::default();
        let comparison = if is_known && !known.is_golden { &command.comparison } else { &every_byte };
        if !other.matches(comparison, &by_clone, &CheckContext::default()) {
            bail!(DIFFERS);
        }
        // The golden run was made without tunables, so its time does not count here.
        let cpu = if is_known { known.cpu } else { other.cpu };
        let rest =
            by_clone.outcome.cpu.saturating_sub(by_clone.outcome.head_start.map_or(Duration::ZERO, |(_, saved)| saved));
        // The start of the template took longer, since it was traced.
        start = start.min(cpu.saturating_sub(rest));
        // Other load of the machine makes single runs longer, so the best one tells.
        saved = saved.max(1.0 - (rest + HANDLING).as_secs_f64() / cpu.as_secs_f64().max(f64::MIN_POSITIVE));
        if saved < MIN_SAVED {
            return Ok(TrialResult::NotYet(known.cpu / 2));
        }
    }
    Ok(TrialResult::Enough(TrustedClones { point, start, saved }))
}

/// Returns the texts on which clones are tried, given in parts.
fn samples(known: &[u8], point: ClonePoint) -> Vec<Vec<&[u8]>> {
    let mut texts = vec![vec![known]];
    if known.len() >= SMALL {
        texts.push(vec![known, b"\n;", &[b'-'; COMMENT], b"\n"]);
        texts.extend((point == ClonePoint::Opening).then(Vec::new));
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_both_answers_is_compared() {
        let trust = Trust::default();
        let due = |is_accepted| (0..130).filter(|_| trust.is_audit_due(ClonePoint::Opening, is_accepted)).count();
        assert_eq!((due(false), due(true)), (3, 8));
    }

    #[test]
    fn a_known_failure_that_a_clone_has_just_accepted_is_not_checked_again() {
        let trust = Trust::default();
        trust.remember_failure(vec![1]);
        let known = || trust.known_failure().map(|known| known.to_vec());
        assert_eq!((trust.is_audit_due(ClonePoint::Reading, false), known()), (true, None));
        assert_eq!((trust.is_audit_due(ClonePoint::Reading, false), known()), (false, Some(vec![1])));
    }

    #[test]
    fn the_end_of_trust_is_reported_once() {
        let trust = Trust::default();
        let trusted = TrustedClones { point: ClonePoint::Opening, start: Duration::ZERO, saved: 0.5 };
        trust.extend(1, trusted);
        assert_eq!([0, 1, 99].map(|number| trust.clones(number)), [None, Some(trusted), None]);
        assert_eq!((trust.revoke(), trust.revoke(), trust.clones(1)), (true, false, None));
    }

    #[test]
    fn clones_are_tried_on_the_input_then_on_short_runs_then_on_texts_that_begin_alike() {
        let milliseconds = Duration::from_millis;
        let known = |byte, cpu, is_late| FailingText {
            text: vec![byte],
            cpu: milliseconds(cpu),
            is_golden: byte == 1,
            is_late,
        };
        let trust = Trust::on(vec![1], milliseconds(50));
        let hear = |byte: u8, fails| trust.record_check(&[&[byte]], None, fails, milliseconds(byte.into()));
        hear(2, true);
        assert_eq!([trust.take_due(), trust.take_due()], [Some(known(1, 50, false)), None]);
        trust.try_below(milliseconds(9));
        [(9, true), (7, false), (8, true), (7, true)].into_iter().for_each(|(byte, fails)| hear(byte, fails));
        assert_eq!([trust.take_due(), trust.take_due()], [Some(known(8, 8, false)), None]);
        (1..MAX_TRIALS).for_each(|_| trust.try_below(milliseconds(3)));
        hear(2, true);
        assert_eq!(trust.take_due(), None);
        (6..LATE_TRIAL_AFTER).for_each(|_| hear(5, false));
        assert_eq!(trust.take_due(), None);
        let begins = |head: &'static str, byte: u8, fails| {
            trust.record_check(&[&[byte]], Some(head.as_bytes()), fails, milliseconds(byte.into()));
        };
        for (head, fails) in [("a", true), ("a", false), ("b", false), ("a", false), ("a", false)] {
            begins(head, 3, fails);
            assert_eq!(trust.take_due(), None);
        }
        begins("a", 4, false);
        assert_eq!(trust.take_due(), Some(known(3, 3, true)));
        (0..LATE_TRIAL_AFTER).for_each(|_| begins("a", 4, true));
        assert_eq!(trust.take_due(), None);
        assert_eq!(Trust::default().take_due(), None);
    }

    #[test]
    fn a_large_text_is_compared_on_several_samples() {
        let texts = |known, point| samples(known, point).iter().map(|text| text.concat().len()).collect::<Vec<_>>();
        assert_eq!(texts(b"(exit)", ClonePoint::Opening), [6]);
        assert_eq!(texts(&[b'a'; SMALL], ClonePoint::Opening), [SMALL, SMALL + 2 + COMMENT + 1, 0]);
        assert_eq!(texts(&[b'a'; SMALL], ClonePoint::Reading), [SMALL, SMALL + 2 + COMMENT + 1]);
    }
}
