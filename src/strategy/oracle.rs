//! The questions of a strategy, and the oracle that answers them.

use crate::sexpr::Candidate;

/// Knows the verdicts of the candidates that have been checked so far.
pub trait Oracle {
    /// Returns whether the solver fails on the candidate as it did in the golden run; none if the candidate has
    /// not been checked yet.
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

/// How often something was asked, and how often with success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Answers {
    /// Number of answers.
    pub asked: u32,
    /// Number of those that accept a candidate.
    pub accepted: u32,
}

impl Answers {
    /// Counts one answer.
    pub fn count(&mut self, accepted: bool) {
        self.asked += 1;
        self.accepted += u32::from(accepted);
    }
}

/// What a step waits for.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The questions that must be answered before the strategy can go on, in any order.
    pub questions: Vec<Question>,
    /// A candidate that is known to fail and is shorter than the script, if there is one. The step's result
    /// will not be longer than this candidate.
    pub failing: Option<Candidate>,
}
