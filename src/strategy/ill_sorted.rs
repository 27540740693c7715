//! Candidates that are asked a few times only while none is accepted: those that our
//! sort checker rejects, by mutator, and those of mutators that enumerate terms, by operator.

use super::passes::Task;
use crate::sexpr::Candidate;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What becomes of candidates that our sort checker rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllSortedPolicy {
    /// They are not asked.
    Skip,
    /// Nor is what puts something that is no command in the place of one, which many solvers skip.
    Strict,
    /// A few of each mutator are asked, and more as long as the solver accepts some.
    Probe,
    /// Nothing is checked, because the failure itself is an error of form.
    Unchecked,
}

/// How many ill-sorted candidates of a mutator are asked before the mutator's are
/// given up because none was accepted.
const PROBES: u32 = 8;

/// How many are once those of a mutator have been given up and none of any mutator was accepted.
const FEW_PROBES: u32 = 4;

/// How many terms with an operator are asked for each that is accepted, and one more,
/// before the operator is given up.
const TERMS: u32 = 40;

/// Candidates that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum CandidateKind {
    /// Those of a mutator that are ill-sorted.
    IllSorted(&'static str),
    /// Those of a mutator that put a term with this operator in the place of another.
    Operator(&'static str, Box<[u8]>),
}

impl CandidateKind {
    /// The kind of a candidate of a mutator that enumerates terms.
    pub fn of_term(task: &Task, candidate: &Candidate) -> Option<CandidateKind> {
        let text = candidate.edit().splices().last().filter(|_| task.mutator.enumerates)?.text;
        let operator = text.strip_prefix(b"(").and_then(|inner| inner.split(|byte| b" )".contains(byte)).next());
        Some(CandidateKind::Operator(task.mutator.name, operator.unwrap_or_default().into()))
    }
}

/// What the solver has said of candidates, by kind: how many were asked, and how many accepted.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Probes(Arc<BTreeMap<CandidateKind, (u32, u32)>>);

impl Probes {
    /// Whether candidates of this kind are still worth a question.
    pub fn are_open(&self, kind: &CandidateKind) -> bool {
        self.0.get(kind).is_none_or(|&(asked, accepted)| match kind {
            CandidateKind::IllSorted(_) => accepted > 0 || asked < if self.is_strict() { FEW_PROBES } else { PROBES },
            CandidateKind::Operator(..) => asked < TERMS * (1 + accepted),
        })
    }

    /// Whether the solver seems to reject all that is ill-sorted.
    fn is_strict(&self) -> bool {
        let mut counts =
            self.0.iter().filter(|(kind, _)| matches!(kind, CandidateKind::IllSorted(_))).map(|(_, counts)| counts);
        counts.clone().all(|(_, accepted)| *accepted == 0) && counts.any(|(asked, _)| *asked >= PROBES)
    }

    /// Whether anything has been counted since both were the same.
    pub fn differ_from(&self, earlier: &Probes) -> bool {
        !Arc::ptr_eq(&self.0, &earlier.0)
    }

    /// The same with no operator given up, since the script is another one.
    pub fn reopened(&self) -> Probes {
        let kept = self.0.iter().filter(|(kind, _)| matches!(kind, CandidateKind::IllSorted(_)));
        Probes(Arc::new(kept.map(|(kind, counts)| (kind.clone(), *counts)).collect()))
    }

    /// Counts one answer.
    pub fn count(&mut self, kind: &CandidateKind, accepted: bool) {
        let entry = Arc::make_mut(&mut self.0).entry(kind.clone()).or_default();
        entry.0 += 1;
        entry.1 += u32::from(accepted);
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
