//! What counts as the same failure, decided while the solver still prints.
//!
//! A run is compared by a list of [`Requirement`]s, all of which must hold. One
//! that can no longer hold ends the run, and so does the last that holds for
//! good. A check asks one command after the other, each with a list of its own
//! (see [`crate::check::checker`]); what their runs have to do with one another
//! is the [`Evidence`].

pub mod answers;
pub mod crash;
mod evidence;
mod follow;
mod pattern;
pub mod slow;
mod watcher;

pub use evidence::Evidence;
pub use pattern::{Number, Pattern};

use crate::check::golden::Golden;
use crate::check::process::{End, Hope, Listener, Outcome, Stream};
use crate::check::slot::Places;
use answers::Dispute;
use slow::Slow;
use watcher::{Standing, Watcher};

/// One thing that must hold of a run for it to count as the same failure.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The pattern matches nowhere, on either stream.
    Lacks(Pattern),
    /// It ends like the golden run, which crashed, and says that it did so at the
    /// same place; see [`crash::signature`].
    SameCrash,
    /// The first group of the pattern matches a number of at least this size, on
    /// either stream.
    Reaches(Pattern, Number),
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
            Requirement::Lacks(_) | Requirement::SameCrash | Requirement::Reaches(..) => true,
        }
    }

    /// Whether all that was printed is looked at together.
    fn reads_back(&self) -> bool {
        use Requirement::{Lacks, Matches, Reaches, SameCrash};
        matches!(self, Matches(..) | Lacks(_) | SameCrash | Reaches(..))
    }
}

/// All that must hold of a run for it to count as the same failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison(pub Vec<Requirement>);

impl Default for Comparison {
    /// The end and both outputs, as in ddSMT.
    fn default() -> Self {
        let outputs = [Stream::Stdout, Stream::Stderr].map(Requirement::SameOutput);
        Comparison([vec![Requirement::SameEnd], outputs.into()].concat())
    }
}

impl Comparison {
    /// Only the exit status counts.
    pub fn exit_only() -> Self {
        Comparison(vec![Requirement::SameEnd])
    }

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

/// What was printed so far on each output, by [`Stream`].
pub type Heads = [Vec<u8>; 2];

/// Bytes of each output that are kept whatever is compared, for those who look
/// for an error message.
const HEAD: usize = 4096;

/// Compares a run with the golden run while it prints.
pub struct Judge<'g> {
    comparison: &'g Comparison,
    watchers: Vec<(Watcher<'g>, Standing)>,
    heads: Heads,
    /// How many bytes of each output are kept.
    most: usize,
}

impl<'g> Judge<'g> {
    /// A judge for a run in the slot with these places, after other runs of the
    /// same check have left this evidence.
    ///
    /// `heads` are buffers to reuse; what they hold is dropped.
    pub fn new(
        comparison: &'g Comparison,
        golden: &'g Golden,
        places: &'g Places,
        mut heads: Heads,
        evidence: &'g Evidence,
    ) -> Self {
        heads.iter_mut().for_each(Vec::clear);
        let watchers = comparison.0.iter().map(|requirement| Watcher::new(requirement, golden, places, evidence));
        let watchers = watchers.map(|watcher| (watcher, Standing::Open)).collect();
        let most = if comparison.0.iter().any(Requirement::reads_back) { usize::MAX } else { HEAD };
        Judge { comparison, watchers, heads, most }
    }

    /// Whether the run was the same, now that it has ended.
    pub fn is_same(&self, outcome: &Outcome) -> bool {
        self.unmet(outcome).is_empty()
    }

    /// The requirements that the run does not meet, now that it has ended.
    pub fn unmet(&self, outcome: &Outcome) -> Vec<&'g Requirement> {
        let holds = |(watcher, standing): &(Watcher<'g>, Standing)| match standing {
            Standing::Open => watcher.holds_after(outcome, &self.heads),
            standing => *standing == Standing::Holds,
        };
        let verdicts = self.comparison.0.iter().zip(self.watchers.iter().map(holds));
        verdicts.filter(|(_, holds)| !holds).map(|(requirement, _)| requirement).collect()
    }

    /// What the run tells to those that come later in the same check.
    pub fn evidence(&self, outcome: &Outcome, earlier: &Evidence) -> Evidence {
        let mut evidence = earlier.clone();
        self.watchers.iter().for_each(|(watcher, _)| watcher.testify(outcome, &mut evidence));
        evidence
    }

    /// The beginnings of both outputs.
    pub fn into_heads(mut self) -> Heads {
        self.heads.iter_mut().for_each(|head| head.truncate(HEAD));
        self.heads
    }
}

impl Listener for Judge<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> Hope {
        let head = &mut self.heads[stream as usize];
        let room = self.most.saturating_sub(head.len()).min(bytes.len());
        head.extend_from_slice(&bytes[..room]);
        for (watcher, standing) in &mut self.watchers {
            if *standing == Standing::Open {
                *standing = watcher.hear(stream, bytes, &self.heads);
            }
        }
        let mut standings = self.watchers.iter().map(|(_, standing)| *standing);
        let settled = standings.clone().any(|s| s == Standing::Fails) || standings.all(|s| s == Standing::Holds);
        if settled { Hope::Settled } else { Hope::Open }
    }

    fn wants(&self, stream: Stream) -> bool {
        self.comparison.wants(stream)
    }
}
