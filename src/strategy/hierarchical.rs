//! The strategy hierarchical: one node after the other, breadth first, with all mutators of a pass.
//!
//! Kremer, Niemetz, Preiner: ddSMT 2.0 (CAV 2021), section 4.2:
//!
//! ```text
//! for each pass (a list of tasks):
//!     repeat until a scan changes nothing:
//!         for each level of the script, from commands down:
//!             for each node of the level, for each task of the pass:
//!                 ask for its edits one after the other
//! ```
//!
//! A batch holds nodes of one level, so that none of them is below another. The loops are left and entered
//! again between batches; [`HierarchicalCursor`] holds their variables.

use super::Pruned;
use super::batch::{Batch, MAX_ALTERNATIVES};
use super::collector::Collector;
use super::cursor::{Cursor, HierarchicalCursor, Levels};
use super::passes::Task;
use super::state::State;
use crate::sexpr::Node;
use std::sync::Arc;

/// Makes the next batch, or moves on where there is none.
pub(super) fn next_batch(state: &State, passes: &[Vec<Task>], cursor: &HierarchicalCursor) -> State {
    let Some(pass) = passes.get(cursor.pass).filter(|_| state.answers_left() > 0) else { return state.next_phase() };
    let digest = state.script().digest();
    let mut cursor = cursor.clone();
    let scan_start = *cursor.scan_start.get_or_insert(digest);
    let known = match cursor.levels.take() {
        Some(levels) if levels.script == digest => levels,
        _ => Arc::new(Levels::of(state.script())),
    };
    let items = pass.first().is_some_and(|task| task.items);
    let levels = if items { &known.levels[..known.levels.len().min(1)] } else { &known.levels[..] };
    let mut pruned = Pruned::default();
    while let Some(level) = levels.get(cursor.depth) {
        let (batch, skip) = batch(state, pass, level, cursor.at, cursor.skip);
        if !batch.alternatives.is_empty() {
            cursor = HierarchicalCursor { skip, levels: Some(known), ..cursor };
            return state.with_batch(batch, Cursor::Hierarchical(cursor)).having_pruned(pruned);
        }
        pruned += batch.pruned;
        cursor = HierarchicalCursor { depth: cursor.depth + 1, at: 0, skip: 0, ..cursor };
    }
    let pass = cursor.pass + usize::from(scan_start == digest);
    let next = HierarchicalCursor { pass, levels: Some(known), ..HierarchicalCursor::default() };
    state.at(Cursor::Hierarchical(next)).having_pruned(pruned)
}

/// Returns the next batch of a level, and how many alternatives of the node at its end the batch holds already.
fn batch(state: &State, pass: &[Task], level: &[(u32, u32)], at: u64, mut skip: usize) -> (Batch, usize) {
    let script = state.script();
    let node = |&(command, index): &(u32, u32)| -> Node<'_> {
        script.tape(command as usize).node(command as usize, index as usize)
    };
    let first = level.partition_point(|place| script.offset_of(node(place)) < at);
    let mut collector = Collector::new(state);
    let mut batch = Batch { end: script.text_len(), ..Batch::default() };
    let (mut left, mut held) = (state.answers_left(), 0);
    for place in &level[first..] {
        let node = node(place);
        if batch.alternatives.len() == state.batch_size() || left == 0 || state.is_cancelled() {
            batch.end = script.offset_of(node);
            break;
        }
        let tasks = pass.iter().filter(|task| task.applies(&state.context, node));
        let edits = tasks.flat_map(|task| task.edits(&state.context, node).map(move |edit| (task, edit)));
        let most = MAX_ALTERNATIVES.min(left);
        let mut alternatives = Vec::new();
        let mut seen = 0;
        for (i, (task, edit)) in edits.enumerate().skip(skip) {
            alternatives.extend(collector.admit_each(edit, task));
            seen = i + 1;
            if alternatives.len() >= most || state.is_cancelled() {
                break;
            }
        }
        let is_full = alternatives.len() >= most;
        left = left.saturating_sub(alternatives.len());
        if !alternatives.is_empty() {
            batch.alternatives.push(alternatives);
        }
        if is_full {
            batch.end = script.offset_of(node);
            held = seen;
            break;
        }
        skip = 0;
    }
    batch.pruned = collector.pruned;
    (batch, held)
}
