//! The mutator that chains relations.

use super::super::Mutator;
use crate::sexpr::{Edit, Node, Term};

/// Says in one equality or comparison what two conjuncts do that have a side in common.
pub(super) static CHAIN_RELATIONS: Mutator = Mutator {
    name: "chain-relations",
    class: "ChainRelations",
    summary: "chain relations",
    examples: r"
        (assert (and (= a (f b)) (= c a))) => (assert (= c a (f b)))
        (assert (and (= a b) p (= b c))) => (assert (and (= a b c) p))
        (assert (and (> x 0) p (< x 9))) => (assert (and (< 0 x 9) p))
        (assert (and (<= x y 5) (< 0 x))) => (assert (<= 0 x y 5)) | (assert (< 0 x y 5))
        (assert (and (= 0 a) (< 1 a))) => (assert (= 0 a 1)) | (assert (< 0 a 1))
        (assert (and (= a b) (> c d) (p a))) => none
    ",
    filter: |_, node| node.has_head("and"),
    local: |_, node| {
        let conjuncts: Vec<Node<'_>> = node.children().skip(1).collect();
        let later = |i: usize| (i + 1..conjuncts.len()).map(move |second| (i, second));
        let pairs: Vec<(usize, usize)> = (0..conjuncts.len()).flat_map(later).collect();
        Box::new(pairs.into_iter().flat_map(move |(i, second)| {
            let (first, second) = (conjuncts[i], conjuncts[second]);
            chains(first, second).into_iter().filter_map(move |chain| joined(node, first, second, chain))
        }))
    },
    ..Mutator::DEFAULT
};

/// Relations that chain, with those that say the same the other way round.
const RELATIONS: [[&[u8]; 2]; 5] =
    [[b"=", b"="], [b"<", b">"], [b"<=", b">="], [b"fp.lt", b"fp.gt"], [b"fp.leq", b"fp.geq"]];

/// The relation that a term is, and its sides from the smallest to the largest.
fn relation(term: Node<'_>) -> Option<(&'static [u8], Vec<Node<'_>>)> {
    let (head, mut sides) = term.app()?;
    let [plain, _] = RELATIONS.into_iter().find(|names| names.contains(&head))?;
    if head != plain {
        sides.reverse();
    }
    Some((plain, sides))
}

/// All sides of two relations, each once, in the first of them; then in the other one. Where both agree on
/// the order that is what they say together, and else a guess. Nothing if they share no side.
fn chains<'a>(first: Node<'a>, second: Node<'a>) -> Vec<Term<'a>> {
    let (Some((one, low)), Some((other, high))) = (relation(first), relation(second)) else { return Vec::new() };
    let ends_with =
        |sides: &[Node<'a>], next: &[Node<'a>]| sides.last().zip(next.first()).is_some_and(|(a, b)| a.same(*b));
    let (mut sides, others) = if ends_with(&high, &low) { (high, low) } else { (low, high) };
    let count = sides.len() + others.len();
    let new = others.into_iter().filter(|other| !sides.iter().any(|side| side.same(*other)));
    let new: Vec<Node<'a>> = new.collect();
    sides.extend(new);
    let mut heads = vec![one, other];
    heads.dedup();
    let heads = heads.into_iter().filter(|_| sides.len() < count).filter_map(|head| std::str::from_utf8(head).ok());
    heads.map(|head| Term::app(head, sides.iter().copied().map(Term::from))).collect()
}

/// The conjunction without one of two relations, which the other one takes in.
fn joined<'a>(conjunction: Node<'a>, first: Node<'a>, second: Node<'a>, chain: Term<'a>) -> Option<Edit> {
    if conjunction.arity() == 3 {
        return Some(Edit::rewrite(conjunction, chain));
    }
    Edit::replace(first, &chain.to_text()).and(&Edit::delete(second))
}
