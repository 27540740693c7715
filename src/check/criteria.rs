//! What counts as the same failure, decided while the solver still prints.
//!
//! A run is compared by a list of [`Requirement`]s, all of which must hold. One
//! that can no longer hold ends the run, and so does the last that holds for
//! good. A check asks one command after the other, each with a list of its own
//! (see [`Checker`](crate::check::Checker)); what their runs have to do with one another
//! is the [`CheckContext`].

pub mod crash;
mod criterion;
pub(crate) mod error;
mod expected_output;
mod golden;
mod matcher;
mod pattern;
mod requirement;
pub mod sat_result;
pub mod slow;

pub(crate) use criterion::Criterion;
pub use golden::Golden;
pub(crate) use pattern::Pattern;
pub use requirement::{CheckContext, Comparison, Requirement};
