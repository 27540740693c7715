//! Mutators for terms of every theory that ddSMT does not have.

mod bits;
mod hoist;
mod neutral;

pub(super) use hoist::HoistAny;

use super::{About, Edits, Example, Mutator, none, some};

/// The mutators of this group, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[&neutral::DropNeutral, &bits::SimplifyBits, &hoist::HoistDescendant];
