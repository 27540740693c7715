//! The mutator that replaces truth values by predicates on terms in them.

use super::super::{About, Edits, Example, Mutator};
use super::FEW;
use super::pool::can_stand;
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::{BitVector, is_constant};
use crate::smtlib::{Context, Role, Sort};
use num_bigint::BigUint;
use std::collections::BTreeSet;

const ABOUT: About = About {
    name: "term-to-predicate",
    class: "TermToPredicate",
    summary: "substitute by a predicate on a term in it",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const x (_ BitVec 2))\n(assert (= #b1 ((_ extract 1 1) (bvnot x))))",
            after: &[
                "(declare-const x (_ BitVec 2))\n(assert (= #b00 x))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b01 x))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b11 x))",
                "(declare-const x (_ BitVec 2))\n(assert (bvult #b00 x))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b00 (bvnot x)))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b01 (bvnot x)))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b11 (bvnot x)))",
                "(declare-const x (_ BitVec 2))\n(assert (bvult #b00 (bvnot x)))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (= #b00 x)))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (= #b01 x)))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (= #b11 x)))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (bvult #b00 x)))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (= #b00 (bvnot x))))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (= #b01 (bvnot x))))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (= #b11 (bvnot x))))",
                "(declare-const x (_ BitVec 2))\n(assert (= #b1 (bvult #b00 (bvnot x))))",
            ],
        },
        Example {
            before: "(declare-const x Float16)\n(assert (fp.eq x (fp.neg x)))",
            after: &[
                "(declare-const x Float16)\n(assert (fp.isNaN x))",
                "(declare-const x Float16)\n(assert (fp.isZero x))",
            ],
        },
        Example { before: "(declare-const s String)\n(assert (= \"\" s))", after: &[] },
    ],
};

/// Puts the shortest predicates on a term below in the place of a truth value:
/// what the failure needs is often the term alone. A single bit is taken for a truth
/// value, too, as by [`BIT_AS_BOOL`](super::bit_as_bool::BIT_AS_BOOL).
pub(super) struct TermToPredicate;

/// The predicates that are tried on a term, with `?` where it stands.
fn predicates(sort: &Sort) -> Vec<String> {
    match sort {
        Sort::BitVec(width) => {
            let (one, width) = (BigUint::from(1u32), *width);
            let literal = |value: BigUint| String::from_utf8_lossy(&BitVector { value, width }.shortest()).into_owned();
            let (zero, all) = (literal(BigUint::ZERO), literal((&one << width) - &one));
            let mut rows = vec![format!("(= {zero} "), format!("(= {} ", literal(one)), format!("(= {all} ")];
            rows.dedup();
            rows.push(format!("(bvult {zero} "));
            rows
        }
        Sort::Int => vec!["(= 0 ".into(), "(= 1 ".into(), "(< 0 ".into()],
        Sort::Real => vec!["(= 0.0 ".into(), "(= 1.0 ".into(), "(< 0.0 ".into()],
        Sort::Float(..) => vec!["(fp.isNaN ".into(), "(fp.isZero ".into()],
        Sort::String => vec!["(= \"\" ".into()],
        Sort::RegLan => vec!["(str.in_re \"\" ".into()],
        _ => Vec::new(),
    }
}

impl Mutator for TermToPredicate {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        let is_truth = || matches!(context.sort(node), Sort::Bool | Sort::BitVec(1));
        context.script().nodes() <= FEW && node.is_list() && context.role(node) == Role::Term && is_truth()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let below = node.subtree().skip(1).filter(|term| context.role(*term) == Role::Term);
        let mut texts = BTreeSet::new();
        for term in below.filter(|term| !is_constant(*term) && can_stand(context, *term, node)) {
            for (i, before) in predicates(&context.sort(term)).into_iter().enumerate() {
                let text = [before.as_bytes(), term.text(), b")"].concat();
                if text.len() < node.text().len() {
                    texts.insert((term.text().len(), term.index(), i, text));
                }
            }
        }
        let mut seen = BTreeSet::new();
        let new = texts.into_iter().filter_map(move |(.., text)| seen.insert(text.clone()).then_some(text));
        Box::new(new.map(move |text| Edit::replace(node, &text)))
    }
}
