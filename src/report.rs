//! Output for the user: log lines, display, summary, statistics, and the files that report a reduction.

pub(crate) mod candidates;
pub(crate) mod diffs;
pub(crate) mod events;
pub(crate) mod issue;
pub(crate) mod live;
pub(crate) mod log;
pub(crate) mod output;
pub(crate) mod page;
pub(crate) mod progress;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod terminal;
