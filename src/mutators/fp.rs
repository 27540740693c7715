//! Mutators for floating-point numbers.

use super::Mutator;
use super::rewrite::Rules;

pub(super) static MUTATORS: &[&Mutator] = &[&SHORT_SORT];

static SHORT_SORT: Mutator = Mutator {
    name: "fp-short-sort",
    class: "FPShortSort",
    summary: "replace long FP sort name with short name",
    examples: r"
        (declare-const a (_ FloatingPoint 5 11)) => (declare-const a Float16)
        (declare-const a (_ FloatingPoint 8 24)) => (declare-const a Float32)
        (declare-const a (_ FloatingPoint 11 53)) => (declare-const a Float64)
        (declare-const a (_ FloatingPoint 15 113)) => (declare-const a Float128)
        (declare-const a (_ FloatingPoint 8 23)) => none
        (assert (_ FloatingPoint 8)) (assert (_ to_fp 8 24)) => none
    ",
    rules: Rules::new(&[
        "(_ FloatingPoint 5 11) => Float16",
        "(_ FloatingPoint 8 24) => Float32",
        "(_ FloatingPoint 11 53) => Float64",
        "(_ FloatingPoint 15 113) => Float128",
    ]),
    ..Mutator::DEFAULT
};
