//! The strategy ddmin: one mutator after the other, on blocks of nodes.
//!
//! Kremer, Niemetz, Preiner: ddSMT 2.0 (CAV 2021), section 4.1:
//!
//! ```text
//! repeat until a round changes nothing:
//!     for each task (a mutator and the nodes that it is used on):
//!         for block = all nodes, half of them, a quarter, .. 1:
//!             for each run of `block` nodes: ask for the first edit of each, at once;
//!                 for a single node: ask for its edits one after the other
//! ```
//!
//! A task that is to be repeated is run until it changes nothing. The loops are left and entered again between
//! batches; [`DdminCursor`] holds their variables.

use super::Pruned;
use super::batch::{Batch, MAX_ALTERNATIVES, Proposal};
use super::collector::Collector;
use super::cursor::{Cursor, DdminCursor};
use super::passes::Task;
use super::state::State;
use crate::sexpr::{Edit, Merger, Node};

/// Number of bytes from which on an edit that lengthens the script is no part of a block. Hundreds of them would take
/// seconds and gigabytes to join, and hardly any search can afford one.
const MAX_GROWTH: usize = 1 << 20;

/// Makes the next batch, or moves on where there is none.
pub(super) fn next_batch(state: &State, tasks: &[Task], cursor: &DdminCursor) -> State {
    let digest = state.script().digest();
    let mut cursor = cursor.clone();
    let round_start = *cursor.round_start.get_or_insert(digest);
    let Some(task) = tasks.get(cursor.task) else {
        let again = DdminCursor { round_start: Some(digest), ..DdminCursor::default() };
        return if digest != round_start { state.at(Cursor::Ddmin(again)) } else { state.next_phase() };
    };
    if cursor.block == 0 {
        cursor.task_start = Some(digest);
        cursor.at = 0;
        cursor.block = nodes(state, task, 0).count();
    }
    let mut pruned = Pruned::default();
    if cursor.block > 0 {
        let Blocks { batch, have_edits } = blocks(state, task, cursor.block, cursor.at);
        if !batch.alternatives.is_empty() {
            return state.with_batch(batch, Cursor::Ddmin(cursor));
        }
        pruned = batch.pruned;
        // Where no node has an edit, smaller blocks have none either.
        let is_exhausted = cursor.at == 0 && !have_edits;
        (cursor.block, cursor.at) = (if is_exhausted { 0 } else { cursor.block / 2 }, 0);
    }
    if cursor.block == 0 {
        let again = task.repeat && cursor.task_start != Some(digest);
        cursor.task += usize::from(!again);
    }
    state.at(Cursor::Ddmin(cursor)).having_pruned(pruned)
}

/// Returns the nodes from byte `at` on that the task's mutator may change.
fn nodes<'a>(state: &'a State, task: &'a Task, at: u64) -> Box<dyn Iterator<Item = Node<'a>> + 'a> {
    let context = &*state.context;
    let all: Box<dyn Iterator<Item = Node<'a>> + 'a> = if task.items {
        Box::new(context.script().commands_from(context.script().command_at(at)))
    } else {
        Box::new(context.script().nodes_from(at))
    };
    Box::new(all.take_while(|_| !state.is_cancelled()).filter(|node| task.applies(context, *node)))
}

/// Returns the edits of one node, of which there may be thousands, until the search has to end.
fn nearest<'a>(state: &'a State, task: &'a Task, node: Node<'a>) -> impl Iterator<Item = Edit> {
    task.nearest(&state.context, node).take_while(|_| !state.is_cancelled())
}

/// A batch of blocks.
#[derive(Default)]
struct Blocks {
    batch: Batch,
    /// Whether any node has an edit; not set where blocks are single nodes.
    have_edits: bool,
}

/// Returns the next batch: blocks of `block` nodes each.
fn blocks(state: &State, task: &Task, block: usize, at: u64) -> Blocks {
    let script = state.script();
    let mut collector = Collector::new(state);
    let mut nodes = nodes(state, task, at).peekable();
    let mut blocks = Blocks::default();
    while blocks.batch.alternatives.len() < state.batch_size()
        && let Some(first) = nodes.peek()
    {
        let at = script.offset_of(*first);
        let mut alternatives = Vec::new();
        if block == 1 {
            let edits = nodes.next().into_iter().flat_map(|node| nearest(state, task, node));
            alternatives.extend(edits.flat_map(|edit| collector.admit_each(edit, task)).take(MAX_ALTERNATIVES));
        } else {
            let again = || self::nodes(state, task, at).take(block);
            alternatives.extend(union(state, task, nodes.by_ref().take(block), again, &mut blocks));
        }
        if !alternatives.is_empty() {
            blocks.batch.alternatives.push(alternatives);
        }
    }
    blocks.batch.pruned += collector.pruned;
    blocks.batch.end = nodes.peek().map_or(script.text_len(), |node| script.offset_of(*node));
    blocks
}

/// Returns the edits of all nodes as one proposal: the first edit of each node or, if these are not admissible
/// together, the first admissible edit of each. Where it applies, a second proposal keeps the declarations that
/// the edits leave without a use.
///
/// The nodes are listed twice rather than held: there may be millions of them.
fn union<'a, N: Iterator<Item = Node<'a>>>(
    state: &'a State,
    task: &'a Task,
    nodes: impl Iterator<Item = Node<'a>>,
    again: impl Fn() -> N,
    blocks: &mut Blocks,
) -> Vec<Proposal> {
    let mut collector = Collector::new(state);
    let Some(first) = joined(nodes, |node| task.nearest(&state.context, node).next()) else { return Vec::new() };
    blocks.have_edits = true;
    let union = collector.allow(first.clone(), task).or_else(|| {
        let mut single = Collector::new(state);
        let admissible = joined(again(), |node| {
            let allowed = nearest(state, task, node).find_map(|edit| single.allow(edit, task));
            allowed.map(|proposal| proposal.candidate.edit().clone())
        });
        collector.allow(admissible?, task)
    });
    let union = union.and_then(|proposal| collector.unless_rejected(proposal));
    let all = union.into_iter().chain(collector.keep_unused(first, task)).collect();
    blocks.batch.pruned += collector.pruned;
    all
}

/// Joins the chosen edits of all nodes, if there are any; of two edits that overlap the first stays.
fn joined<'a>(nodes: impl Iterator<Item = Node<'a>>, mut choose: impl FnMut(Node<'a>) -> Option<Edit>) -> Option<Edit> {
    let mut merger = Merger::default();
    // The last replaced range: nodes inside it are gone.
    let (mut gone, mut has_edits) = ((0, 0), false);
    for node in nodes {
        if node.command() == gone.0 && node.range().end <= gone.1 {
            continue;
        }
        let Some(edit) = choose(node) else { continue };
        if let Some(splice) = edit.splices().only() {
            gone = (splice.command, splice.end);
        }
        has_edits |= !edit.is_empty();
        if edit.splices().growth() <= MAX_GROWTH {
            merger.push(edit.splices());
        }
    }
    has_edits.then(|| merger.most())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutators::{Mutator, proposing};
    use crate::sexpr::{Gaps, parse};
    use crate::strategy::{SearchSettings, Strategy};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};

    static CANCELLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

    /// Proposes the same edit without end, and cancels the search after a few.
    static ENDLESS: Mutator = proposing(|_, node| {
        Some(Box::new((0..).map(move |number| {
            CANCELLED.get().expect("it is set").store(number >= 3, Ordering::Relaxed);
            assert!(number < 9, "edits are made though the search has to end");
            Edit::replace(node, b"(a)")
        })))
    });

    #[test]
    fn no_further_edits_of_a_node_are_made_when_the_search_has_to_end() {
        let script = parse(b"(b c)", Gaps::Canonical).expect("parses");
        let state = State::new(script.clone(), &SearchSettings::new(Strategy::Ddmin, &script));
        CANCELLED.set(state.plan.settings.cancelled.clone()).expect("once");
        let task = Task { mutator: &ENDLESS, head: None, items: true, no_lets: false, repeat: false };
        assert_eq!(blocks(&state, &task, 1, 0).batch.alternatives.len(), 1);
    }

    #[test]
    fn an_edit_that_lengthens_the_script_much_is_no_part_of_a_block() {
        let script = parse(b"(f a b)", Gaps::Canonical).expect("parses");
        let long = vec![b'x'; MAX_GROWTH + 2];
        let replaced =
            |node: Node<'_>| node.is_leaf().then(|| Edit::replace(node, if node.is("a") { &long } else { b"c" }));
        let joined = joined(script.every_node(), replaced).expect("there are edits");
        assert_eq!(joined.splices().iter().map(|splice| splice.text.len()).collect::<Vec<_>>(), [1, 1]);
    }
}
