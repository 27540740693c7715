//! Places in a script that survive an edit: bytes of the whole text.

use crate::sexpr::{Node, Script};

/// Returns the first byte of `node` in the text of the script.
pub(super) fn of(script: &Script, node: Node<'_>) -> u64 {
    script.offset(node.command()) + node.range().start as u64
}

/// Returns the nodes that start at byte `at` or later, in pre-order.
pub(super) fn nodes_from(script: &Script, at: u64) -> impl Iterator<Item = Node<'_>> {
    let first = script.command_at(at);
    let skipped = script.commands().nth(first).map_or(0, |command| {
        let start = at.saturating_sub(script.offset(first)) as usize;
        command.tape().first_from(start)
    });
    (first..script.len()).flat_map(move |i| {
        let skip = if i == first { skipped } else { 0 };
        let tape = script.tape(i);
        (skip..tape.len()).map(move |index| tape.node(i, index))
    })
}
