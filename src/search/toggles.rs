//! Which mutators take part.

use crate::mutators::Mutator;
use std::collections::HashSet;

/// The names of the mutators that are switched off.
#[derive(Clone, Debug, Default)]
pub struct Toggles {
    off: HashSet<String>,
}

impl Toggles {
    /// Everything but the mutators with these names.
    pub fn without(names: impl IntoIterator<Item = String>) -> Toggles {
        Toggles { off: names.into_iter().collect() }
    }

    /// Whether a mutator takes part.
    pub fn allows(&self, mutator: &dyn Mutator) -> bool {
        !self.off.contains(mutator.name())
    }
}
