//! Candidates of which only a few are asked while none is accepted: those that are ill-sorted, by mutator, and
//! those of mutators that enumerate terms, by operator.

use super::Answers;
use super::passes::Task;
use crate::sexpr::Candidate;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of ill-sorted candidates of a mutator that are asked before further ones are given up, if none was accepted.
const PROBES: u32 = 8;

/// Number of ill-sorted candidates that are asked of another mutator once one mutator's were given up and no
/// mutator's was accepted.
const FEW_PROBES: u32 = 4;

/// Number of terms with an operator that are asked before the operator is given up; each accepted term allows
/// as many more.
const TERMS: u32 = 40;

/// A kind of candidates that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum CandidateKind {
    /// Ill-sorted candidates of a mutator.
    IllSorted(&'static str),
    /// Candidates of a mutator that put a term with this operator in the place of another.
    Operator(&'static str, Box<[u8]>),
}

impl CandidateKind {
    /// Returns the kind of a candidate if its mutator enumerates terms.
    pub fn of_term(task: &Task, candidate: &Candidate) -> Option<CandidateKind> {
        let text = candidate.edit().splices().last().filter(|_| task.mutator.enumerates)?.text;
        let operator = text.strip_prefix(b"(").and_then(|inner| inner.split(|byte| b" )".contains(byte)).next());
        Some(CandidateKind::Operator(task.mutator.name, operator.unwrap_or_default().into()))
    }
}

/// The answers about candidates, by kind.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Probes(Arc<BTreeMap<CandidateKind, Answers>>);

impl Probes {
    /// Whether candidates of this kind are still worth a question.
    pub fn are_open(&self, kind: &CandidateKind) -> bool {
        self.0.get(kind).is_none_or(|&Answers { asked, accepted }| match kind {
            CandidateKind::IllSorted(_) => accepted > 0 || asked < if self.is_strict() { FEW_PROBES } else { PROBES },
            CandidateKind::Operator(..) => asked < TERMS * (1 + accepted),
        })
    }

    /// Whether the solver seems to reject all that is ill-sorted.
    fn is_strict(&self) -> bool {
        let mut of_mutators = self.0.iter().filter(|(kind, _)| matches!(kind, CandidateKind::IllSorted(_)));
        of_mutators.clone().all(|(_, answers)| answers.accepted == 0)
            && of_mutators.any(|(_, answers)| answers.asked >= PROBES)
    }

    /// Whether an answer has been counted since this and `earlier` were the same.
    pub fn differ_from(&self, earlier: &Probes) -> bool {
        !Arc::ptr_eq(&self.0, &earlier.0)
    }

    /// Returns the counts without those of operators: an operator that was given up may be accepted on another script.
    pub fn reopened(&self) -> Probes {
        let kept = self.0.iter().filter(|(kind, _)| matches!(kind, CandidateKind::IllSorted(_)));
        Probes(Arc::new(kept.map(|(kind, counts)| (kind.clone(), *counts)).collect()))
    }

    /// Counts one answer.
    pub fn count(&mut self, kind: &CandidateKind, accepted: bool) {
        Arc::make_mut(&mut self.0).entry(kind.clone()).or_default().count(accepted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_that_rejects_all_of_a_mutator_is_asked_less_for_others() {
        let [first, second] = [CandidateKind::IllSorted("erase-node"), CandidateKind::IllSorted("hoist-any")];
        let asked =
            |probes: &mut Probes, kind: &CandidateKind, times: u32| (0..times).for_each(|_| probes.count(kind, false));
        let mut probes = Probes::default();
        asked(&mut probes, &second, FEW_PROBES);
        assert!(probes.are_open(&second));
        asked(&mut probes, &first, PROBES);
        assert!(!probes.are_open(&first) && !probes.are_open(&second));
        probes.count(&first, true);
        assert!(probes.are_open(&first) && probes.are_open(&second));
    }

    #[test]
    fn an_operator_that_was_given_up_is_asked_anew_and_a_mutator_is_not() {
        let [operator, mutator] =
            [CandidateKind::Operator("shorter-term", Box::from(*b"bvnot")), CandidateKind::IllSorted("any-term")];
        let mut probes = Probes::default();
        for _ in 0..TERMS {
            [&operator, &mutator].into_iter().for_each(|kind| probes.count(kind, false));
        }
        assert_eq!([&operator, &mutator].map(|kind| probes.are_open(kind)), [false, false]);
        assert_eq!([&operator, &mutator].map(|kind| probes.reopened().are_open(kind)), [true, false]);
    }
}
