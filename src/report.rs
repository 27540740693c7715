//! What the user sees: log lines, summary, statistics.
