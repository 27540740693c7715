//! Batches: questions about one script, all of which can be asked at once.
//!
//! A batch holds sets of alternatives. The alternatives of a set are asked one after the other until one is
//! accepted; the sets are independent of one another. The accepted edits are then folded (see
//! [`fold`](super::fold)), and the next script is made once, at the end of the batch.

use super::probes::CandidateKind;
use super::rejected_edits::EditKey;
use crate::sexpr::Candidate;

/// The most alternatives of one set.
pub(super) const MAX_ALTERNATIVES: usize = 64;

/// An edit that may be asked.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub candidate: Candidate,
    /// The name of the mutator that made the edit.
    pub mutator: &'static str,
    /// The kinds of candidates under which its answer is counted, if any.
    pub kinds: Vec<CandidateKind>,
    /// Identifies the edit among those that were rejected.
    pub key: EditKey,
}

/// Questions about one script.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Sets of proposals. One proposal of each set is wanted: the first that is accepted.
    pub alternatives: Vec<Vec<Proposal>>,
    /// The byte of the script's text at which the search goes on after the batch.
    pub end: u64,
    /// Number of bytes that had been read to check sorts since the last question, before this batch.
    pub spent: u64,
    /// Number of candidates that were left out of the batch.
    pub pruned: Pruned,
}

/// Number of candidates that were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Candidates that are not well-sorted.
    pub ill_sorted: u64,
    /// Candidates whose edit was rejected on an earlier script.
    pub rejected: u64,
    /// Number of bytes that were read to check sorts.
    pub read: u64,
}

impl std::ops::AddAssign for Pruned {
    fn add_assign(&mut self, more: Pruned) {
        self.ill_sorted += more.ill_sorted;
        self.rejected += more.rejected;
        self.read += more.read;
    }
}
