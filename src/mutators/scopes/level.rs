//! Opens fewer levels at once.

use super::{About, Component, Edits, Example, Mutator, closing, levels, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// Lets a push and its pop, or one that nothing closes, open one level instead of several.
pub(super) struct OneLevel;

/// One level for each of these commands, as short as it can be written.
fn one_level(commands: &[Node<'_>]) -> Option<Edit> {
    Edit::all(commands.iter().filter_map(|command| command.child(1)).map(Edit::delete))
}

impl Mutator for OneLevel {
    fn about(&self) -> About {
        About {
            name: "one-level",
            class: "OneLevel",
            summary: "push and pop one level instead of several",
            lowers: Component::Bytes,
            examples: &[
                Example {
                    before: "(push 3)\n(assert p)\n(check-sat)\n(pop 3)",
                    after: &["(push)\n(assert p)\n(check-sat)\n(pop)"],
                },
                Example { before: "(push 2)\n(check-sat)", after: &["(push)\n(check-sat)"] },
                Example { before: "(push)\n(push 1)\n(pop 2)", after: &[] },
            ],
        }
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.index() == 0 && node.has_head("push") && levels(node).is_some_and(|levels| levels > 1)
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let is_pop = |command: &Node<'a>| command.has_head("pop");
        let never_closed = !context.script().commands().skip(node.command()).any(|command| is_pop(&command));
        some(match closing(context, node) {
            Some(pop) => one_level(&[node, pop]),
            None if never_closed => one_level(&[node]),
            None => None,
        })
    }
}
