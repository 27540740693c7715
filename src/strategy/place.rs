//! The place of a search, to show it to the user, and a way to skip the rest of a pass.

use super::cursor::{Cursor, DdminCursor, HierarchicalCursor, Position};
use super::state::State;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Where a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The strategy of the phase.
    pub strategy: &'static str,
    /// The number of the phase, from 1, and the number of phases.
    pub phase: (usize, usize),
    /// The number of the pass within the phase, from 1, and the number of passes.
    pub pass: (usize, usize),
    /// The mutator whose candidates are asked first.
    pub mutator: Option<&'static str>,
    /// Number of nodes that are changed together; none where each is changed alone.
    pub block: Option<usize>,
    /// The part of the pass that is done, from 0 to 1, if nothing more is found.
    pub share: f64,
}

impl State {
    /// Returns where the search is; none at its end.
    pub fn place(&self) -> Option<Place> {
        let phase = self.plan.phases.get(self.phase)?;
        let through = |at: u64| at as f64 / self.script().text_len().max(1) as f64;
        let asked = self.batch.iter().flat_map(|batch| batch.alternatives.iter().flatten());
        let mutator = asked.map(|proposal| proposal.mutator).next();
        let (strategy, pass, mutator, block, share) = match self.position()? {
            Position::Ddmin(tasks, cursor) => {
                let task = tasks.get(cursor.task)?;
                // Each halving of the blocks doubles their number.
                let share = (1.0 + through(cursor.at)) / (2 * cursor.block.max(1)) as f64;
                ("ddmin", (cursor.task, tasks.len()), Some(task.mutator.name), Some(cursor.block), share)
            }
            Position::Hierarchical(passes, cursor) => {
                let name = if phase.budget.is_some() { "end game" } else { "hierarchical" };
                (name, (cursor.pass, passes.len()), mutator, None, scanned(cursor, through(cursor.at)))
            }
            Position::Coarse(..) => ("coarse", (0, 1), mutator, None, 0.0),
            Position::OneQuery { .. } => ("one query", (0, 1), mutator, None, 0.0),
        };
        let phase = (self.phase + 1, self.plan.phases.len());
        Some(Place { strategy, phase, pass: (pass.0 + 1, pass.1), mutator, block: block.filter(|n| *n > 1), share })
    }

    /// Returns the same search without the rest of the running pass.
    pub fn without_pass(&self) -> State {
        if self.phase == self.plan.phases.len() {
            return self.clone();
        }
        let mut next = match &self.cursor {
            &Cursor::Ddmin(DdminCursor { task, round_start, .. }) => {
                let next = DdminCursor { task: task + 1, round_start, ..DdminCursor::default() };
                self.at(Cursor::Ddmin(next))
            }
            Cursor::Hierarchical(HierarchicalCursor { pass, levels, .. }) => {
                let (pass, levels) = (pass + 1, levels.clone());
                self.at(Cursor::Hierarchical(HierarchicalCursor { pass, levels, ..Default::default() }))
            }
            Cursor::OneQuery(_) | Cursor::Coarse(_) => self.next_phase(),
        };
        let hashes = BuildHasherDefault::<DefaultHasher>::default();
        next.key = hashes.hash_one((self.key, "without the rest of the pass"));
        next
    }
}

/// Returns the part of the nodes that a scan of hierarchical has looked at, from 0 to 1.
fn scanned(cursor: &HierarchicalCursor, through: f64) -> f64 {
    let Some(levels) = cursor.levels.as_ref().map(|known| &known.levels) else { return 0.0 };
    let nodes = |levels: &[Vec<(u32, u32)>]| levels.iter().map(Vec::len).sum::<usize>() as f64;
    let depth = cursor.depth.min(levels.len());
    let level = levels.get(depth).map_or(0.0, |level| level.len() as f64 * through);
    (nodes(&levels[..depth]) + level) / nodes(levels).max(1.0)
}
