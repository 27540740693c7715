//! Checks candidates: runs of the solver, criteria, limits, the pool of slots.
//!
//! Bytes in, verdict out. A [`Checker`] writes a candidate into the one reused file of a [`Slot`], runs the
//! solver on it, compares the run with the [`Golden`] run while the solver prints, and leaves no process and
//! no file behind. [`Processes`] does this in several slots at a time. Code that depends on the operating
//! system is in `system`. This folder knows nothing of strategies.

#![cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux", not(feature = "portable"))),
    allow(dead_code, reason = "without clones less is asked of processes")
)]

mod checker;
mod command;
pub mod criteria;
mod executor;
mod golden_runs;
mod interference;
mod interrupts;
mod launcher;
mod limits;
mod orphans;
mod pool;
mod process;
mod recording;
mod removal;
mod slot;
mod slot_paths;
mod stale_runs;
pub(crate) mod system;
pub mod timeout;
mod trust;
pub(crate) mod tunables;
mod workspace;

pub use checker::{Checker, Interesting, Repeat, Trial};
pub use command::SolverCommand;
use command::TemplateStart;
pub use criteria::{CheckContext, Golden, Requirement, Requirements};
pub use executor::{Executor, Finding};
pub use golden_runs::{Agreement, GoldenRunner, record};
pub use launcher::run_launched;
pub use limits::{Limits, become_solver};
pub use pool::Processes;
pub use process::{Canceller, End, Listener, Stream};
pub use recording::Recording;
pub use slot::Slot;
pub use system::let_terminal_stop_no_solver;
pub use timeout::{AdaptiveTimeout, Time, TimeBudget, Usage};
pub use workspace::Workspace;

pub(crate) use checker::{Verdict, main_trial};
pub(crate) use command::{LESS_PAGING, quoted, replaced};
pub(crate) use criteria::crash::{Signature, masked};
pub(crate) use criteria::error::{ReportedError, error_words};
pub(crate) use criteria::sat_result::{Claims, Dispute, SatResult, Side, error_key};
pub(crate) use criteria::slow::Slow;
pub(crate) use criteria::{Criterion, Pattern};
pub(crate) use executor::{Load, Meter, Reply, Spent, Stop};
pub(crate) use golden_runs::GoldenRuns;
pub(crate) use interrupts::Interrupts;
pub(crate) use orphans::{Offspring, Sweep};
pub(crate) use process::{ClonePoint, Outcome, OutputPrefix};
pub(crate) use slot_paths::SlotPaths;
pub(crate) use stale_runs::{PREFIX, unique_name};
pub(crate) use trust::Trust;
pub(crate) use workspace::{MEMORY, replace_slots};
