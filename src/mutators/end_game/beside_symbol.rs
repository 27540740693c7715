//! The mutator that leaves of a truth value one in it, beside a symbol.

use super::super::Mutator;
use super::FEW;
use super::pool::{agree, can_stand, keeps_most, literals};
use super::predicate::predicates;
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::is_constant;
use crate::smtlib::{Context, Role, Sort};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Puts a truth value below another in its place, with an equality of a symbol that no rewriting decides: as an
/// exclusive or and as an equality of both; or reads at the truth value an array that has truth values as indices.
///
/// A symbol that is itself a truth value is left to [`SHORTER_TERM`](super::SHORTER_TERM).
pub(super) static TRUTH_BESIDE_SYMBOL: Mutator = Mutator {
    name: "truth-beside-symbol",
    summary: "substitute by a truth value in it and what is said of a symbol",
    examples: r"
        (declare-const a Int) |- (assert (= 0 (- a (ite (< (* a a) (+ a a)) 1 a))))
            => (assert (= (< (* a a) (+ a a)) (= a 0))) | (assert (= (< (* a a) (+ a a)) (= a 1)))
             | (assert (xor (< (* a a) (+ a a)) (= a 0))) | (assert (xor (< (* a a) (+ a a)) (= a 1)))
        (declare-const m (Array Bool Int)) |- (assert (and (= m (store m true 2)) (= (select m true) 3)))
            => (assert (= 0 (select m (= m (store m true 2))))) | (assert (= 1 (select m (= m (store m true 2)))))
             | (assert (= 0 (select m (= (select m true) 3)))) | (assert (= 1 (select m (= (select m true) 3))))
        (declare-const a Int) (assert (not (< a 1))) => none
    ",
    enumerates: true,
    filter: |context, node| {
        context.script().nodes() <= FEW
            && node.is_list()
            && context.role(node) == Role::Term
            && context.sort(node) == Sort::Bool
    },
    local: |context, node| {
        let is_truth =
            |term: &Node<'_>| term.is_list() && context.role(*term) == Role::Term && context.sort(*term) == Sort::Bool;
        let truths = node.subtree().skip(1).filter(is_truth).filter(|truth| can_stand(context, *truth, node));
        let symbols = symbols(context, node);
        let mut texts = BTreeSet::new();
        for truth in truths {
            let said = said(context, node, &symbols, truth.text());
            let said = said.into_iter().filter(|text| text.len() < node.text().len() && keeps_most(node, text, 3));
            texts.extend(said.map(|text| (Reverse(truth.text().len()), text.len(), text)));
        }
        Box::new(texts.into_iter().take(MOST).map(move |(.., text)| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// How many terms are tried for a truth value.
const MOST: usize = 12;

/// The symbols in a term that mean the same in its place, each once.
fn symbols<'a>(context: &Context, node: Node<'a>) -> Vec<Node<'a>> {
    let mut symbols: Vec<Node<'_>> = Vec::new();
    for leaf in node.subtree().filter(|leaf| leaf.is_leaf() && context.role(*leaf) == Role::Term) {
        let is_symbol = context.sort(leaf).is_known() && !is_constant(leaf) && can_stand(context, leaf, node);
        if is_symbol && !symbols.iter().any(|symbol| symbol.text() == leaf.text()) {
            symbols.push(leaf);
        }
    }
    symbols
}

/// What is said of each symbol beside a truth value.
fn said(context: &Context, node: Node<'_>, symbols: &[Node<'_>], truth: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for (i, symbol) in symbols.iter().enumerate() {
        let sort = context.sort(*symbol);
        if let Some((_, element)) = sort.as_array().filter(|(index, _)| agree(context, index, &Sort::Bool)) {
            let read = |before: String| [before.as_bytes(), b"(select ", symbol.text(), b" ", truth, b"))"].concat();
            texts.extend(predicates(element).into_iter().take(2).map(read));
        }
        let mut others: Vec<Vec<u8>> = literals(context, &sort, node.command());
        others.truncate(2);
        others.extend(
            symbols[..i].iter().filter(|other| context.sort(**other) == sort).map(|other| other.text().to_vec()),
        );
        for other in others.iter().filter(|_| sort != Sort::Bool) {
            for operator in ["xor", "="] {
                let atom = [b"(= ", symbol.text(), b" ", other, b")"].concat();
                texts.push([b"(", operator.as_bytes(), b" ", truth, b" ", &atom, b")"].concat());
            }
        }
    }
    texts
}
