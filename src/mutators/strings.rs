//! Mutators for strings and sequences.

use super::Mutator;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[];
