//! The mutator that merges quantifiers.

use super::super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};

/// Joins a quantifier with the same one directly below it.
pub(super) static QUANTIFIER_MERGE: Mutator = Mutator {
    name: "quantifier-merge",
    class: "QuantifierMerge",
    summary: "merge nested quantifiers",
    examples: r"
        (assert (forall ((x Int)) (forall ((y Int)) (f x y)))) => (assert (forall ((x Int) (y Int)) (f x y)))
        (assert (forall ((x Int)) (forall ((x Int)) (f x)))) => none
    ",
    filter: |_, node| is_quantifier(node),
    local: |_, node| some(merged(node)),
    ..Mutator::DEFAULT
};

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
