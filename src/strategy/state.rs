//! The state of a search: the script, the place in the strategy, the growth that is left.

use super::batch::Batch;
use super::cursor::{Cursor, Position, Stage};
use super::passes::Task;
use super::plan::{Phase, Plan, SearchPart};
use super::probes::Probes;
use super::rejected_edits::RejectedEdits;
use super::spelling::Spelling;
use super::{IllSortedPolicy, Pruned, SearchSettings};
use crate::sexpr::{Candidate, Digest, Edit, Gaps, Script};
use crate::smtlib::Context;
use rpds::HashTrieSetSync;
use rustc_hash::FxHasher;
use std::hash::BuildHasherDefault;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Number of sets of alternatives in the first batch.
const FIRST_SIZE: usize = 4;

/// Number of bytes by which a step of the end game may lengthen the script.
const DETOUR: u64 = 8;

/// Where a search stands: plain data, cheap to clone.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) plan: Arc<Plan>,
    /// The current best script, with the facts about it that mutators may ask for.
    pub(super) context: Arc<Context>,
    /// How proposals are spelled.
    pub(super) spelling: Spelling,
    /// The phase of the plan that is running.
    pub(super) phase: usize,
    /// Where in the phase the search is.
    pub(super) cursor: Cursor,
    /// The questions that are open, if a batch has been made.
    pub(super) batch: Option<Arc<Batch>>,
    /// Answers to ill-sorted candidates and to enumerated terms.
    pub(super) probes: Probes,
    pub(super) rejected: RejectedEdits,
    /// Number of candidates that were left out so far.
    pruned: Pruned,
    /// The number of sets of alternatives in a batch. It does not depend on the number of jobs, because it
    /// decides what is asked.
    pub(super) size: usize,
    /// Number of bytes by which all further edits together may lengthen the script.
    growth: u64,
    /// Number of answers that phases with a budget have used.
    pub(super) spent: u32,
    /// The script when the phase began.
    phase_start: Digest,
    /// The smallest of all scripts so far.
    smallest: Script,
    /// For each command, whether it stays as it is; empty if none has to.
    kept: Arc<[bool]>,
    /// The scripts that were committed. None of them is proposed again, so that no edits undo each other at the
    /// cost of growth.
    seen: HashTrieSetSync<Digest, BuildHasherDefault<FxHasher>>,
    /// Identifies the state by the verdicts that led to it.
    pub(crate) key: u64,
}

impl State {
    /// Returns the start of a search from `script`.
    pub fn new(script: Script, settings: &SearchSettings) -> State {
        let plan = Plan::new(settings);
        let cursor = Cursor::start(plan.phases.first().map(|phase| &phase.body));
        let context = |is_strict| Context::hinted(script.clone(), settings.hints.clone(), is_strict);
        // What only some solvers read is wrong only if the input has none of it.
        let strict = settings.ill_sorted.contains(&IllSortedPolicy::Strict).then(|| context(true));
        let context = strict.filter(|strict| !strict.input_is_ill_sorted()).unwrap_or_else(|| context(false));
        State {
            kept: plan.kept(&script),
            spelling: Spelling::of(&script),
            plan: Arc::new(plan),
            spent: 0,
            phase_start: script.digest(),
            smallest: script.clone(),
            seen: HashTrieSetSync::default().insert(script.digest()),
            context: Arc::new(context),
            phase: 0,
            cursor,
            batch: None,
            probes: Default::default(),
            rejected: Default::default(),
            pruned: Default::default(),
            size: FIRST_SIZE,
            growth: settings.growth,
            key: 0,
        }
    }

    /// Returns the best script so far.
    pub fn script(&self) -> &Script {
        self.context.script()
    }

    /// Whether the search has to end: a step that is taken now may have been cut short.
    pub fn is_cancelled(&self) -> bool {
        self.plan.settings.cancelled.load(Ordering::Relaxed)
    }

    /// Whether the search is in the end game, which has a budget of its own.
    pub fn is_end_game(&self) -> bool {
        self.plan.part(self.phase) == SearchPart::EndGame
    }

    /// Returns the number of candidates that were left out so far.
    pub fn pruned(&self) -> Pruned {
        self.pruned
    }

    /// Returns the bytes of memory that the open questions take.
    pub fn batch_memory(&self) -> u64 {
        let proposals = self.batch.iter().flat_map(|batch| batch.alternatives.iter().flatten());
        proposals.map(|proposal| proposal.candidate.edit().splices().size() as u64).sum()
    }

    /// Whether `candidate` lowers the measure of the script: growth left, then bytes, then the text itself in
    /// the order of its bytes.
    pub(super) fn allows(&self, candidate: &Candidate, task: &Task) -> bool {
        match candidate.gain() {
            _ if self.seen.contains(&candidate.digest()) || !self.keeps(candidate.edit()) => false,
            gain if gain < self.phase().min_gain => false,
            0 => candidate.is_before_base(),
            gain if gain > 0 => true,
            _ => task.mutator.may_grow && self.affords(candidate),
        }
    }

    pub(super) fn stays(&self, command: usize) -> bool {
        self.kept.get(command) == Some(&true)
    }

    /// Returns the edit without the deletion of commands that have to stay: a symbol may be deleted from where
    /// it is used although its declaration stays.
    pub(super) fn without_kept(&self, edit: Edit) -> Edit {
        if self.kept.is_empty() {
            return edit;
        }
        edit.filtered(|splice| !(self.stays(splice.command) && self.script().is_deleted_by(splice)))
    }

    /// Whether all commands that have to stay do so.
    fn keeps(&self, edit: &Edit) -> bool {
        !edit.splices().iter().any(|splice| self.stays(splice.command) && !splice.precedes())
    }

    /// Whether the budget for growth pays for `candidate`.
    pub(super) fn affords(&self, candidate: &Candidate) -> bool {
        candidate.gain().min(0).unsigned_abs() <= self.growth
    }

    /// Whether the budget for growth might pay for an edit, of which no candidate is made yet: that would read all its text.
    pub(super) fn could_afford(&self, edit: &Edit) -> bool {
        // Blanks may go beside every splice.
        let blanks = 4 * edit.splices().len();
        (edit.splices().growth().saturating_sub(blanks) as u64) <= self.growth
    }

    /// Returns the state after `candidate`, which reads as `script`, has been committed.
    pub(super) fn committed(&self, candidate: &Candidate, script: Script, cursor: Cursor) -> State {
        let mut next = self.at(cursor).on(script);
        next.growth -= candidate.gain().min(0).unsigned_abs();
        next.seen.insert_mut(candidate.digest());
        if next.script().text_len() <= next.smallest.text_len() {
            next.smallest = next.script().clone();
        }
        next
    }

    /// Returns the same state with another script.
    fn on(mut self, script: Script) -> State {
        self.kept = self.plan.kept(&script);
        self.spelling = Spelling::of(&script);
        self.context = Arc::new(self.context.next(script));
        self
    }

    /// Returns the stage of the strategy at which the search is.
    pub(super) fn stage(&self) -> Stage {
        self.position().and_then(|position| position.stage()).unwrap_or_default()
    }

    /// Returns where the search is; none behind the last phase.
    pub(super) fn position(&self) -> Option<Position<'_>> {
        self.cursor.within(&self.plan.phases.get(self.phase)?.body)
    }

    /// Returns the phase that is running.
    pub(super) fn phase(&self) -> &Phase {
        &self.plan.phases[self.phase]
    }

    /// Returns the same state elsewhere in its phase, with no batch made.
    pub(super) fn at(&self, cursor: Cursor) -> State {
        State { cursor, batch: None, ..self.clone() }
    }

    /// Returns the same state with a batch to ask, made at this place.
    pub(super) fn with_batch(&self, batch: Batch, cursor: Cursor) -> State {
        let pruned = batch.pruned;
        State { batch: Some(Arc::new(batch)), ..self.at(cursor) }.having_pruned(pruned)
    }

    /// Returns the same state with more that was left out.
    pub(super) fn having_pruned(mut self, more: Pruned) -> State {
        self.pruned += more;
        self
    }

    /// Returns the number of sets of alternatives in the next batch.
    ///
    /// Where edits that were accepted one by one hold together, the next batch is larger, else smaller: folding
    /// costs one question if they hold together, and is in vain if not. A size of 1 stays 1. Blocks of lines
    /// are few and large: the next block is better asked on what the last one has left.
    pub(super) fn batch_size(&self) -> usize {
        if self.script().gaps() == Gaps::Lines { 1 } else { self.size }
    }

    /// Returns how many answers the running phase may still use.
    pub(super) fn answers_left(&self) -> usize {
        self.phase().budget.map_or(usize::MAX, |budget| budget.saturating_sub(self.spent) as usize)
    }

    /// Returns the start of the next phase. After an end game that changed something the search goes on; at the
    /// end, what was rejected on earlier scripts is asked again.
    pub(super) fn next_phase(&self) -> State {
        if self.is_end_game() && self.has_grown() {
            return self.shrunk().next_phase();
        }
        let [part, next] = [self.phase, self.phase + 1].map(|phase| self.plan.part(phase));
        let digest = self.script().digest();
        let changed = part == SearchPart::EndGame && digest != self.phase_start;
        let sweep = next == SearchPart::Over && !changed && self.rejected.are_due();
        let phase = if changed || sweep { self.plan.first() } else { self.phase + 1 };
        let cursor = Cursor::start(self.plan.phases.get(phase).map(|phase| &phase.body));
        // From the end game on hardly a step may lengthen the script: the end game would undo such steps for ever.
        let growth = match (self.plan.part(phase), part) {
            (SearchPart::EndGame, _) => DETOUR.min(self.plan.settings.growth),
            (_, SearchPart::EndGame) => 0,
            _ => self.growth,
        };
        let rejected = if sweep { self.rejected.swept() } else { self.rejected.clone() };
        let probes = if changed { self.probes.reopened() } else { self.probes.clone() };
        let mut next = State { phase, cursor, growth, rejected, probes, batch: None, ..self.clone() };
        if next.is_end_game() {
            next = next.shrunk();
        }
        next.phase_start = next.script().digest();
        next
    }

    fn has_grown(&self) -> bool {
        self.smallest.text_len() < self.script().text_len()
    }

    /// Undoes the growth since the smallest script, which has not paid.
    fn shrunk(&self) -> State {
        if self.has_grown() { self.clone().on(self.smallest.clone()) } else { self.clone() }
    }
}
