//! The well-sortedness of a script, command by command, and of its edits.

use super::analysis::Summary;
use crate::sexpr::Edit;
use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

/// The errors of a script, command by command.
#[derive(Debug)]
pub(super) struct ScriptStatus {
    pub(super) commands: Vec<Arc<Summary>>,
    /// Names that no command declares.
    pub(super) undeclared: FxHashSet<Box<[u8]>>,
    /// Number of errors in all commands.
    pub(super) wrong: u64,
}

impl ScriptStatus {
    /// Returns the status of all commands together.
    pub(super) fn new(commands: Vec<Arc<Summary>>) -> ScriptStatus {
        let undeclared = commands.iter().flat_map(|summary| summary.undeclared.iter().cloned()).collect();
        let wrong = commands.iter().map(|summary| u64::from(summary.wrong)).sum();
        ScriptStatus { commands, undeclared, wrong }
    }

    /// Whether all of these names are undeclared in this script, too.
    pub(super) fn lacks(&self, names: &[Box<[u8]>]) -> bool {
        names.iter().all(|name| self.undeclared.contains(name))
    }
}

/// What was found about edits of a script, by hash of the edit and of what was asked: mutators and strategies propose
/// the same edits again and again.
#[derive(Debug, Default)]
pub(super) struct KnownEdits(Mutex<FxHashMap<u64, SortCheck>>);

/// Whether an edit was found to be ill-sorted, or without the form that was asked for, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortCheck {
    pub is_ill_sorted: bool,
    /// Number of bytes that were read anew to tell.
    pub read: u64,
}

/// The number of edits that are kept.
const KEPT: usize = 1 << 16;

impl KnownEdits {
    /// Returns the stored result for an edit, or that of `judge`.
    pub(super) fn of(&self, edit: &Edit, with_form: bool, judge: impl FnOnce() -> SortCheck) -> SortCheck {
        let key = BuildHasherDefault::<DefaultHasher>::default().hash_one((edit, with_form));
        let known = self.0.lock().get(&key).copied();
        known.unwrap_or_else(|| {
            let found = judge();
            let mut known_edits = self.0.lock();
            if known_edits.len() < KEPT {
                known_edits.insert(key, found);
            }
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_judged_once() {
        let known = KnownEdits::default();
        let found = SortCheck { is_ill_sorted: true, read: 7 };
        assert_eq!(known.of(&Edit::default(), false, || found), found);
        assert_eq!(known.of(&Edit::default(), false, || unreachable!("it is known")), found);
    }
}
