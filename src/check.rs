//! Checking candidates: one run of the solver, criteria, limits, the pool of slots.
//!
//! Bytes in, verdict out. A [`checker::Checker`] writes a candidate into the
//! one reused file of a [`slot::Slot`], runs the solver on it, compares what it
//! does with the [`criteria::Golden`] run while it does it, and leaves no process
//! and no file behind. [`pool::Processes`] does so in several slots at a time. What is
//! particular to the system is in [`system`]. Nothing here knows of strategies.

pub mod checker;
pub mod command;
pub mod criteria;
pub mod executor;
pub mod golden;
pub(crate) mod interrupts;
pub(crate) mod launcher;
pub mod limits;
pub(crate) mod orphans;
pub mod pool;
pub mod process;
pub mod recording;
mod removal;
pub mod slot;
pub(crate) mod slot_paths;
pub(crate) mod stale_runs;
pub(crate) mod system;
pub mod timeout;
pub(crate) mod trust;
pub(crate) mod tunables;
pub mod workspace;

pub use launcher::run_launched;
pub use limits::become_solver;
pub use system::let_terminal_stop_no_solver;
