//! Checks one requirement while a run goes on.

use super::crash::Signature;
use super::error::ReportedError;
use super::golden::Golden;
use super::pattern::Pattern;
use super::requirement::{CheckContext, Requirement};
use super::sat_result::{AnswerReader, Claims, Dispute};
use crate::check::{End, Outcome, OutputPrefix, SlotPaths, Stream};
use memchr::memmem;

/// A requirement, and its state in a run.
pub(super) struct Matcher<'g> {
    pub requirement: &'g Requirement,
    golden: &'g Golden,
    context: &'g CheckContext,
    /// Whether the requirement holds, whatever the run still does; `None` while that matters.
    pub standing: Option<bool>,
    /// The output that is expected.
    expected: Vec<u8>,
    /// How many bytes of it have come.
    come: usize,
    /// The lengths at which the outputs were searched last, by [`Stream`].
    searched: [usize; 2],
    reader: AnswerReader,
}

impl<'g> Matcher<'g> {
    pub fn new(
        requirement: &'g Requirement,
        golden: &'g Golden,
        paths: &SlotPaths,
        context: &'g CheckContext,
    ) -> Matcher<'g> {
        let (mut standing, mut expected, mut reader) = (None, Vec::new(), AnswerReader::default());
        match requirement {
            // If the golden run was ended by a limit, the end of its output is an accident.
            Requirement::SameOutput(_) if !golden.end.is_own() => standing = Some(true),
            Requirement::SameOutput(stream) => expected = golden.expected(*stream, paths),
            Requirement::Contains(_, needle) if needle.is_empty() => standing = Some(true),
            Requirement::Disputes(dispute) => reader = AnswerReader::knowing(&dispute.known),
            _ => {}
        }
        Matcher { requirement, golden, context, standing, expected, come: 0, searched: [0; 2], reader }
    }

    /// Takes in the next bytes of a stream, which `prefix` ends with already.
    pub fn hear(&mut self, stream: Stream, bytes: &[u8], prefix: &OutputPrefix) {
        if self.standing.is_none() {
            self.standing = self.settled_by(stream, bytes, &prefix[stream as usize]);
        }
    }

    fn settled_by(&mut self, stream: Stream, bytes: &[u8], text: &[u8]) -> Option<bool> {
        let last = &mut self.searched[stream as usize];
        match self.requirement {
            Requirement::SameOutput(wanted) if *wanted == stream => {
                let is_same = self.expected[self.come..].starts_with(bytes);
                self.come += bytes.len();
                (!is_same).then_some(false)
            }
            Requirement::Contains(wanted, needle) if *wanted == stream => {
                let new = text.len().saturating_sub(bytes.len() + needle.len() - 1);
                memmem::find(&text[new..], needle).is_some().then_some(true)
            }
            Requirement::Matches(wanted, pattern) if *wanted == stream => see(last, pattern, text).then_some(true),
            Requirement::MatchesAny(pattern) => see(last, pattern, text).then_some(true),
            Requirement::Lacks(pattern) => see(last, pattern, text).then_some(false),
            Requirement::Reaches(pattern, least) => {
                (see(last, pattern, text) && reaches(pattern, *least, text)).then_some(true)
            }
            Requirement::Disputes(dispute) if stream == Stream::Stdout => self.settled_by_answers(dispute, bytes),
            _ => None,
        }
    }

    fn settled_by_answers(&mut self, dispute: &Dispute, bytes: &[u8]) -> Option<bool> {
        self.reader.feed(bytes);
        let earlier = self.context.claims.as_ref();
        let claims = dispute.claims(&self.reader.answers, earlier);
        if claims.iter().any(Option::is_some) {
            // Later runs of the check may contradict another answer.
            return (!self.context.has_more).then_some(true);
        }
        let to_come = earlier.is_none_or(|earlier| earlier.iter().skip(claims.len()).any(Option::is_some));
        (self.reader.has_failed || !to_come).then_some(false)
    }

    /// Whether the requirement holds after the run.
    pub fn holds_after(&self, outcome: &Outcome, prefix: &OutputPrefix) -> bool {
        if let Some(holds) = self.standing {
            return holds;
        }
        match self.requirement {
            Requirement::SameEnd => outcome.end == self.golden.end,
            Requirement::Ends(end) => outcome.end == *end,
            Requirement::SameOutput(_) => self.come == self.expected.len(),
            Requirement::Contains(..) => false,
            Requirement::Matches(stream, pattern) => pattern.is_match(&prefix[*stream as usize]),
            Requirement::MatchesAny(pattern) => prefix.iter().any(|text| pattern.is_match(text)),
            Requirement::Lacks(pattern) => !prefix.iter().any(|text| pattern.is_match(text)),
            Requirement::SameCrash(streams) => {
                let (crash, output) = (&self.golden.crash, |stream: Stream| prefix[stream as usize].as_slice());
                crash.is_crash() && Signature::on(streams, outcome.end, output) == *crash
            }
            Requirement::SameError => match (ReportedError::of(&prefix[0], &prefix[1]), &self.golden.error) {
                (Some(found), Some(wanted)) => found.words == wanted.words && found.is_later <= wanted.is_later,
                (found, wanted) => found.is_none() && wanted.is_none(),
            },
            Requirement::Reaches(pattern, least) => prefix.iter().any(|text| reaches(pattern, *least, text)),
            Requirement::Disputes(dispute) => self.claims(dispute).iter().any(Option::is_some),
            // A run that is ended at its limit has used up the bound and a margin.
            Requirement::TakesLong(slow) => {
                let is_late = matches!(outcome.end, End::TimedOut | End::Idle);
                is_late || outcome.cpu >= slow.bound(self.context.reference)
            }
            Requirement::IsReference => outcome.end.is_own(),
        }
    }

    /// Adds what the run has shown to the context of later runs of the check.
    pub fn testify(&self, outcome: &Outcome, context: &mut CheckContext) {
        match self.requirement {
            Requirement::Disputes(dispute) => context.claims = Some(self.claims(dispute)),
            Requirement::IsReference => context.reference = Some(outcome.cpu),
            _ => {}
        }
    }

    fn claims(&self, dispute: &Dispute) -> Claims {
        dispute.claims(&self.reader.finish(), self.context.claims.as_ref())
    }
}

fn reaches(pattern: &Pattern, least: f64, text: &[u8]) -> bool {
    pattern.largest(text).is_some_and(|number| number >= least)
}

/// Whether a search of a growing text is due and finds the pattern in a way that later text cannot undo.
///
/// The text is searched as a whole whenever its length has doubled since the search at the length `last`, so that all
/// searches together cost little more than one. Only whole lines are searched, without the end of the last line, so that
/// no `$` or `\b` matches where the text merely stops for a moment.
fn see(last: &mut usize, pattern: &Pattern, text: &[u8]) -> bool {
    let Some(lines) = text.strip_suffix(b"\n") else { return false };
    let due = text.len() >= 2 * *last && pattern.matches_persist;
    if due {
        *last = text.len();
    }
    due && pattern.is_match(lines)
}
