//! Collects the edits that become questions: new, allowed, and not rejected before.

use super::batch::Proposal;
use super::ill_sorted::Kind;
use super::passes::Task;
use super::rejected_edits;
use super::state::State;
use super::{IllSortedPolicy, Pruned};
use crate::sexpr::{Candidate, Digest, Edit};
use rustc_hash::FxHashSet;

/// Collects proposals, without repetitions and without those that the measure or
/// the policy of the phase forbids.
pub(super) struct Collector<'a> {
    state: &'a State,
    seen: FxHashSet<Digest>,
    /// What it has left out.
    pub pruned: Pruned,
}

impl<'a> Collector<'a> {
    pub fn new(state: &'a State) -> Collector<'a> {
        let seen = FxHashSet::from_iter([state.script().digest()]);
        Collector { state, seen, pruned: Pruned::default() }
    }

    /// The proposal that `edit` makes, if it is to be asked now.
    pub fn admit(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let proposal = self.propose(edit, task)?;
        // Cheaper than the sort check, so first.
        let proposal = self.unless_rejected(proposal)?;
        self.sort_checked(proposal)
    }

    /// The proposal that `edit` makes, if it may be asked at all.
    pub fn allow(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let proposal = self.propose(edit, task)?;
        self.sort_checked(proposal)
    }

    /// The proposal, unless it is left for the last sweep.
    pub fn unless_rejected(&mut self, proposal: Proposal) -> Option<Proposal> {
        let is_left = self.state.rejected.hold(proposal.key);
        self.pruned.rejected += u64::from(is_left);
        (!is_left).then_some(proposal)
    }

    /// The proposal that `edit` makes, if it is new and the measure allows it.
    fn propose(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let edit = self.state.without_kept(self.state.spelling.spelled(edit));
        let edit = match self.state.plan.erases_unused {
            true => self.state.context.without_unused(edit, |command| self.state.stays(command)),
            false => edit,
        };
        let candidate = Candidate::new(self.state.script(), edit);
        if !self.state.allows(&candidate, task) || !self.seen.insert(candidate.digest()) {
            return None;
        }
        let mutator = task.mutator.name;
        let key = rejected_edits::key(mutator, &candidate);
        let kinds: Vec<Kind> = Kind::of_term(task, &candidate).into_iter().collect();
        let is_open = kinds.iter().all(|kind| self.state.probes.are_open(kind));
        is_open.then_some(Proposal { candidate, mutator, kinds, key })
    }

    /// The proposal, with what our sort checker says of it, if the policy of the
    /// phase allows it.
    fn sort_checked(&mut self, mut proposal: Proposal) -> Option<Proposal> {
        let policy = self.state.phase().ill_sorted;
        let is_checked = policy != IllSortedPolicy::Unchecked;
        let ill_sorted = is_checked && self.state.context.is_ill_sorted(&proposal.candidate);
        let kind = Kind::IllSorted(proposal.mutator);
        let admitted = match policy {
            IllSortedPolicy::Skip => !ill_sorted,
            IllSortedPolicy::Probe => !ill_sorted || self.state.probes.are_open(&kind),
            IllSortedPolicy::Unchecked => true,
        };
        self.pruned.ill_sorted += u64::from(!admitted);
        proposal.kinds.extend(ill_sorted.then_some(kind));
        admitted.then_some(proposal)
    }
}
