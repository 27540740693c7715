//! Mutators for integers and reals.

mod constants;

use super::rewrite::Rules;
use super::{Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};

/// The mutators of this theory, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] =
    &[&NEGATED_RELATION, &constants::ARITH_CONSTANTS, &ARITH_SPLIT_NARY_RELATIONS, &STRONGER_RELATION];

static NEGATED_RELATION: Mutator = Mutator {
    name: "arith-negate-relations",
    class: "ArithmeticNegateRelation",
    summary: "push negation into arithmetic relation",
    may_grow: true,
    examples: r"
        (assert (not (< x 17))) => (assert (>= x 17))
        (assert (not (= x y z))) => (assert (distinct x y z))
        (assert (not (distinct x y))) => (assert (= x y))
        (assert (not (<>))) => (assert (=))
        (assert (not (and p q))) (assert (< x 17)) (assert (not <)) => none
    ",
    rules: Rules::new(&[
        "(not (= ?x ...) ? ...) => (distinct ?x ...)",
        "(not (distinct ?x ...) ? ...) => (= ?x ...)",
        "(not (!= ?x ...) ? ...) => (= ?x ...)",
        "(not (<> ?x ...) ? ...) => (= ?x ...)",
        "(not (< ?x ...) ? ...) => (>= ?x ...)",
        "(not (> ?x ...) ? ...) => (<= ?x ...)",
        "(not (>= ?x ...) ? ...) => (< ?x ...)",
        "(not (<= ?x ...) ? ...) => (> ?x ...)",
    ]),
    ..Mutator::DEFAULT
};

/// What compares its arguments, two neighbours at a time.
const RELATIONS: [&[u8]; 8] = [b"=", b"distinct", b"!=", b"<>", b"<", b">", b">=", b"<="];

static ARITH_SPLIT_NARY_RELATIONS: Mutator = Mutator {
    name: "arith-split-nary-relations",
    class: "ArithmeticSplitNaryRelation",
    summary: "split arithmetic n-ary relation",
    may_grow: true,
    examples: r"
        (assert (< x y 5)) => (assert (and (< x y) (< y 5)))
        (assert (distinct r (f s) t r)) => (assert (and (distinct r (f s)) (distinct (f s) t) (distinct t r)))
        (assert (< x 5)) (assert (+ x y 5)) => none
    ",
    filter: |_, node| {
        let relation = node.head().is_some_and(|head| RELATIONS.contains(&head));
        relation && node.arity() > 3
    },
    local: |_, node| {
        let children: Vec<Node<'_>> = node.children().collect();
        let [relation, args @ ..] = children.as_slice() else { return none() };
        let pairs = args.windows(2).map(|pair| Term::list([*relation, pair[0], pair[1]]));
        some([Edit::rewrite(node, Term::app("and", pairs))])
    },
    ..Mutator::DEFAULT
};

static STRONGER_RELATION: Mutator = Mutator {
    name: "arith-strengthen-relations",
    class: "ArithmeticStrengthenRelation",
    summary: "strengthen arithmetic relation",
    may_grow: true,
    examples: r"
        (assert (<= r 3.25)) => (assert (< r 3.25)) | (assert (= r 3.25))
        (assert (> x y z)) => (assert (= x y z))
        (assert (distinct x y)) => (assert (= x y))
        (assert (<)) => (assert (=))
        (assert (= x y)) (assert <) => none
    ",
    rules: Rules::new(&[
        "(< ?x ...) => (= ?x ...)",
        "(> ?x ...) => (= ?x ...)",
        "(distinct ?x ...) => (= ?x ...)",
        "(<= ?x ...) => (< ?x ...)",
        "(<= ?x ...) => (= ?x ...)",
        "(>= ?x ...) => (> ?x ...)",
        "(>= ?x ...) => (= ?x ...)",
    ]),
    ..Mutator::DEFAULT
};
