//! Mutators for Boolean connectives and quantifiers.

use super::rewrite::Rewrite;
use super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &DE_MORGAN,
    &DOUBLE_NEGATION,
    &BoolEliminateFalseEquality,
    &IMPLICATION,
    &NEGATED_QUANTIFIER,
    &BINARY_XOR,
    &BoolXorRemoveConstant,
];

fn not<'a>(term: impl Into<Term<'a>>) -> Term<'a> {
    Term::app("not", [term.into()])
}

/// One term alone, several joined by `and`.
fn conjunction(mut terms: Vec<Term<'_>>) -> Option<Term<'_>> {
    if terms.len() < 2 { terms.pop() } else { Some(Term::app("and", terms)) }
}

static DE_MORGAN: Rewrite = Rewrite::new(
    &About {
        name: "bool-de-morgan",
        class: "BoolDeMorgan",
        summary: "push negation inside",
        may_grow: true,
        examples: &[
            Example { before: "(assert (not (and p q r)))", after: &["(assert (or (not p) (not q) (not r)))"] },
            Example { before: "(assert (not (or p (and q))))", after: &["(assert (and (not p) (not (and q))))"] },
            Example { before: "(assert (not (or)))", after: &["(assert (and))"] },
            Example { before: "(assert (not (xor p q)))\n(assert (and p (not)))", after: &[] },
        ],
    },
    &["(not (and ?x ...) ? ...) => (or (not ?x) ...)", "(not (or ?x ...) ? ...) => (and (not ?x) ...)"],
);

static DOUBLE_NEGATION: Rewrite = Rewrite::new(
    &About {
        name: "bool-double-negations",
        class: "BoolDoubleNegation",
        summary: "eliminate double negation",
        may_grow: true,
        examples: &[
            Example { before: "(assert (not (not (or p q))))", after: &["(assert (or p q))"] },
            Example { before: "(assert (not (not (not p))))", after: &["(assert (not p))", "(assert (not p))"] },
            Example { before: "(assert (not p))\n(assert (not (not)))", after: &[] },
        ],
    },
    &["(not (not ?x ? ...) ? ...) => ?x"],
);

const BOOL_FALSE_EQ: About = About {
    name: "bool-false-eq",
    class: "BoolEliminateFalseEquality",
    summary: "replace equality with false by negation",
    may_grow: true,
    examples: &[
        Example { before: "(assert (= p false))", after: &["(assert (not p))"] },
        Example { before: "(assert (= false p q false r))", after: &["(assert (and (not p) (not q) (not r)))"] },
        Example { before: "(assert (= p q))\n(assert (= p |false|))\n(assert (= false false))", after: &[] },
    ],
};

struct BoolEliminateFalseEquality;

impl Mutator for BoolEliminateFalseEquality {
    fn about(&self) -> &'static About {
        &BOOL_FALSE_EQ
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("=") && node.children().any(|child| child.is("false"))
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let others = node.children().skip(1).filter(|child| !child.is("false"));
        some(conjunction(others.map(not).collect()).map(|term| Edit::rewrite(node, term)))
    }
}

static IMPLICATION: Rewrite = Rewrite::new(
    &About {
        name: "bool-implications",
        class: "BoolEliminateImplication",
        summary: "eliminate implication",
        may_grow: true,
        examples: &[
            Example { before: "(assert (=> p q))", after: &["(assert (or (not p) q))"] },
            Example { before: "(assert (=> p q r))", after: &["(assert (or (not p) (not q) r))"] },
            Example { before: "(assert (=> p))\n(assert (or p q))\n(assert (=>))", after: &[] },
        ],
    },
    &["(=> ?first ?x ... ?y) => (or (not ?first) (not ?x) ... ?y)"],
);

static NEGATED_QUANTIFIER: Rewrite = Rewrite::new(
    &About {
        name: "bool-negate-quants",
        class: "BoolNegateQuantifier",
        summary: "push negation inside of quantifier",
        may_grow: true,
        examples: &[
            Example {
                before: "(assert (not (exists ((x Bool)) (and x p))))",
                after: &["(assert (forall ((x Bool)) (not (and x p))))"],
            },
            Example {
                before: "(assert (not (forall ((x Bool)) x)))",
                after: &["(assert (exists ((x Bool)) (not x)))"],
            },
            Example { before: "(assert (not (forall ((x Bool)))))\n(assert (exists ((x Bool)) x))", after: &[] },
        ],
    },
    &[
        "(not (exists ?binders ?x ? ...) ? ...) => (forall ?binders (not ?x))",
        "(not (forall ?binders ?x ? ...) ? ...) => (exists ?binders (not ?x))",
    ],
);

static BINARY_XOR: Rewrite = Rewrite::new(
    &About {
        name: "bool-xor-binary",
        class: "BoolXOREliminateBinary",
        summary: "eliminate binary xor",
        may_grow: true,
        examples: &[
            Example { before: "(assert (xor p q))", after: &["(assert (distinct p q))"] },
            Example { before: "(assert (xor p q r))\n(assert (xor p))", after: &[] },
        ],
    },
    &["(xor ?x ?y) => (distinct ?x ?y)"],
);

const BOOL_XOR_CONSTANTS: About = About {
    name: "bool-xor-constants",
    class: "BoolXORRemoveConstant",
    summary: "remove constants from xor",
    may_grow: true,
    examples: &[
        Example { before: "(assert (xor p true q))", after: &["(assert (xor p q))", "(assert (not (xor p q)))"] },
        Example { before: "(assert (xor p false q))", after: &["(assert (xor p q))"] },
        Example { before: "(assert (xor false p))", after: &["(assert p)", "(assert (xor p))"] },
        Example {
            before: "(assert (xor true))",
            after: &["(assert false)", "(assert (xor))", "(assert (not false))", "(assert (not (xor)))"],
        },
        Example { before: "(assert (xor p q))\n(assert (or p true))", after: &[] },
    ],
};

struct BoolXorRemoveConstant;

impl BoolXorRemoveConstant {
    /// The exclusive or of what is left: sensible where fewer than two
    /// arguments are, then as it is written.
    fn rest<'a>(node: Node<'a>, constant: &str) -> Vec<Term<'a>> {
        let args: Vec<Node<'a>> = node.children().skip(1).filter(|child| !child.is(constant)).collect();
        let written = Term::app("xor", args.iter().copied().map(Term::Keep));
        match args[..] {
            [] => vec![Term::leaf("false"), written],
            [one] => vec![Term::Keep(one), written],
            _ => vec![written],
        }
    }
}

impl Mutator for BoolXorRemoveConstant {
    fn about(&self) -> &'static About {
        &BOOL_XOR_CONSTANTS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("xor") && node.children().any(|child| child.is("true") || child.is("false"))
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let has = |constant: &str| node.children().any(|child| child.is(constant));
        let mut terms = Vec::new();
        if has("false") {
            terms.extend(BoolXorRemoveConstant::rest(node, "false"));
        }
        if has("true") {
            let rest = BoolXorRemoveConstant::rest(node, "true");
            terms.extend_from_slice(&rest);
            terms.extend(rest.into_iter().map(not));
        }
        some(terms.into_iter().map(move |term| Edit::rewrite(node, term)))
    }
}
