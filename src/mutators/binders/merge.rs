//! The mutator that merges quantifiers.

use super::super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "quantifier-merge",
    class: "QuantifierMerge",
    summary: "merge nested quantifiers",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert (forall ((x Int)) (forall ((y Int)) (f x y))))",
            after: &["(assert (forall ((x Int) (y Int)) (f x y)))"],
        },
        Example { before: "(assert (forall ((x Int)) (forall ((x Int)) (f x))))", after: &[] },
    ],
};

/// Joins a quantifier with the same one directly below it.
pub(super) struct QuantifierMerge;

fn is_quantifier(node: Node<'_>) -> bool {
    (node.has_head("forall") || node.has_head("exists")) && node.arity() == 3
}

/// Both quantifiers as one.
fn merged(node: Node<'_>) -> Option<Edit> {
    let (head, outer, inner) = (node.child(0)?, node.child(1)?, node.child(2)?);
    let same = is_quantifier(node) && is_quantifier(inner) && inner.head() == node.head();
    let (binders, body) = (inner.child(1)?, inner.child(2)?);
    let symbols =
        |list: Node<'_>| list.children().filter_map(|b| b.child(0)).map(|s| s.text().to_vec()).collect::<Vec<_>>();
    let hidden = symbols(binders);
    if !same || symbols(outer).iter().any(|symbol| hidden.contains(symbol)) {
        return None;
    }
    let all = Term::list(outer.children().chain(binders.children()));
    Some(Edit::rewrite(node, Term::List(vec![head.into(), all, body.into()])))
}

impl Mutator for QuantifierMerge {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        is_quantifier(node)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(merged(node))
    }
}
