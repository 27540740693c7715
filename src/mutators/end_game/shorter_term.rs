//! The mutator that replaces terms by all that are shorter.

use super::super::{About, Edits, Example, Mutator};
use super::FEW;
use super::pool::Pool;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};

const ABOUT: About = About {
    name: "shorter-term",
    class: "ShorterTerm",
    summary: "substitute by any shorter term of one operator",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const p Bool)\n(assert (and p (or p p)))",
            after: &[
                "(declare-const p Bool)\n(assert p)",
                "(declare-const p Bool)\n(assert true)",
                "(declare-const p Bool)\n(assert false)",
                "(declare-const p Bool)\n(assert (not p))",
                "(declare-const p Bool)\n(assert (or p p))",
                "(declare-const p Bool)\n(assert (=> p p p))",
                "(declare-const p Bool)\n(assert (= false p))",
                "(declare-const p Bool)\n(assert (xor p true))",
                "(declare-const p Bool)\n(assert (and p p))",
                "(declare-const p Bool)\n(assert (and p true))",
                "(declare-const p Bool)\n(assert (and p false))",
                "(declare-const p Bool)\n(assert (and p (not p)))",
            ],
        },
        Example { before: "(declare-const p Bool)\n(assert p)", after: &[] },
    ],
};

/// Replaces a term by every shorter one of its sort that one operator makes of the
/// symbols, literals and terms of the script, shortest first.
pub(super) struct ShorterTerm;

impl Mutator for ShorterTerm {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn enumerates(&self) -> bool {
        true
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.script().nodes() <= FEW
            && node.is_list()
            && context.role(node) == Role::Term
            && context.sort(node).is_known()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let pool = Pool::leaves(context, &[node], b"").with_terms_for(node);
        let terms = pool.terms(&context.sort(node), node.text().len());
        Box::new(terms.into_iter().map(move |text| Edit::replace(node, &text)))
    }
}
