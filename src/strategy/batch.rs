//! Batches: questions about one script, all of which can be asked at once.
//!
//! A batch holds sets of alternatives. Alternatives are asked one after the other
//! until one is accepted; the sets are independent of one another. What was accepted
//! is then folded (see [`fold`](super::fold)), and the next script is made once, at
//! the end of the batch.

use super::ill_sorted::CandidateKind;
use super::rejected_edits::EditKey;
use crate::sexpr::Candidate;

/// The most alternatives of one set.
pub(super) const MOST_ALTERNATIVES: usize = 64;

/// An edit that may be asked.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub candidate: Candidate,
    /// The name of the mutator that made it.
    pub mutator: &'static str,
    /// The kinds that it is counted with, if any.
    pub kinds: Vec<CandidateKind>,
    /// By which it is known if it is rejected.
    pub key: EditKey,
}

/// Questions about one script.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Sets of proposals, of each of which one is wanted: the first that is accepted.
    pub alternatives: Vec<Vec<Proposal>>,
    /// Where the search goes on behind the batch, in the text of the script.
    pub end: u64,
    /// What was left out of it.
    pub pruned: Pruned,
}

/// Candidates that were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Those that are not well-sorted.
    pub ill_sorted: u64,
    /// Those whose edit was rejected on an earlier script.
    pub rejected: u64,
}

impl std::ops::AddAssign for Pruned {
    fn add_assign(&mut self, more: Pruned) {
        self.ill_sorted += more.ill_sorted;
        self.rejected += more.rejected;
    }
}
