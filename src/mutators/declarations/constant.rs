//! The mutator that spells functions without arguments as constants.

use super::super::Mutator;
use super::super::rewrite::Rules;

/// Declares a constant as such, and not as a function without arguments.
pub(super) static DECLARE_CONSTANT: Mutator = Mutator {
    name: "declare-constant",
    class: "DeclareConstant",
    summary: "declare a constant as such",
    examples: r"
        (declare-fun x () Int) => (declare-const x Int)
        (declare-fun f (Int) Int) (declare-const x Int) => none
    ",
    rules: Rules::new(&["(declare-fun ?f () ?sort) => (declare-const ?f ?sort)"]),
    ..Mutator::DEFAULT
};
