//! What the user sees: log lines, summary, statistics.

pub mod candidates;
pub mod log;
pub mod opening;
pub mod output;
pub mod progress;
pub mod statistics;
