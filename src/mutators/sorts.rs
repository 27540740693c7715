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

pub(super) use narrow::STEP_WIDTHS;

use super::Mutator;

/// The mutators of this group, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[&narrow::NARROW_ALL, &narrow::NARROW, &replace::REPLACE_SORT];
