//! The outcome of a batch whose questions are answered.

use super::batch::{Batch, Proposal};
use super::cursor::Stage;
use super::probes::Probes;
use super::rejected_edits::EditKey;
use super::state::State;
use super::{Answers, IllSortedPolicy, Oracle, Pending, Question};
use crate::sexpr::{Candidate, Edit};
use std::collections::BTreeMap;

/// An edit that a step committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The mutator's name.
    pub mutator: &'static str,
    /// Number of bytes by which the edit alone shortens the script.
    pub gain: i64,
}

/// Reports what a step did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Where in the strategy the step was taken.
    pub stage: Stage,
    /// The answers that the step used, by the mutator's name.
    pub answers: BTreeMap<&'static str, Answers>,
    /// The edits that were committed together.
    pub accepted: Vec<Accepted>,
}

/// The outcome of a batch.
#[derive(Clone, Debug)]
pub(super) struct FoldOutcome {
    pub commit: Option<Candidate>,
    pub report: Report,
    pub probes: Probes,
    pub rejected: Vec<EditKey>,
    /// Whether all accepted edits hold together; none if fewer than two were accepted.
    pub holds: Option<bool>,
}

impl Batch {
    /// Returns the outcome of the batch, or the questions that lack an answer.
    pub fn evaluate(&self, state: &State, oracle: &dyn Oracle) -> Result<FoldOutcome, Pending> {
        let mut missing = Vec::new();
        let mut report = Report { stage: state.stage(), ..Report::default() };
        let mut probes = state.probes.clone();
        let mut winners: Vec<&Proposal> = Vec::new();
        let mut rejected = Vec::new();
        for alternatives in &self.alternatives {
            for proposal in alternatives {
                if !proposal.kinds.iter().all(|kind| probes.are_open(kind)) {
                    continue;
                }
                let Some(accepted) = oracle.verdict(&proposal.candidate) else {
                    let Proposal { candidate, mutator, .. } = proposal.clone();
                    missing.push(Question { candidate, mutator, fold: false });
                    break;
                };
                report.answers.entry(proposal.mutator).or_default().count(accepted);
                proposal.kinds.iter().for_each(|kind| probes.count(kind, accepted));
                if accepted {
                    winners.push(proposal);
                    break;
                }
                rejected.push(proposal.key);
            }
        }
        if !missing.is_empty() {
            let largest = winners.iter().max_by_key(|proposal| proposal.candidate.gain());
            let failing = largest.map(|proposal| proposal.candidate.clone());
            return Err(Pending { questions: missing, failing: failing.filter(|candidate| candidate.gain() > 0) });
        }
        let folded = fold(&winners, state, oracle)?;
        report.accepted = folded.iter().map(|p| Accepted { mutator: p.mutator, gain: p.candidate.gain() }).collect();
        let commit = as_one(&folded);
        let holds = (winners.len() > 1).then_some(folded.len() == winners.len());
        Ok(FoldOutcome { commit, report, probes, rejected, holds })
    }
}

/// Returns the largest set of winners found by trying all at once, then halves.
fn fold<'a>(winners: &[&'a Proposal], state: &State, oracle: &dyn Oracle) -> Result<Vec<&'a Proposal>, Pending> {
    let mut independent = winners.to_vec();
    independent.sort_by_key(|proposal| std::cmp::Reverse(proposal.candidate.gain()));
    if join(&independent).is_none() {
        let mut with = Vec::new();
        for proposal in std::mem::take(&mut independent) {
            with.push(proposal);
            if with.len() > 1 && join(&with).is_none() {
                with.pop();
            }
        }
        independent = with;
    }
    let mut kept: Vec<&Proposal> = Vec::new();
    // Groups still to be added, the next one last.
    let mut groups: Vec<&[&Proposal]> = vec![&independent];
    while let Some(group) = groups.pop() {
        let all: Vec<&Proposal> = kept.iter().chain(group).copied().collect();
        if all.len() <= 1 || hold_together(&all, state, oracle).map_err(|question| waiting(question, &kept, group))? {
            kept = all;
        } else if group.len() > 1 {
            let (left, right) = group.split_at(group.len() / 2);
            groups.extend([right, left]);
        }
    }
    Ok(kept)
}

/// Whether all proposals of a group are accepted as one.
fn hold_together(group: &[&Proposal], state: &State, oracle: &dyn Oracle) -> Result<bool, Question> {
    let Some(candidate) = as_one(group) else { return Ok(false) };
    // The growth budget may suffice for each edit alone but not for all of them together.
    if !state.affords(&candidate) || is_refused(&candidate, state) {
        return Ok(false);
    }
    let mutator = group[0].mutator;
    oracle.verdict(&candidate).ok_or(Question { candidate, mutator, fold: true })
}

/// Whether the phase refuses a candidate for its sorts or, where the form is kept, for its form.
fn is_refused(candidate: &Candidate, state: &State) -> bool {
    let policy = state.phase().ill_sorted;
    matches!(policy, IllSortedPolicy::Skip | IllSortedPolicy::Strict)
        && state.context.check_sorts(candidate, policy == IllSortedPolicy::Strict).is_ill_sorted
}

/// Returns what the search waits for when it asks whether a group can be added to the proposals that are kept.
/// These, or the first proposal of the group if none is kept, are already known to fail.
fn waiting(question: Question, kept: &[&Proposal], group: &[&Proposal]) -> Pending {
    let failing = as_one(if kept.is_empty() { &group[..1] } else { kept });
    Pending { questions: vec![question], failing: failing.filter(|candidate| candidate.gain() > 0) }
}

/// Returns the candidate of all proposals of a group, if they are independent.
fn as_one(group: &[&Proposal]) -> Option<Candidate> {
    match group {
        [] => None,
        [single] => Some(single.candidate.clone()),
        [first, ..] => join(group).map(|edit| Candidate::new(first.candidate.base(), edit)),
    }
}

/// Joins the edits of a group, if they are independent.
fn join(group: &[&Proposal]) -> Option<Edit> {
    Edit::all(group.iter().map(|proposal| proposal.candidate.edit().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};
    use crate::strategy::{SearchSettings, Strategy};

    struct Silent;

    impl Oracle for Silent {
        fn verdict(&self, _: &Candidate) -> Option<bool> {
            None
        }
    }

    #[test]
    fn an_edit_that_overlaps_a_larger_one_is_left_out_before_the_rest_is_asked_as_one() {
        let script = parse(b"(assert (not true))(check-sat)(exit)", Gaps::Canonical).expect("parses");
        let state = State::new(script.clone(), &SearchSettings::new(Strategy::Ddmin, &script));
        let term = script.every_node().find(|node| node.has_head("not")).expect("it is there");
        let values = ["true", "false"].map(|value| Edit::replace(term, value.as_bytes()));
        let edits = script.commands_from(1).map(Edit::delete).chain(values);
        let proposals: Vec<Proposal> = edits
            .map(|edit| Proposal { candidate: Candidate::new(&script, edit), mutator: "", kinds: vec![], key: 0 })
            .collect();
        let waits = fold(&proposals.iter().collect::<Vec<_>>(), &state, &Silent).expect_err("nothing is answered");
        let asked: Vec<Vec<u8>> = waits.questions.iter().map(|question| question.candidate.text()).collect();
        assert_eq!(asked, [b"(assert true)\n"]);
        assert_eq!(waits.failing.map(|candidate| candidate.text()), Some(proposals[0].candidate.text()));
    }

    #[test]
    fn edits_that_lose_the_form_together_are_not_folded_where_the_form_is_kept() {
        let script = parse(b"(check-sat)(get-value (true false))", Gaps::Canonical).expect("parses");
        let constants = script.every_node().filter(|node| matches!(node.text(), b"true" | b"false"));
        let proposals: Vec<Proposal> = constants
            .map(|node| Candidate::new(&script, Edit::delete(node)))
            .map(|candidate| Proposal { candidate, mutator: "", kinds: vec![], key: 0 })
            .collect();
        for (policy, folded) in [(IllSortedPolicy::Strict, Some(1)), (IllSortedPolicy::Skip, None)] {
            let mut settings = SearchSettings::new(Strategy::Ddmin, &script);
            settings.ill_sorted = vec![policy];
            let state = State::new(script.clone(), &settings);
            let kept = fold(&proposals.iter().collect::<Vec<_>>(), &state, &Silent).ok();
            assert_eq!(kept.map(|kept| kept.len()), folded, "{policy:?}");
        }
    }
}
