//! Mutators that replace an operator by any shorter one, or a term by any shorter term of the script.

use super::super::{Mutator, all_from, some};
use super::has_few_nodes;
use super::pool::agree;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Sort, operators};
use std::collections::BTreeSet;

/// Replaces an operator by a shorter one for the same sorts, whatever it means: at one place and, proposed at
/// the first place only, wherever the operator is applied to these sorts.
pub(super) static ANY_OPERATOR: Mutator = Mutator {
    name: "any-operator",
    summary: "substitute operator by any other",
    examples: r"
        (declare-const a Int) |- (assert (<= (div a 2) a))
            => (assert (= (div a 2) a)) | (assert (< (div a 2) a)) | (assert (> (div a 2) a)) | (assert (<= (- a 2) a))
             | (assert (<= (+ a 2) a)) | (assert (<= (* a 2) a))
        (declare-const p Bool) |- (assert (distinct p true))
            => (assert (= p true)) | (assert (or p true)) | (assert (=> p true)) | (assert (and p true))
             | (assert (xor p true))
        (declare-const a Int) |- (assert (= (abs a) (abs 0)))
            => (assert (= (- a) (abs 0))) | (assert (= (- a) (- 0))) | (assert (= (abs a) (- 0)))
        (declare-fun f (Int) Bool) (assert (f 1)) => none
    ",
    filter: |context, node| has_few_nodes(context) && context.is_term(node) && node.head().is_some(),
    local: |context, node| {
        let head = node.child(0)?;
        some(shorter(context, node).into_iter().map(move |name| Edit::replace(head, name)))
    },
    global: |context, node| {
        let is_alike = |other: &Node<'_>| other.head() == node.head() && sorts(context, *other) == sorts(context, node);
        let alike = all_from(context, node, is_alike).filter(|alike| alike.len() > 1)?;
        some(shorter(context, node).into_iter().filter_map(move |name| {
            let heads = alike.iter().filter_map(|list| list.child(0));
            Edit::all(heads.map(|head| Edit::replace(head, name)))
        }))
    },
    ..Mutator::DEFAULT
};

fn sorts(context: &Context, node: Node<'_>) -> Vec<Sort> {
    node.children().skip(1).chain([node]).map(|term| context.sort(term)).collect()
}

/// Returns the shorter operators that could stand in a term, shortest first.
fn shorter(context: &Context, node: Node<'_>) -> Vec<&'static [u8]> {
    let Some(head) = node.child(0).filter(|head| context.is_operator(*head)) else { return Vec::new() };
    let sorts = sorts(context, node);
    let Some((sort, arguments)) = sorts.split_last() else { return Vec::new() };
    let is_shorter = |name: &&[u8]| name.len() < head.text().len();
    let mut shorter: Vec<&[u8]> = operators(arguments, sort).into_iter().filter(is_shorter).collect();
    shorter.sort_by_key(|name| name.len());
    shorter.truncate(MAX_OTHERS);
    shorter
}

/// Number of other operators that are tried for one.
const MAX_OTHERS: usize = 6;

/// Replaces a term by any shorter one of its sort, from anywhere in the script, or by a variable that is bound
/// around it. Bits and Boolean terms have one sort where the script mixes them.
pub(super) static ANY_TERM: Mutator = Mutator {
    name: "any-term",
    summary: "substitute by any term",
    examples: r"
        (declare-const a Int) (declare-const b Int) |- (assert (= (- a) (* b b)))
            => (assert (= a (* b b))) | (assert (= b (* b b))) | (assert (= (- a) a)) | (assert (= (- a) b))
             | (assert (= (- a) (- a))) | (assert (= (- a) (* a b))) | (assert (= (- a) (* b a)))
        (declare-const p Bool) |- (assert (= #b1 p)) => (assert p) | (assert #b1) | (assert (= p p))
        (assert (exists ((b Bool)) false)) => (assert false) | (assert (exists ((b Bool)) b))
        (declare-const a Int) (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| has_few_nodes(context) && context.is_term(node) && context.sort(node).is_known(),
    local: |context, node| {
        let sort = context.sort(node);
        let terms = context.script().every_node();
        let fits = |other: &Node<'_>| {
            order(other.text()) < order(node.text())
                && context.is_term(*other)
                && agree(context, &context.sort(*other), &sort)
        };
        let mut texts: BTreeSet<(usize, &[u8])> = terms.filter(fits).map(|other| order(other.text())).collect();
        let bound = context.locals(node).filter(|local| agree(context, &local.sort, &sort));
        texts.extend(bound.map(|local| order(local.symbol.text())).filter(|text| *text < order(node.text())));
        some(texts.into_iter().map(move |(_, text)| Edit::replace(node, text)))
    },
    ..Mutator::DEFAULT
};

/// Returns the key by which texts are sorted: short texts come first.
fn order(text: &[u8]) -> (usize, &[u8]) {
    (text.len(), text)
}
