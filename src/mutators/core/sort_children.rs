//! The mutator that sorts arguments by size.

use super::super::{Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};

/// Moves small arguments before large ones; the operator stays where it is.
pub(super) static SORT_CHILDREN: Mutator = Mutator {
    name: "sort-children",
    summary: "sort children",
    examples: r"
        (assert (= (f (g a)) (+ a b) x)) => (assert (= x (+ a b) (f (g a))))
        (assert (+ a b (f c))) => none
        (assert ((_ extract 3 0) x)) => none
    ",
    filter: |_, node| node.index() > 0 && node.is_list(),
    local: |_, node| {
        if node.children().skip(1).is_sorted_by_key(Node::size) {
            return none();
        }
        let mut children: Vec<Node<'_>> = node.children().collect();
        children[1..].sort_by_key(|child| child.size());
        some([Edit::rewrite(node, Term::list(children))])
    },
    ..Mutator::DEFAULT
};
