//! Running the solver: golden run, one check, comparison, limits, scheduling.
//!
//! Bytes in, verdict out. A [`checker::Checker`] writes a candidate into the
//! one reused file of a [`slot::Slot`], runs the solver on it, compares what it
//! does with the [`golden::Golden`] run while it does it, and leaves no process
//! and no file behind. A [`Scheduler`] drives a search and keeps the slots
//! busy. What is particular to Linux is in [`linux`].

pub mod abandoned;
mod ahead;
pub mod checker;
pub mod command;
pub mod compare;
pub mod executor;
pub mod golden;
mod guesses;
pub mod journal;
pub mod limits;
pub mod linux;
mod memory;
pub mod orphans;
mod outlook;
pub mod pace;
pub mod process;
mod replay;
mod scheduler;
pub mod signals;
pub mod slot;
pub mod workspace;
#[cfg(test)]
mod zoo;

pub use executor::Processes;
pub use guesses::{Guesses, Kind, Prior};
pub use memory::{Cuts, Finding, Memory};
pub use replay::{Counts, Recorded, Replay, Replayed};
pub use scheduler::{Executor, Reply, Scheduler, Stop};
