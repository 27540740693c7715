//! The mutator that sorts arguments by size.

use super::super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "sort-children",
    class: "SortChildren",
    summary: "sort children",
    may_grow: false,
    examples: &[
        Example { before: "(assert (= (f (g a)) (+ a b) x))", after: &["(assert (= x (+ a b) (f (g a))))"] },
        Example { before: "(assert (+ a b (f c)))", after: &[] },
        Example { before: "(assert ((_ extract 3 0) x))", after: &[] },
    ],
};

/// Moves small arguments before large ones; the operator stays where it is.
pub(super) struct SortChildren;

impl Mutator for SortChildren {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.index() > 0 && node.is_list()
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        if node.children().skip(1).is_sorted_by_key(Node::size) {
            return none();
        }
        let mut children: Vec<Node<'a>> = node.children().collect();
        children[1..].sort_by_key(|child| child.size());
        some([Edit::rewrite(node, Term::list(children))])
    }
}
