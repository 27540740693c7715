//! The mutator that opens fewer levels at once.

use super::{About, Edits, Example, Mutator, levels, lower, none, pops};
use crate::sexpr::Node;
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "one-level",
    class: "OneLevel",
    summary: "push and pop one level instead of several",
    may_grow: false,
    examples: &[
        Example {
            before: "(push 3)\n(assert p)\n(check-sat)\n(pop 3)",
            after: &["(push)\n(assert p)\n(check-sat)\n(pop)"],
        },
        Example { before: "(push 2)\n(check-sat)", after: &["(push)\n(check-sat)"] },
        Example {
            before: "(push)\n(push 3)\n(check-sat)\n(pop 2)\n(pop 2)",
            after: &["(push)\n(push)\n(check-sat)\n(pop 2)", "(push)\n(push)\n(check-sat)\n(pop)\n(pop)"],
        },
        Example { before: "(push)\n(push 1)\n(pop 2)", after: &[] },
    ],
};

/// Lets a push open one level instead of several, and takes the others from the
/// pops that close them.
pub(super) struct OneLevel;

impl Mutator for OneLevel {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.index() == 0 && node.has_head("push") && levels(node).is_some_and(|levels| levels > 1)
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(pops) = pops(context, node) else { return none() };
        let last = pops.len() - 1;
        let is_split = pops[0].map(Node::command) != pops[last].map(Node::command);
        let kept = std::iter::once(0).chain(is_split.then_some(last));
        Box::new(kept.filter_map(move |kept| lower(node, &pops, Some(kept))))
    }
}
