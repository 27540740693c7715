//! The mutator that replaces terms by their arguments.

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
        Example { before: "(assert ((f)))", after: &["(assert (f))"] },
        Example {
            before: "(check-sat-using (then (par-or smt)))",
            after: &["(check-sat-using (par-or smt))", "(check-sat-using (then smt))"],
        },
        Example { before: "(declare-const x (U Bool))", after: &["(declare-const x Bool)"] },
        Example { before: "(assert (let ((a b)) a))\n(declare-const x (_ BitVec 8))", after: &[] },
    ],
};

/// Replaces a term by one of its arguments that may have the same sort.
pub(super) struct ReplaceByChild;

/// Whether a node is a term as far as one can tell.
fn may_be_term(context: &Context, node: Node<'_>) -> bool {
    matches!(context.role(node), Role::Term | Role::Unknown)
}

/// Whether a node is of no language that we know: a tactic, or a sort that is
/// made from one other sort.
fn is_of_other_kind(context: &Context, node: Node<'_>) -> bool {
    match context.role(node) {
        Role::Attribute => true,
        Role::Sort => !node.has_head("_") && node.children().count() == 2,
        _ => false,
    }
}

impl Mutator for ReplaceByChild {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        let is_replaceable = may_be_term(context, node) || is_of_other_kind(context, node);
        node.index() > 0 && node.is_list() && !node.has_head("let") && is_replaceable
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let sort = context.sort(node);
        let is_other = is_of_other_kind(context, node);
        // Where a list stands first the brackets around it may be too many.
        let inner = node.child(0).filter(|first| first.is_list() && node.children().count() == 1);
        let children = node.children().skip(1).filter(move |child| is_other || may_be_term(context, *child));
        let fitting = children.filter(move |child| {
            let child = context.sort(*child);
            !sort.is_known() || !child.is_known() || sort == child
        });
        Box::new(inner.into_iter().chain(fitting).map(move |child| Edit::hoist(node, child)))
    }
}
