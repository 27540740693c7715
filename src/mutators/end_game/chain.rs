//! The mutator that chains equalities.

use super::super::Mutator;
use crate::sexpr::{Edit, Node, Term};

/// Says in one equality what two conjuncts do that have a side in common.
pub(super) static CHAIN_EQUALITIES: Mutator = Mutator {
    name: "chain-equalities",
    class: "ChainEqualities",
    summary: "chain equalities",
    examples: r"
        (assert (and (= a (f b)) (= c a))) => (assert (= a (f b) c))
        (assert (and (= a b) p (= b c))) => (assert (and (= a b c) p))
        (assert (and (= a b) (= c d) (> a b))) => none
    ",
    filter: |_, node| node.has_head("and"),
    local: |_, node| {
        let equalities: Vec<Node<'_>> = node.children().filter(|child| child.has_head("=")).collect();
        let later = |i: usize| equalities[i + 1..].iter().map(move |second| (i, *second));
        let pairs: Vec<(usize, Node<'_>)> = (0..equalities.len()).flat_map(later).collect();
        Box::new(pairs.into_iter().filter_map(move |(i, second)| joined(node, equalities[i], second)))
    },
    ..Mutator::DEFAULT
};

/// The sides of both equalities, each once; nothing if they share none.
fn chained<'a>(first: Node<'a>, second: Node<'a>) -> Option<Term<'a>> {
    let (b"=", mut sides) = first.app()? else { return None };
    let (b"=", others) = second.app()? else { return None };
    let before = sides.len();
    let new = others.iter().filter(|other| !sides.iter().any(|side| side.text() == other.text()));
    let new: Vec<Node<'a>> = new.copied().collect();
    sides.extend(&new);
    (sides.len() < before + others.len()).then(|| Term::app("=", sides.into_iter().map(Term::from)))
}

/// The conjunction without one of two equalities, which the other one takes in.
fn joined<'a>(conjunction: Node<'a>, first: Node<'a>, second: Node<'a>) -> Option<Edit> {
    let chain = chained(first, second)?;
    if conjunction.arity() == 3 {
        return Some(Edit::rewrite(conjunction, chain));
    }
    Edit::replace(first, &chain.to_text()).and(&Edit::delete(second))
}
