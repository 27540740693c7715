//! When answers of clones are believed.
//!
//! A clone of a started solver answers as the solver does, unless that has kept of its
//! start what is another thing in every process: its number, the time, a thread. So the
//! two are compared before the first warm run counts ([`worth`]), and a sample of the
//! answers all the time. One that differs ends warm runs, and all that they have found is
//! asked again.

use crate::check::command::SolverCommand;
use crate::check::criteria::{CheckContext, Comparison, Golden};
use crate::check::golden::{record, record_warm};
use crate::check::process::{Refusal, Stand};
use crate::check::slot::Slot;
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// One of so many rejected candidates is asked about once more.
const REJECTED: u64 = 64;

/// One of so many accepted candidates is asked about once more.
const ACCEPTED: u64 = 16;

/// The share of a run's processor time that its start has to be, so that clones are tried.
const START: f64 = 0.2;

/// The share that they have to save: audits and what is tried are not free either.
const LEAST: f64 = 0.15;

/// The same where each beginning of a text takes a start.
const LEAST_BEHIND: f64 = 0.35;

/// The share that they save from where the input is opened with which one need not look further.
const MOST: f64 = 0.45;

/// So many times as much is saved behind the first command where that is worth it: not all
/// candidates begin with the same.
const MORE: f64 = 1.5;

/// After so many checks it is looked whether that is so: to find out takes some runs, too.
const LATE: u64 = 40;

/// How often clones are tried in vain.
const TRIES: u32 = 2;

/// What it costs us to make a clone and to attend to it beside a common run, about.
const HANDLING: Duration = Duration::from_micros(400);

/// The bytes of an input below which there may be too few checks for many comparisons.
const SMALL: usize = 1 << 15;

/// Why there are no clones that print what the command does not.
const DIFFERS: &str = "a run by a clone and a common one differ";

/// Bytes that make an input longer for a comparison.
const COMMENT: usize = 1 << 12;

/// Whether warm runs are believed.
#[derive(Debug, Default)]
pub struct Trust {
    is_over: AtomicBool,
    /// On what clones are tried next.
    untried: Mutex<Untried>,
    /// By the place of each command that is run by clones what these are.
    believed: Mutex<Vec<(usize, Believed)>>,
    /// Answers of warm runs: rejected and accepted candidates.
    answers: [AtomicU64; 2],
    /// A candidate that a common run has accepted.
    known_failure: Mutex<Option<Arc<Vec<u8>>>>,
}

/// Clones that are believed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Believed {
    /// Where they come from.
    pub stand: Stand,
    /// The processor time up to there.
    pub start: Duration,
    /// The share of the processor time that they save.
    pub saved: f64,
}

/// On what clones are tried next.
#[derive(Debug, Default)]
struct Untried {
    text: Option<Known>,
    /// The longest run beside which a start is not too little.
    most: Duration,
    /// How many checks are made before it is looked what is saved behind the first command.
    patience: Option<u64>,
    /// What has failed last since then.
    latest: Option<Known>,
    /// How often clones were tried in vain.
    tries: u32,
}

/// A text that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The text.
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
        let text = Some(Known { text: input, cpu, is_golden: true, is_late: false });
        Trust { untried: Mutex::new(Untried { text, ..Untried::default() }), ..Trust::default() }
    }

    /// By what clones a command with this place is run, if by any.
    pub(super) fn believed(&self, place: usize) -> Option<Believed> {
        let believed = self.believed.lock();
        let found = believed.iter().find(|(known, _)| *known == place).map(|(_, believed)| *believed);
        found.filter(|_| !self.is_over.load(Ordering::SeqCst))
    }

    /// A text that fails, once: whoever gets it tries clones on it and tells with
    /// [`Trust::extend`] or [`Trust::wait`] what came out.
    pub(super) fn take_untried(&self) -> Option<Known> {
        self.untried.lock().text.take().filter(|_| !self.is_over.load(Ordering::SeqCst))
    }

    /// Lets clones be tried as soon as a text fails in a run of so much processor time, and
    /// later whatever it takes.
    pub(super) fn wait(&self, known: &Known, most: Duration) {
        let mut untried = self.untried.lock();
        untried.tries += 1;
        untried.most = if untried.tries < TRIES { most } else { Duration::ZERO };
        untried.patience = untried.patience.or((!known.is_late).then_some(LATE));
    }

    /// Hears of a check. On what fails clones are tried if that was waited for.
    pub(super) fn hear(&self, text: &[&[u8]], fails: bool, cpu: Duration) {
        let mut untried = self.untried.lock();
        let Some(left) = untried.patience.as_mut() else { return };
        *left = left.saturating_sub(1);
        let is_late = *left == 0;
        if fails {
            untried.latest = Some(Known { text: text.concat(), cpu, is_golden: false, is_late: false });
        }
        if is_late {
            let latest = untried.latest.take();
            untried.text = latest.map(|latest| Known { is_late, ..latest });
            untried.patience = if untried.text.is_some() { None } else { Some(1) };
        } else if fails && cpu < untried.most {
            untried.text = untried.latest.clone();
            untried.most = Duration::ZERO;
        }
    }

    /// Believes clones of the command with this place, too.
    pub(super) fn extend(&self, place: usize, believed: Believed) {
        let mut all = self.believed.lock();
        all.retain(|(known, _)| *known != place);
        all.push((place, believed));
        let mut untried = self.untried.lock();
        if believed.stand == Stand::Opening && believed.saved < MOST {
            untried.patience = untried.patience.or(Some(LATE));
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

    /// The latest of those.
    pub(super) fn known_failure(&self) -> Option<Arc<Vec<u8>>> {
        self.known_failure.lock().clone()
    }

    /// Whether this answer is to be compared with that of common runs: every so many. That
    /// clones do on one other text than the input what they should is known from the beginning.
    pub(super) fn is_audit_due(&self, is_accepted: bool) -> bool {
        let answers = self.answers[usize::from(is_accepted)].fetch_add(1, Ordering::Relaxed) + 1;
        answers.is_multiple_of(if is_accepted { ACCEPTED } else { REJECTED })
    }
}

/// What it would be worth to run a command by clones.
#[derive(Clone, Debug, PartialEq)]
pub enum Worth {
    /// Enough.
    Enough(Believed),
    /// Too little of runs that are longer than this; others may follow.
    NotYet(Duration),
    /// The command is not run by clones.
    Nothing(Refusal),
}

/// Runs a command on a text that fails, on the next candidate, and on what else is made of
/// them, in the common way and by clones, and tells what these save.
///
/// # Errors
///
/// If the input file cannot be written.
pub fn worth(
    command: &SolverCommand,
    golden: &Golden,
    slot: &mut Slot,
    known: &Known,
    candidate: &[&[u8]],
) -> io::Result<Worth> {
    let nothing = |why: &str| Ok(Worth::Nothing(Refusal(why.into())));
    if command.stdin {
        return nothing("the command reads standard input");
    }
    let (stand, head_start) = match place_to_stand(command, slot, known)? {
        Ok(found) => found,
        Err(refusal) => return Ok(Worth::Nothing(refusal)),
    };
    // What is tried again has to be worth it more clearly.
    let longest = head_start.div_f64(3.0 * START);
    if head_start < known.cpu.mul_f64(START) {
        return Ok(Worth::NotYet(longest));
    }
    // What else the machine does makes single runs longer, so the best of them tells.
    let (mut saved, mut start) = (0.0_f64, head_start);
    for sample in samples(&known.text, candidate) {
        let is_known = sample[..] == [&known.text[..]];
        let by_clone = match record_warm(command, slot, (stand, is_known), &sample)? {
            Ok(by_clone) => by_clone,
            Err(refusal) => return Ok(Worth::Nothing(refusal)),
        };
        let is_recorded = is_known && known.is_golden;
        let other = if is_recorded { None } else { Some(record(command, slot, &sample)?) };
        let other = other.as_ref().map_or_else(|| golden.clone(), Golden::of);
        // The golden run was made without tunables.
        let cpu = if is_recorded { other.cpu.min(known.cpu) } else { other.cpu };
        if !other.end.is_own() {
            return Ok(Worth::NotYet(longest));
        }
        if !other.matches(&Comparison::default(), &by_clone, &CheckContext::default()) {
            return nothing(DIFFERS);
        }
        let rest = by_clone.outcome.cpu.saturating_sub(by_clone.outcome.head_start.unwrap_or_default());
        // One that is traced takes longer.
        start = start.min(cpu.saturating_sub(rest));
        if is_known && stand == Stand::Reading {
            // From there come the clones for texts that begin in another way.
            match record_warm(command, slot, (Stand::Opening, true), &sample)? {
                Ok(by_clone) if other.matches(&Comparison::default(), &by_clone, &CheckContext::default()) => {}
                _ => return nothing(DIFFERS),
            }
        }
        saved = saved.max(1.0 - (rest + HANDLING).as_secs_f64() / cpu.as_secs_f64().max(f64::MIN_POSITIVE));
    }
    let least = if stand == Stand::Reading { LEAST_BEHIND } else { LEAST };
    Ok(if saved >= least { Worth::Enough(Believed { stand, start, saved }) } else { Worth::NotYet(Duration::ZERO) })
}

/// Where a solver saves most if it stands there, and how much processor time.
fn place_to_stand(
    command: &SolverCommand,
    slot: &mut Slot,
    known: &Known,
) -> io::Result<Result<(Stand, Duration), Refusal>> {
    let text = [&known.text[..]];
    let opening = match slot.head_start(command, Stand::Opening, &text)? {
        Ok(opening) => opening,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if known.is_late {
        let reading = slot.head_start(command, Stand::Reading, &text)?.unwrap_or_default();
        if reading > opening.mul_f64(MORE) && reading > known.cpu.mul_f64(LEAST_BEHIND) {
            return Ok(Ok((Stand::Reading, reading)));
        }
    }
    Ok(Ok((Stand::Opening, opening)))
}

/// The texts on which clones are tried, given in parts.
fn samples<'t>(known: &'t [u8], candidate: &[&'t [u8]]) -> Vec<Vec<&'t [u8]>> {
    let mut texts = vec![candidate.to_vec()];
    if known.len() >= SMALL {
        texts.extend([vec![known, b"\n;", &[b'-'; COMMENT], b"\n"], vec![]]);
    }
    // Last, when the solver that is cloned is older than this text.
    texts.push(vec![known]);
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_both_answers_is_compared() {
        let trust = Trust::default();
        let due = |is_accepted| (0..130).filter(|_| trust.is_audit_due(is_accepted)).count();
        assert_eq!((due(false), due(true)), (2, 8));
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
        let known =
            |byte, cpu, is_late| Known { text: vec![byte], cpu: milliseconds(cpu), is_golden: byte == 1, is_late };
        let trust = Trust::on(vec![1], milliseconds(50));
        let hear = |byte: u8, fails| trust.hear(&[&[byte]], fails, milliseconds(byte.into()));
        hear(2, true);
        assert_eq!([trust.take_untried(), trust.take_untried()], [Some(known(1, 50, false)), None]);
        trust.wait(&known(1, 50, false), milliseconds(9));
        [(9, true), (7, false), (8, true), (7, true)].into_iter().for_each(|(byte, fails)| hear(byte, fails));
        assert_eq!([trust.take_untried(), trust.take_untried()], [Some(known(8, 8, false)), None]);
        trust.wait(&known(8, 8, false), milliseconds(3));
        hear(4, true);
        (6..LATE).for_each(|_| hear(5, false));
        assert_eq!(trust.take_untried(), None);
        hear(5, false);
        assert_eq!(trust.take_untried(), Some(known(4, 4, true)));
        trust.wait(&known(4, 4, true), milliseconds(9));
        (0..LATE).for_each(|_| hear(4, true));
        assert_eq!(trust.take_untried(), None);
        assert_eq!(Trust::default().take_untried(), None);
    }

    #[test]
    fn clones_are_tried_on_a_candidate_first() {
        let (known, candidate) = ([b'a'; SMALL], [&b"b"[..], b"c"]);
        let texts = |known| samples(known, &candidate).iter().map(|text| text.concat().len()).collect::<Vec<_>>();
        assert_eq!(texts(&known[..9]), [2, 9]);
        assert_eq!(texts(&known[..]), [2, SMALL + 2 + COMMENT + 1, 0, SMALL]);
    }
}
