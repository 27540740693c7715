//! The mutator that says the same of bits with fewer operators.

use super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Role;
use crate::smtlib::constants::BitVector;
use num_bigint::BigUint;

/// Simplifies equalities with bit-vector constants, and bit-vector operators
/// with neutral constants, to shorter terms of the same meaning.
pub(super) static SIMPLIFY_BITS: Mutator = Mutator {
    name: "simplify-bits",
    summary: "simplify bit-vector term with constant",
    examples: r"
        (assert (not (= #b0 x))) => (assert (= #b1 x))
        (assert (= (bvnot x) #b011)) => (assert (= #b100 x))
        (assert (= #b0 (ite p #b1 #b0))) => (assert (not p))
        (assert (= #b0 (bvcomp x y))) => (assert (distinct x y))
        (assert (p (bvand x #b11))) => (assert (p x))
        (assert (= (ite p #b1 #b0) (bvnot (bvcomp x y)))) => (assert (distinct p (= x y))) | (assert (distinct (= x y) p))
        (assert (not (= #b00 x))) (assert (= #b1 (bvand x y))) => none
    ",
    filter: |context, node| {
        node.index() > 0 && node.is_list() && matches!(context.role(node), Role::Term | Role::Unknown)
    },
    local: |_, node| some(simpler(node).into_iter().chain(truths(node)).map(move |term| Edit::rewrite(node, term))),
    ..Mutator::DEFAULT
};

fn complement(constant: &BitVector) -> BitVector {
    BitVector { value: BitVector::ones(constant.width) ^ &constant.value, width: constant.width }
}

fn literal<'a>(constant: &BitVector) -> Term<'a> {
    Term::text(constant.shortest())
}

/// A constant and the other argument of a binary operator.
fn with_constant<'a>(node: Node<'a>) -> Option<(BitVector, Node<'a>)> {
    let (_, args) = node.app()?;
    let [left, right] = *args else { return None };
    BitVector::of(left).map(|bits| (bits, right)).or_else(|| BitVector::of(right).map(|bits| (bits, left)))
}

/// What is shorter than `(= constant term)`.
fn equality<'a>(constant: &BitVector, term: Node<'a>) -> Option<Term<'a>> {
    let (head, args) = term.app()?;
    let is_set = constant.value != BigUint::ZERO;
    match (head, args.as_slice()) {
        (b"bvnot", [inner]) => Some(Term::app("=", [literal(&complement(constant)), (*inner).into()])),
        (b"bvcomp", [left, right]) => {
            let operator = if is_set { "=" } else { "distinct" };
            Some(Term::app(operator, [(*left).into(), (*right).into()]))
        }
        _ if constant.width == 1 => {
            let (condition, yes) = truth(term)?;
            Some(if yes == is_set { condition } else { Term::app("not", [condition]) })
        }
        _ => None,
    }
}

/// The truth value that a bit is set with, and whether it is set where that holds.
fn truth<'a>(bit: Node<'a>) -> Option<(Term<'a>, bool)> {
    let (head, args) = bit.app()?;
    match (head, args.as_slice()) {
        (b"bvnot", [inner]) => truth(*inner).map(|(term, is_set)| (term, !is_set)),
        (b"bvcomp", [left, right]) => Some((Term::app("=", [(*left).into(), (*right).into()]), true)),
        (b"ite", [condition, yes, no]) => {
            let (yes, no) = (BitVector::bit(*yes)?, BitVector::bit(*no)?);
            (yes != no).then(|| ((*condition).into(), yes))
        }
        _ => None,
    }
}

/// The truth values of which an equality relates the bits, related in both orders.
fn truths(node: Node<'_>) -> Vec<Term<'_>> {
    let Some((b"=", sides)) = node.app() else { return Vec::new() };
    let [left, right] = *sides else { return Vec::new() };
    let Some(((one, is_one), (other, is_other))) = truth(left).zip(truth(right)) else { return Vec::new() };
    let head = if is_one == is_other { "=" } else { "distinct" };
    vec![Term::app(head, [one.clone(), other.clone()]), Term::app(head, [other, one])]
}

/// What is left of an operator with a constant that changes nothing, or all.
fn absorbed<'a>(node: Node<'a>, head: &[u8]) -> Option<Term<'a>> {
    let (constant, other) = with_constant(node)?;
    let (zero, full) = (constant.value == BigUint::ZERO, constant.value == BitVector::ones(constant.width));
    match head {
        b"bvand" | b"bvmul" if zero => Some(literal(&constant)),
        b"bvor" if full => Some(literal(&constant)),
        b"bvor" | b"bvxor" | b"bvadd" if zero => Some(other.into()),
        b"bvand" | b"bvxnor" if full => Some(other.into()),
        b"bvxor" if full => Some(Term::app("bvnot", [other.into()])),
        b"bvxnor" if zero => Some(Term::app("bvnot", [other.into()])),
        b"bvcomp" if constant.width == 1 && full => Some(other.into()),
        b"bvcomp" if constant.width == 1 => Some(Term::app("bvnot", [other.into()])),
        _ => None,
    }
}

fn simpler(node: Node<'_>) -> Option<Term<'_>> {
    match node.head()? {
        b"=" => with_constant(node).and_then(|(constant, other)| equality(&constant, other)),
        b"distinct" => {
            let (constant, other) = with_constant(node).filter(|(constant, _)| constant.width == 1)?;
            Some(Term::app("=", [literal(&complement(&constant)), other.into()]))
        }
        b"not" => {
            let inner = node.child(1).filter(|inner| inner.has_head("="))?;
            let (constant, other) = with_constant(inner).filter(|(constant, _)| constant.width == 1)?;
            Some(Term::app("=", [literal(&complement(&constant)), other.into()]))
        }
        b"bvnot" => node.child(1).and_then(BitVector::of).map(|constant| literal(&complement(&constant))),
        head => absorbed(node, head),
    }
}
