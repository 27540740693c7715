//! Mutators that change a sort everywhere at once.
//!
//! What must change together is known from [`SortClasses`](crate::smtlib::SortClasses), so
//! what is proposed is well-sorted: a narrower class goes with its literals,
//! and with the indices of the operators that convert to other widths.

mod change;
mod convert;
mod literal;
mod narrow;
mod replace;

pub(super) use narrow::StepWidths;

use super::Mutator;

/// The mutators of this group, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[&narrow::NarrowAll, &narrow::Narrow, &replace::ReplaceSort];
