//! Which mutators take part in a search.

use crate::mutators::{BY_SMALLER, Mode, Mutator, REGISTRY};
use std::collections::HashSet;

/// The mutators that take part: all except those that are switched off, and one of the two variants of
/// `replace-by-variable`.
#[derive(Clone, Debug)]
pub struct Selection {
    off: HashSet<&'static str>,
    variables: Mode,
}

impl Default for Selection {
    /// All mutators that are on by default.
    fn default() -> Selection {
        Selection::of(|mutator| !mutator.is_optional)
    }
}

impl Selection {
    /// Returns a selection of the mutators that are on.
    pub fn of(is_on: impl Fn(&Mutator) -> bool) -> Selection {
        let off = REGISTRY.iter().flat_map(|group| group.mutators).filter(|mutator| !is_on(mutator));
        Selection { off: off.map(|mutator| mutator.name).collect(), variables: Mode::default() }
    }

    /// Returns the selection without this mutator.
    #[must_use]
    pub fn but(mut self, name: &'static str) -> Selection {
        self.off.insert(name);
        self
    }

    /// Returns the selection with this variant of `replace-by-variable`.
    #[must_use]
    pub fn with_variables(self, variables: Mode) -> Selection {
        Selection { variables, ..self }
    }

    /// Returns the variant of a mutator that is selected.
    pub fn variant(&self, mutator: &'static Mutator) -> &'static Mutator {
        match self.variables {
            Mode::Smaller if mutator.name == BY_SMALLER.name => &BY_SMALLER,
            _ => mutator,
        }
    }

    /// Whether a mutator takes part.
    pub fn allows(&self, mutator: &Mutator) -> bool {
        !self.off.contains(mutator.name)
    }
}
