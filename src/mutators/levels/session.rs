//! The mutator that erases the sessions of a script that `reset` separates.

use super::{Mutator, none, some};
use crate::sexpr::{Edit, Node};

/// Erases a `reset` with all up to the next one, or all up to the first one:
/// nothing of it reaches another session.
pub(super) static ERASE_SESSION: Mutator = Mutator {
    name: "erase-session",
    class: "EraseSession",
    summary: "erase reset and what it begins",
    examples: r"
        (assert p) (check-sat) (reset) (check-sat) (reset) (exit)
            => (reset) (check-sat) (reset) (exit) | (assert p) (check-sat) (reset) (exit)
             | (assert p) (check-sat) (reset) (check-sat)
        (assert p) (check-sat) (exit) => none
    ",
    filter: |_, node| node.index() == 0 && (node.command() == 0 || node.has_head("reset")),
    global: |context, node| {
        let behind = || context.script().commands().skip(node.command() + 1);
        let rest: Vec<Node<'_>> = behind().take_while(|command| !command.has_head("reset")).collect();
        if !node.has_head("reset") && rest.len() == behind().count() {
            return none();
        }
        some(Edit::all(std::iter::once(node).chain(rest).map(Edit::delete)))
    },
    ..Mutator::DEFAULT
};
