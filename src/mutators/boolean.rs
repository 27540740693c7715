//! Mutators for Boolean connectives and quantifiers.

use super::rewrite::Rules;
use super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};

pub(super) static MUTATORS: &[&Mutator] = &[
    &DE_MORGAN, &DOUBLE_NEGATION, &BOOL_FALSE_EQ, &IMPLICATION, &NEGATED_QUANTIFIER, &BINARY_XOR, &BOOL_XOR_CONSTANTS,
];

fn not<'a>(term: impl Into<Term<'a>>) -> Term<'a> {
    Term::app("not", [term.into()])
}

/// Returns the conjunction of terms: one term alone, several joined by `and`.
pub(super) fn conjunction(mut terms: Vec<Term<'_>>) -> Option<Term<'_>> {
    if terms.len() < 2 { terms.pop() } else { Some(Term::app("and", terms)) }
}

static DE_MORGAN: Mutator = Mutator {
    name: "bool-de-morgan",
    summary: "push negation inside",
    may_grow: true,
    examples: r"
        (assert (not (and p q r))) => (assert (or (not p) (not q) (not r)))
        (assert (not (or p (and q)))) => (assert (and (not p) (not (and q))))
        (assert (not (or))) => (assert (and))
        (assert (not (xor p q))) (assert (and p (not))) => none
    ",
    rules: Rules::new(&[
        "(not (and ?x ...) ? ...) => (or (not ?x) ...)",
        "(not (or ?x ...) ? ...) => (and (not ?x) ...)",
    ]),
    ..Mutator::DEFAULT
};

static DOUBLE_NEGATION: Mutator = Mutator {
    name: "bool-double-negations",
    class: "BoolDoubleNegation",
    summary: "eliminate double negation",
    may_grow: true,
    examples: r"
        (assert (not (not (or p q)))) => (assert (or p q))
        (assert (not (not (not p)))) => (assert (not p)) | (assert (not p))
        (assert (not p)) (assert (not (not))) => none
    ",
    rules: Rules::new(&["(not (not ?x ? ...) ? ...) => ?x"]),
    ..Mutator::DEFAULT
};

static BOOL_FALSE_EQ: Mutator = Mutator {
    name: "bool-false-eq",
    class: "BoolEliminateFalseEquality",
    summary: "replace equality with false by negation",
    may_grow: true,
    examples: r"
        (assert (= p false)) => (assert (not p))
        (assert (= false p q false r)) => (assert (and (not p) (not q) (not r)))
        (assert (= p q)) (assert (= p |false|)) (assert (= false false)) => none
    ",
    filter: |_, node| node.has_head("=") && node.children().any(|child| child.is("false")),
    local: |_, node| {
        let others = node.children().skip(1).filter(|child| !child.is("false"));
        some(conjunction(others.map(not).collect()).map(|term| Edit::rewrite(node, term)))
    },
    ..Mutator::DEFAULT
};

static IMPLICATION: Mutator = Mutator {
    name: "bool-implications",
    class: "BoolEliminateImplication",
    summary: "eliminate implication",
    may_grow: true,
    examples: r"
        (assert (=> p q)) => (assert (or (not p) q))
        (assert (=> p q r)) => (assert (or (not p) (not q) r))
        (assert (=> p)) (assert (or p q)) (assert (=>)) => none
    ",
    rules: Rules::new(&["(=> ?first ?x ... ?y) => (or (not ?first) (not ?x) ... ?y)"]),
    ..Mutator::DEFAULT
};

static NEGATED_QUANTIFIER: Mutator = Mutator {
    name: "bool-negate-quants",
    class: "BoolNegateQuantifier",
    summary: "push negation inside of quantifier",
    may_grow: true,
    examples: r"
        (assert (not (exists ((x Bool)) (and x p)))) => (assert (forall ((x Bool)) (not (and x p))))
        (assert (not (forall ((x Bool)) x))) => (assert (exists ((x Bool)) (not x)))
        (assert (not (forall ((x Bool))))) (assert (exists ((x Bool)) x)) => none
    ",
    rules: Rules::new(&[
        "(not (exists ?binders ?x ? ...) ? ...) => (forall ?binders (not ?x))",
        "(not (forall ?binders ?x ? ...) ? ...) => (exists ?binders (not ?x))",
    ]),
    ..Mutator::DEFAULT
};

static BINARY_XOR: Mutator = Mutator {
    name: "bool-xor-binary",
    class: "BoolXOREliminateBinary",
    summary: "eliminate binary xor",
    may_grow: true,
    examples: r"
        (assert (xor p q)) => (assert (distinct p q))
        (assert (xor p q r)) (assert (xor p)) => none
    ",
    rules: Rules::new(&["(xor ?x ?y) => (distinct ?x ?y)"]),
    ..Mutator::DEFAULT
};

static BOOL_XOR_CONSTANTS: Mutator = Mutator {
    name: "bool-xor-constants",
    class: "BoolXORRemoveConstant",
    summary: "remove constants from xor",
    may_grow: true,
    examples: r"
        (assert (xor p true q)) => (assert (xor p q)) | (assert (not (xor p q)))
        (assert (xor p false q)) => (assert (xor p q))
        (assert (xor false p)) => (assert p) | (assert (xor p))
        (assert (xor true)) => (assert false) | (assert (xor)) | (assert (not false)) | (assert (not (xor)))
        (assert (xor p q)) (assert (or p true)) => none
    ",
    filter: |_, node| node.has_head("xor") && node.children().any(|child| child.is("true") || child.is("false")),
    local: |_, node| {
        let denied = rest(node, "true").into_iter().map(not);
        let terms = rest(node, "false").into_iter().chain(rest(node, "true")).chain(denied);
        some(terms.map(move |term| Edit::rewrite(node, term)))
    },
    ..Mutator::DEFAULT
};

/// Returns the `xor` of the arguments other than `constant`, if that is one. Where fewer than two are left, the value
/// of that `xor` comes first, then the `xor` as ddSMT writes it.
fn rest<'a>(node: Node<'a>, constant: &str) -> Vec<Term<'a>> {
    let args: Vec<Node<'a>> = node.children().skip(1).filter(|child| !child.is(constant)).collect();
    let written = Term::app("xor", args.iter().copied().map(Term::Keep));
    match args[..] {
        _ if args.len() + 1 == node.arity() => Vec::new(),
        [] => vec![Term::leaf("false"), written],
        [one] => vec![Term::Keep(one), written],
        _ => vec![written],
    }
}
