//! The mutator that relates the terms in two truth values.

use super::super::Mutator;
use super::FEW;
use super::pool::can_stand;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Sort};
use std::cmp::Reverse;

/// Puts a relation between two terms in a truth value in its place: what the failure needs is often two
/// terms, and not what is said of each. Of more than two arguments the others stay. Two truth values, of
/// which one is a part of other terms, are connected.
///
/// Terms without arguments are left to [`SHORTER_TERM`](super::SHORTER_TERM).
pub(super) static RELATE_TERMS: Mutator = Mutator {
    name: "relate-terms",
    summary: "substitute by a relation between two terms in it",
    examples: r"
        (declare-fun f (Int) Int) |- (assert (and (= 0 (f 1)) (not (> 2 (f (f 3))))))
            => (assert (= (f 1) (f (f 3)))) | (assert (< (f 1) (f (f 3)))) | (assert (> (f 1) (f (f 3))))
             | (assert (= (f 1) (f 3))) | (assert (< (f 1) (f 3))) | (assert (> (f 1) (f 3)))
        (declare-fun f (Int) Int) (declare-const p Bool) |- (assert (and (= 0 (f 1)) p (= 0 (f 2))))
            => (assert (and (= (f 1) (f 2)) p)) | (assert (and (< (f 1) (f 2)) p)) | (assert (and (> (f 1) (f 2)) p))
        (declare-fun f (Int) Bool) |- (assert (= 0 (ite (f 1) 0 (ite (f 2) 1 0))))
            => (assert (or (f 1) (f 2))) | (assert (or (f 2) (f 1))) | (assert (and (f 1) (f 2)))
             | (assert (= (f 1) (f 2)))
        (declare-fun f (Int) Bool) (assert (or (f 1) (not (f 2)))) => none
    ",
    filter: |context, node| {
        context.script().nodes() <= FEW
            && (2..=MOST).contains(&node.arity())
            && context.role(node) == Role::Term
            && context.sort(node) == Sort::Bool
    },
    local: |context, node| {
        let is_truth = |term: &Node<'_>| context.sort(*term) == Sort::Bool;
        let arguments: Vec<Node<'_>> = node.children().skip(1).collect();
        let are_truths = arguments.iter().all(is_truth);
        let argument = |term: Node<'_>| arguments.iter().position(|argument| argument.holds(term));
        let terms = below(context, node);
        let mut pairs = Vec::new();
        for (i, one) in terms.iter().enumerate() {
            for other in terms[i + 1..].iter().filter(|other| !one.holds(**other)) {
                let sort = context.sort(*one);
                let is_apart = argument(*one) != argument(*other);
                let is_wanted = match sort {
                    Sort::Bool => is_part(context, node, *one) || is_part(context, node, *other),
                    _ if arguments.len() > 2 => are_truths && is_apart,
                    _ => (is_apart || !are_truths) && !arguments.iter().any(|argument| argument.index() == one.index()),
                };
                if sort.is_known() && sort == context.sort(*other) && is_wanted && one.text() != other.text() {
                    pairs.push((*one, *other, sort));
                }
            }
        }
        pairs.sort_by_key(|(one, other, _)| Reverse(one.text().len() + other.text().len()));
        pairs.truncate(PAIRS);
        let edit = move |one: Node<'_>, other: Node<'_>, relation: &str, sort: &Sort| {
            let text = [b"(", relation.as_bytes(), b" ", one.text(), b" ", other.text(), b")"].concat();
            if arguments.len() == 2 || *sort == Sort::Bool {
                return (text.len() < node.text().len()).then(|| Edit::replace(node, &text));
            }
            let argument = |term: Node<'_>| arguments.iter().find(|argument| argument.holds(term));
            Edit::replace(*argument(one)?, &text).and(&Edit::delete(*argument(other)?))
        };
        Box::new(pairs.into_iter().flat_map(move |(one, other, sort)| {
            let rows = match &sort {
                Sort::Bool => vec![("or", one, other), ("or", other, one), ("and", one, other), ("=", one, other)],
                _ if sort.is_arithmetic() => vec![("=", one, other), ("<", one, other), (">", one, other)],
                _ => vec![("=", one, other)],
            };
            let edits = rows.into_iter().filter_map(|(relation, one, other)| edit(one, other, relation, &sort));
            edits.collect::<Vec<Edit>>()
        }))
    },
    ..Mutator::DEFAULT
};

/// How many pairs of terms are tried.
const PAIRS: usize = 4;

/// How many parts a truth value has at most.
const MOST: usize = 6;

/// The terms with arguments below another that mean the same in its place.
fn below<'a>(context: &Context, term: Node<'a>) -> Vec<Node<'a>> {
    let lists = term.subtree().skip(1).filter(|inner| inner.is_list());
    lists.filter(|inner| context.role(*inner) == Role::Term && can_stand(context, *inner, term)).collect()
}

/// Whether a term is below another that is no truth value, within a truth value.
fn is_part(context: &Context, truth: Node<'_>, term: Node<'_>) -> bool {
    let above = std::iter::successors(context.parent(term), |above| context.parent(*above));
    let mut between = above.take_while(|above| above.index() != truth.index());
    between.any(|above| context.role(above) == Role::Term && context.sort(above) != Sort::Bool)
}
