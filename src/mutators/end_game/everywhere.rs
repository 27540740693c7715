//! The mutator that edits all occurrences of a term in the same way.

use super::super::names;
use super::super::smtlib::variable_instead;
use super::super::{Mutator, none, some};
use super::{FEW, is_partner};
use crate::sexpr::Node;
use crate::smtlib::Role;

/// What other mutators propose for a term, at each place where the term
/// stands: what was a shared `let` binder often matters only as a whole. A new
/// variable may stand for any term here, since it has to pay at once.
pub(super) static EVERYWHERE: Mutator = Mutator {
    name: "everywhere",
    summary: "edit all occurrences",
    examples: r"
        (declare-const p Bool) (assert (g (f (not p)) (h (not p))))
            => (declare-const a Bool) (declare-const p Bool) (assert (g (f a) (h a)))
             | (declare-const p Bool) (assert (g (f false) (h false)))
             | (declare-const p Bool) (assert (g (f true) (h true))) | (declare-const p Bool) (assert (g (f p) (h p)))
             | (declare-const p Bool) (assert (g (f p) (h p)))
        (declare-const p Bool) (assert (f (not p))) => (declare-const a Bool) (declare-const p Bool) (assert (f a))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| context.script().nodes() <= FEW && node.is_list() && context.role(node) == Role::Term,
    combined: |context, node, others| {
        let nodes = context.script().commands().flat_map(Node::subtree);
        let places: Vec<Node<'_>> = nodes.filter(|other| other.text() == node.text()).collect();
        let place = |node: Node<'_>| (node.command(), node.index());
        if place(places[0]) != place(node) {
            return none();
        }
        let sort = context.sort(node);
        let new = names::free(context).next().filter(|_| sort.is_known());
        let fresh = new.and_then(|new| variable_instead(context, node, &sort, &new)?.repeated(node, &places));
        if places.len() < 2 {
            return some(fresh);
        }
        let mutators = others.iter().filter(|mutator| mutator.name != "introduce-fresh-variables");
        let mutators = mutators.filter(move |mutator| !is_partner(mutator) && mutator.filter(context, node));
        let edits = mutators.flat_map(move |mutator| mutator.local(context, node).chain(mutator.global(context, node)));
        Box::new(fresh.into_iter().chain(edits.filter_map(move |edit| edit.repeated(node, &places))))
    },
    ..Mutator::DEFAULT
};
