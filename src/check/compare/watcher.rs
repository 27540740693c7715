//! One requirement while a run goes on.

use super::answers::{Claims, Dispute, Reader};
use super::follow::{Follow, Needle};
use super::pattern::Pattern;
use super::slow::Speed;
use super::{Evidence, Heads, Requirement, crash};
use crate::check::golden::Golden;
use crate::check::process::{End, Outcome, Stream};
use crate::check::slot::Places;
use std::time::Duration;

/// What is known of a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// What comes may matter.
    Open,
    /// It holds, whatever comes.
    Holds,
    /// It fails, whatever comes.
    Fails,
}

/// A requirement and how far it has come.
pub(super) enum Watcher<'g> {
    /// The end alone tells.
    End(End),
    /// Nothing is asked.
    Nothing,
    Follow(Stream, Follow<'g>),
    Find(Stream, Needle<'g>),
    Match(Stream, &'g Pattern, Looks),
    Lack(&'g Pattern, [Looks; 2]),
    Crash(End, &'g [Vec<u8>]),
    Reach(&'g Pattern, f64, [Looks; 2]),
    Argue(Argument<'g>),
    Long(Duration),
    Reference,
}

impl<'g> Watcher<'g> {
    pub fn new(
        requirement: &'g Requirement,
        golden: &'g Golden,
        places: &'g Places,
        evidence: &'g Evidence,
    ) -> Watcher<'g> {
        match requirement {
            Requirement::SameEnd => Watcher::End(golden.end),
            Requirement::Ends(end) => Watcher::End(*end),
            // What a run printed until it was ended is an accident.
            Requirement::SameOutput(_) if !golden.end.is_own() => Watcher::Nothing,
            Requirement::SameOutput(stream) => {
                Watcher::Follow(*stream, Follow::new(golden.template(*stream).pieces(), places))
            }
            Requirement::Contains(_, needle) if needle.is_empty() => Watcher::Nothing,
            Requirement::Contains(stream, needle) => Watcher::Find(*stream, Needle::new(needle)),
            Requirement::Matches(stream, pattern) => Watcher::Match(*stream, pattern, Looks::default()),
            Requirement::Lacks(pattern) => Watcher::Lack(pattern, Default::default()),
            Requirement::SameCrash => Watcher::Crash(golden.end, &golden.crash),
            Requirement::Reaches(pattern, least) => Watcher::Reach(pattern, least.0, Default::default()),
            Requirement::Disputes(dispute) => {
                Watcher::Argue(Argument { dispute: *dispute, evidence, reader: Reader::default() })
            }
            Requirement::TakesLong(slow) => Watcher::Long(slow.bound(evidence.reference)),
            Requirement::IsReference => Watcher::Reference,
        }
    }

    /// Takes in the next bytes of a stream, which are the last of `heads` too.
    pub fn hear(&mut self, stream: Stream, bytes: &[u8], heads: &Heads) -> Standing {
        let text = &heads[stream as usize];
        match self {
            Watcher::Nothing => Standing::Holds,
            Watcher::Follow(wanted, follow) if *wanted == stream => fails_if(!follow.feed(bytes)),
            Watcher::Find(wanted, needle) if *wanted == stream => holds_if(needle.feed(bytes)),
            Watcher::Match(wanted, pattern, looks) if *wanted == stream => holds_if(looks.see(pattern, text)),
            Watcher::Lack(pattern, looks) => fails_if(looks[stream as usize].see(pattern, text)),
            Watcher::Reach(pattern, least, looks) => {
                holds_if(looks[stream as usize].see(pattern, text) && reaches(pattern, *least, text))
            }
            Watcher::Argue(argument) if stream == Stream::Stdout => argument.hear(bytes),
            _ => Standing::Open,
        }
    }

    /// Whether the requirement holds, if it was open until the run has ended.
    pub fn holds_after(&self, outcome: &Outcome, heads: &Heads) -> bool {
        match self {
            Watcher::End(end) => outcome.end == *end,
            Watcher::Nothing => true,
            Watcher::Follow(_, follow) => follow.is_complete(),
            Watcher::Find(..) => false,
            Watcher::Match(stream, pattern, _) => pattern.is_match(&heads[*stream as usize]),
            Watcher::Lack(pattern, _) => !heads.iter().any(|text| pattern.is_match(text)),
            Watcher::Crash(end, signature) => {
                let has_crashed = !signature.is_empty() || !matches!(end, End::Exited(0) | End::TimedOut | End::Idle);
                has_crashed && outcome.end == *end && crash::signature(&heads[0], &heads[1]) == *signature
            }
            Watcher::Reach(pattern, least, _) => heads.iter().any(|text| reaches(pattern, *least, text)),
            Watcher::Argue(argument) => argument.claims().iter().any(Option::is_some),
            // What is ended at its limit has used up the bound and a margin.
            Watcher::Long(bound) => {
                let is_late = matches!(outcome.end, End::TimedOut | End::Idle);
                is_late || matches!(Speed::of(outcome.cpu, *bound), Speed::Slow | Speed::Near(true))
            }
            Watcher::Reference => outcome.end.is_own(),
        }
    }

    /// Adds what the run has shown to what later runs of the check know.
    pub fn testify(&self, outcome: &Outcome, evidence: &mut Evidence) {
        match self {
            Watcher::Argue(argument) => evidence.claims = Some(argument.claims()),
            Watcher::Reference => evidence.reference = Some(outcome.cpu),
            _ => {}
        }
    }
}

fn reaches(pattern: &Pattern, least: f64, text: &[u8]) -> bool {
    pattern.largest(text).is_some_and(|number| number >= least)
}

/// One side of a dispute while it speaks.
pub(super) struct Argument<'g> {
    dispute: Dispute,
    evidence: &'g Evidence,
    reader: Reader,
}

impl Argument<'_> {
    fn hear(&mut self, bytes: &[u8]) -> Standing {
        self.reader.feed(bytes);
        let claims = self.dispute.claims(self.reader.answers(), self.evidence.claims.as_ref());
        if claims.iter().any(Option::is_some) {
            // Those who come later may know better about another answer.
            return holds_if(!self.evidence.has_more);
        }
        let earlier = self.evidence.claims.as_ref();
        let to_come = earlier.is_none_or(|earlier| earlier.iter().skip(claims.len()).any(Option::is_some));
        fails_if(self.reader.has_failed() || !to_come)
    }

    fn claims(&self) -> Claims {
        self.dispute.claims(&self.reader.finish(), self.evidence.claims.as_ref())
    }
}

fn fails_if(fails: bool) -> Standing {
    if fails { Standing::Fails } else { Standing::Open }
}

fn holds_if(holds: bool) -> Standing {
    if holds { Standing::Holds } else { Standing::Open }
}

/// When a growing text is looked at as a whole: whenever it has doubled, so that
/// all looks together cost little more than one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Looks {
    last: usize,
}

impl Looks {
    /// Whether it is time to look and the pattern is there for good.
    ///
    /// Only whole lines are looked at, without the last line's end, so that no
    /// `$` or `\b` matches where the text merely stops for a moment.
    pub fn see(&mut self, pattern: &Pattern, text: &[u8]) -> bool {
        let Some(lines) = text.strip_suffix(b"\n") else { return false };
        let due = text.len() >= 2 * self.last && pattern.is_steady();
        if due {
            self.last = text.len();
        }
        due && pattern.is_match(lines)
    }
}
