//! The mutator that spells extensions as concatenations.

use super::super::bv::extension;
use super::super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;
use crate::smtlib::constants::BitVector;
use num_bigint::BigUint;

/// Extends by a few bits with `concat`, which is shorter.
pub(super) static EXTEND_TO_CONCAT: Mutator = Mutator {
    name: "extend-to-concat",
    class: "ExtendToConcat",
    summary: "replace extension by concat",
    examples: r"
        (assert (p ((_ zero_extend 1) x))) => (assert (p (concat #b0 x)))
        (declare-const b (_ BitVec 1)) |- (assert (p ((_ sign_extend 1) b))) => (assert (p (concat b b)))
        (assert (p ((_ zero_extend 0) x) ((_ sign_extend 1) x))) => none
    ",
    filter: |_, node| node.child(0).is_some_and(|operator| operator.has_head("_")),
    local: |context, node| some(zeros(node).or_else(|| signs(context, node)).map(|term| Edit::rewrite(node, term))),
    ..Mutator::DEFAULT
};

/// The bits in front of a term that is extended with zeros.
fn zeros<'a>(node: Node<'a>) -> Option<Term<'a>> {
    let (count, argument) = extension(node, "zero_extend")?;
    let zeros = BitVector { value: BigUint::ZERO, width: u32::try_from(count).ok().filter(|&count| count > 0)? };
    Some(Term::app("concat", [Term::text(zeros.shortest()), argument.into()]))
}

/// The copies of the sign in front of a single bit.
fn signs<'a>(context: &Context, node: Node<'a>) -> Option<Term<'a>> {
    let (count, argument) = extension(node, "sign_extend")?;
    let is_short = context.sort(argument).width() == Some(1) && count < 8;
    let copies = || (0..=count).map(|_| Term::from(argument));
    is_short.then(|| Term::app("concat", copies()))
}
