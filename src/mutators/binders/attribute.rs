//! The mutator that makes attributes of annotated terms go one by one.

use super::super::Mutator;
use crate::sexpr::{Edit, Node};

/// Drops one of several attributes: a pattern, a name, a weight.
pub(super) static DROP_ATTRIBUTE: Mutator = Mutator {
    name: "drop-attribute",
    class: "DropAttribute",
    summary: "drop one attribute of a term",
    examples: r"
        (assert (forall ((x Int)) (! (p x) :pattern ((p x)) :weight 3)))
            => (assert (forall ((x Int)) (! (p x) :weight 3))) | (assert (forall ((x Int)) (! (p x) :pattern ((p x)))))
        (assert (! p :named a)) (assert (! p :skolem)) => none
    ",
    filter: |_, node| node.has_head("!") && node.arity() > 3,
    local: |_, node| {
        let attributes = Some(attributes(node)).filter(|all| all.len() > 1).into_iter().flatten();
        Box::new(attributes.map(|(first, last)| Edit::delete_between(first, last)))
    },
    ..Mutator::DEFAULT
};

/// The attributes of `(! term ...)`: first and last node of each.
pub(in super::super) fn attributes(node: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let mut found: Vec<(Node<'_>, Node<'_>)> = Vec::new();
    for child in node.children().skip(2) {
        match found.last_mut() {
            _ if child.leaf().is_some_and(|leaf| leaf.starts_with(b":")) => found.push((child, child)),
            Some((_, last)) => *last = child,
            None => {}
        }
    }
    found
}
