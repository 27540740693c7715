//! Decides whether a run shows the same failure, while the solver still prints.
//!
//! A run is compared by a list of [`Requirement`]s, all of which must hold. The run is ended as soon as one requirement
//! can no longer hold, or all hold whatever comes. A check runs one command after the other, each with its own list
//! (see [`Checker`](crate::check::Checker)); facts that one run passes to the next are in the [`CheckContext`].

pub mod crash;
mod criterion;
pub(crate) mod error;
mod golden;
mod matcher;
mod pattern;
mod requirement;
pub mod sat_result;
pub mod slow;

pub(crate) use criterion::Criterion;
pub use golden::Golden;
pub(crate) use pattern::Pattern;
pub use requirement::{CheckContext, Requirement, Requirements};
