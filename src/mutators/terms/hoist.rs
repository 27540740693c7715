//! Replaces terms by terms deeper in them.

use super::{About, Edits, Example, Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};
use std::collections::VecDeque;

const ABOUT: About = About {
    name: "hoist-descendant",
    class: "HoistDescendant",
    summary: "replace by a descendant",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const p Bool)\n(assert (= (+ 1 (ite p 2 3)) 0))",
            after: &["(declare-const p Bool)\n(assert p)"],
        },
        Example { before: "(declare-const p Bool)\n(assert (not (not p)))", after: &[] },
    ],
};

/// Replaces a term by the nearest ones below it that have its sort, where all
/// terms between have another.
pub(super) struct HoistDescendant;

/// How many terms are tried, and how many are looked at to find them.
const MOST: (usize, usize) = (3, 64);

/// Terms that bind variables, or whose parts mean nothing elsewhere.
const CLOSED: &[&[u8]] = &[b"let", b"forall", b"exists", b"match", b"lambda", b"choice", b"!", b"_", b"as"];

fn descendants<'a>(context: &Context, node: Node<'a>) -> Vec<Node<'a>> {
    let sort = context.sort(node);
    let (mut found, mut seen) = (Vec::new(), 0);
    let is_open = |n: &Node<'a>| n.is_list() && !n.head().is_some_and(|head| CLOSED.contains(&head));
    let below = |n: Node<'a>| n.children().skip(1).filter(|c| context.role(*c) == Role::Term).collect::<Vec<_>>();
    let other = |n: &Node<'a>| context.sort(*n).is_known() && context.sort(*n) != sort;
    let mut queue: VecDeque<Node<'a>> = below(node).into_iter().filter(&is_open).filter(other).collect();
    while let Some(next) = queue.pop_front() {
        for child in below(next) {
            seen += 1;
            if context.sort(child) == sort {
                found.push(child);
            } else if is_open(&child) {
                queue.push_back(child);
            }
            if found.len() == MOST.0 || seen == MOST.1 {
                return found;
            }
        }
    }
    found
}

impl Mutator for HoistDescendant {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        node.index() > 0
            && node.is_list()
            && context.role(node) == Role::Term
            && !node.head().is_some_and(|head| CLOSED.contains(&head))
            && context.sort(node).is_known()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        if node.size() < 6 {
            return none();
        }
        Box::new(descendants(context, node).into_iter().map(move |inner| Edit::hoist(node, inner)))
    }
}
