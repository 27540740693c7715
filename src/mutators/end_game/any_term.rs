//! The mutator that replaces terms by terms from elsewhere.

use super::super::Mutator;
use super::FEW;
use super::pool::agree;
use crate::sexpr::{Edit, Node};
use crate::smtlib::Role;
use std::collections::BTreeSet;

/// Replaces a term by any shorter one of its sort, from wherever in the script, or by a variable that is
/// bound around it. Bits and truth values have one sort where the script mixes them.
pub(super) static ANY_TERM: Mutator = Mutator {
    name: "any-term",
    summary: "substitute by any term",
    examples: r"
        (declare-const a Int) (declare-const b Int) |- (assert (= (+ a 1) (* b b b)))
            => (assert (= 1 (* b b b))) | (assert (= a (* b b b))) | (assert (= b (* b b b)))
             | (assert (= (+ 1 1) (* b b b))) | (assert (= (+ a 1) 1)) | (assert (= (+ a 1) a)) | (assert (= (+ a 1) b))
             | (assert (= (+ a 1) (+ a 1))) | (assert (= (+ a 1) (* 1 b b))) | (assert (= (+ a 1) (* a b b)))
             | (assert (= (+ a 1) (* b 1 b))) | (assert (= (+ a 1) (* b a b))) | (assert (= (+ a 1) (* b b 1)))
             | (assert (= (+ a 1) (* b b a)))
        (declare-const p Bool) |- (assert (= #b1 p)) => (assert p) | (assert #b1) | (assert (= p p))
        (assert (exists ((b Bool)) false)) => (assert false) | (assert (exists ((b Bool)) b))
        (declare-const a Int) (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| {
        context.script().nodes() <= FEW && context.role(node) == Role::Term && context.sort(node).is_known()
    },
    local: |context, node| {
        let sort = context.sort(node);
        let terms = context.script().commands().flat_map(Node::subtree);
        let fits = |other: &Node<'_>| {
            order(other.text()) < order(node.text())
                && context.role(*other) == Role::Term
                && agree(context, &context.sort(*other), &sort)
        };
        let mut texts: BTreeSet<(usize, &[u8])> = terms.filter(fits).map(|other| order(other.text())).collect();
        let bound = context.locals(node).filter(|local| agree(context, &local.sort, &sort));
        texts.extend(bound.map(|local| order(local.symbol.text())).filter(|text| *text < order(node.text())));
        Box::new(texts.into_iter().map(move |(_, text)| Edit::replace(node, text)))
    },
    ..Mutator::DEFAULT
};

/// Short texts come first.
fn order(text: &[u8]) -> (usize, &[u8]) {
    (text.len(), text)
}
