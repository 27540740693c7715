//! What is known of a script's well-sortedness: command by command, and of edits.

use super::analysis::Summary;
use crate::sexpr::Edit;
use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What is wrong with a script, command by command.
#[derive(Debug)]
pub(super) struct ScriptStatus {
    pub(super) commands: Vec<Arc<Summary>>,
    /// Names that nobody declares.
    pub(super) undeclared: FxHashSet<Box<[u8]>>,
    /// How much is wrong in all commands.
    pub(super) wrong: u64,
}

impl ScriptStatus {
    /// What the commands say together.
    pub(super) fn new(commands: Vec<Arc<Summary>>) -> ScriptStatus {
        let undeclared = commands.iter().flat_map(|summary| summary.undeclared.iter().cloned()).collect();
        let wrong = commands.iter().map(|summary| u64::from(summary.wrong)).sum();
        ScriptStatus { commands, undeclared, wrong }
    }

    /// Whether all of these names are undeclared here too.
    pub(super) fn lacks(&self, names: &[Box<[u8]>]) -> bool {
        names.iter().all(|name| self.undeclared.contains(name))
    }
}

/// Which edits of a script are rejected, by their hash: mutators and strategies
/// come to the same ones again and again.
#[derive(Debug, Default)]
pub(super) struct KnownEdits(Mutex<FxHashMap<u64, bool>>);

/// The number of edits that are kept.
const KEPT: usize = 1 << 12;

impl KnownEdits {
    /// What is known of an edit, or what `judge` says of it.
    pub(super) fn of(&self, edit: &Edit, judge: impl FnOnce() -> bool) -> bool {
        let mut hasher = DefaultHasher::new();
        edit.hash(&mut hasher);
        let key = hasher.finish();
        let known = self.0.lock().get(&key).copied();
        known.unwrap_or_else(|| {
            let rejected = judge();
            let mut known_edits = self.0.lock();
            if known_edits.len() < KEPT {
                known_edits.insert(key, rejected);
            }
            rejected
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_judged_once() {
        let known = KnownEdits::default();
        assert!(known.of(&Edit::default(), || true));
        assert!(known.of(&Edit::default(), || unreachable!("it is known")));
    }
}
