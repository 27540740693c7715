//! Replaces terms by their arguments.

use super::super::{About, Edits, Example, Mutator};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};

const ABOUT: About = About {
    name: "substitute-children",
    class: "ReplaceByChild",
    summary: "replace by a child",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const a Int)\n(assert (> (+ a 1) (f a)))",
            after: &[
                "(declare-const a Int)\n(assert (f a))",
                "(declare-const a Int)\n(assert (> a (f a)))",
                "(declare-const a Int)\n(assert (> 1 (f a)))",
                "(declare-const a Int)\n(assert (> (+ a 1) a))",
            ],
        },
        Example { before: "(assert (let ((a b)) a))\n(declare-const x (_ BitVec 8))", after: &[] },
    ],
};

/// Replaces a term by one of its arguments that may have the same sort.
pub(super) struct ReplaceByChild;

/// Whether a node is a term as far as one can tell.
fn may_be_term(context: &Context, node: Node<'_>) -> bool {
    matches!(context.role(node), Role::Term | Role::Unknown)
}

impl Mutator for ReplaceByChild {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        node.index() > 0 && node.is_list() && !node.has_head("let") && may_be_term(context, node)
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let sort = context.sort(node);
        let children = node.children().skip(1).filter(move |child| may_be_term(context, *child));
        let fitting = children.filter(move |child| {
            let child = context.sort(*child);
            !sort.is_known() || !child.is_known() || sort == child
        });
        Box::new(fitting.map(move |child| Edit::hoist(node, child)))
    }
}
