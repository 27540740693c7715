//! The strategies: pure functions of the oracle's answers.
//!
//! A strategy is a function from a [`State`] and a [`Memo`] of verdicts to the
//! next state. Where the memo lacks an answer it returns an [`Ask`] instead and
//! is called again when the answers are known. It never sees the clock, the
//! number of jobs, a thread, a file or a process, so the same verdicts lead to
//! the same states whoever finds them, in whatever order.

mod ddmin;
mod dialect;
mod failures;
mod hierarchical;
mod passes;
mod position;
mod savings;
mod settings;
mod state;
#[cfg(test)]
mod tests;
mod toggles;
mod window;

pub use passes::{Forms, Strategy};
pub use savings::{Saving, Spared};
pub use settings::Settings;
pub use state::{Ask, Memo, Observer, Question, Resolution, State, Step};
pub use toggles::Toggles;
pub use window::{Accepted, Report, Stage};
