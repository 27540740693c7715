//! Edits that were rejected, known by what they change.
//!
//! An edit that was rejected is rejected again as long as what it replaces is the
//! same, whatever became of the rest of the script; so it is not asked again before
//! everything else is exhausted. As that is no proof, a last sweep asks it on
//! what the search has come to.

use crate::sexpr::Candidate;
use rpds::HashTrieSetSync;
use rustc_hash::FxHasher;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

/// How many bytes before a change tell its surroundings: the head of the list
/// and the end of the sibling before it.
const BEFORE: usize = 16;

/// An edit by the mutator that made it, what it replaces and what stands there
/// instead; not by its place in the script.
pub(super) type EditKey = u64;

/// The key of a candidate's edit.
pub(super) fn key(mutator: &'static str, candidate: &Candidate) -> EditKey {
    let mut hasher = DefaultHasher::new();
    mutator.hash(&mut hasher);
    let splices = candidate.edit().splices();
    if splices.first().map(|s| s.command) != splices.last().map(|s| s.command) {
        // What changes several commands hangs on all of them.
        candidate.digest().hash(&mut hasher);
    }
    for splice in splices.iter() {
        if let Some(tape) = candidate.base().find(splice.command) {
            tape.text()[splice.start.saturating_sub(BEFORE)..splice.end].hash(&mut hasher);
        }
        (splice.end - splice.start, splice.text).hash(&mut hasher);
    }
    hasher.finish()
}

/// The edits that were rejected so far.
#[derive(Clone, Debug, Default)]
pub(super) struct RejectedEdits {
    /// States share what is the same of them.
    keys: HashTrieSetSync<EditKey, BuildHasherDefault<FxHasher>>,
    /// Whether the script has changed since the first of them.
    are_old: bool,
    /// Whether the last sweep asks them again.
    is_sweep: bool,
}

impl RejectedEdits {
    /// Whether an edit is left for the last sweep.
    pub fn hold(&self, key: EditKey) -> bool {
        self.are_old && !self.is_sweep && self.keys.contains(&key)
    }

    /// Whether an edit was rejected before, on this script or an earlier one.
    pub fn know(&self, key: EditKey) -> bool {
        self.keys.contains(&key)
    }

    /// Whether the last sweep is due.
    pub fn are_due(&self) -> bool {
        self.are_old && !self.is_sweep
    }

    /// The same in the last sweep.
    pub fn swept(&self) -> RejectedEdits {
        RejectedEdits { is_sweep: true, ..self.clone() }
    }

    /// The same behind a batch in which these edits were rejected, and which has
    /// changed the script or not. What a sweep has not found is known.
    pub fn with(&self, keys: &[EditKey], changed: bool) -> RejectedEdits {
        let mut next = self.clone();
        for key in keys {
            next.keys.insert_mut(*key);
        }
        next.are_old |= changed && !next.keys.is_empty();
        next.is_sweep &= !changed;
        next
    }
}
