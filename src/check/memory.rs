//! What the solver has answered, by the digest of the candidate.

use crate::search::Memo;
use crate::sexpr::{Candidate, Digest};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// All verdicts of a run.
#[derive(Debug, Default)]
pub struct Memory {
    verdicts: HashMap<Digest, bool>,
}

impl Memory {
    /// Keeps the verdict of a candidate.
    pub fn store(&mut self, digest: Digest, verdict: bool) {
        self.verdicts.insert(digest, verdict);
    }

    /// The verdict of the candidate with this digest, if it is known.
    pub fn find(&self, digest: Digest) -> Option<bool> {
        self.verdicts.get(&digest).copied()
    }

    /// The number of verdicts.
    pub fn len(&self) -> usize {
        self.verdicts.len()
    }

    /// Whether no verdict is known.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty()
    }
}

impl Memo for Memory {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        self.find(candidate.digest())
    }
}

/// The memory with imagined verdicts over it.
pub(super) struct Imagined<'a> {
    pub memory: &'a Memory,
    pub imagined: &'a HashMap<Digest, bool>,
}

impl Memo for Imagined<'_> {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        let digest = candidate.digest();
        self.memory.find(digest).or_else(|| self.imagined.get(&digest).copied())
    }
}

/// The memory, noting which verdicts were used.
pub(super) struct Noting<'a> {
    pub memory: &'a Memory,
    pub used: RefCell<HashSet<Digest>>,
}

impl Memo for Noting<'_> {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        let verdict = self.memory.verdict(candidate);
        if verdict.is_some() {
            self.used.borrow_mut().insert(candidate.digest());
        }
        verdict
    }
}
