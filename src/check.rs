//! Running the solver: golden run, one check, comparison, limits.
//!
//! Bytes in, verdict out. A [`checker::Checker`] writes a candidate into the
//! one reused file of a [`slot::Slot`], runs the solver on it, compares what it
//! does with the [`golden::Golden`] run while it does it, and leaves no process
//! and no file behind. What is particular to Linux is in [`linux`].

pub mod abandoned;
pub mod checker;
pub mod command;
pub mod compare;
pub mod golden;
pub mod limits;
pub mod linux;
pub mod orphans;
pub mod process;
pub mod slot;
pub mod workspace;
#[cfg(test)]
mod zoo;
