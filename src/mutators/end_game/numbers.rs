//! Mutators for numbers that are no terms: of options, attributes, indices and sorts.

use super::super::arithmetic::smaller_integers;
use crate::mutators::{Mutator, all_from, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::{is_among, is_natural};
use crate::smtlib::{Context, Role};

/// Shortens a number that is no term: that of an option, an attribute, a level, a tactic, or an index on which no
/// width depends.
pub(super) static SHORTER_NUMBER: Mutator = Mutator {
    name: "shorter-number",
    summary: "shorten number that is no term",
    examples: r"
        (set-option :timeout 2000)
            => (set-option :timeout 1) | (set-option :timeout 20) | (set-option :timeout 200) | (set-option :timeout 999)
        (assert (! ((_ divisible 12) x) :weight 30))
            => (assert (! ((_ divisible 1) x) :weight 30)) | (assert (! ((_ divisible 9) x) :weight 30))
             | (assert (! ((_ divisible 12) x) :weight 1)) | (assert (! ((_ divisible 12) x) :weight 3))
             | (assert (! ((_ divisible 12) x) :weight 9))
        (check-sat-using (try-for smt 50))
            => (check-sat-using (try-for smt 1)) | (check-sat-using (try-for smt 5)) | (check-sat-using (try-for smt 9))
        (assert (= s (_ char #x7c))) => (assert (= s (_ char #x0)))
        (declare-const x (_ BitVec 32)) (assert (= 17 (f ((_ extract 20 10) x)))) (push 1) => none
    ",
    filter: |context, node| is_code(context, node) || is_long(node) && is_no_term(context, node),
    local: |_, node| {
        if node.text().starts_with(b"#") {
            return some([Edit::replace(node, b"#x0")]);
        }
        let mut texts = smaller_integers(node.text(), b"");
        // The half, which is seldom shorter, comes last.
        texts.pop();
        texts.retain(|text| text != b"1");
        texts.insert(0, b"1".to_vec());
        some(texts.into_iter().map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// Whether a node is the code in `(_ char #x41)`.
fn is_code(context: &Context, node: Node<'_>) -> bool {
    let is_long = node.leaf().is_some_and(|leaf| leaf.starts_with(b"#x") && leaf.len() > 3);
    is_long && context.parent(node).and_then(|list| list.child(1)).is_some_and(|name| name.is("char"))
}

/// Whether a node is a numeral of at least two digits.
fn is_long(node: Node<'_>) -> bool {
    node.leaf().is_some_and(|leaf| leaf.len() > 1 && is_natural(leaf))
}

fn is_no_term(context: &Context, node: Node<'_>) -> bool {
    let operator = || context.parent(node).and_then(|list| list.child(1));
    match context.role(node) {
        Role::Attribute | Role::Argument | Role::Unknown => true,
        Role::Index => operator().is_some_and(|name| !is_among(name.text(), WIDTHS)),
        _ => false,
    }
}

/// The operators and sorts whose indices are widths, or positions within one.
const WIDTHS: &str = "BitVec FloatingPoint FiniteField extract zero_extend sign_extend repeat int2bv int_to_bv nat2bv \
    to_fp to_fp_unsigned to_fp_bv fp.to_ubv fp.to_sbv +zero -zero +oo -oo NaN";

pub(super) static SMALLER_FIELD: Mutator = Mutator {
    name: "smaller-field",
    summary: "make finite field smaller",
    examples: r"
        (declare-const x (_ FiniteField 17)) (assert (= x (as ff3 (_ FiniteField 17))))
            => (declare-const x (_ FiniteField 2)) (assert (= x (as ff3 (_ FiniteField 2))))
             | (declare-const x (_ FiniteField 3)) (assert (= x (as ff3 (_ FiniteField 3))))
             | (declare-const x (_ FiniteField 5)) (assert (= x (as ff3 (_ FiniteField 5))))
             | (declare-const x (_ FiniteField 7)) (assert (= x (as ff3 (_ FiniteField 7))))
        (declare-const x (_ FiniteField 7)) => none
    ",
    filter: |context, node| is_long(node) && is_order(context, node),
    global: |context, node| {
        let is_same = |other: &Node<'_>| other.same(node) && is_order(context, *other);
        let all = all_from(context, node, is_same)?;
        let primes = ["2", "3", "5", "7"].into_iter();
        some(primes.filter_map(move |prime| Edit::all(all.iter().map(|order| Edit::replace(*order, prime.as_bytes())))))
    },
    ..Mutator::DEFAULT
};

/// Whether a node is the number in `(_ FiniteField 17)`.
fn is_order(context: &Context, node: Node<'_>) -> bool {
    let sort = context.parent(node).filter(|sort| node.is_leaf() && sort.has_head("_"));
    sort.and_then(|sort| sort.child(1)).is_some_and(|name| name.is("FiniteField"))
}

pub(super) static DROP_WEIGHT: Mutator = Mutator {
    name: "drop-weight",
    summary: "drop an argument with its weight",
    examples: r"
        (assert ((_ pbge 2 3 1) p q)) => (assert ((_ pbge 2 1) q)) | (assert ((_ pbge 2 3) p))
        (assert ((_ pbge 2 3) p)) (assert ((_ at-most 2) p q)) => none
    ",
    filter: |_, node| {
        let operator = node.child(0).filter(|head| head.has_head("_"));
        let is_sum = |head: &Node<'_>| head.child(1).is_some_and(|name| is_among(name.text(), "pbge pble pbeq"));
        node.arity() > 2 && operator.filter(is_sum).is_some_and(|head| head.arity() == node.arity() + 2)
    },
    local: |_, node| {
        let pair = move |i: usize| Edit::delete(node.child(i)?).and(&Edit::delete(node.child(0)?.child(i + 2)?));
        some((1..node.arity()).filter_map(pair))
    },
    ..Mutator::DEFAULT
};
