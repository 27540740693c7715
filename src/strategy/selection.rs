//! Which mutators take part in a search.

use crate::mutators::{BY_SMALLER, Mode, Mutator};
use std::collections::HashSet;

/// The mutators that take part: all but those that are switched off, and the
/// variant of the one that has two.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    off: HashSet<String>,
    variables: Mode,
}

impl Selection {
    /// Everything but the mutators with these names.
    pub fn without(names: impl IntoIterator<Item = String>) -> Selection {
        Selection { off: names.into_iter().collect(), variables: Mode::default() }
    }

    /// The same without this mutator.
    #[must_use]
    pub fn but(mut self, name: &str) -> Selection {
        self.off.insert(name.to_owned());
        self
    }

    /// The same with this variant of `replace-by-variable`.
    #[must_use]
    pub fn with_variables(self, variables: Mode) -> Selection {
        Selection { variables, ..self }
    }

    /// The variant of a mutator that is asked for.
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
