//! The mutator that spells single bits as truth values.

use super::super::rewrite::Rewrite;
use super::super::{About, Example};

/// Takes a truth value for a bit-vector of one bit, as many solvers do that keep
/// both as the same thing; to others this is ill-sorted.
pub(super) static BIT_AS_BOOL: Rewrite = Rewrite::new(
    &About {
        name: "bit-as-bool",
        class: "BitAsBool",
        summary: "take truth value for bit-vector of one bit",
        may_grow: false,
        examples: &[
            Example {
                before: "(declare-const b (_ BitVec 1))\n(assert (= #b1 (bvnot b)))",
                after: &[
                    "(declare-const b Bool)\n(assert (= #b1 (bvnot b)))",
                    "(declare-const b (_ BitVec 1))\n(assert (bvnot b))",
                    "(declare-const b (_ BitVec 1))\n(assert (= #b1 (not b)))",
                ],
            },
            Example { before: "(declare-const b (_ BitVec 2))\n(assert (= #b01 b))", after: &[] },
        ],
    },
    &[
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
    ],
);
