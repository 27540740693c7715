//! What the user sees: log lines, summary, statistics.

pub mod candidates;
pub mod diffs;
pub mod events;
pub mod issue;
pub mod live;
pub mod log;
pub mod output;
pub mod page;
pub mod progress;
pub mod statistics;
pub mod summary;
pub mod terminal;
