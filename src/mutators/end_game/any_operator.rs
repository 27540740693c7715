//! The mutator that replaces operators by operators.

use super::super::{About, Edits, Example, Mutator, none};
use super::FEW;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Sort};

const ABOUT: About = About {
    name: "any-operator",
    class: "AnyOperator",
    summary: "substitute operator by any other",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const a Int)\n(assert (<= (div a 2) a))",
            after: &[
                "(declare-const a Int)\n(assert (= (div a 2) a))",
                "(declare-const a Int)\n(assert (< (div a 2) a))",
                "(declare-const a Int)\n(assert (> (div a 2) a))",
                "(declare-const a Int)\n(assert (<= (- a 2) a))",
                "(declare-const a Int)\n(assert (<= (+ a 2) a))",
                "(declare-const a Int)\n(assert (<= (* a 2) a))",
            ],
        },
        Example {
            before: "(declare-const p Bool)\n(assert (distinct p true))",
            after: &[
                "(declare-const p Bool)\n(assert (= p true))",
                "(declare-const p Bool)\n(assert (or p true))",
                "(declare-const p Bool)\n(assert (=> p true))",
                "(declare-const p Bool)\n(assert (and p true))",
                "(declare-const p Bool)\n(assert (xor p true))",
            ],
        },
        Example { before: "(declare-fun f (Int) Bool)\n(assert (f 1))", after: &[] },
    ],
};

/// Replaces an operator by a shorter one for the same sorts, whatever it means.
pub(super) struct AnyOperator;

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

impl Mutator for AnyOperator {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.script().nodes() <= FEW && context.role(node) == Role::Term && node.head().is_some()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(head) = node.child(0).filter(|head| context.is_operator(*head)) else { return none() };
        let sorts: Vec<Sort> = node.children().skip(1).map(|argument| context.sort(argument)).collect();
        let others = context.operators(&sorts, &context.sort(node));
        let is_shorter = |name: &&[u8]| name.len() < head.text().len() && is_standard(name);
        let mut shorter: Vec<&[u8]> = others.into_iter().filter(is_shorter).collect();
        shorter.sort_by_key(|name| name.len());
        shorter.truncate(OTHERS);
        Box::new(shorter.into_iter().map(move |name| Edit::replace(head, name)))
    }
}
