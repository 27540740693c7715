//! The runs of the solver that have not ended, and what each was started for.

use super::assumptions::Assumptions;
use super::predictor::Features;
use crate::sexpr::Digest;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The runs that have not ended, by what they check.
pub(in crate::reduce) type Running = FxHashMap<Digest, Run>;

/// A run that has not ended.
pub(in crate::reduce) struct Run {
    pub features: Features,
    /// When it was started.
    pub since: Duration,
    /// What it rests on.
    pub assumptions: Assumptions,
    /// Whether an answer has turned out not to be what it rests on, or none of the
    /// likely scenarios asks for it any more.
    pub is_doubtful: bool,
}
