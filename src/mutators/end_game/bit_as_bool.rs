//! The mutator that spells single bits as truth values.

use super::super::Mutator;
use super::super::rewrite::Rules;

/// Takes a truth value for a bit-vector of one bit, as many solvers do that keep
/// both as the same thing; to others this is ill-sorted.
pub(super) static BIT_AS_BOOL: Mutator = Mutator {
    name: "bit-as-bool",
    class: "BitAsBool",
    summary: "take truth value for bit-vector of one bit",
    examples: r"
        (declare-const b (_ BitVec 1)) (assert (= #b1 (bvnot b)))
            => (declare-const b Bool) (assert (= #b1 (bvnot b))) | (declare-const b (_ BitVec 1)) (assert (bvnot b))
             | (declare-const b (_ BitVec 1)) (assert (= #b1 (not b)))
        (declare-const b (_ BitVec 2)) (assert (= #b01 b)) => none
    ",
    rules: Rules::new(&[
        "(_ BitVec 1) => Bool",
        "(= #b1 ?x) => ?x",
        "(= ?x #b1) => ?x",
        "(= #b0 ?x) => (not ?x)",
        "(= ?x #b0) => (not ?x)",
        "(ite ?c #b1 #b0) => ?c",
        "(ite ?c #b0 #b1) => (not ?c)",
        "(bvcomp ?x ?y) => (= ?x ?y)",
        "(bvnot ?x) => (not ?x)",
        "(bvand ?x ...) => (and ?x ...)",
        "(bvor ?x ...) => (or ?x ...)",
        "(bvxor ?x ...) => (xor ?x ...)",
    ]),
    ..Mutator::DEFAULT
};
