//! The strategy ddmin: one mutator after the other, on groups of nodes.
//!
//! Kremer, Niemetz, Preiner: ddSMT 2.0 (CAV 2021), section 4.1: all nodes that
//! a mutator applies to are changed at once, then halves of them, down to
//! single nodes with all their alternatives; all mutators in turn until nothing
//! changes any more.

use super::passes::Task;
use super::savings::Spared;
use super::window::{Collector, DEPTH, Proposal, Window};
use super::{Stage, State, position, state};
use crate::sexpr::{Digest, Edit, Node, Pile};

/// Where in a ddmin phase the search is.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    /// The task that is running.
    task: usize,
    /// How many nodes are changed together; 0 before the task has begun.
    block: usize,
    /// The byte of the text where the next block starts.
    at: u64,
    /// The script when the task began.
    task_start: Option<Digest>,
    /// The script when the round began.
    round_start: Option<Digest>,
}

impl Cursor {
    pub(super) fn moved(&self, at: u64) -> Cursor {
        Cursor { at, ..self.clone() }
    }

    pub(super) fn stage(&self, tasks: &[Task]) -> Stage {
        tasks.get(self.task).map_or(Stage::Between, |task| Stage::Ddmin(task.mutator.summary(), self.block))
    }
}

/// Makes the next window, or moves on where there is none.
pub(super) fn open(state: &State, tasks: &[Task], cursor: &Cursor) -> State {
    let digest = state.script().digest();
    let mut cursor = cursor.clone();
    let round_start = *cursor.round_start.get_or_insert(digest);
    let Some(task) = tasks.get(cursor.task) else {
        let again = Cursor { round_start: Some(digest), ..Cursor::default() };
        return if digest != round_start { state.at(state::Cursor::Ddmin(again)) } else { state.next_phase() };
    };
    if cursor.block == 0 {
        cursor.task_start = Some(digest);
        cursor.at = 0;
        cursor.block = nodes(state, task, 0).count();
    }
    let mut spared = Spared::default();
    if cursor.block > 0 {
        let blocks = blocks(state, task, cursor.block, cursor.at);
        if !blocks.window.threads.is_empty() {
            return state.with_window(blocks.window, state::Cursor::Ddmin(cursor));
        }
        spared = blocks.window.spared;
        // Where no node has an edit, smaller blocks have none either.
        let is_exhausted = cursor.at == 0 && !blocks.have_edits;
        (cursor.block, cursor.at) = (if is_exhausted { 0 } else { cursor.block / 2 }, 0);
    }
    if cursor.block == 0 {
        let again = task.repeat && cursor.task_start != Some(digest);
        cursor.task += usize::from(!again);
    }
    state.at(state::Cursor::Ddmin(cursor)).having_spared(spared)
}

/// The nodes from byte `at` on that the task's mutator may change.
fn nodes<'a>(state: &'a State, task: &'a Task, at: u64) -> Box<dyn Iterator<Item = Node<'a>> + 'a> {
    let context = &*state.context;
    let applies = move |node: &Node<'a>| task.applies(context, *node);
    if task.items {
        let from = context.script().command_at(at);
        Box::new(context.script().commands().skip(from).filter(applies))
    } else {
        Box::new(position::nodes_from(context.script(), at).filter(applies))
    }
}

/// A window of blocks.
#[derive(Default)]
struct Blocks {
    window: Window,
    /// Whether any node has an edit that may be asked, be it alone.
    have_edits: bool,
}

/// The next window: blocks of `block` nodes each.
fn blocks(state: &State, task: &Task, block: usize, at: u64) -> Blocks {
    let script = state.script();
    let mut collector = Collector::new(state);
    let mut nodes = nodes(state, task, at).peekable();
    let mut blocks = Blocks::default();
    while blocks.window.threads.len() < state.width()
        && let Some(first) = nodes.peek()
    {
        let at = position::of(script, *first);
        let mut thread = Vec::new();
        if block == 1 {
            let edits = nodes.next().into_iter().flat_map(|node| task.nearest(&state.context, node));
            thread.extend(edits.filter_map(|edit| collector.admit(edit, task)).take(DEPTH));
        } else {
            let again = || self::nodes(state, task, at).take(block);
            thread.extend(union(state, task, nodes.by_ref().take(block), again, &mut blocks));
        }
        if !thread.is_empty() {
            blocks.window.threads.push(thread);
        }
    }
    blocks.window.spared += collector.spared;
    blocks.window.end = nodes.peek().map_or(script.text_len(), |node| position::of(script, *node));
    blocks
}

/// The edits of all nodes at once: the first one of each, or, where these
/// together are not admissible, the first admissible one of each.
///
/// The nodes are found twice rather than held: there may be millions of them.
fn union<'a, N: Iterator<Item = Node<'a>>>(
    state: &'a State,
    task: &'a Task,
    nodes: impl Iterator<Item = Node<'a>>,
    again: impl Fn() -> N,
    blocks: &mut Blocks,
) -> Option<Proposal> {
    let mut collector = Collector::new(state);
    let first = joined(nodes, |node| task.nearest(&state.context, node).next())?;
    blocks.have_edits = true;
    let union = collector.allow(first, task).or_else(|| {
        let mut single = Collector::new(state);
        let admissible = joined(again(), |node| {
            let allowed = task.nearest(&state.context, node).find_map(|edit| single.allow(edit, task));
            allowed.map(|proposal| proposal.candidate.edit().clone())
        });
        collector.allow(admissible?, task)
    });
    let union = union.and_then(|proposal| collector.hold(proposal));
    blocks.window.spared += collector.spared;
    union
}

/// The chosen edits of all nodes at once; of two that overlap the first stays.
fn joined<'a>(nodes: impl Iterator<Item = Node<'a>>, mut choose: impl FnMut(Node<'a>) -> Option<Edit>) -> Option<Edit> {
    let mut pile = Pile::default();
    // The last replaced range: nodes inside it are gone.
    let mut gone = (0, 0);
    for node in nodes {
        if node.command() == gone.0 && node.range().end <= gone.1 {
            continue;
        }
        let Some(edit) = choose(node) else { continue };
        if let Some(splice) = edit.splices().only() {
            gone = (splice.command, splice.end);
        }
        pile.push(&edit);
    }
    Some(pile.most()).filter(|all| !all.is_empty())
}
