//! Shorter numbers.

use crate::mutators::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use crate::smtlib::name::is_natural;

/// Spells a real constant without fraction as a numeral, which many solvers take for a real one where they need it.
///
/// It comes last, because sorts are no longer known afterwards.
pub(super) static DECIMAL_TO_NUMERAL: Mutator = Mutator {
    name: "decimal-to-numeral",
    summary: "spell real constant as numeral",
    examples: r#"
        (assert (< 0.0 r 2.50 30.00)) => (assert (< 0 r 2.50 30.00)) | (assert (< 0.0 r 2.50 30))
        (assert (p ((as const (Array Int Real)) 1.0))) => (assert (p ((as const (Array Int Real)) 1)))
        (assert (p ((_ to_fp 5 11) RNE 1.0))) => none
        (set-info :version 2.0) (assert (= x.0 |0.0| "1.0")) => none
    "#,
    filter: |context, node| whole(context, node).is_some(),
    local: |context, node| some(whole(context, node).map(|whole| Edit::replace(node, whole))),
    ..Mutator::DEFAULT
};

/// Returns the digits before a fraction of zeros, unless the constant is an argument of an indexed function,
/// which distinguishes numerals from decimals: `((_ to_fp 5 11) RNE 1.0)`. A constant array is none.
fn whole<'a>(context: &Context, node: Node<'a>) -> Option<&'a [u8]> {
    let mut parts = node.leaf()?.splitn(2, |byte| *byte == b'.');
    let (whole, fraction) = (parts.next()?, parts.next()?);
    let is_decimal = is_natural(whole) && fraction.iter().all(|digit| *digit == b'0');
    let is_told_apart = context.parent(node).and_then(|list| list.child(0)).is_some_and(|head| head.has_head("_"));
    (is_decimal && context.is_term(node) && !is_told_apart).then_some(whole)
}

/// Replaces a long number by each tenth below 1. Where a failure depends on how a real number is rounded to a
/// floating-point number, some of these are rounded in the same direction; every format holds 0.5 exactly, and no other.
pub(super) static TENTHS: Mutator = Mutator {
    name: "tenths",
    summary: "substitute long number by tenths",
    examples: r"
        (assert (= r 65504.0))
            => (assert (= r 0.1)) | (assert (= r 0.2)) | (assert (= r 0.3)) | (assert (= r 0.4)) | (assert (= r 0.5))
             | (assert (= r 0.6)) | (assert (= r 0.7)) | (assert (= r 0.8)) | (assert (= r 0.9))
        (assert (f 321 1.5 |4321| ((_ sign_extend 4321) y))) => none
    ",
    filter: |context, node| is_long(node) && context.is_term(node),
    local: |_, node| some((1..10).map(move |tenths| Edit::replace(node, format!("0.{tenths}").as_bytes()))),
    ..Mutator::DEFAULT
};

/// Whether this is a numeral or decimal that is longer than tenths are.
fn is_long(node: Node<'_>) -> bool {
    let is_number = |text: &[u8]| text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    node.leaf().is_some_and(|text| text.len() > 3 && text[0].is_ascii_digit() && is_number(text))
}
