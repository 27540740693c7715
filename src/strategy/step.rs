//! The step of a strategy from one state to the next.

use super::batch::Batch;
use super::collector::Collector;
use super::cursor::{Cursor, Position, Stage};
use super::fold::{FoldOutcome, Report};
use super::passes::Task;
use super::state::State;
use super::{Oracle, Pending, coarse, ddmin, hierarchical};
use crate::mutators::leave_query;
use crate::sexpr::{Candidate, Script};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Largest number of sets of alternatives in a batch.
const MAX_SIZE: usize = 32;

/// About how many nodes one step looks at while it finds nothing to ask.
const MAX_SCAN: u64 = 1 << 15;

/// One step of a strategy.
#[derive(Clone, Debug)]
pub struct Step {
    /// The state in which the search goes on; none when it is finished.
    pub state: Option<State>,
    /// What the step did.
    pub report: Report,
}

/// The reason for which an observer wants no further step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The search must not go on, for this reason.
    Failed(String),
    /// The script is as small as it has to be.
    Enough,
}

/// Sees every state that is committed, in order.
pub trait Observer {
    /// A step has been taken; `checks` new verdicts were used for it.
    ///
    /// # Errors
    ///
    /// The reason for which no further step is to be taken.
    fn committed(&mut self, step: &Step, checks: usize) -> Result<(), Halt>;

    /// A shorter script is known to fail, while the step that leads to it, or to a script that is not longer,
    /// waits for further answers; `checks` new verdicts were used for it so far.
    fn found(&mut self, _script: &Script, _checks: usize) {}
}

impl State {
    /// Returns what the answers to the open questions amount to; cheap.
    ///
    /// # Errors
    ///
    /// The questions whose answers the oracle lacks.
    pub fn resolve(&self, oracle: &dyn Oracle) -> Result<Resolution, Pending> {
        let outcome = self.batch.as_ref().map(|batch| batch.evaluate(self, oracle)).transpose()?;
        let commit = outcome.as_ref().and_then(|outcome| outcome.commit.as_ref());
        let mut hasher = DefaultHasher::new();
        (self.key, commit.map(Candidate::digest)).hash(&mut hasher);
        if let Some(outcome) = &outcome {
            outcome.probes.differ_from(&self.probes).then_some(&outcome.probes).hash(&mut hasher);
            outcome.rejected.hash(&mut hasher);
            outcome.holds.hash(&mut hasher);
            self.spent_after(outcome).hash(&mut hasher);
        }
        Ok(Resolution { key: hasher.finish(), outcome })
    }

    /// Drops the facts about the commands that are about to change, if the search goes on from this state only
    /// by way of `resolution`.
    pub fn release(&self, resolution: &Resolution) {
        let candidate = resolution.outcome.as_ref().and_then(|outcome| outcome.commit.as_ref());
        let changed = candidate.into_iter().flat_map(|candidate| candidate.edit().splices().by_command());
        self.context.forget(changed.filter_map(|splices| splices.first()).map(|splice| splice.command));
    }

    /// Returns the state that follows: the costly part of a step, and a function of the resolution's key alone.
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

    /// Goes on to the next batch, or as far as one step may look.
    fn move_on(&self) -> Step {
        let Some(mut here) = self.next_batch() else { return Step { state: None, report: Report::default() } };
        let mut stage = self.turn(&here);
        for _ in 0..MAX_SCAN / self.script().nodes().max(1) {
            if stage != Stage::Between || here.batch.is_some() {
                break;
            }
            // The end is a step of its own, taken from the last place.
            let Some(next) = here.next_batch() else { break };
            stage = here.turn(&next);
            here = next;
        }
        Step { state: Some(here), report: Report { stage, ..Report::default() } }
    }

    /// Returns the stage of the way from here to `next` if no batch lies between.
    fn turn(&self, next: &State) -> Stage {
        if self.phase == next.phase { self.cursor.turn(&next.cursor) } else { Stage::Between }
    }

    /// Makes the next batch, or moves on where there is none.
    fn next_batch(&self) -> Option<State> {
        Some(match self.position()? {
            Position::OneQuery { is_asked: true, .. } => self.next_phase(),
            Position::OneQuery { task, number, is_asked: false } => self.ask_one_query(task, number),
            Position::Coarse(bets, cursor) => coarse::next_batch(self, bets, cursor),
            Position::Ddmin(tasks, cursor) => ddmin::next_batch(self, tasks, cursor),
            Position::Hierarchical(passes, cursor) => hierarchical::next_batch(self, passes, cursor),
        })
    }

    /// Asks whether the query with this number suffices.
    fn ask_one_query(&self, task: &Task, number: usize) -> State {
        let alone = leave_query(&self.context, number);
        let proposal = alone.and_then(|edit| Collector::new(self).admit(edit, task));
        let Some(proposal) = proposal else { return self.next_phase() };
        let batch = Batch { alternatives: vec![vec![proposal]], ..Batch::default() };
        self.with_batch(batch, Cursor::OneQuery(true))
    }

    /// Commits what the batch has found and moves on behind it.
    fn close(&self, outcome: &FoldOutcome) -> Step {
        let end = self.batch.as_ref().map_or(0, |batch| batch.end);
        let script = outcome.commit.as_ref().and_then(|candidate| Some((candidate, candidate.script().ok()?)));
        let mut next = match script {
            Some((candidate, script)) => {
                self.committed(candidate, script, self.cursor.moved(candidate.moved(end), true))
            }
            // A text that ddsmt cannot read is no progress, whatever the solver says.
            None => self.at(self.cursor.moved(end, false)),
        };
        if let Some(Position::Coarse(bets, cursor)) = self.position() {
            next.cursor = Cursor::Coarse(cursor.behind(bets, end, outcome, self.script().text_len()));
        }
        next.probes = outcome.probes.clone();
        next.rejected = self.rejected.with(&outcome.rejected, outcome.commit.is_some());
        next.spent = self.spent_after(outcome);
        next.size = match outcome.holds {
            Some(true) => MAX_SIZE.min(2 * self.size),
            Some(false) => self.size.div_ceil(2),
            None => self.size,
        };
        Step { state: Some(next), report: outcome.report.clone() }
    }

    /// Returns how many answers phases with a budget have used when the batch is closed.
    fn spent_after(&self, outcome: &FoldOutcome) -> u32 {
        let asked = outcome.report.answers.values().map(|answers| answers.asked).sum::<u32>();
        if self.phase().budget.is_some() { self.spent + asked } else { self.spent }
    }
}

/// The answers to the open questions of a state, taken together.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// Equal for resolutions of equal states that lead to the same state.
    pub key: u64,
    outcome: Option<FoldOutcome>,
}

impl Resolution {
    /// Whether another script follows.
    pub fn changes(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.commit.is_some())
    }

    /// Returns the report of the answered batch; none where no batch was asked.
    pub fn report(&self) -> Option<&Report> {
        self.outcome.as_ref().map(|outcome| &outcome.report)
    }
}
