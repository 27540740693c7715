//! Speculation: what the strategy may ask next, before the answers are known.
//!
//! Imagined answers are laid over the verdicts, and the strategy is stepped into
//! the most likely scenarios; what they ask is started in free slots. It affects
//! speed only, never which states are reached.

pub(super) mod lookahead;
pub(super) mod predictor;
pub(super) mod step_cache;
