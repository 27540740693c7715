//! The strategies: pure functions of the oracle's answers.
