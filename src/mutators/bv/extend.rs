//! Mutators for bit-vector extensions, and for extracts whose result is known.

use super::super::{Mutator, some};
use super::{extended, extension, indexed, is_constant, is_indexed, operation, width};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::constants::BitVector;
use crate::smtlib::name::is_among;

pub(super) static BV_ZERO_CONCAT: Mutator = Mutator {
    name: "bv-zero-concat",
    class: "BVConcatToZeroExtend",
    summary: "replace concat by zero_extend",
    may_grow: true,
    examples: r"
        (assert (concat #b0000 n)) => (assert ((_ zero_extend 4) n))
        (assert (concat (_ bv0 8) n)) => (assert ((_ zero_extend 8) n))
        (assert (concat #x0 n m)) => (assert ((_ zero_extend 4) (concat n m))) | (assert ((_ zero_extend 4) n))
        (assert (concat #b01 n)) (assert (concat n #b0)) (assert (concat)) (assert (concat #b0)) => none
    ",
    filter: |_, node| node.has_head("concat") && node.child(1).is_some_and(is_constant),
    local: |_, node| {
        let zeros = BitVector::of(node.child(1)?).filter(|zeros| zeros.value.bits() == 0)?;
        let rest = Term::app("concat", node.children().skip(2).map(Term::Keep));
        let all = (node.arity() > 3).then_some(rest);
        let terms = all.into_iter().chain([node.child(2)?.into()]);
        some(terms.map(move |term| Edit::rewrite(node, indexed("zero_extend", &[zeros.width], term))))
    },
    ..Mutator::DEFAULT
};

/// Predicates that hold of two extensions as they hold of the extended terms, or nearly so.
const PREDICATES: &str = "= distinct bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bvcomp";

/// Drops the part of the zero extensions that both sides of a predicate have in common.
pub(super) static BV_ZEROEXTEND_PRED: Mutator = Mutator {
    name: "bv-zeroextend-pred",
    class: "BVZeroExtendPredicate",
    summary: "eliminate zero_extend when both operands of a predicate are zero extended",
    examples: r"
        (assert (= ((_ zero_extend 2) x) ((_ zero_extend 2) (f y)))) => (assert (= x (f y)))
        (assert (bvult ((_ zero_extend 12) n) ((_ zero_extend 8) y))) => (assert (bvult ((_ zero_extend 4) n) y))
        (assert (bvcomp ((_ zero_extend 8) n) ((_ zero_extend 12) y))) => (assert (bvcomp n ((_ zero_extend 4) y)))
        (assert (bvadd ((_ zero_extend 2) x) ((_ zero_extend 2) y))) (assert (= ((_ zero_extend 2) x) y))
                (assert (= ((_ zero_extend 2)) ((_ zero_extend i) y)))
            => none
    ",
    filter: |_, node| {
        let extends = || node.child(1).is_some_and(|argument| is_indexed(argument, "zero_extend"));
        node.head().is_some_and(|head| is_among(head, PREDICATES)) && extends()
    },
    local: |_, node| {
        let children: Vec<_> = node.children().collect();
        let [predicate, a, b] = children[..] else { return None };
        let ((i, a), (j, b)) = (extension(a, "zero_extend")?, extension(b, "zero_extend")?);
        let common = i.min(j);
        let (a, b) = (extended("zero_extend", i - common, a.into()), extended("zero_extend", j - common, b.into()));
        some([Edit::rewrite(node, Term::List(vec![predicate.into(), a, b]))])
    },
    ..Mutator::DEFAULT
};

pub(super) static BV_MERGE_EXTEND: Mutator = Mutator {
    name: "bv-merge-extend",
    summary: "merge nested zero_extend/sign_extend",
    examples: r"
        (assert ((_ zero_extend 3) ((_ zero_extend 5) x))) => (assert ((_ zero_extend 8) x))
        (assert ((_ sign_extend 1) ((_ sign_extend 2) ((_ sign_extend 3) x))))
            => (assert ((_ sign_extend 6) x)) | (assert ((_ sign_extend 1) ((_ sign_extend 5) x)))
        (assert ((_ sign_extend 3) ((_ zero_extend 5) x))) => (assert ((_ zero_extend 8) x))
        (assert ((_ zero_extend 3) ((_ sign_extend 5) x))) (assert ((_ zero_extend 3)))
                (assert ((_ zero_extend 18446744073709551615) ((_ zero_extend 1) x)))
            => none
    ",
    filter: |_, node| {
        let zero = |node: Node<'_>| is_indexed(node, "zero_extend");
        let sign = |node: Node<'_>| is_indexed(node, "sign_extend");
        node.child(1).is_some_and(|inner| (zero(inner) && (zero(node) || sign(node))) || (sign(inner) && sign(node)))
    },
    local: |_, node| {
        let signed = is_indexed(node, "sign_extend");
        let name = if signed { "sign_extend" } else { "zero_extend" };
        let (mut sum, mut inner) = extension(node, name)?;
        let mut links = 1;
        while let Some((by, argument)) = extension(inner, name) {
            (sum, inner, links) = (sum.checked_add(by)?, argument, links + 1);
        }
        // A zero extension below a sign extension keeps the sign bit zero, so the whole chain is a zero extension.
        let below = extension(inner, "zero_extend").filter(|(by, _)| signed && links == 1 && *by > 0);
        let merged = match below {
            Some((by, argument)) => Some(indexed("zero_extend", &[sum.checked_add(by)?], argument.into())),
            None => (links > 1).then(|| indexed(name, &[sum], inner.into())),
        };
        some(merged.map(|term| Edit::rewrite(node, term)))
    },
    ..Mutator::DEFAULT
};

/// Returns the borders of an extract, if they are in order, and its argument.
fn extract<'a>(node: Node<'a>) -> Option<(u32, u32, Node<'a>)> {
    let (borders, argument) = operation(node, "extract")?;
    let [high, low] = borders[..] else { return None };
    (low <= high && high < u32::MAX).then_some((high, low, argument))
}

pub(super) static BV_EXTRACT_CONSTANTS: Mutator = Mutator {
    name: "bv-extract-constants",
    class: "BVExtractConstants",
    summary: "evaluate bit-vector extract on constant",
    may_grow: true,
    examples: r"
        (assert ((_ extract 3 2) (_ bv5 8))) => (assert #b01)
        (assert ((_ extract 2 1) #b1010)) => (assert #b01)
        (assert ((_ extract 7 4) #x2a)) => (assert #x2)
        (assert ((_ extract 4 4) #x2a)) => (assert #b0)
        (assert ((_ extract 9 4) (_ bv3 8))) (assert ((_ extract 0 1) #b11)) (assert ((_ extract 0 0) x))
                (assert ((_ extract 0 0)))
            => none
    ",
    filter: |_, node| is_indexed(node, "extract") && node.child(1).is_some_and(is_constant),
    local: |_, node| {
        let (high, low, argument) = extract(node)?;
        let holds = |constant: &BitVector| u64::from(high) < u64::from(constant.width).max(constant.value.bits());
        let constant = BitVector::of(argument).filter(holds)?;
        let width = high - low + 1;
        let part = BitVector { value: (constant.value >> low) & BitVector::ones(width), width };
        let hexadecimal = if argument.text().starts_with(b"#x") { part.hexadecimal() } else { None };
        some([Edit::replace(node, &hexadecimal.unwrap_or_else(|| part.binary()))])
    },
    ..Mutator::DEFAULT
};

pub(super) static BV_EXTRACT_ZEROEXTEND: Mutator = Mutator {
    name: "bv-extract-zeroextend",
    class: "BVExtractZeroExtend",
    summary: "simplify bit-vector extract on zero_extend",
    may_grow: true,
    examples: r"
        (declare-const x (_ BitVec 8)) |- (assert ((_ extract 9 7) ((_ zero_extend 8) x)))
            => (assert ((_ zero_extend 2) ((_ extract 7 7) x)))
        (declare-const x (_ BitVec 8)) |- (assert ((_ extract 9 0) ((_ zero_extend 8) x)))
            => (assert ((_ zero_extend 2) x)) | (assert ((_ zero_extend 2) ((_ extract 7 0) x)))
        (declare-const x (_ BitVec 8)) |- (assert ((_ extract 11 9) ((_ zero_extend 8) x))) => (assert (_ bv0 3))
        (declare-const x (_ BitVec 8)) |- (assert ((_ extract 3 1) ((_ sign_extend 8) x)))
            => (assert ((_ extract 3 1) x))
        (assert ((_ extract 3 1) ((_ zero_extend 8) unknown))) (assert ((_ extract 3 1) ((_ zero_extend 8))))
                (assert ((_ extract 3) ((_ zero_extend 8) #b1)))
            => none
    ",
    filter: |_, node| {
        let extends = |inner: Node<'_>| is_indexed(inner, "zero_extend") || is_indexed(inner, "sign_extend");
        is_indexed(node, "extract") && node.child(1).is_some_and(extends)
    },
    local: |context, node| {
        let ((high, low, argument), operator) = (extract(node)?, node.child(0)?);
        let zeros = extension(argument, "zero_extend");
        let (_, inner) = zeros.or_else(|| extension(argument, "sign_extend"))?;
        let bits = width(context, inner).filter(|bits| *bits > 0)?;
        let terms = match () {
            () if high < bits => vec![Term::list([operator, inner])],
            () if zeros.is_none() => return None,
            () if low >= bits => vec![Term::text(format!("(_ bv0 {})", high - low + 1))],
            () => {
                let part = indexed("extract", &[bits - 1, low], inner.into());
                let whole = (low == 0).then(|| inner.into());
                let extended = |term| extended("zero_extend", high - bits + 1, term);
                whole.into_iter().chain([part]).map(extended).collect()
            }
        };
        some(terms.into_iter().map(move |term| Edit::rewrite(node, term)))
    },
    ..Mutator::DEFAULT
};
