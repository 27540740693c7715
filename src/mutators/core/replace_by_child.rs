//! The mutator that replaces terms by their arguments.

use super::super::Mutator;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};

/// Replaces a term by one of its arguments that may have the same sort.
pub(super) static SUBSTITUTE_CHILDREN: Mutator = Mutator {
    name: "substitute-children",
    class: "ReplaceByChild",
    summary: "replace by a child",
    examples: r"
        (declare-const a Int) |- (assert (> (+ a 1) (f a)))
            => (assert (f a)) | (assert (> a (f a))) | (assert (> 1 (f a))) | (assert (> (+ a 1) a))
        (assert ((f))) => (assert (f))
        (check-sat-using (then (par-or smt))) => (check-sat-using (par-or smt)) | (check-sat-using (then smt))
        (declare-const x (U Bool)) => (declare-const x Bool)
        (assert (let ((a b)) a)) (declare-const x (_ BitVec 8)) => none
    ",
    filter: |context, node| {
        let is_replaceable = may_be_term(context, node) || is_of_other_kind(context, node);
        node.index() > 0 && node.is_list() && !node.has_head("let") && is_replaceable
    },
    local: |context, node| {
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
    },
    ..Mutator::DEFAULT
};

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
