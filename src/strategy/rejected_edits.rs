//! Edits that were rejected, identified by what they change.
//!
//! A rejected edit is most likely rejected again as long as the text that it replaces is the same, whatever
//! became of the rest of the script. So it is not asked again before everything else is exhausted. As this is
//! no proof, a last sweep asks all rejected edits again on the script that is left.

use crate::sexpr::Candidate;
use rpds::HashTrieSetSync;
use rustc_hash::FxHasher;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

/// Number of bytes before a change that identify its surroundings: the head of the list and the end of the
/// sibling before it.
const BEFORE: usize = 16;

/// A hash of the mutator that made an edit, what the edit replaces and the replacement, but not its place in
/// the script.
pub(super) type EditKey = u64;

/// Returns the key of a candidate's edit.
pub(super) fn key(mutator: &'static str, candidate: &Candidate) -> EditKey {
    let mut hasher = DefaultHasher::new();
    mutator.hash(&mut hasher);
    let splices = candidate.edit().splices();
    if splices.first().map(|s| s.command) != splices.last().map(|s| s.command) {
        // An edit of several commands depends on all of them.
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
    /// Persistent: states share the keys that they have in common.
    keys: HashTrieSetSync<EditKey, BuildHasherDefault<FxHasher>>,
    /// Whether the script has changed since the first edit was rejected.
    are_old: bool,
    /// Whether the last sweep is running, which asks rejected edits again.
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

    /// Returns the same edits for the last sweep, which asks them again.
    pub fn swept(&self) -> RejectedEdits {
        RejectedEdits { is_sweep: true, ..self.clone() }
    }

    /// Returns the rejected edits after a batch that rejected those with these keys, and changed the script or
    /// not. A change ends the last sweep.
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
