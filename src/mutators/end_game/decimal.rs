//! The mutator that spells real constants as numerals.

use super::super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};

/// Spells a real constant without fraction as a numeral, which many solvers
/// take for a real one where they need it.
///
/// It comes last, as sorts are no longer known afterwards.
pub(super) static DECIMAL_TO_NUMERAL: Mutator = Mutator {
    name: "decimal-to-numeral",
    class: "DecimalToNumeral",
    summary: "spell real constant as numeral",
    examples: r#"
        (assert (< 0.0 r 2.50 30.00)) => (assert (< 0 r 2.50 30.00)) | (assert (< 0.0 r 2.50 30))
        (assert (p ((_ to_fp 5 11) RNE 1.0))) => none
        (set-info :version 2.0) (assert (= x.0 |0.0| "1.0")) => none
    "#,
    filter: |context, node| whole(context, node).is_some(),
    local: |context, node| some(whole(context, node).map(|whole| Edit::replace(node, whole))),
    ..Mutator::DEFAULT
};

/// What stands before a fraction of zeros, unless an indexed function takes it,
/// which tells numerals from decimals: `((_ to_fp 5 11) RNE 1.0)`.
fn whole<'a>(context: &Context, node: Node<'a>) -> Option<&'a [u8]> {
    let mut parts = node.leaf()?.splitn(2, |byte| *byte == b'.');
    let (whole, fraction) = (parts.next()?, parts.next()?);
    let is_decimal = whole.iter().all(u8::is_ascii_digit) && fraction.iter().all(|digit| *digit == b'0');
    let is_told_apart = context.parent(node).is_some_and(|list| list.head().is_none());
    (is_decimal && !whole.is_empty() && context.role(node) == Role::Term && !is_told_apart).then_some(whole)
}
