//! The mutator that replaces operators by operators.

use super::super::{Mutator, none};
use super::FEW;
use crate::sexpr::Edit;
use crate::smtlib::{Role, Sort};

/// Replaces an operator by a shorter one for the same sorts, whatever it means.
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
        (declare-fun f (Int) Bool) (assert (f 1)) => none
    ",
    filter: |context, node| {
        context.script().nodes() <= FEW && context.role(node) == Role::Term && node.head().is_some()
    },
    local: |context, node| {
        let Some(head) = node.child(0).filter(|head| context.is_operator(*head)) else { return none() };
        let sorts: Vec<Sort> = node.children().skip(1).map(|argument| context.sort(argument)).collect();
        let others = context.operators(&sorts, &context.sort(node));
        let is_shorter = |name: &&[u8]| name.len() < head.text().len() && is_standard(name);
        let mut shorter: Vec<&[u8]> = others.into_iter().filter(is_shorter).collect();
        shorter.sort_by_key(|name| name.len());
        shorter.truncate(OTHERS);
        Box::new(shorter.into_iter().map(move |name| Edit::replace(head, name)))
    },
    ..Mutator::DEFAULT
};

/// How many others are tried for one operator.
const OTHERS: usize = 6;

/// What may come in: only what the standard defines, since on other operators
/// solvers may disagree without an error of either.
const STANDARD: &str = "= or => and xor not distinct + - * / < > <= >= div mod abs \
    bvor bvadd bvand bvmul bvxor bvsub bvneg bvnot bvshl bvult bvule bvslt bvsle bvlshr bvashr bvudiv bvurem bvcomp \
    fp.eq fp.lt fp.gt fp.leq fp.geq fp.abs fp.neg fp.add fp.sub fp.mul fp.min fp.max fp.isNaN fp.isZero \
    select store str.< str.<= str.at str.++ str.len re.* re.+ re.++ re.opt re.comp re.diff re.inter re.union";

/// Whether the standard defines an operator.
pub(super) fn is_standard(name: &[u8]) -> bool {
    STANDARD.split(' ').any(|standard| standard.as_bytes() == name)
}
