//! The mutator that drops variables that nothing uses.

use super::super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// Drops all unused variables of a `let` or quantifier at once.
///
/// The term keeps its meaning, so nearly all of these can be done at once.
pub(super) static DROP_UNUSED: Mutator = Mutator {
    name: "drop-unused",
    class: "DropUnused",
    summary: "drop unused bound variables",
    examples: r"
        (assert (forall ((x Int) (y Int) (z Int)) (let ((u x)) (p y))))
            => (assert (forall ((x Int) (y Int)) (let ((u x)) (p y))))
             | (assert (forall ((x Int) (y Int) (z Int)) (p y)))
        (assert (exists ((x Int)) (p x))) => none
    ",
    filter: |_, node| ["let", "forall", "exists"].iter().any(|head| node.has_head(head)),
    local: |context, node| some(dropped(context, node)),
    ..Mutator::DEFAULT
};

fn dropped(context: &Context, node: Node<'_>) -> Option<Edit> {
    let [list, body] = *node.app()?.1 else { return None };
    let binders: Vec<Node<'_>> = list.children().collect();
    let is_unused = |binder: &Node<'_>| {
        let symbol = binder.child(0).filter(|symbol| symbol.is_leaf());
        symbol.is_some_and(|symbol| context.uses(symbol).is_empty())
    };
    let unused: Vec<Node<'_>> = binders.iter().copied().filter(is_unused).collect();
    match unused.len() {
        0 => None,
        n if n == binders.len() => Some(Edit::hoist(node, body)),
        _ => Edit::all(unused.into_iter().map(Edit::delete)),
    }
}
