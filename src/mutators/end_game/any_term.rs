//! The mutator that replaces terms by terms from elsewhere.

use super::super::{About, Edits, Example, Mutator};
use super::FEW;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};
use std::collections::BTreeSet;

const ABOUT: About = About {
    name: "any-term",
    class: "AnyTerm",
    summary: "substitute by any term",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (* b b b)))",
            after: &[
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= 1 (* b b b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= a (* b b b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= b (* b b b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ 1 1) (* b b b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) 1))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) a))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) b))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (+ a 1)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (* 1 b b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (* a b b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (* b 1 b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (* b a b)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (* b b 1)))",
                "(declare-const a Int)\n(declare-const b Int)\n(assert (= (+ a 1) (* b b a)))",
            ],
        },
        Example { before: "(declare-const a Int)\n(declare-const p Bool)\n(assert p)", after: &[] },
    ],
};

/// Replaces a term by any shorter one of its sort, from wherever in the script.
pub(super) struct AnyTerm;

impl Mutator for AnyTerm {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.script().nodes() <= FEW && context.role(node) == Role::Term && context.sort(node).is_known()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let order = |text: &'a [u8]| (text.len(), text);
        let sort = context.sort(node);
        let terms = context.script().commands().flat_map(Node::subtree);
        let fits = |other: &Node<'a>| {
            order(other.text()) < order(node.text())
                && context.role(*other) == Role::Term
                && context.sort(*other) == sort
        };
        let texts: BTreeSet<(usize, &'a [u8])> = terms.filter(fits).map(|other| order(other.text())).collect();
        Box::new(texts.into_iter().map(move |(_, text)| Edit::replace(node, text)))
    }
}
