//! Collects the edits that become questions: new, allowed, and not rejected before.
//!
//! An edit also deletes the declarations that it leaves without a use. Where the failure needs the declarations
//! of an assertion but not the assertion, such an edit is rejected: the assertion is then deleted without them.

use super::batch::Proposal;
use super::passes::Task;
use super::probes::CandidateKind;
use super::rejected_edits;
use super::state::State;
use super::{IllSortedPolicy, Pruned};
use crate::sexpr::{Candidate, Digest, Edit, Splice};
use rustc_hash::FxHashSet;

/// In a script of at most this number of commands, each assertion and definition is also deleted without
/// its declarations.
const FEW_COMMANDS: usize = 24;

/// Collects proposals, without repetitions and without those that the measure or the policy of the phase forbids.
pub(super) struct Collector<'a> {
    state: &'a State,
    seen: FxHashSet<Digest>,
    /// Number of candidates that were left out.
    pub pruned: Pruned,
}

impl<'a> Collector<'a> {
    pub fn new(state: &'a State) -> Collector<'a> {
        let seen = FxHashSet::from_iter([state.script().digest()]);
        Collector { state, seen, pruned: Pruned::default() }
    }

    /// Returns the proposal of `edit`, if it is to be asked now.
    pub fn admit(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let proposal = self.propose(edit, task)?;
        // This test is cheaper than the sort check, so it comes first.
        let proposal = self.unless_rejected(proposal)?;
        self.sort_checked(proposal)
    }

    /// Returns the proposals of `edit` that are to be asked now: with and without the deletion of unused declarations.
    pub fn admit_each(&mut self, edit: Edit, task: &Task) -> impl Iterator<Item = Proposal> + use<> {
        let pruned = self.admit(edit.clone(), task);
        pruned.into_iter().chain(self.keep_unused(edit, task))
    }

    /// Returns the proposal that only deletes all assertions, or one of few commands, and keeps unused declarations.
    pub fn keep_unused(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        if !self.deletes_body(&edit, task) {
            return None;
        }
        let proposal = self.as_it_is(edit, task)?;
        let proposal = self.unless_rejected(proposal)?;
        self.sort_checked(proposal)
    }

    /// Whether an edit deletes all assertions, or one assertion or definition of few commands, and nothing else.
    fn deletes_body(&self, edit: &Edit, task: &Task) -> bool {
        let script = self.state.script();
        let is_one_of_few = script.len() <= FEW_COMMANDS && edit.splices().only().is_some();
        let heads = if is_one_of_few { ["assert", "define-fun", "define-const"].as_slice() } else { &["assert"] };
        let is_whole = |splice: Splice<'_>| {
            let command = script.command(splice.command);
            heads.iter().any(|head| command.has_head(head)) && command.text().len() <= splice.end - splice.start
        };
        let asserts = || script.commands().filter(|command| command.has_head("assert")).count();
        task.mutator.name == "erase-node"
            && edit.splices().iter().all(is_whole)
            && (is_one_of_few || edit.splices().len() == asserts())
    }

    /// Returns the proposal of `edit`, if it may be asked at all.
    pub fn allow(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let proposal = self.propose(edit, task)?;
        self.sort_checked(proposal)
    }

    /// Returns the proposal, unless its edit was rejected before and is left for the last sweep.
    pub fn unless_rejected(&mut self, proposal: Proposal) -> Option<Proposal> {
        let is_left = self.state.rejected.hold(proposal.key);
        self.pruned.rejected += u64::from(is_left);
        (!is_left).then_some(proposal)
    }

    /// Returns the proposal of `edit` and of the deletion of what it leaves unused, if it is new and the
    /// measure allows it.
    fn propose(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let edit = self.state.without_kept(self.state.spelling.spelled(edit));
        let is_pruned = self.state.plan.erases_unused;
        let pruned = |edit| self.state.context.without_unused(edit, |command| self.state.stays(command));
        let edit = if is_pruned { pruned(edit) } else { edit };
        self.as_it_is(edit, task)
    }

    /// Returns the proposal of `edit` as it is, if it is new and the measure allows it.
    fn as_it_is(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        if !self.state.could_afford(&edit) {
            return None;
        }
        let is_new = |candidate: &Candidate| self.state.allows(candidate, task) && self.seen.insert(candidate.digest());
        let candidate = Some(Candidate::new(self.state.script(), edit)).filter(is_new)?;
        let mutator = task.mutator.name;
        let key = rejected_edits::key(mutator, &candidate);
        let kinds: Vec<CandidateKind> = CandidateKind::of_term(task, &candidate).into_iter().collect();
        let is_open = kinds.iter().all(|kind| self.state.probes.are_open(kind));
        is_open.then_some(Proposal { candidate, mutator, kinds, key })
    }

    /// Returns the proposal if the policy of the phase allows it, with its kind added if it is ill-sorted.
    fn sort_checked(&mut self, mut proposal: Proposal) -> Option<Proposal> {
        let policy = self.state.phase().ill_sorted;
        let (is_checked, is_strict) = (policy != IllSortedPolicy::Unchecked, policy == IllSortedPolicy::Strict);
        let found = is_checked.then(|| self.state.context.check_sorts(&proposal.candidate, is_strict));
        self.pruned.read += found.map_or(0, |found| found.read);
        let ill_sorted = found.is_some_and(|found| found.is_ill_sorted);
        let kind = CandidateKind::IllSorted(proposal.mutator);
        let admitted = match policy {
            IllSortedPolicy::Skip | IllSortedPolicy::Strict => !ill_sorted,
            IllSortedPolicy::Probe => !ill_sorted || self.state.probes.are_open(&kind),
            IllSortedPolicy::Unchecked => true,
        };
        self.pruned.ill_sorted += u64::from(!admitted);
        proposal.kinds.extend(ill_sorted.then_some(kind));
        admitted.then_some(proposal)
    }
}
