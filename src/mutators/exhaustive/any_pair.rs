//! Deletes pairs.

use super::super::{Component, Edits, Example, Mutator, none};
use super::FEW;
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use std::cmp::Reverse;

/// Deletes any two children of a list, or any two commands.
pub(super) struct AnyPair;

impl AnyPair {
    /// All pairs, the longest together first.
    fn pairs<'a>(nodes: &[Node<'a>]) -> Edits<'a> {
        let later = |i: usize| nodes[i + 1..].iter().map(move |second| (nodes[i], *second));
        let mut pairs: Vec<(Node<'a>, Node<'a>)> = (0..nodes.len()).flat_map(later).collect();
        pairs.sort_by_key(|(first, second)| Reverse(first.text().len() + second.text().len()));
        Box::new(pairs.into_iter().filter_map(|(first, second)| Edit::delete(first).and(&Edit::delete(second))))
    }
}

impl Mutator for AnyPair {
    fn name(&self) -> &'static str {
        "any-pair"
    }

    fn class(&self) -> &'static str {
        "AnyPair"
    }

    fn summary(&self) -> &'static str {
        "erase a pair"
    }

    fn examples(&self) -> &'static [Example] {
        &[
            Example {
                before: "(assert (f x yy z))\n(check-sat)",
                after: &[
                    "",
                    "(assert (f z))\n(check-sat)",
                    "(assert (f x))\n(check-sat)",
                    "(assert (f yy))\n(check-sat)",
                ],
            },
            Example { before: "(assert (f x))", after: &[] },
        ]
    }

    fn lowers(&self) -> Component {
        Component::Bytes
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.script().nodes() <= FEW && (node.index() == 0 || node.arity() > 2)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        if node.index() == 0 {
            return none();
        }
        // What stands first is the operator, unless it is a list.
        let skip = usize::from(node.child(0).is_some_and(Node::is_leaf));
        AnyPair::pairs(&node.children().skip(skip).collect::<Vec<_>>())
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        if (node.command(), node.index()) != (0, 0) {
            return none();
        }
        AnyPair::pairs(&context.script().commands().collect::<Vec<_>>())
    }
}
