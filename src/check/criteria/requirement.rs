//! What must hold of a run for it to count as the same failure.

use super::pattern::Pattern;
use super::sat_result::{Claims, Dispute};
use super::slow::Slow;
use crate::check::{End, Stream};
use std::time::Duration;

/// One thing that must hold of a run for it to count as the same failure.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// It ends like the golden run: by the same exit status or signal, or it
    /// times out as well.
    SameEnd,
    /// It ends in this way.
    Ends(End),
    /// The stream is that of the golden run, byte for byte but for the paths
    /// that belong to the slot.
    SameOutput(Stream),
    /// These bytes occur on the stream.
    Contains(Stream, Vec<u8>),
    /// The pattern matches somewhere on the stream.
    Matches(Stream, Pattern),
    /// The pattern matches somewhere, on either stream.
    MatchesAny(Pattern),
    /// The pattern matches nowhere, on either stream.
    Lacks(Pattern),
    /// It ends like the golden run, which crashed, and says that it did so at the
    /// same place; see [`Signature`](super::crash::Signature).
    SameCrash,
    /// It reports the same error as the golden run before all others, wherever in the
    /// input that is, or none if that has reported none.
    SameError,
    /// The first group of the pattern matches a number of at least this size, on
    /// either stream.
    Reaches(Pattern, f64),
    /// It contradicts the other runs of the check.
    Disputes(Dispute),
    /// It needs too much processor time.
    TakesLong(Slow),
    /// It ends by itself, and says by its time what [`Requirement::TakesLong`]
    /// means.
    IsReference,
}

impl Requirement {
    /// Whether what comes on a stream can matter.
    fn wants(&self, stream: Stream) -> bool {
        match self {
            Requirement::SameEnd | Requirement::Ends(_) | Requirement::TakesLong(_) | Requirement::IsReference => false,
            Requirement::SameOutput(wanted) | Requirement::Contains(wanted, _) | Requirement::Matches(wanted, _) => {
                *wanted == stream
            }
            Requirement::Disputes(_) => stream == Stream::Stdout,
            Requirement::MatchesAny(_) | Requirement::Lacks(_) | Requirement::Reaches(..) => true,
            Requirement::SameCrash | Requirement::SameError => true,
        }
    }

    /// Whether all that was printed on a stream is looked at together.
    pub(super) fn reads_back(&self, stream: Stream) -> bool {
        use Requirement::{Lacks, Matches, MatchesAny, Reaches, SameCrash, SameError};
        self.wants(stream)
            && matches!(self, Matches(..) | MatchesAny(_) | Lacks(_) | SameCrash | SameError | Reaches(..))
    }
}

/// All that must hold of a run for it to count as the same failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison(pub Vec<Requirement>);

impl Default for Comparison {
    /// The end and both outputs, as in ddSMT.
    fn default() -> Self {
        let outputs = [Stream::Stdout, Stream::Stderr].map(Requirement::SameOutput);
        Comparison([vec![Requirement::SameEnd], outputs.into()].concat())
    }
}

impl Comparison {
    /// Whether what comes on a stream can matter; if not it is never looked at.
    pub fn wants(&self, stream: Stream) -> bool {
        self.0.iter().any(|requirement| requirement.wants(stream))
    }

    /// What is too long for a run, if that is asked.
    pub fn slow(&self) -> Option<Slow> {
        self.0.iter().find_map(|requirement| match requirement {
            Requirement::TakesLong(slow) => Some(*slow),
            _ => None,
        })
    }

    /// Whether a run has a say in a dispute.
    pub fn disputes(&self) -> bool {
        self.0.iter().any(|requirement| matches!(requirement, Requirement::Disputes(_)))
    }

    /// Whether times decide, so that a busy machine would change the verdicts.
    pub fn is_timing(&self) -> bool {
        use Requirement::{Ends, IsReference, TakesLong};
        self.0.iter().any(|requirement| matches!(requirement, TakesLong(_) | IsReference | Ends(End::TimedOut)))
    }
}

/// What the runs of one check have shown so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckContext {
    /// The answers that are wrong, as far as runs agree; nothing before the
    /// first run that plays a part in a dispute.
    pub claims: Option<Claims>,
    /// The processor time of the reference.
    pub reference: Option<Duration>,
    /// Whether a run that comes later has a say in the dispute.
    pub has_more: bool,
}
