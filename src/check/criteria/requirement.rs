//! The conditions that a run must meet to count as the same failure.

use super::pattern::Pattern;
use super::sat_result::{Claims, Dispute};
use super::slow::Slow;
use crate::check::{End, Stream};
use std::time::Duration;

/// One condition that a run must meet to count as the same failure.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// The run ends like the golden run: by the same exit status or signal, or by its time limit.
    SameEnd,
    /// The run ends in this way.
    Ends(End),
    /// The stream equals that of the golden run byte for byte, apart from the paths of the slot.
    SameOutput(Stream),
    /// These bytes occur on the stream.
    Contains(Stream, Vec<u8>),
    /// The pattern matches somewhere on the stream.
    Matches(Stream, Pattern),
    /// The pattern matches somewhere on one of the streams.
    MatchesAny(Pattern),
    /// The pattern matches nowhere on either stream.
    Lacks(Pattern),
    /// The run ends like the golden run, which crashed, and reports the same place of the crash on these streams;
    /// see [`Signature`](super::crash::Signature).
    SameCrash(Vec<Stream>),
    /// The error that the run reports is that of the golden run, wherever in the input it is, and comes first if it
    /// did there; no error if the golden run reports none.
    SameError,
    /// The first group of the pattern matches a number of at least this size on one of the streams.
    Reaches(Pattern, f64),
    /// The run contradicts the other runs of the check.
    Disputes(Dispute),
    /// The run needs too much processor time.
    TakesLong(Slow),
    /// The run ends by itself; its processor time is the reference for [`Requirement::TakesLong`].
    IsReference,
}

impl Requirement {
    /// Whether the output on a stream can matter.
    fn wants(&self, stream: Stream) -> bool {
        match self {
            Requirement::SameEnd | Requirement::Ends(_) | Requirement::TakesLong(_) | Requirement::IsReference => false,
            Requirement::SameOutput(wanted) | Requirement::Contains(wanted, _) | Requirement::Matches(wanted, _) => {
                *wanted == stream
            }
            Requirement::Disputes(_) => stream == Stream::Stdout,
            Requirement::SameCrash(streams) => streams.contains(&stream),
            Requirement::MatchesAny(_) | Requirement::Lacks(_) | Requirement::Reaches(..) | Requirement::SameError => {
                true
            }
        }
    }

    /// Whether the output on a stream is read as a whole.
    pub(super) fn reads_back(&self, stream: Stream) -> bool {
        use Requirement::{Disputes, SameOutput};
        self.wants(stream) && !matches!(self, SameOutput(_) | Disputes(_))
    }
}

/// All conditions that a run must meet to count as the same failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirements(pub Vec<Requirement>);

impl Default for Requirements {
    /// Requires the same end and the same outputs, as in ddSMT.
    fn default() -> Self {
        let outputs = Stream::BOTH.map(Requirement::SameOutput);
        Requirements([vec![Requirement::SameEnd], outputs.into()].concat())
    }
}

impl Requirements {
    /// Whether the output on a stream can matter; if not, it is never looked at.
    pub fn wants(&self, stream: Stream) -> bool {
        self.0.iter().any(|requirement| requirement.wants(stream))
    }

    /// Returns the requirement on processor time, if there is one.
    pub fn slow(&self) -> Option<Slow> {
        self.0.iter().find_map(|wanted| if let Requirement::TakesLong(slow) = wanted { Some(*slow) } else { None })
    }

    /// Whether a requirement is about a dispute.
    pub fn disputes(&self) -> bool {
        self.0.iter().any(|requirement| matches!(requirement, Requirement::Disputes(_)))
    }

    /// Returns the streams on which the place of a crash is looked for.
    pub fn crash_streams(&self) -> &[Stream] {
        let asked =
            self.0.iter().find_map(|wanted| if let Requirement::SameCrash(on) = wanted { Some(on) } else { None });
        asked.map_or(&Stream::BOTH, Vec::as_slice)
    }

    /// Whether times decide, so that a busy machine could change the verdicts.
    pub fn is_timing(&self) -> bool {
        use Requirement::{Ends, IsReference, TakesLong};
        self.0.iter().any(|requirement| matches!(requirement, TakesLong(_) | IsReference | Ends(End::TimedOut)))
    }
}

/// Facts that the runs of one check have shown so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckContext {
    /// The wrong answers, as far as all runs so far agree; `None` before the first run with a dispute.
    pub claims: Option<Claims>,
    /// The processor time of the reference.
    pub reference: Option<Duration>,
    /// Whether a later run of the check has a dispute.
    pub has_more: bool,
}
