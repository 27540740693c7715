//! Where in a phase a search is: the loop variables of each strategy.

use super::passes::{Bet, Body, Task};
use crate::sexpr::{Digest, Script};
use std::sync::Arc;

/// The place within a phase.
#[derive(Clone, Debug)]
pub(super) enum Cursor {
    /// Whether the only question has been asked.
    OneQuery(bool),
    Ddmin(DdminCursor),
    Hierarchical(HierarchicalCursor),
    Coarse(CoarseCursor),
}

/// The passes of a phase, with the place among them.
pub(super) enum Position<'a> {
    OneQuery { task: &'a Task, number: usize, is_asked: bool },
    Ddmin(&'a [Task], &'a DdminCursor),
    Hierarchical(&'a [Vec<Task>], &'a HierarchicalCursor),
    Coarse(&'a [Bet], &'a CoarseCursor),
}

/// The loop variables of ddmin.
#[derive(Clone, Debug, Default)]
pub(super) struct DdminCursor {
    /// The task that is running.
    pub task: usize,
    /// How many nodes are changed together; 0 before the task has begun.
    pub block: usize,
    /// The byte of the text where the next block starts.
    pub at: u64,
    /// The script when the task began.
    pub task_start: Option<Digest>,
    /// The script when the round began.
    pub round_start: Option<Digest>,
}

/// Where each task of the coarse phase is.
#[derive(Clone, Debug, Default)]
pub(super) struct CoarseCursor {
    /// The round of each task; empty before the phase has begun.
    pub rounds: Vec<Round>,
    /// The task of the batch that was made last.
    pub task: usize,
    /// Number of bytes that were read to check sorts since the last question.
    pub read: u64,
}

/// A round of a task: blocks that would gain about as many bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    /// About how many bytes a block gains; 0 where there is nothing to gain.
    pub size: u64,
    /// The byte of the text where the next block starts.
    pub at: u64,
    /// The end of the node that was last asked alone.
    pub inside_end: u64,
    /// The most bytes that a node in that one may gain to be asked alone: a node that gains about as much as the outer
    /// one would be rejected, too.
    pub inside_most: i64,
    /// A node is asked alone only if it gains fewer bytes: what gains more was asked in an earlier round.
    pub most: i64,
    /// Number of edits that have been asked, for a task that asks the edits of a command one by one.
    pub skip: u32,
    /// The bytes that all blocks of the round before `at` would gain.
    pub seen: u64,
    /// The bytes of all blocks that were asked, in all rounds, and how many blocks were rejected and accepted.
    pub asked: u64,
    pub rejected: u32,
    pub accepted: u32,
}

/// The loop variables of hierarchical.
#[derive(Clone, Debug, Default)]
pub(super) struct HierarchicalCursor {
    /// The pass that is running.
    pub pass: usize,
    /// The script when the scan began.
    pub scan_start: Option<Digest>,
    /// The level of the next node, from 0 for commands.
    pub depth: usize,
    /// The byte of the text from which on nodes of the level are looked at.
    pub at: u64,
    /// Alternatives of the next node that have been asked already.
    pub skip: usize,
    /// The nodes by level, of the script for which they were last listed.
    pub levels: Option<Arc<Levels>>,
}

/// The nodes of a script by level, each as its command and index.
#[derive(Debug)]
pub(super) struct Levels {
    pub script: Digest,
    pub levels: Vec<Vec<(u32, u32)>>,
}

impl Levels {
    pub fn of(script: &Script) -> Levels {
        let mut levels: Vec<Vec<(u32, u32)>> = Vec::new();
        // The ends of the open lists.
        let mut open: Vec<usize> = Vec::new();
        for command in script.commands() {
            for node in command.subtree() {
                while open.last().is_some_and(|&end| end <= node.index()) {
                    open.pop();
                }
                if levels.len() == open.len() {
                    levels.push(Vec::new());
                }
                levels[open.len()].push((node.command() as u32, node.index() as u32));
                open.push(node.index() + node.size());
            }
            open.clear();
        }
        Levels { script: script.digest(), levels }
    }
}

/// A place in a strategy, for the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Between two batches.
    #[default]
    Between,
    /// Behind a scan of hierarchical that changed something: the pass begins anew.
    Again,
    /// Behind a scan of hierarchical that changed nothing: the pass has ended.
    Exhausted,
    /// A mutator of ddmin, by its name, on blocks of this many nodes. The one-query and coarse phases count as ddmin
    /// with blocks of one, in the log and in events, too.
    Ddmin(&'static str, usize),
    /// A pass of hierarchical.
    Hierarchical,
}

impl Cursor {
    /// Returns the start of a phase.
    pub fn start(body: Option<&Body>) -> Cursor {
        match body {
            Some(Body::OneQuery(..)) => Cursor::OneQuery(false),
            Some(Body::Coarse(_)) => Cursor::Coarse(CoarseCursor::default()),
            Some(Body::Hierarchical(_)) => Cursor::Hierarchical(HierarchicalCursor::default()),
            Some(Body::Ddmin(_)) | None => Cursor::Ddmin(DdminCursor::default()),
        }
    }

    /// Returns the same place in the phase, from which the text behind byte `at` is to be looked at.
    pub fn moved(&self, at: u64, changed: bool) -> Cursor {
        match self {
            Cursor::OneQuery(_) | Cursor::Coarse(_) => self.clone(),
            Cursor::Ddmin(cursor) => Cursor::Ddmin(DdminCursor { at, ..cursor.clone() }),
            Cursor::Hierarchical(cursor) => {
                let skip = if changed { 0 } else { cursor.skip };
                Cursor::Hierarchical(HierarchicalCursor { at, skip, ..cursor.clone() })
            }
        }
    }

    /// Returns the place together with the passes of the phase that it was started for; none for another phase.
    pub fn within<'a>(&'a self, body: &'a Body) -> Option<Position<'a>> {
        Some(match (body, self) {
            (Body::OneQuery(task, number), &Cursor::OneQuery(is_asked)) => {
                Position::OneQuery { task, number: *number, is_asked }
            }
            (Body::Ddmin(tasks), Cursor::Ddmin(cursor)) => Position::Ddmin(tasks, cursor),
            (Body::Hierarchical(passes), Cursor::Hierarchical(cursor)) => Position::Hierarchical(passes, cursor),
            (Body::Coarse(bets), Cursor::Coarse(cursor)) => Position::Coarse(bets, cursor),
            _ => return None,
        })
    }

    /// Returns the stage of the way from here to `next` if no batch lies between.
    pub fn turn(&self, next: &Cursor) -> Stage {
        match (self, next) {
            (Cursor::Hierarchical(here), Cursor::Hierarchical(there)) => match there.scan_start {
                Some(_) => Stage::Between,
                None if there.pass == here.pass => Stage::Again,
                None => Stage::Exhausted,
            },
            _ => Stage::Between,
        }
    }
}

impl Position<'_> {
    /// Returns the stage to which a batch that is made here belongs.
    pub fn stage(&self) -> Option<Stage> {
        Some(match self {
            Position::OneQuery { task, .. } => Stage::Ddmin(task.mutator.name, 1),
            Position::Ddmin(tasks, cursor) => Stage::Ddmin(tasks.get(cursor.task)?.mutator.name, cursor.block),
            Position::Hierarchical(..) => Stage::Hierarchical,
            Position::Coarse(bets, cursor) => Stage::Ddmin(bets.get(cursor.task)?.task.mutator.name, 1),
        })
    }
}
