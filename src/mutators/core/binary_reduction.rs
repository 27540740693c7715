//! The mutator that deletes halves, quarters, eighths, ... of long lists.

use super::super::{Mutator, none};
use crate::sexpr::{Edit, Node};
use std::ops::Range;

/// Deletes runs of children of long lists, and runs of commands.
pub(super) static BINARY_REDUCTION: Mutator = Mutator {
    name: "binary-reduction",
    summary: "binary reduction",
    examples: r"
        (or a b c d e f g)
            => (or a b c) | (or d e f g) | (or a b c d e) | (or a b c f g) | (or a d e f g) | (or b c d e f g)
        (a) (b) (c) (d) (e) => (a) (b) | (c) (d) (e)
        (or a b c) (f) => none
    ",
    filter: |_, node| (node.command(), node.index()) == (0, 0) || node.size() > LONG,
    local: |_, node| {
        let len = node.arity();
        if len < LONG {
            return none();
        }
        let children: Vec<Node<'_>> = node.children().collect();
        // What stands first in a list is its operator, unless it is a list.
        let first = usize::from(children[0].is_leaf());
        let runs = runs(len).map(move |run| run.start.max(first)..run.end);
        Box::new(runs.map(move |run| Edit::delete_between(children[run.start], children[run.end - 1])))
    },
    global: |context, node| {
        if (node.command(), node.index()) != (0, 0) {
            return none();
        }
        let commands: Vec<Node<'_>> = context.script().commands().collect();
        let len = commands.len();
        let edit = move |run: Range<usize>| Edit::all(commands[run].iter().map(|command| Edit::delete(*command)));
        Box::new(runs(len).filter_map(edit))
    },
    ..Mutator::DEFAULT
};

/// Lists shorter than this are left to single deletions.
const LONG: usize = 8;

/// Runs of a list of `len` elements: the halves, the quarters, and so on
/// down to runs of two, each time from the back.
pub(super) fn runs(len: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = std::iter::successors(Some(2), |parts| Some(parts * 2)).take_while(move |parts| 2 * parts <= len);
    parts.flat_map(move |parts| (0..parts).rev().map(move |i| i * len / parts..(i + 1) * len / parts))
}
