//! Mutators for terms of every theory that ddSMT does not have.

mod bits;
mod hoist;
mod isolate;
mod neutral;

pub(super) use hoist::HOIST_ANY;

use super::{Mutator, none, some};

/// The mutators of this group, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] =
    &[&neutral::DROP_NEUTRAL, &bits::SIMPLIFY_BITS, &hoist::HOIST_DESCENDANT, &isolate::ISOLATE_TERM];
