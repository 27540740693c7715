//! The mutator that spells real constants as numerals.

use super::super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};

const ABOUT: About = About {
    name: "decimal-to-numeral",
    class: "DecimalToNumeral",
    summary: "spell real constant as numeral",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert (< 0.0 r 2.50 30.00))",
            after: &["(assert (< 0 r 2.50 30.00))", "(assert (< 0.0 r 2.50 30))"],
        },
        Example { before: "(assert (p ((_ to_fp 5 11) RNE 1.0)))", after: &[] },
        Example { before: "(set-info :version 2.0)\n(assert (= x.0 |0.0| \"1.0\"))", after: &[] },
    ],
};

/// Spells a real constant without fraction as a numeral, which many solvers
/// take for a real one where they need it.
///
/// It comes last, as sorts are no longer known afterwards.
pub(super) struct DecimalToNumeral;

/// What stands before a fraction of zeros, unless an indexed function takes it,
/// which tells numerals from decimals: `((_ to_fp 5 11) RNE 1.0)`.
fn whole<'a>(context: &Context, node: Node<'a>) -> Option<&'a [u8]> {
    let mut parts = node.leaf()?.splitn(2, |byte| *byte == b'.');
    let (whole, fraction) = (parts.next()?, parts.next()?);
    let is_decimal = whole.iter().all(u8::is_ascii_digit) && fraction.iter().all(|digit| *digit == b'0');
    let is_told_apart = context.parent(node).is_some_and(|list| list.head().is_none());
    (is_decimal && !whole.is_empty() && context.role(node) == Role::Term && !is_told_apart).then_some(whole)
}

impl Mutator for DecimalToNumeral {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        whole(context, node).is_some()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(whole(context, node).map(|whole| Edit::replace(node, whole)))
    }
}
