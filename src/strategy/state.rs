//! What a strategy is given and what it returns.

use super::dialect::Dialect;
use super::failures::Failures;
use super::passes::{Body, Phase, Task};
use super::savings::{Saving, Spared};
use super::settings::{Part, Plan, Settings};
use super::window::{Collector, Lax, Outcome, Window};
use super::{Report, Stage};
use super::{ddmin, hierarchical};
use crate::mutators;
use crate::sexpr::{Candidate, Digest, Edit, Gaps, Script, Splice};
use crate::smtlib::Context;
use rustc_hash::FxHashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What is known of candidates so far.
pub trait Memo {
    /// Whether the solver fails on the candidate as it did in the golden run;
    /// nothing if it has not been asked yet.
    fn verdict(&self, candidate: &Candidate) -> Option<bool>;
}

/// One candidate whose verdict is wanted.
#[derive(Clone, Debug)]
pub struct Question {
    /// The script to try.
    pub candidate: Candidate,
    /// What proposes it, for statistics and predictions.
    pub class: &'static str,
    /// Whether it joins candidates that were accepted one by one.
    pub fold: bool,
}

/// The questions that a strategy must have answered before it can go on; they
/// may be answered in any order.
#[derive(Clone, Debug)]
pub struct Ask(pub Vec<Question>);

/// One step of a strategy.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where the search goes on; nothing when it is finished.
    pub state: Option<State>,
    /// What the step did.
    pub report: Report,
}

/// Sees every state that is committed, in order.
pub trait Observer {
    /// A step has been taken; `checks` new verdicts were used for it.
    ///
    /// # Errors
    ///
    /// Why the search must not go on, in words.
    fn committed(&mut self, step: &Step, checks: usize) -> Result<(), String>;
}

/// The threads in the first window.
const WIDTH: usize = 4;

/// The most threads in a window.
const MOST_WIDTH: usize = 32;

/// The nodes that one step looks at, about, while it finds nothing to ask.
const SCAN: u64 = 1 << 15;

/// Where a search stands: plain data, cheap to clone.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) plan: Arc<Plan>,
    /// The current best script with its facts.
    pub(super) context: Arc<Context>,
    /// How proposals are spelled.
    pub(super) dialect: Dialect,
    /// The phase of the plan that is running.
    pub(super) phase: usize,
    /// Where in the phase the search is.
    pub(super) cursor: Cursor,
    /// The questions that are open, if a window has been made.
    pub(super) window: Option<Arc<Window>>,
    /// What became of candidates that are not well-sorted.
    pub(super) lax: Lax,
    /// What was asked in vain.
    pub(super) failures: Failures,
    /// What was left out so far.
    spared: Spared,
    /// The number of threads in a window. No function of the number of jobs,
    /// because it decides what is asked.
    width: usize,
    /// By how many bytes all further edits together may lengthen the script.
    growth: u64,
    /// How many answers phases with a budget have used.
    spent: u32,
    /// The script when the phase began.
    phase_start: Digest,
    /// By command, whether it stays as it is; empty if none has to.
    kept: Arc<[bool]>,
    /// The scripts that were committed: none of them is proposed again, so that
    /// no edits undo each other at the cost of growth.
    seen: Arc<FxHashSet<Digest>>,
    /// Identifies the state by the verdicts that led to it.
    key: u64,
}

/// The place within a phase.
#[derive(Clone, Debug)]
pub(super) enum Cursor {
    /// Whether the only question has been asked.
    OneQuery(bool),
    Ddmin(ddmin::Cursor),
    Hierarchical(hierarchical::Cursor),
}

impl State {
    /// The start of a search from `script`.
    pub fn new(script: Script, settings: &Settings) -> State {
        let plan = Plan::new(settings);
        let cursor = Cursor::start(&plan, 0);
        State {
            kept: plan.kept(&script),
            dialect: Dialect::of(&script),
            plan: Arc::new(plan),
            spent: 0,
            phase_start: script.digest(),
            seen: Arc::new(FxHashSet::from_iter([script.digest()])),
            context: Arc::new(Context::hinted(script, settings.hints.clone())),
            phase: 0,
            cursor,
            window: None,
            lax: Default::default(),
            failures: Default::default(),
            spared: Default::default(),
            width: WIDTH,
            growth: settings.growth,
            key: 0,
        }
    }

    /// The best script so far.
    pub fn script(&self) -> &Script {
        self.context.script()
    }

    /// What was left out so far.
    pub fn spared(&self) -> Spared {
        self.spared
    }

    /// The bytes of memory that the open questions take.
    pub fn window_size(&self) -> u64 {
        let proposals = self.window.iter().flat_map(|window| window.threads.iter().flatten());
        proposals.map(|proposal| proposal.candidate.edit().splices().size() as u64).sum()
    }

    /// Equal for states to which the same answers have led.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Takes one step.
    ///
    /// # Errors
    ///
    /// The questions whose answers the memo lacks.
    pub fn step(&self, memo: &dyn Memo) -> Result<Step, Ask> {
        Ok(self.advance(&self.resolve(memo)?))
    }

    /// What the open questions come to; cheap.
    ///
    /// # Errors
    ///
    /// The questions whose answers the memo lacks.
    pub fn resolve(&self, memo: &dyn Memo) -> Result<Resolution, Ask> {
        let outcome = self.window.as_ref().map(|window| window.evaluate(self, memo)).transpose()?;
        let commit = outcome.as_ref().and_then(|outcome| outcome.commit.as_ref());
        let mut hasher = DefaultHasher::new();
        (self.key, commit.map(Candidate::digest)).hash(&mut hasher);
        if let Some(outcome) = &outcome {
            outcome.lax.differs_from(&self.lax).then_some(&outcome.lax).hash(&mut hasher);
            outcome.failed.hash(&mut hasher);
            outcome.holds.hash(&mut hasher);
            self.spent_after(outcome).hash(&mut hasher);
        }
        Ok(Resolution { key: hasher.finish(), outcome })
    }

    /// Drops what is known of the commands that are about to change, where the
    /// only way on from this state is the one behind `resolution`.
    pub fn release(&self, resolution: &Resolution) {
        let candidate = resolution.outcome.as_ref().and_then(|outcome| outcome.commit.as_ref());
        let changed = candidate.into_iter().flat_map(|candidate| candidate.edit().splices().by_command());
        self.context.forget(changed.filter_map(|splices| splices.first()).map(|splice| splice.command));
    }

    /// The state that follows; the costly part of a step, and a function of
    /// the resolution's key alone.
    pub fn advance(&self, resolution: &Resolution) -> Step {
        let mut step = match &resolution.outcome {
            Some(outcome) => self.close(outcome),
            None => self.move_on(),
        };
        if let Some(state) = &mut step.state {
            state.key = resolution.key;
        }
        step
    }

    /// Goes on to the next window, or as far as one step may look.
    fn move_on(&self) -> Step {
        let Some(mut here) = self.open() else { return Step { state: None, report: Report::default() } };
        let mut stage = self.turn(&here);
        for _ in 0..SCAN / self.script().nodes().max(1) {
            if stage != Stage::Between || here.window.is_some() {
                break;
            }
            // The end is a step of its own, from the last place there is.
            let Some(next) = here.open() else { break };
            stage = here.turn(&next);
            here = next;
        }
        Step { state: Some(here), report: Report { stage, ..Report::default() } }
    }

    /// What the way from here to `next` is called where no window lies between.
    fn turn(&self, next: &State) -> Stage {
        match (&self.cursor, &next.cursor) {
            (Cursor::Hierarchical(here), Cursor::Hierarchical(there)) if self.phase == next.phase => here.turn(there),
            _ => Stage::Between,
        }
    }

    /// Makes the next window, or moves on where there is none.
    fn open(&self) -> Option<State> {
        match (&self.plan.phases.get(self.phase)?.body, &self.cursor) {
            (Body::OneQuery(task, number), Cursor::OneQuery(asked)) => {
                let window = if *asked { None } else { self.alone(task, *number) };
                Some(window.map_or_else(|| self.next_phase(), |w| self.with_window(w, Cursor::OneQuery(true))))
            }
            (Body::Ddmin(tasks), Cursor::Ddmin(cursor)) => Some(ddmin::open(self, tasks, cursor)),
            (Body::Hierarchical(passes), Cursor::Hierarchical(cursor)) => {
                Some(hierarchical::open(self, passes, cursor))
            }
            _ => None,
        }
    }

    /// The question whether a query suffices.
    fn alone(&self, task: &Task, number: usize) -> Option<Window> {
        let edit = mutators::leave_query(&self.context, number)?;
        let proposal = Collector::new(self).admit(edit, task)?;
        Some(Window { threads: vec![vec![proposal]], ..Window::default() })
    }

    /// Commits what the window has found and moves on behind it.
    fn close(&self, outcome: &Outcome) -> Step {
        let end = self.window.as_ref().map_or(0, |window| window.end);
        let script = outcome.commit.as_ref().and_then(|candidate| Some((candidate, candidate.script().ok()?)));
        let mut next = match script {
            Some((candidate, script)) => {
                let (kept, dialect) = (self.plan.kept(&script), Dialect::of(&script));
                let context = Arc::new(self.context.next(script));
                let next = State { context, dialect, kept, ..self.at(self.cursor.moved(candidate.moved(end), true)) };
                next.paid(candidate)
            }
            // A text that we cannot read is no progress, whatever the solver says.
            None => self.at(self.cursor.moved(end, false)),
        };
        next.lax = outcome.lax.clone();
        if self.plan.saves(Saving::Failures) {
            next.failures = self.failures.with(&outcome.failed, outcome.commit.is_some());
        }
        next.spent = self.spent_after(outcome);
        next.width = match outcome.holds {
            Some(true) => MOST_WIDTH.min(2 * self.width),
            Some(false) => self.width.div_ceil(2),
            None => self.width,
        };
        Step { state: Some(next), report: outcome.report.clone() }
    }

    /// Whether the measure of the script falls with `candidate`: growth left,
    /// then bytes, then the text itself in the order of its bytes.
    pub(super) fn allows(&self, candidate: &Candidate, task: &Task) -> bool {
        if self.seen.contains(&candidate.digest()) || !self.keeps(candidate.edit()) {
            return false;
        }
        match candidate.gain() {
            gain if gain < self.running().least => false,
            0 => candidate.is_before_base(),
            gain if gain > 0 => true,
            _ => task.mutator.about().may_grow && self.affords(candidate),
        }
    }

    /// Whether a command has to stay as it is.
    pub(super) fn stays(&self, command: usize) -> bool {
        self.kept.get(command) == Some(&true)
    }

    /// The edit without the deletion of commands that have to stay: a symbol
    /// may go from where it is used although its declaration stays.
    pub(super) fn sparing(&self, edit: Edit) -> Edit {
        if self.kept.is_empty() {
            return edit;
        }
        let length = |command: usize| self.script().find(command).map(|tape| tape.text().len());
        let is_whole = |s: Splice<'_>| s.start == 0 && length(s.command) == Some(s.end);
        edit.filtered(|splice| !(self.stays(splice.command) && splice.text.is_empty() && is_whole(splice)))
    }

    /// Whether all commands that have to stay do so.
    fn keeps(&self, edit: &Edit) -> bool {
        !edit.splices().iter().any(|splice| self.stays(splice.command) && !splice.precedes())
    }

    /// Whether the budget for growth pays for `candidate`.
    pub(super) fn affords(&self, candidate: &Candidate) -> bool {
        candidate.gain().min(0).unsigned_abs() <= self.growth
    }

    /// The state after `candidate` has been committed in it.
    pub(super) fn paid(mut self, candidate: &Candidate) -> State {
        let grown = candidate.gain().min(0).unsigned_abs();
        Arc::make_mut(&mut self.seen).insert(candidate.digest());
        State { growth: self.growth - grown, ..self }
    }

    /// Where in the strategy the search is.
    pub(super) fn stage(&self) -> Stage {
        match (&self.cursor, &self.running().body) {
            (Cursor::Ddmin(cursor), Body::Ddmin(tasks)) => cursor.stage(tasks),
            (Cursor::OneQuery(_), Body::OneQuery(task, _)) => Stage::Ddmin(task.mutator.summary(), 1),
            _ => Stage::Hierarchical,
        }
    }

    pub(super) fn running(&self) -> &Phase {
        &self.plan.phases[self.phase]
    }

    /// The same state elsewhere in its phase, with no window made.
    pub(super) fn at(&self, cursor: Cursor) -> State {
        State { cursor, window: None, ..self.clone() }
    }

    /// The same state with a window to ask, made at this place.
    pub(super) fn with_window(&self, window: Window, cursor: Cursor) -> State {
        let spared = window.spared;
        State { window: Some(Arc::new(window)), ..self.at(cursor) }.having_spared(spared)
    }

    /// The same state with more that was left out.
    pub(super) fn having_spared(mut self, more: Spared) -> State {
        self.spared += more;
        self
    }

    /// The number of threads in the next window.
    ///
    /// Where edits that were accepted one by one hold together, more are asked
    /// together the next time, else fewer: folding them costs a question if they
    /// do, and is for nothing if not. One alone stays alone. Blocks of lines are few
    /// and large: the next one is better asked on what the last has left.
    pub(super) fn width(&self) -> usize {
        if self.script().gaps() == Gaps::Lines || !self.plan.saves(Saving::Folds) { 1 } else { self.width }
    }

    /// How many answers phases with a budget have used when the window is closed.
    fn spent_after(&self, outcome: &Outcome) -> u32 {
        let asked = outcome.report.asked.values().map(|(asked, _)| asked).sum::<u32>();
        if self.running().budget.is_some() { self.spent + asked } else { self.spent }
    }

    /// How many answers the running phase may still use.
    pub(super) fn left(&self) -> usize {
        self.running().budget.map_or(usize::MAX, |budget| budget.saturating_sub(self.spent) as usize)
    }

    /// The start of the next phase. Before the end game and at the end, what
    /// failed on earlier scripts is asked again; behind an end game that changed
    /// something the search goes on.
    pub(super) fn next_phase(&self) -> State {
        let [part, next] = [self.phase, self.phase + 1].map(|phase| self.plan.part(phase));
        let digest = self.script().digest();
        let changed = part == Part::EndGame && digest != self.phase_start;
        let sweep = part == Part::Main && next != Part::Main && self.failures.are_due();
        let phase = if changed || sweep { self.plan.first() } else { self.phase + 1 };
        let cursor = Cursor::start(&self.plan, phase);
        // From the end game on nothing grows any more, or it would undo growing
        // steps for ever.
        let growth = if self.plan.part(phase) == Part::EndGame { 0 } else { self.growth };
        let failures = if sweep { self.failures.swept() } else { self.failures.clone() };
        State { phase, phase_start: digest, cursor, growth, failures, window: None, ..self.clone() }
    }
}

impl Cursor {
    /// The same place in the phase, with the text behind byte `at` to go.
    fn moved(&self, at: u64, changed: bool) -> Cursor {
        match self {
            Cursor::OneQuery(asked) => Cursor::OneQuery(*asked),
            Cursor::Ddmin(cursor) => Cursor::Ddmin(cursor.moved(at)),
            Cursor::Hierarchical(cursor) => Cursor::Hierarchical(cursor.moved(at, changed)),
        }
    }

    fn start(plan: &Plan, phase: usize) -> Cursor {
        match plan.phases.get(phase).map(|phase| &phase.body) {
            Some(Body::OneQuery(..)) => Cursor::OneQuery(false),
            Some(Body::Hierarchical(_)) => Cursor::Hierarchical(Default::default()),
            Some(Body::Ddmin(_)) | None => Cursor::Ddmin(Default::default()),
        }
    }
}

/// The answers to the open questions of a state, taken together.
#[derive(Clone, Debug)]
pub struct Resolution {
    key: u64,
    outcome: Option<Outcome>,
}

impl Resolution {
    /// Equal for resolutions of equal states that lead to the same state.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether another script follows.
    pub fn changes(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.commit.is_some())
    }

    /// What the answers come to; nothing where none were asked.
    pub fn report(&self) -> Option<&Report> {
        self.outcome.as_ref().map(|outcome| &outcome.report)
    }
}
