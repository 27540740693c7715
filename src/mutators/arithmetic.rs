//! Mutators for integers and reals.

mod constants;

use super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &ArithmeticNegateRelation,
    &constants::ArithmeticSimplifyConstant,
    &ArithmeticSplitNaryRelation,
    &ArithmeticStrengthenRelation,
];

const ARITH_NEGATE_RELATIONS: About = About {
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
};

struct ArithmeticNegateRelation;

impl ArithmeticNegateRelation {
    /// The relation that holds where `relation` does not.
    fn opposite(relation: &[u8]) -> Option<&'static [u8]> {
        match relation {
            b"=" => Some(b"distinct"),
            b"<" => Some(b">="),
            b">" => Some(b"<="),
            b">=" => Some(b"<"),
            b"<=" => Some(b">"),
            b"!=" | b"<>" | b"distinct" => Some(b"="),
            _ => None,
        }
    }
}

impl Mutator for ArithmeticNegateRelation {
    fn about(&self) -> &'static About {
        &ARITH_NEGATE_RELATIONS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("not") && node.child(1).is_some_and(|inner| inner.head().and_then(Self::opposite).is_some())
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((relation, args)) = node.child(1).and_then(Node::app) else { return none() };
        let Some(opposite) = Self::opposite(relation) else { return none() };
        let terms = [Term::leaf(opposite)].into_iter().chain(args.into_iter().map(Term::Keep));
        some([Edit::rewrite(node, Term::List(terms.collect()))])
    }
}

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
        let relation = node.head().is_some_and(|head| ArithmeticNegateRelation::opposite(head).is_some());
        relation && node.arity() > 3
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let children: Vec<Node<'_>> = node.children().collect();
        let [relation, args @ ..] = children.as_slice() else { return none() };
        let pairs = args.windows(2).map(|pair| Term::list([*relation, pair[0], pair[1]]));
        some([Edit::rewrite(node, Term::app("and", pairs))])
    }
}

const ARITH_STRENGTHEN_RELATIONS: About = About {
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
};

struct ArithmeticStrengthenRelation;

impl ArithmeticStrengthenRelation {
    fn stronger(relation: &[u8]) -> &'static [&'static [u8]] {
        match relation {
            b"<" | b">" | b"distinct" => &[b"="],
            b"<=" => &[b"<", b"="],
            b">=" => &[b">", b"="],
            _ => &[],
        }
    }
}

impl Mutator for ArithmeticStrengthenRelation {
    fn about(&self) -> &'static About {
        &ARITH_STRENGTHEN_RELATIONS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.head().is_some_and(|head| !Self::stronger(head).is_empty())
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(relation) = node.child(0) else { return none() };
        let stronger = relation.leaf().map_or(&[] as &[&[u8]], Self::stronger);
        some(stronger.iter().map(move |text| Edit::replace(relation, text)))
    }
}
