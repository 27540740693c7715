//! Checks one requirement while a run goes on.

use super::crash::Signature;
use super::error::ReportedError;
use super::golden::Golden;
use super::pattern::Pattern;
use super::requirement::{CheckContext, Requirement};
use super::sat_result::{AnswerReader, Claims, Dispute};
use crate::check::{End, Outcome, OutputPrefix, SlotPaths, Stream};
use memchr::memmem;
use std::time::Duration;

/// Whether a requirement holds, whatever the run still does; `None` while that matters.
pub(super) type Standing = Option<bool>;

/// A requirement, and its state in a run.
pub(super) enum Matcher<'g> {
    /// The end alone decides.
    End(End),
    /// The requirement always holds.
    Nothing,
    /// The output that is expected, and how many bytes of it have come.
    Expect(Stream, Vec<u8>, usize),
    Find(Stream, &'g [u8]),
    Match(Stream, &'g Pattern, Looks),
    MatchAny(&'g Pattern, [Looks; 2]),
    Lack(&'g Pattern, [Looks; 2]),
    Crash(&'g [Stream], &'g Signature),
    Error(Option<&'g ReportedError>),
    Reach(&'g Pattern, f64, [Looks; 2]),
    Argue(Argument<'g>),
    Long(Duration),
    Reference,
}

impl<'g> Matcher<'g> {
    pub fn new(
        requirement: &'g Requirement,
        golden: &'g Golden,
        paths: &'g SlotPaths,
        context: &'g CheckContext,
    ) -> Matcher<'g> {
        match requirement {
            Requirement::SameEnd => Matcher::End(golden.end),
            Requirement::Ends(end) => Matcher::End(*end),
            // If the golden run was ended by a limit, the end of its output is an accident.
            Requirement::SameOutput(_) if !golden.end.is_own() => Matcher::Nothing,
            Requirement::SameOutput(stream) => Matcher::Expect(*stream, golden.expected(*stream, paths), 0),
            Requirement::Contains(_, needle) if needle.is_empty() => Matcher::Nothing,
            Requirement::Contains(stream, needle) => Matcher::Find(*stream, needle),
            Requirement::Matches(stream, pattern) => Matcher::Match(*stream, pattern, Looks::default()),
            Requirement::MatchesAny(pattern) => Matcher::MatchAny(pattern, Default::default()),
            Requirement::Lacks(pattern) => Matcher::Lack(pattern, Default::default()),
            Requirement::SameCrash(streams) => Matcher::Crash(streams, &golden.crash),
            Requirement::SameError => Matcher::Error(golden.error.as_ref()),
            Requirement::Reaches(pattern, least) => Matcher::Reach(pattern, *least, Default::default()),
            Requirement::Disputes(dispute) => {
                Matcher::Argue(Argument { dispute, context, reader: AnswerReader::knowing(&dispute.known) })
            }
            Requirement::TakesLong(slow) => Matcher::Long(slow.bound(context.reference)),
            Requirement::IsReference => Matcher::Reference,
        }
    }

    /// Takes in the next bytes of a stream, which `prefix` ends with already.
    pub fn hear(&mut self, stream: Stream, bytes: &[u8], prefix: &OutputPrefix) -> Standing {
        let text = &prefix[stream as usize];
        match self {
            Matcher::Nothing => Some(true),
            Matcher::Expect(wanted, expected, come) if *wanted == stream => {
                let is_same = expected[*come..].starts_with(bytes);
                *come += bytes.len();
                (!is_same).then_some(false)
            }
            Matcher::Find(wanted, needle) if *wanted == stream => {
                let new = text.len().saturating_sub(bytes.len() + needle.len() - 1);
                memmem::find(&text[new..], needle).is_some().then_some(true)
            }
            Matcher::Match(wanted, pattern, looks) if *wanted == stream => looks.see(pattern, text).then_some(true),
            Matcher::MatchAny(pattern, looks) => looks[stream as usize].see(pattern, text).then_some(true),
            Matcher::Lack(pattern, looks) => looks[stream as usize].see(pattern, text).then_some(false),
            Matcher::Reach(pattern, least, looks) => {
                (looks[stream as usize].see(pattern, text) && reaches(pattern, *least, text)).then_some(true)
            }
            Matcher::Argue(argument) if stream == Stream::Stdout => argument.hear(bytes),
            _ => None,
        }
    }

    /// Whether the requirement holds after the run, if it was still open.
    pub fn holds_after(&self, outcome: &Outcome, prefix: &OutputPrefix) -> bool {
        match self {
            Matcher::End(end) => outcome.end == *end,
            Matcher::Nothing => true,
            Matcher::Expect(_, expected, come) => *come == expected.len(),
            Matcher::Find(..) => false,
            Matcher::Match(stream, pattern, _) => pattern.is_match(&prefix[*stream as usize]),
            Matcher::MatchAny(pattern, _) => prefix.iter().any(|text| pattern.is_match(text)),
            Matcher::Lack(pattern, _) => !prefix.iter().any(|text| pattern.is_match(text)),
            Matcher::Crash(streams, crash) => {
                let output = |stream: Stream| prefix[stream as usize].as_slice();
                crash.is_crash() && Signature::on(streams, outcome.end, output) == **crash
            }
            Matcher::Error(wanted) => match (ReportedError::of(&prefix[0], &prefix[1]), wanted) {
                (Some(found), Some(wanted)) => found.words == wanted.words && found.is_later <= wanted.is_later,
                (found, wanted) => found.is_none() && wanted.is_none(),
            },
            Matcher::Reach(pattern, least, _) => prefix.iter().any(|text| reaches(pattern, *least, text)),
            Matcher::Argue(argument) => argument.claims().iter().any(Option::is_some),
            // A run that is ended at its limit has used up the bound and a margin.
            Matcher::Long(bound) => {
                let is_late = matches!(outcome.end, End::TimedOut | End::Idle);
                is_late || outcome.cpu >= *bound
            }
            Matcher::Reference => outcome.end.is_own(),
        }
    }

    /// Adds what the run has shown to the context of later runs of the check.
    pub fn testify(&self, outcome: &Outcome, context: &mut CheckContext) {
        match self {
            Matcher::Argue(argument) => context.claims = Some(argument.claims()),
            Matcher::Reference => context.reference = Some(outcome.cpu),
            _ => {}
        }
    }
}

fn reaches(pattern: &Pattern, least: f64, text: &[u8]) -> bool {
    pattern.largest(text).is_some_and(|number| number >= least)
}

/// The answers of one side of a dispute while its run goes on.
pub(super) struct Argument<'g> {
    dispute: &'g Dispute,
    context: &'g CheckContext,
    reader: AnswerReader,
}

impl Argument<'_> {
    fn hear(&mut self, bytes: &[u8]) -> Standing {
        self.reader.feed(bytes);
        let claims = self.dispute.claims(&self.reader.answers, self.context.claims.as_ref());
        if claims.iter().any(Option::is_some) {
            // Later runs of the check may contradict another answer.
            return (!self.context.has_more).then_some(true);
        }
        let earlier = self.context.claims.as_ref();
        let to_come = earlier.is_none_or(|earlier| earlier.iter().skip(claims.len()).any(Option::is_some));
        (self.reader.has_failed || !to_come).then_some(false)
    }

    fn claims(&self) -> Claims {
        self.dispute.claims(&self.reader.finish(), self.context.claims.as_ref())
    }
}

/// When a growing text is searched as a whole: whenever its length has doubled, so that all searches together
/// cost little more than one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Looks {
    last: usize,
}

impl Looks {
    /// Whether a search is due and finds the pattern in a way that later text cannot undo.
    ///
    /// Only whole lines are searched, without the end of the last line, so that no `$` or `\b` matches where
    /// the text merely stops for a moment.
    pub fn see(&mut self, pattern: &Pattern, text: &[u8]) -> bool {
        let Some(lines) = text.strip_suffix(b"\n") else { return false };
        let due = text.len() >= 2 * self.last && pattern.matches_persist;
        if due {
            self.last = text.len();
        }
        due && pattern.is_match(lines)
    }
}
