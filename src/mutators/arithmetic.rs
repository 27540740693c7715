//! Mutators for integers and reals.

mod constants;

use super::rewrite::Rewrite;
use super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] =
    &[&NEGATED_RELATION, &constants::ArithmeticSimplifyConstant, &ArithmeticSplitNaryRelation, &STRONGER_RELATION];

static NEGATED_RELATION: Rewrite = Rewrite::new(
    &About {
        name: "arith-negate-relations",
        class: "ArithmeticNegateRelation",
        summary: "push negation into arithmetic relation",
        may_grow: true,
        examples: &[
            Example { before: "(assert (not (< x 17)))", after: &["(assert (>= x 17))"] },
            Example { before: "(assert (not (= x y z)))", after: &["(assert (distinct x y z))"] },
            Example { before: "(assert (not (distinct x y)))", after: &["(assert (= x y))"] },
            Example { before: "(assert (not (<>)))", after: &["(assert (=))"] },
            Example { before: "(assert (not (and p q)))\n(assert (< x 17))\n(assert (not <))", after: &[] },
        ],
    },
    &[
        "(not (= ?x ...) ? ...) => (distinct ?x ...)",
        "(not (distinct ?x ...) ? ...) => (= ?x ...)",
        "(not (!= ?x ...) ? ...) => (= ?x ...)",
        "(not (<> ?x ...) ? ...) => (= ?x ...)",
        "(not (< ?x ...) ? ...) => (>= ?x ...)",
        "(not (> ?x ...) ? ...) => (<= ?x ...)",
        "(not (>= ?x ...) ? ...) => (< ?x ...)",
        "(not (<= ?x ...) ? ...) => (> ?x ...)",
    ],
);

/// What compares its arguments, two neighbours at a time.
const RELATIONS: [&[u8]; 8] = [b"=", b"distinct", b"!=", b"<>", b"<", b">", b">=", b"<="];

const ARITH_SPLIT_NARY_RELATIONS: About = About {
    name: "arith-split-nary-relations",
    class: "ArithmeticSplitNaryRelation",
    summary: "split arithmetic n-ary relation",
    may_grow: true,
    examples: &[
        Example { before: "(assert (< x y 5))", after: &["(assert (and (< x y) (< y 5)))"] },
        Example {
            before: "(assert (distinct r (f s) t r))",
            after: &["(assert (and (distinct r (f s)) (distinct (f s) t) (distinct t r)))"],
        },
        Example { before: "(assert (< x 5))\n(assert (+ x y 5))", after: &[] },
    ],
};

struct ArithmeticSplitNaryRelation;

impl Mutator for ArithmeticSplitNaryRelation {
    fn about(&self) -> &'static About {
        &ARITH_SPLIT_NARY_RELATIONS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        let relation = node.head().is_some_and(|head| RELATIONS.contains(&head));
        relation && node.arity() > 3
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let children: Vec<Node<'_>> = node.children().collect();
        let [relation, args @ ..] = children.as_slice() else { return none() };
        let pairs = args.windows(2).map(|pair| Term::list([*relation, pair[0], pair[1]]));
        some([Edit::rewrite(node, Term::app("and", pairs))])
    }
}

static STRONGER_RELATION: Rewrite = Rewrite::new(
    &About {
        name: "arith-strengthen-relations",
        class: "ArithmeticStrengthenRelation",
        summary: "strengthen arithmetic relation",
        may_grow: true,
        examples: &[
            Example { before: "(assert (<= r 3.25))", after: &["(assert (< r 3.25))", "(assert (= r 3.25))"] },
            Example { before: "(assert (> x y z))", after: &["(assert (= x y z))"] },
            Example { before: "(assert (distinct x y))", after: &["(assert (= x y))"] },
            Example { before: "(assert (<))", after: &["(assert (=))"] },
            Example { before: "(assert (= x y))\n(assert <)", after: &[] },
        ],
    },
    &[
        "(< ?x ...) => (= ?x ...)",
        "(> ?x ...) => (= ?x ...)",
        "(distinct ?x ...) => (= ?x ...)",
        "(<= ?x ...) => (< ?x ...)",
        "(<= ?x ...) => (= ?x ...)",
        "(>= ?x ...) => (> ?x ...)",
        "(>= ?x ...) => (= ?x ...)",
    ],
);
