//! The mutator that abbreviates a sort.

use super::super::fresh::after_settings;
use super::super::{Mutator, names, none, some};
use super::FEW;
use crate::sexpr::{Edit, Node};
use crate::smtlib::Role;

/// Gives a sort that stands more than once a name: the opposite of `inline-sort`,
/// where that is shorter.
///
/// For the end only: before, each of the places may get a simpler sort of its own.
pub(super) static SHARE_SORT: Mutator = Mutator {
    name: "share-sort",
    summary: "name a repeated sort",
    examples: r"
        (set-logic ALL) (declare-const m (Array Int (Array Int Int))) (declare-const n (Array Int (Array Int Int)))
            => (set-logic ALL) (define-sort a () (Array Int (Array Int Int))) (declare-const m a) (declare-const n a)
        (declare-sort U 1) (declare-const m (Array Int (U Int))) (declare-const n (Array Int (U Int))) => none
        (declare-const m (Array Int Int)) (declare-const n (Array Int Int)) => none
    ",
    filter: |context, node| context.script().nodes() <= FEW && node.is_list() && context.role(node) == Role::Sort,
    global: |context, node| {
        let nodes = context.script().commands().flat_map(Node::subtree);
        let is_place = |other: &Node<'_>| other.text() == node.text() && context.role(*other) == Role::Sort;
        let places: Vec<Node<'_>> = nodes.filter(is_place).collect();
        let is_first = (places[0].command(), places[0].index()) == (node.command(), node.index());
        let declares = |leaf: Node<'_>| leaf.leaf().is_some_and(|text| context.symbols().declares(text));
        let Some(new) = names::free(context).next().filter(|_| is_first && !node.subtree().any(declares)) else {
            return none();
        };
        let definition = [b"(define-sort ", &*new, b" () ", node.text(), b")\n"].concat();
        if places.len() * (node.text().len() - new.len()) <= definition.len() {
            return none();
        }
        let place = after_settings(context.script()).min(node.command());
        let uses = places.iter().map(|place| Edit::replace(*place, &new));
        some(Edit::all(uses.chain([Edit::insert(place, &definition)])))
    },
    ..Mutator::DEFAULT
};
