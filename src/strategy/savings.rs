//! The ways in which a search asks less, and what each of them has left out.

/// A way to ask less, which can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// An answer is kept for a text that comes back on a later script.
    Texts,
    /// Candidates that are not well-sorted are asked last, a few of each mutator.
    Sorts,
    /// What failed on an earlier script is asked in a last sweep.
    Failures,
    /// Edits that were accepted one by one are tried together.
    Folds,
}

/// Candidates that were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spared {
    /// Those that are not well-sorted.
    pub ill_sorted: u64,
    /// Those that failed on an earlier script.
    pub failed: u64,
}

impl std::ops::AddAssign for Spared {
    fn add_assign(&mut self, more: Spared) {
        self.ill_sorted += more.ill_sorted;
        self.failed += more.failed;
    }
}
