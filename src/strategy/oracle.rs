//! What a strategy asks, and of whom.

use crate::sexpr::Candidate;

/// What is known of candidates so far.
pub trait Oracle {
    /// Whether the solver fails on the candidate as it did in the golden run;
    /// nothing if it has not been asked yet.
    fn verdict(&self, candidate: &Candidate) -> Option<bool>;
}

/// One candidate whose verdict is wanted.
#[derive(Clone, Debug)]
pub struct Question {
    /// The script to try.
    pub candidate: Candidate,
    /// The name of the mutator that proposes it, for statistics and predictions.
    pub mutator: &'static str,
    /// Whether it joins candidates that were accepted one by one.
    pub fold: bool,
}

/// What a step waits for.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The questions that must be answered before the strategy can go on; they may be
    /// answered in any order.
    pub questions: Vec<Question>,
    /// What is known to fail already and is shorter than the script; what the step comes
    /// to is not longer.
    pub failing: Option<Candidate>,
}
