//! The mutator that replaces truth values by predicates on terms in them.

use super::super::Mutator;
use super::FEW;
use super::pool::{agree, can_stand, keeps_most, spared};
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::{BitVector, is_constant};
use crate::smtlib::{Role, Sort};
use std::collections::BTreeSet;

/// Puts the shortest predicates on a term below in the place of a truth value:
/// what the failure needs is often the term alone, if it holds most of what is nested there. A single bit is
/// taken for a truth value, too, as by [`BIT_AS_BOOL`](super::BIT_AS_BOOL), and one that is extracted is compared.
/// Of constants only floating-point numbers that are made of bits are worth a predicate.
pub(super) static TERM_TO_PREDICATE: Mutator = Mutator {
    name: "term-to-predicate",
    summary: "substitute by a predicate on a term in it",
    examples: r#"
        (declare-const x (_ BitVec 2)) |- (assert (= #b1 ((_ extract 1 1) (bvnot x))))
            => (assert (= #b00 x)) | (assert (= #b01 x)) | (assert (= #b11 x)) | (assert (bvult #b00 x))
             | (assert (= #b00 (bvnot x))) | (assert (= #b01 (bvnot x))) | (assert (= #b11 (bvnot x)))
             | (assert (bvult #b00 (bvnot x))) | (assert (= #b1 (= #b00 x))) | (assert (= #b1 (= #b01 x)))
             | (assert (= #b1 (= #b11 x))) | (assert (= #b1 (bvult #b00 x))) | (assert (= #b1 (bvcomp #b00 x)))
             | (assert (= #b1 (bvcomp #b01 x))) | (assert (= #b1 (bvcomp #b11 x)))
             | (assert (= #b1 (= #b00 (bvnot x)))) | (assert (= #b1 (= #b01 (bvnot x))))
             | (assert (= #b1 (= #b11 (bvnot x)))) | (assert (= #b1 (bvult #b00 (bvnot x))))
             | (assert (= #b1 (bvcomp #b00 (bvnot x)))) | (assert (= #b1 (bvcomp #b01 (bvnot x))))
             | (assert (= #b1 (bvcomp #b11 (bvnot x))))
        (declare-const x Float16) |- (assert (fp.eq x (fp.neg x))) => (assert (fp.isNaN x)) | (assert (fp.isZero x))
        (declare-fun f ((_ FloatingPoint 2 2)) Bool) |- (assert (f (fp #b0 #b00 #b0)))
            => (assert (fp.isNaN (fp #b0 #b00 #b0))) | (assert (fp.isZero (fp #b0 #b00 #b0)))
        (declare-const s String) (assert (= "" s)) => none
        (declare-const s String) |- (assert (= "ab" (str.++ s (str.++ s (str.++ s (str.++ s (str.++ s s)))))))
            => (assert (= "" (str.++ s s))) | (assert (= "" (str.++ s (str.++ s s))))
             | (assert (= "" (str.++ s (str.++ s (str.++ s s)))))
             | (assert (= "" (str.++ s (str.++ s (str.++ s (str.++ s s))))))
             | (assert (= "" (str.++ s (str.++ s (str.++ s (str.++ s (str.++ s s)))))))
    "#,
    enumerates: true,
    filter: |context, node| {
        let is_truth = || matches!(context.sort(node), Sort::Bool | Sort::BitVec(1));
        context.script().nodes() <= FEW && node.is_list() && context.role(node) == Role::Term && is_truth()
    },
    local: |context, node| {
        let below = node.subtree().skip(1).filter(|term| context.role(*term) == Role::Term);
        let is_extract = node.child(0).is_some_and(|operator| operator.has_head("_"));
        let is_extract = is_extract && !agree(context, &context.sort(node), &Sort::Bool);
        let mut texts = BTreeSet::new();
        let says_more = |term: &Node<'_>| !is_constant(*term) || term.has_head("fp");
        for term in below.filter(|term| says_more(term) && can_stand(context, *term, node)) {
            let limit = node.text().len() + spared(context, node, term);
            let mut predicates = predicates(&context.sort(term));
            if is_extract {
                let compared: Vec<&String> = predicates.iter().filter(|before| before.starts_with("(= #")).collect();
                predicates
                    .extend(compared.into_iter().map(|before| before.replacen('=', "bvcomp", 1)).collect::<Vec<_>>());
            }
            for (i, before) in predicates.into_iter().enumerate() {
                let text = [before.as_bytes(), term.text(), b")"].concat();
                if text.len() < limit && keeps_most(node, &text, 4) {
                    texts.insert((term.text().len(), term.index(), i, text));
                }
            }
        }
        let mut seen = BTreeSet::new();
        let new = texts.into_iter().filter_map(move |(.., text)| seen.insert(text.clone()).then_some(text));
        Box::new(new.map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// The predicates that are tried on a term, with `?` where it stands.
pub(super) fn predicates(sort: &Sort) -> Vec<String> {
    match sort {
        Sort::BitVec(width) => {
            let literal = |bits: &BitVector| String::from_utf8_lossy(&bits.shortest()).into_owned();
            let literals: Vec<String> = BitVector::simplest(*width).iter().map(literal).collect();
            let mut rows: Vec<String> = literals.iter().map(|literal| format!("(= {literal} ")).collect();
            rows.dedup();
            rows.push(format!("(bvult {} ", literals[0]));
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
