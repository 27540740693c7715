//! Mutators for Boolean connectives and quantifiers.

use super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &BoolDeMorgan,
    &BoolDoubleNegation,
    &BoolEliminateFalseEquality,
    &BoolEliminateImplication,
    &BoolNegateQuantifier,
    &BoolXorEliminateBinary,
    &BoolXorRemoveConstant,
];

fn not<'a>(term: impl Into<Term<'a>>) -> Term<'a> {
    Term::app("not", [term.into()])
}

/// The first argument of a negation.
fn negated(node: Node<'_>) -> Option<Node<'_>> {
    if node.has_head("not") { node.child(1) } else { None }
}

/// One term alone, several joined by `and`.
fn conjunction(mut terms: Vec<Term<'_>>) -> Option<Term<'_>> {
    if terms.len() < 2 { terms.pop() } else { Some(Term::app("and", terms)) }
}

const BOOL_DE_MORGAN: About = About {
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
};

struct BoolDeMorgan;

impl Mutator for BoolDeMorgan {
    fn about(&self) -> &'static About {
        &BOOL_DE_MORGAN
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        negated(node).is_some_and(|inner| inner.has_head("and") || inner.has_head("or"))
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((head, args)) = negated(node).and_then(Node::app) else { return none() };
        let dual = match head {
            b"and" => "or",
            b"or" => "and",
            _ => return none(),
        };
        some([Edit::rewrite(node, Term::app(dual, args.into_iter().map(not)))])
    }
}

const BOOL_DOUBLE_NEGATIONS: About = About {
    name: "bool-double-negations",
    class: "BoolDoubleNegation",
    summary: "eliminate double negation",
    may_grow: true,
    examples: &[
        Example { before: "(assert (not (not (or p q))))", after: &["(assert (or p q))"] },
        Example { before: "(assert (not (not (not p))))", after: &["(assert (not p))", "(assert (not p))"] },
        Example { before: "(assert (not p))\n(assert (not (not)))", after: &[] },
    ],
};

struct BoolDoubleNegation;

impl Mutator for BoolDoubleNegation {
    fn about(&self) -> &'static About {
        &BOOL_DOUBLE_NEGATIONS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        negated(node).and_then(negated).is_some()
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let inner = negated(node).and_then(negated);
        some(inner.map(|inner| Edit::hoist(node, inner)))
    }
}

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

const BOOL_IMPLICATIONS: About = About {
    name: "bool-implications",
    class: "BoolEliminateImplication",
    summary: "eliminate implication",
    may_grow: true,
    examples: &[
        Example { before: "(assert (=> p q))", after: &["(assert (or (not p) q))"] },
        Example { before: "(assert (=> p q r))", after: &["(assert (or (not p) (not q) r))"] },
        Example { before: "(assert (=> p))\n(assert (or p q))\n(assert (=>))", after: &[] },
    ],
};

struct BoolEliminateImplication;

impl Mutator for BoolEliminateImplication {
    fn about(&self) -> &'static About {
        &BOOL_IMPLICATIONS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("=>")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((b"=>", args)) = node.app() else { return none() };
        let [premises @ .., conclusion] = args.as_slice() else { return none() };
        if premises.is_empty() {
            return none();
        }
        let terms = premises.iter().copied().map(not).chain([Term::Keep(*conclusion)]);
        some([Edit::rewrite(node, Term::app("or", terms))])
    }
}

const BOOL_NEGATE_QUANTS: About = About {
    name: "bool-negate-quants",
    class: "BoolNegateQuantifier",
    summary: "push negation inside of quantifier",
    may_grow: true,
    examples: &[
        Example {
            before: "(assert (not (exists ((x Bool)) (and x p))))",
            after: &["(assert (forall ((x Bool)) (not (and x p))))"],
        },
        Example { before: "(assert (not (forall ((x Bool)) x)))", after: &["(assert (exists ((x Bool)) (not x)))"] },
        Example { before: "(assert (not (forall ((x Bool)))))\n(assert (exists ((x Bool)) x))", after: &[] },
    ],
};

struct BoolNegateQuantifier;

impl Mutator for BoolNegateQuantifier {
    fn about(&self) -> &'static About {
        &BOOL_NEGATE_QUANTS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        negated(node).is_some_and(|inner| inner.has_head("exists") || inner.has_head("forall"))
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((head, args)) = negated(node).and_then(Node::app) else { return none() };
        let dual = match head {
            b"exists" => "forall",
            b"forall" => "exists",
            _ => return none(),
        };
        let [binders, body, ..] = args[..] else { return none() };
        some([Edit::rewrite(node, Term::app(dual, [binders.into(), not(body)]))])
    }
}

const BOOL_XOR_BINARY: About = About {
    name: "bool-xor-binary",
    class: "BoolXOREliminateBinary",
    summary: "eliminate binary xor",
    may_grow: true,
    examples: &[
        Example { before: "(assert (xor p q))", after: &["(assert (distinct p q))"] },
        Example { before: "(assert (xor p q r))\n(assert (xor p))", after: &[] },
    ],
};

struct BoolXorEliminateBinary;

impl Mutator for BoolXorEliminateBinary {
    fn about(&self) -> &'static About {
        &BOOL_XOR_BINARY
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("xor") && node.arity() == 3
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((b"xor", args)) = node.app() else { return none() };
        let [a, b] = args[..] else { return none() };
        some([Edit::rewrite(node, Term::app("distinct", [a.into(), b.into()]))])
    }
}

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
