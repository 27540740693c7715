//! The mutator that erases the sessions of a script that `reset` separates.

use super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "erase-session",
    class: "EraseSession",
    summary: "erase reset and what it begins",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert p)\n(check-sat)\n(reset)\n(check-sat)\n(reset)\n(exit)",
            after: &[
                "(reset)\n(check-sat)\n(reset)\n(exit)",
                "(assert p)\n(check-sat)\n(reset)\n(exit)",
                "(assert p)\n(check-sat)\n(reset)\n(check-sat)",
            ],
        },
        Example { before: "(assert p)\n(check-sat)\n(exit)", after: &[] },
    ],
};

/// Erases a `reset` with all up to the next one, or all up to the first one:
/// nothing of it reaches another session.
pub(super) struct EraseSession;

impl Mutator for EraseSession {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.index() == 0 && (node.command() == 0 || node.has_head("reset"))
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let behind = || context.script().commands().skip(node.command() + 1);
        let rest: Vec<Node<'a>> = behind().take_while(|command| !command.has_head("reset")).collect();
        if !node.has_head("reset") && rest.len() == behind().count() {
            return none();
        }
        some(Edit::all(std::iter::once(node).chain(rest).map(Edit::delete)))
    }
}
