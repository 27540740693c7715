//! The mutator that makes attributes of annotated terms go one by one.

use super::super::{About, Edits, Example, Mutator};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "drop-attribute",
    class: "DropAttribute",
    summary: "drop one attribute of a term",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert (forall ((x Int)) (! (p x) :pattern ((p x)) :weight 3)))",
            after: &[
                "(assert (forall ((x Int)) (! (p x) :weight 3)))",
                "(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))",
            ],
        },
        Example { before: "(assert (! p :named a))\n(assert (! p :skolem))", after: &[] },
    ],
};

/// Drops one of several attributes: a pattern, a name, a weight.
pub(super) struct DropAttribute;

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

impl Mutator for DropAttribute {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("!") && node.arity() > 3
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let attributes = Some(attributes(node)).filter(|all| all.len() > 1).into_iter().flatten();
        Box::new(attributes.map(|(first, last)| Edit::delete_between(first, last)))
    }
}
