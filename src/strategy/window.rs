//! Windows: questions about one base whose successes are folded together.
//!
//! A window holds threads. A thread is a list of alternatives, asked one after
//! the other until one is accepted; threads are independent of one another, so
//! all of them can be asked at the same time. What was accepted is then folded:
//! all at once, else in halves. The new base is made once, at the end.

use super::failures::{self, Key};
use super::passes::Task;
use super::savings::Spared;
use super::{Ask, Forms, Memo, Question, State};
use crate::sexpr::{Candidate, Digest, Edit};
use crate::smtlib::Context;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of alternatives that one thread holds at most.
pub(super) const DEPTH: usize = 64;

/// How often candidates of a class that are not well-sorted are asked before
/// the class is given up because none was accepted.
const PROBES: u32 = 16;

/// One alternative of a thread.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub candidate: Candidate,
    /// The mutator's summary.
    pub class: &'static str,
    /// Whether our sort checker rejects it.
    pub ill_formed: bool,
    /// By which it is known if it fails.
    pub key: Key,
}

/// Questions about one base.
#[derive(Debug, Default)]
pub(super) struct Window {
    pub threads: Vec<Vec<Proposal>>,
    /// Where the search goes on behind the window, in the text of the base.
    pub end: u64,
    /// What was left out of it.
    pub spared: Spared,
}

/// An edit that a step committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The mutator's summary.
    pub class: &'static str,
    /// By how many bytes the edit alone shortens the script.
    pub gain: i64,
}

/// What a step did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Where in the strategy the step was taken.
    pub stage: Stage,
    /// The questions whose verdicts the step used, by class, with the number accepted.
    pub asked: BTreeMap<&'static str, (u32, u32)>,
    /// The edits that were committed together.
    pub accepted: Vec<Accepted>,
}

/// A place in a strategy, for the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Between two windows.
    #[default]
    Between,
    /// Behind a scan of hierarchical that changed something: the pass begins anew.
    Again,
    /// Behind a scan of hierarchical that changed nothing: the pass has ended.
    Exhausted,
    /// A mutator of ddmin on blocks of this many nodes.
    Ddmin(&'static str, usize),
    /// A pass of hierarchical.
    Hierarchical,
}

/// What is known of candidates that are not well-sorted, by class.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Lax(Arc<BTreeMap<&'static str, (u32, u32)>>);

impl Lax {
    /// Whether candidates of this class are still worth a question.
    pub fn open(&self, class: &'static str) -> bool {
        self.0.get(class).is_none_or(|&(asked, accepted)| asked < PROBES || accepted > 0)
    }

    /// Whether anything has been counted since both were the same.
    pub fn differs_from(&self, earlier: &Lax) -> bool {
        !Arc::ptr_eq(&self.0, &earlier.0)
    }

    fn count(&mut self, class: &'static str, accepted: bool) {
        let entry = Arc::make_mut(&mut self.0).entry(class).or_default();
        entry.0 += 1;
        entry.1 += u32::from(accepted);
    }
}

/// What became of a window.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The candidate to commit.
    pub commit: Option<Candidate>,
    pub report: Report,
    pub lax: Lax,
    /// What was asked in vain.
    pub failed: Vec<Key>,
    /// Whether all that was accepted holds together; nothing if it is one edit or none.
    pub holds: Option<bool>,
}

impl Window {
    /// Evaluates the window.
    pub fn evaluate(&self, state: &State, memo: &dyn Memo) -> Result<Outcome, Ask> {
        let mut missing = Vec::new();
        let mut report = Report { stage: state.stage(), ..Report::default() };
        let mut lax = state.lax.clone();
        let mut winners: Vec<&Proposal> = Vec::new();
        let mut failed = Vec::new();
        for thread in &self.threads {
            for proposal in thread {
                if proposal.ill_formed && !lax.open(proposal.class) {
                    continue;
                }
                let Some(accepted) = memo.verdict(&proposal.candidate) else {
                    let Proposal { candidate, class, .. } = proposal.clone();
                    missing.push(Question { candidate, class, fold: false });
                    break;
                };
                let asked = report.asked.entry(proposal.class).or_default();
                *asked = (asked.0 + 1, asked.1 + u32::from(accepted));
                if proposal.ill_formed {
                    lax.count(proposal.class, accepted);
                }
                if accepted {
                    winners.push(proposal);
                    break;
                }
                failed.push(proposal.key);
            }
        }
        if !missing.is_empty() {
            return Err(Ask(missing));
        }
        let folded = self.fold(&winners, state, memo)?;
        report.accepted = folded.iter().map(|p| Accepted { class: p.class, gain: p.candidate.gain() }).collect();
        let commit = match &folded[..] {
            [] => None,
            [single] => Some(single.candidate.clone()),
            [first, ..] => join(&folded).map(|edit| Candidate::new(first.candidate.base(), edit)),
        };
        let holds = (winners.len() > 1).then_some(folded.len() == winners.len());
        Ok(Outcome { commit, report, lax, failed, holds })
    }

    /// The largest set of winners found by trying all at once, else halves.
    fn fold<'a>(&self, winners: &[&'a Proposal], state: &State, memo: &dyn Memo) -> Result<Vec<&'a Proposal>, Ask> {
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
            if all.len() <= 1 || self.ask(&all, state, memo)? {
                kept = all;
            } else if group.len() > 1 {
                let (left, right) = group.split_at(group.len() / 2);
                groups.extend([right, left]);
            }
        }
        Ok(kept)
    }

    fn ask(&self, group: &[&Proposal], state: &State, memo: &dyn Memo) -> Result<bool, Ask> {
        let Some(edit) = join(group) else { return Ok(false) };
        let candidate = Candidate::new(group[0].candidate.base(), edit);
        // What each edit may do alone, all of them together may not.
        if !state.affords(&candidate) {
            return Ok(false);
        }
        if state.running().lax == Forms::WellFormed && state.context.is_ill_sorted(&candidate) {
            return Ok(false);
        }
        let class = group[0].class;
        memo.verdict(&candidate).ok_or_else(|| Ask(vec![Question { candidate, class, fold: true }]))
    }
}

fn join(group: &[&Proposal]) -> Option<Edit> {
    Edit::all(group.iter().map(|proposal| proposal.candidate.edit().clone()))
}

/// Collects proposals of one node, without repetitions and without those that
/// the measure or the form of the phase forbids.
pub(super) struct Collector<'a> {
    state: &'a State,
    seen: FxHashSet<Digest>,
    /// What it has left out.
    pub spared: Spared,
}

impl<'a> Collector<'a> {
    pub fn new(state: &'a State) -> Collector<'a> {
        let seen = FxHashSet::from_iter([state.script().digest()]);
        Collector { state, seen, spared: Spared::default() }
    }

    /// The proposal that `edit` makes, if it is to be asked now.
    pub fn admit(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let proposal = self.propose(edit, task)?;
        // Cheaper than the sort check, so first.
        let proposal = self.hold(proposal)?;
        self.judge(proposal)
    }

    /// The proposal, unless it is left for the last sweep.
    pub fn hold(&mut self, proposal: Proposal) -> Option<Proposal> {
        let holds = self.state.failures.holds(proposal.key);
        self.spared.failed += u64::from(holds);
        (!holds).then_some(proposal)
    }

    /// The proposal that `edit` makes, if it may be asked at all.
    pub fn allow(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let proposal = self.propose(edit, task)?;
        self.judge(proposal)
    }

    /// The proposal that `edit` makes, if it is new and the measure allows it.
    fn propose(&mut self, edit: Edit, task: &Task) -> Option<Proposal> {
        let edit = self.state.sparing(self.state.dialect.spelled(edit));
        let edit = match self.state.plan.prunes {
            true => self.context().without_unused(edit, |command| self.state.stays(command)),
            false => edit,
        };
        let candidate = Candidate::new(self.state.script(), edit);
        if !self.state.allows(&candidate, task) || !self.seen.insert(candidate.digest()) {
            return None;
        }
        let class = task.mutator.summary();
        let key = failures::key(class, &candidate);
        Some(Proposal { candidate, class, ill_formed: false, key })
    }

    /// The proposal, with what our sort checker says of it, if the form of the
    /// phase allows it.
    fn judge(&mut self, proposal: Proposal) -> Option<Proposal> {
        let ill_formed = self.state.running().lax != Forms::All && self.context().is_ill_sorted(&proposal.candidate);
        let admitted = match self.state.running().lax {
            Forms::WellFormed => !ill_formed,
            Forms::IllFormedToo => !ill_formed || self.state.lax.open(proposal.class),
            Forms::All => true,
        };
        self.spared.ill_sorted += u64::from(!admitted);
        admitted.then_some(Proposal { ill_formed, ..proposal })
    }

    fn context(&self) -> &'a Context {
        &self.state.context
    }
}
