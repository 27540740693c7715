//! The ways in which a search asks less, and what each of them has left out.

/// A way to ask less, which can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// An answer is kept for a text that comes back on a later script.
    Texts,
    /// Candidates that are not well-sorted are asked last, a few of each mutator.
    Sorts,
    /// An edit that was rejected on an earlier script is asked in a last sweep.
    RejectedEdits,
    /// Edits that were accepted one by one are tried together.
    Folds,
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
