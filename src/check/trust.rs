//! When answers of clones are believed.
//!
//! A clone of a started solver answers as the solver does, unless that has kept of its
//! start what is another thing in every process: its number, the time, a thread. So the
//! two are compared before the first warm run counts ([`worth`]), and so are the first
//! rejection and a sample of the answers after it. One that differs ends warm runs, and all
//! that they have found is asked again.

use crate::check::golden::record_warm;
use crate::check::{CheckContext, Comparison, Golden, Refusal, Slot, SolverCommand, Stand, record};
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Of so many candidates that clones have rejected one is run in the common way as well.
const REJECTED: u64 = 64;

/// The same of those that clones have accepted.
const ACCEPTED: u64 = 16;

/// Clones are tried where the start takes at least this share of the processor time of the whole
/// run. Not all of it is saved: a clone copies what it changes.
const START: f64 = 0.25;

/// Where clones made at the opening of the input save at least this share of the processor time of a
/// common run, it is not tried later whether those made behind the first command save more.
const MOST: f64 = 0.45;

/// Clones are made behind the first command where the processor time up to there is more than
/// so many times that up to the opening of the input: only candidates that begin with the
/// same command can use them.
const MORE: f64 = 1.5;

/// Clones are used where in a trial they save at least this share of the processor time of the common run
/// on the same text. With less the runs that compare them later would cost more than they save.
const LEAST: f64 = 0.1;

/// After so many checks clones behind the first command are tried, unless those at the
/// opening save [`MOST`]. Not earlier, since the trial takes some runs itself.
const LATE: u64 = 40;

/// So many trials may find that too little is saved; then the length of runs is no reason for another.
const TRIES: u32 = 4;

/// What we ourselves need more for a run by a clone than for a common one, about. In a trial
/// it is added to the processor time of the clone.
const HANDLING: Duration = Duration::from_micros(200);

/// An input of fewer bytes than this is the only text of a trial: there may be too few checks to
/// make up for more.
const SMALL: usize = 1 << 15;

/// Why there are no clones that print what the command does not.
const DIFFERS: &str = "a run by a clone and a common one differ";

/// Bytes of the comment that makes the second text of a trial longer than the input.
const COMMENT: usize = 1 << 12;

/// Whether warm runs are believed.
#[derive(Debug, Default)]
pub struct Trust {
    is_over: AtomicBool,
    untried: Mutex<Untried>,
    /// By the place of each command that is run by clones what these are.
    believed: Mutex<Vec<(usize, Believed)>>,
    /// Answers of warm runs by where they come from: rejected and accepted candidates.
    answers: [[AtomicU64; 2]; 3],
    /// A candidate that a common run has accepted.
    known_failure: Mutex<Option<Arc<Vec<u8>>>>,
}

/// Clones that are believed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Believed {
    pub stand: Stand,
    /// The processor time up to there.
    pub start: Duration,
    /// The share of the processor time that they save.
    pub saved: f64,
}

/// On what clones are tried next.
#[derive(Debug, Default)]
struct Untried {
    text: Option<FailingText>,
    /// The longest run beside which a start is not too little.
    most: Duration,
    /// How many checks are made before it is looked what is saved behind the first command.
    patience: Option<u64>,
    /// What has failed last since then.
    latest: Option<FailingText>,
    /// How often clones were tried in vain.
    tries: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingText {
    pub text: Vec<u8>,
    /// The processor time of its run.
    pub cpu: Duration,
    /// Whether that was the golden one.
    pub is_golden: bool,
    /// Whether clones may come from behind the first command.
    pub is_late: bool,
}

impl Trust {
    /// Lets clones be tried on this input.
    pub fn on(input: Vec<u8>, cpu: Duration) -> Trust {
        let text = Some(FailingText { text: input, cpu, is_golden: true, is_late: false });
        let untried = Untried { text, patience: Some(LATE), ..Untried::default() };
        Trust { untried: Mutex::new(untried), ..Trust::default() }
    }

    /// By what clones a command with this place is run, if by any.
    pub(super) fn believed(&self, place: usize) -> Option<Believed> {
        let believed = self.believed.lock();
        let found = believed.iter().find(|(known, _)| *known == place).map(|(_, believed)| *believed);
        found.filter(|_| !self.is_over.load(Ordering::SeqCst))
    }

    /// A text that fails, once: whoever gets it tries clones on it and tells with
    /// [`Trust::extend`] or [`Trust::wait`] what came out.
    pub(super) fn take_untried(&self) -> Option<FailingText> {
        self.untried.lock().text.take().filter(|_| !self.is_over.load(Ordering::SeqCst))
    }

    /// Lets clones be tried again as soon as a text fails in a run of so much processor time.
    pub(super) fn wait(&self, most: Duration) {
        let mut untried = self.untried.lock();
        untried.tries += 1;
        untried.most = if untried.tries < TRIES { most } else { Duration::ZERO };
    }

    /// Hears of a check. On what fails clones are tried if that was waited for.
    pub(super) fn hear(&self, text: &[&[u8]], fails: bool, cpu: Duration) {
        let mut untried = self.untried.lock();
        let is_short = fails && cpu < untried.most;
        if fails && (is_short || untried.patience.is_some()) {
            untried.latest = Some(FailingText { text: text.concat(), cpu, is_golden: false, is_late: false });
        }
        untried.patience = untried.patience.map(|left| left.saturating_sub(1));
        let is_late = untried.patience == Some(0) && untried.latest.is_some();
        if is_short || is_late {
            untried.text = untried.latest.take().map(|latest| FailingText { is_late, ..latest });
        }
        if is_late {
            untried.patience = None;
        } else if is_short {
            untried.most = Duration::ZERO;
        }
    }

    /// Believes clones of the command with this place, too.
    pub(super) fn extend(&self, place: usize, believed: Believed) {
        let mut all = self.believed.lock();
        all.retain(|(known, _)| *known != place);
        all.push((place, believed));
        if believed.saved >= MOST {
            self.untried.lock().patience = None;
        }
    }

    /// Ends it; tells whether it held until now.
    pub fn end(&self) -> bool {
        !self.is_over.swap(true, Ordering::SeqCst)
    }

    /// Keeps a candidate that a common run has accepted, which a clone has to accept later.
    pub(super) fn know(&self, text: Vec<u8>) {
        *self.known_failure.lock() = Some(Arc::new(text));
    }

    /// The latest of those, unless a clone has just accepted it.
    pub(super) fn known_failure(&self) -> Option<Arc<Vec<u8>>> {
        let rejected: u64 = self.answers.iter().map(|[rejected, _]| rejected.load(Ordering::Relaxed)).sum();
        self.known_failure.lock().clone().filter(|_| rejected > 1)
    }

    /// Whether this answer is to be compared with that of common runs: every so many, and the
    /// first rejection, since all that is known then is that clones accept what they should.
    pub(super) fn is_audit_due(&self, stand: Stand, is_accepted: bool) -> bool {
        let answers = self.answers[stand as usize][usize::from(is_accepted)].fetch_add(1, Ordering::Relaxed) + 1;
        answers.is_multiple_of(if is_accepted { ACCEPTED } else { REJECTED }) || (answers == 1 && !is_accepted)
    }
}

/// What it would be worth to run a command by clones.
#[derive(Clone, Debug, PartialEq)]
pub enum Worth {
    Enough(Believed),
    /// Too little of runs that are longer than this; others may follow.
    NotYet(Duration),
    /// The command is not run by clones.
    Nothing(Refusal),
}

/// Runs a command on a text that fails, and on what is made of it if that is large, in the common
/// way and by clones, and tells what these save.
///
/// Where its start is too short no run is made.
pub fn worth(command: &SolverCommand, golden: &Golden, slot: &mut Slot, known: &FailingText) -> io::Result<Worth> {
    let nothing = |why: &str| Ok(Worth::Nothing(Refusal(why.into())));
    if command.stdin {
        return nothing("the command reads standard input");
    }
    let share = |time: Duration| time.as_secs_f64() / known.cpu.as_secs_f64().max(f64::MIN_POSITIVE);
    let (opening, reading) = match slot.head_starts(command, known.is_late, &[&known.text])? {
        Ok(found) => found,
        Err(refusal) => return Ok(Worth::Nothing(refusal)),
    };
    let (stand, head_start) = match reading {
        Some(reading) if reading > opening.mul_f64(MORE) => (Stand::Reading, reading),
        _ => (Stand::Opening, opening),
    };
    // What is tried again has to be worth it more clearly.
    let longest = head_start.div_f64(1.5 * START);
    // What is saved before the input is known by then.
    if share(head_start) < START || (known.is_late && stand == Stand::Opening) {
        return Ok(Worth::NotYet(longest));
    }
    let (mut saved, mut start) = (0.0_f64, head_start);
    for sample in samples(&known.text, stand) {
        let is_known = sample[..] == [&known.text[..]];
        let by_clone = match record_warm(command, slot, stand, &sample)? {
            Ok(by_clone) => by_clone,
            Err(refusal) => return Ok(Worth::Nothing(refusal)),
        };
        let other = if is_known { None } else { Some(record(command, slot, &sample)?) };
        let other = other.as_ref().map_or_else(|| golden.clone(), Golden::of);
        if !other.end.is_own() {
            return Ok(Worth::NotYet(longest));
        }
        // Of a later text all that is known is that it fails as the golden run did.
        let every_byte = Comparison::default();
        let comparison = if is_known && !known.is_golden { &command.comparison } else { &every_byte };
        if !other.matches(comparison, &by_clone, &CheckContext::default()) {
            return nothing(DIFFERS);
        }
        // The golden run was made without tunables.
        let cpu = if is_known { known.cpu } else { other.cpu };
        let rest =
            by_clone.outcome.cpu.saturating_sub(by_clone.outcome.head_start.map_or(Duration::ZERO, |(_, saved)| saved));
        // One that is traced takes longer.
        start = start.min(cpu.saturating_sub(rest));
        // What else the machine does makes single runs longer, so the best of them tells.
        saved = saved.max(1.0 - (rest + HANDLING).as_secs_f64() / cpu.as_secs_f64().max(f64::MIN_POSITIVE));
        if saved < LEAST {
            return Ok(Worth::NotYet(known.cpu / 2));
        }
    }
    Ok(Worth::Enough(Believed { stand, start, saved }))
}

/// The texts on which clones that come from there are tried, given in parts.
fn samples(known: &[u8], stand: Stand) -> Vec<Vec<&[u8]>> {
    let mut texts = vec![vec![known]];
    if known.len() >= SMALL {
        texts.push(vec![known, b"\n;", &[b'-'; COMMENT], b"\n"]);
        texts.extend((stand == Stand::Opening).then(Vec::new));
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_both_answers_is_compared() {
        let trust = Trust::default();
        let due = |is_accepted| (0..130).filter(|_| trust.is_audit_due(Stand::Opening, is_accepted)).count();
        assert_eq!((due(false), due(true)), (3, 8));
    }

    #[test]
    fn what_a_clone_has_just_accepted_is_not_asked_again() {
        let trust = Trust::default();
        trust.know(vec![1]);
        let known = || trust.known_failure().map(|known| known.to_vec());
        assert_eq!((trust.is_audit_due(Stand::Reading, false), known()), (true, None));
        assert_eq!((trust.is_audit_due(Stand::Reading, false), known()), (false, Some(vec![1])));
    }

    #[test]
    fn whoever_ends_it_first_knows() {
        let trust = Trust::default();
        let believed = Believed { stand: Stand::Opening, start: Duration::ZERO, saved: 0.5 };
        trust.extend(1, believed);
        assert_eq!([0, 1, 99].map(|place| trust.believed(place)), [None, Some(believed), None]);
        assert_eq!((trust.end(), trust.end(), trust.believed(1)), (true, false, None));
    }

    #[test]
    fn the_input_is_tried_once_and_then_what_is_short_or_late() {
        let milliseconds = Duration::from_millis;
        let known = |byte, cpu, is_late| FailingText {
            text: vec![byte],
            cpu: milliseconds(cpu),
            is_golden: byte == 1,
            is_late,
        };
        let trust = Trust::on(vec![1], milliseconds(50));
        let hear = |byte: u8, fails| trust.hear(&[&[byte]], fails, milliseconds(byte.into()));
        hear(2, true);
        assert_eq!([trust.take_untried(), trust.take_untried()], [Some(known(1, 50, false)), None]);
        trust.wait(milliseconds(9));
        [(9, true), (7, false), (8, true), (7, true)].into_iter().for_each(|(byte, fails)| hear(byte, fails));
        assert_eq!([trust.take_untried(), trust.take_untried()], [Some(known(8, 8, false)), None]);
        (1..TRIES).for_each(|_| trust.wait(milliseconds(3)));
        hear(2, true);
        assert_eq!(trust.take_untried(), None);
        (6..LATE).for_each(|_| hear(5, false));
        assert_eq!(trust.take_untried(), Some(known(2, 2, true)));
        (0..LATE).for_each(|_| hear(4, true));
        assert_eq!(trust.take_untried(), None);
        assert_eq!(Trust::default().take_untried(), None);
    }

    #[test]
    fn of_a_large_text_more_is_compared() {
        let texts = |known, stand| samples(known, stand).iter().map(|text| text.concat().len()).collect::<Vec<_>>();
        assert_eq!(texts(b"(exit)", Stand::Opening), [6]);
        assert_eq!(texts(&[b'a'; SMALL], Stand::Opening), [SMALL, SMALL + 2 + COMMENT + 1, 0]);
        assert_eq!(texts(&[b'a'; SMALL], Stand::Reading), [SMALL, SMALL + 2 + COMMENT + 1]);
    }
}
