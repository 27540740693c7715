//! The mutator that puts the term that a `let` binds where its symbol stands.

use super::super::{Mutator, none};
use super::occurrences;
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::name;
use std::collections::HashSet;

/// Replaces the symbol of one binder of a `let` in its body.
///
/// The binder stays, so an occurrence where the term would be captured can
/// stay as well.
pub(super) static LET_SUBSTITUTION: Mutator = Mutator {
    name: "let-substitution",
    summary: "substitute variable into let body",
    may_grow: true,
    examples: r"
        (assert (let ((a x) (b (f y))) (and a b)))
            => (assert (let ((a x) (b (f y))) (and x b))) | (assert (let ((a x) (b (f y))) (and a (f y))))
        (assert (let ((x (+ x 1))) (* x 2))) => (assert (let ((x (+ x 1))) (* (+ x 1) 2)))
        (assert (let ((a x)) (or (forall ((x Bool)) a) (exists ((a Bool)) a) a)))
            => (assert (let ((a x)) (or (forall ((x Bool)) a) (exists ((a Bool)) a) x)))
        (assert (let ((x a)) (let ((x b)) x))) => (assert (let ((x a)) (let ((x b)) b)))
        (assert (let ((a x)) (f b))) (assert (let ((a a)) a)) => none
    ",
    filter: |_, node| node.has_head("let"),
    local: |_, node| {
        let (Some(list), Some(body)) = (node.child(1), node.child(2)) else { return none() };
        Box::new(list.children().filter_map(move |binder| substitute(binder, body)))
    },
    ..Mutator::DEFAULT
};

/// The substitution of the symbol of one binder in `body`.
fn substitute(binder: Node<'_>, body: Node<'_>) -> Option<Edit> {
    let (symbol, term) = (binder.child(0)?, binder.child(1)?);
    let symbol_name = name(symbol.leaf()?);
    if term.leaf().is_some_and(|leaf| name(leaf) == symbol_name) {
        return None;
    }
    let foreign: HashSet<&[u8]> = occurrences::names_in(term).collect();
    let found = occurrences::free(body, &[symbol_name], &foreign);
    let edits: Vec<Edit> = found
        .iter()
        .filter(|occurrence| !occurrence.captures)
        .map(|occurrence| Edit::replace(occurrence.node, term.text()))
        .collect();
    if edits.is_empty() { None } else { Edit::all(edits) }
}
