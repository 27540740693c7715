//! What a search need not ask.

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
