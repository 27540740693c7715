//! The strategy hierarchical: one node after the other, breadth first, with
//! all mutators of a pass.
//!
//! Kremer, Niemetz, Preiner: ddSMT 2.0 (CAV 2021), section 4.2. A pass is
//! repeated until one whole scan finds nothing. A window holds nodes of one
//! level, so that none of them is below another.

use super::passes::Task;
use super::savings::Spared;
use super::window::{Collector, DEPTH, Proposal, Window};
use super::{Stage, State, position, state};
use crate::sexpr::{Digest, Node, Script};
use std::sync::Arc;

/// Where in a hierarchical phase the search is.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    pass: usize,
    /// The script when the scan began.
    scan_start: Option<Digest>,
    /// The level of the next node, from 0 for commands.
    depth: usize,
    /// The byte of the text from which on nodes of the level are looked at.
    at: u64,
    /// Alternatives of the next node that have been asked already.
    skip: usize,
    order: Option<Arc<Order>>,
}

/// The nodes of a script by level.
#[derive(Debug)]
struct Order {
    script: Digest,
    levels: Vec<Vec<(u32, u32)>>,
}

impl Order {
    fn new(script: &Script) -> Order {
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
        Order { script: script.digest(), levels }
    }
}

impl Cursor {
    /// What the way from here to `next` is called where no window lies between.
    pub(super) fn turn(&self, next: &Cursor) -> Stage {
        match next.scan_start {
            Some(_) => Stage::Between,
            None if next.pass == self.pass => Stage::Again,
            None => Stage::Exhausted,
        }
    }

    pub(super) fn moved(&self, at: u64, changed: bool) -> Cursor {
        let skip = if changed { 0 } else { self.skip };
        Cursor { at, skip, ..self.clone() }
    }
}

/// Makes the next window, or moves on where there is none.
pub(super) fn open(state: &State, passes: &[Vec<Task>], cursor: &Cursor) -> State {
    let Some(pass) = passes.get(cursor.pass).filter(|_| state.left() > 0) else { return state.next_phase() };
    let digest = state.script().digest();
    let mut cursor = cursor.clone();
    let scan_start = *cursor.scan_start.get_or_insert(digest);
    let order = match cursor.order.take() {
        Some(order) if order.script == digest => order,
        _ => Arc::new(Order::new(state.script())),
    };
    let items = pass.first().is_some_and(|task| task.items);
    let levels = if items { &order.levels[..order.levels.len().min(1)] } else { &order.levels[..] };
    let mut spared = Spared::default();
    while let Some(level) = levels.get(cursor.depth) {
        let (window, skip) = threads(state, pass, level, cursor.at, cursor.skip);
        if window.threads.is_empty() {
            spared += window.spared;
            cursor = Cursor { depth: cursor.depth + 1, at: 0, skip: 0, ..cursor };
        } else {
            cursor = Cursor { skip, order: Some(order), ..cursor };
            return state.with_window(window, state::Cursor::Hierarchical(cursor)).having_spared(spared);
        }
    }
    let pass = cursor.pass + usize::from(scan_start == digest);
    let next = Cursor { pass, order: Some(order), ..Cursor::default() };
    state.at(state::Cursor::Hierarchical(next)).having_spared(spared)
}

/// The next window of a level, and how many alternatives of the node at its
/// end it holds already.
fn threads(state: &State, pass: &[Task], level: &[(u32, u32)], at: u64, skip: usize) -> (Window, usize) {
    let script = state.script();
    let node = |&(command, index): &(u32, u32)| -> Node<'_> {
        script.tape(command as usize).node(command as usize, index as usize)
    };
    let first = level.partition_point(|place| position::of(script, node(place)) < at);
    let mut collector = Collector::new(state);
    let mut window = Window { end: script.text_len(), ..Window::default() };
    let mut skip = skip;
    let (mut left, mut held) = (state.left(), 0);
    for place in &level[first..] {
        let node = node(place);
        if window.threads.len() == state.width() || left == 0 {
            window.end = position::of(script, node);
            break;
        }
        let edits = pass
            .iter()
            .filter(|task| task.applies(&state.context, node))
            .flat_map(|task| task.edits(&state.context, node).map(move |edit| (task, edit)));
        let mut thread: Vec<Proposal> = Vec::new();
        let mut asked = 0;
        for (i, (task, edit)) in edits.enumerate().skip(skip) {
            thread.extend(collector.admit(edit, task));
            asked = i + 1;
            if thread.len() == DEPTH.min(left) {
                break;
            }
        }
        let full = thread.len() == DEPTH.min(left);
        left -= thread.len();
        if !thread.is_empty() {
            window.threads.push(thread);
        }
        if full {
            window.end = position::of(script, node);
            held = asked;
            break;
        }
        skip = 0;
    }
    window.spared = collector.spared;
    (window, held)
}
