//! The mutator that puts the term that a `let` binds where its symbol stands.

use super::super::{About, Edits, Example, Mutator, none};
use super::occurrences;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, name::name};
use std::collections::HashSet;

const ABOUT: About = About {
    name: "let-substitution",
    class: "LetSubstitution",
    summary: "substitute variable into let body",
    may_grow: true,
    examples: &[
        Example {
            before: "(assert (let ((a x) (b (f y))) (and a b)))",
            after: &["(assert (let ((a x) (b (f y))) (and x b)))", "(assert (let ((a x) (b (f y))) (and a (f y))))"],
        },
        Example {
            before: "(assert (let ((x (+ x 1))) (* x 2)))",
            after: &["(assert (let ((x (+ x 1))) (* (+ x 1) 2)))"],
        },
        Example {
            before: "(assert (let ((a x)) (or (forall ((x Bool)) a) (exists ((a Bool)) a) a)))",
            after: &["(assert (let ((a x)) (or (forall ((x Bool)) a) (exists ((a Bool)) a) x)))"],
        },
        Example {
            before: "(assert (let ((x a)) (let ((x b)) x)))",
            after: &["(assert (let ((x a)) (let ((x b)) b)))"],
        },
        Example { before: "(assert (let ((a x)) (f b)))\n(assert (let ((a a)) a))", after: &[] },
    ],
};

/// Replaces the symbol of one binder of a `let` in its body.
///
/// The binder stays, so an occurrence where the term would be captured can
/// stay as well.
pub(super) struct LetSubstitution;

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

impl Mutator for LetSubstitution {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("let")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let (Some(list), Some(body)) = (node.child(1), node.child(2)) else { return none() };
        Box::new(list.children().filter_map(move |binder| substitute(binder, body)))
    }
}
