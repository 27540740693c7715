//! Mutators for floating-point numbers.

use super::rewrite::Rewrite;
use super::{About, Example, Mutator};

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[&SHORT_SORT];

static SHORT_SORT: Rewrite = Rewrite::new(
    &About {
        name: "fp-short-sort",
        class: "FPShortSort",
        summary: "replace long FP sort name with short name",
        may_grow: false,
        examples: &[
            Example { before: "(declare-const a (_ FloatingPoint 5 11))", after: &["(declare-const a Float16)"] },
            Example { before: "(declare-const a (_ FloatingPoint 8 24))", after: &["(declare-const a Float32)"] },
            Example { before: "(declare-const a (_ FloatingPoint 11 53))", after: &["(declare-const a Float64)"] },
            Example { before: "(declare-const a (_ FloatingPoint 15 113))", after: &["(declare-const a Float128)"] },
            Example { before: "(declare-const a (_ FloatingPoint 8 23))", after: &[] },
            Example { before: "(assert (_ FloatingPoint 8))\n(assert (_ to_fp 8 24))", after: &[] },
        ],
    },
    &[
        "(_ FloatingPoint 5 11) => Float16",
        "(_ FloatingPoint 8 24) => Float32",
        "(_ FloatingPoint 11 53) => Float64",
        "(_ FloatingPoint 15 113) => Float128",
    ],
);
