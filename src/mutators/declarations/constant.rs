//! The mutator that spells functions without arguments as constants.

use super::super::rewrite::Rewrite;
use super::{About, Example};

/// Declares a constant as such, and not as a function without arguments.
pub(super) static DECLARE_CONSTANT: Rewrite = Rewrite::new(
    &About {
        name: "declare-constant",
        class: "DeclareConstant",
        summary: "declare a constant as such",
        may_grow: false,
        examples: &[
            Example { before: "(declare-fun x () Int)", after: &["(declare-const x Int)"] },
            Example { before: "(declare-fun f (Int) Int)\n(declare-const x Int)", after: &[] },
        ],
    },
    &["(declare-fun ?f () ?sort) => (declare-const ?f ?sort)"],
);
