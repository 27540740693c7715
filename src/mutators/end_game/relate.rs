//! The mutator that relates the terms in two truth values.

use super::super::Mutator;
use super::FEW;
use super::pool::can_stand;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Sort};
use std::cmp::Reverse;

/// Puts a relation between a term in each of two arguments in the place of a truth value: what the
/// failure needs is often two terms, and not what is said of each.
///
/// Terms without arguments are left to [`SHORTER_TERM`](super::SHORTER_TERM).
pub(super) static RELATE_TERMS: Mutator = Mutator {
    name: "relate-terms",
    class: "RelateTerms",
    summary: "substitute by a relation between two terms in it",
    examples: r"
        (declare-fun f (Int) Int) |- (assert (and (= 0 (f 1)) (not (> 2 (f (f 3))))))
            => (assert (= (f 1) (f (f 3)))) | (assert (< (f 1) (f (f 3)))) | (assert (> (f 1) (f (f 3))))
             | (assert (= (f 1) (f 3))) | (assert (< (f 1) (f 3))) | (assert (> (f 1) (f 3)))
        (declare-fun f (Int) Bool) (assert (or (f 1) (not (f 2)))) => none
    ",
    filter: |context, node| {
        context.script().nodes() <= FEW
            && node.arity() == 3
            && context.role(node) == Role::Term
            && context.sort(node) == Sort::Bool
    },
    local: |context, node| {
        let (left, right) = (below(context, node, 1), below(context, node, 2));
        let mut pairs = Vec::new();
        for (one, other) in left.iter().flat_map(|one| right.iter().map(move |other| (*one, *other))) {
            let sort = context.sort(one);
            let is_whole = Some(one.index()) == node.child(1).map(Node::index);
            if sort.is_known() && sort == context.sort(other) && sort != Sort::Bool && !is_whole {
                pairs.push((one, other, sort.is_arithmetic()));
            }
        }
        pairs.sort_by_key(|(one, other, _)| Reverse(one.text().len() + other.text().len()));
        pairs.truncate(PAIRS);
        let related = pairs.into_iter().flat_map(|(one, other, is_arithmetic)| {
            let relations = [&b"="[..], b"<", b">"].into_iter().take(if is_arithmetic { 3 } else { 1 });
            relations.map(move |relation| [b"(", relation, b" ", one.text(), b" ", other.text(), b")"].concat())
        });
        let texts: Vec<Vec<u8>> = related.filter(|text| text.len() < node.text().len()).collect();
        Box::new(texts.into_iter().map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// How many pairs of terms are tried.
const PAIRS: usize = 4;

/// The terms with arguments in an argument of a term that mean the same in the place of that term.
fn below<'a>(context: &Context, term: Node<'a>, argument: usize) -> Vec<Node<'a>> {
    let lists = term.child(argument).into_iter().flat_map(Node::subtree).filter(|inner| inner.is_list());
    lists.filter(|inner| context.role(*inner) == Role::Term && can_stand(context, *inner, term)).collect()
}
