//! Mutators that express operators of bit-vectors by simpler ones.

use super::super::rewrite::Rewrite;
use super::super::{About, Edits, Example, Mutator, none, some};
use super::constant::{Constant, looks_like_one};
use super::width;
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

/// The value of a constant of width 1.
fn bit(node: Node<'_>) -> Option<bool> {
    let constant = looks_like_one(node).then(|| Constant::read(node)).flatten()?;
    [false, true].into_iter().find(|bit| constant.is_bit(*bit))
}

pub(super) static DOUBLE_NEGATION: Rewrite = Rewrite::new(
    &About {
        name: "bv-double-negation",
        class: "BVDoubleNegation",
        summary: "eliminate double bit-vector negation",
        may_grow: false,
        examples: &[
            Example { before: "(assert (bvnot (bvnot x)))", after: &["(assert x)"] },
            Example { before: "(assert (bvneg (bvneg (f x))))", after: &["(assert (f x))"] },
            Example {
                before: "(assert (bvneg (bvnot x)))\n(assert (bvneg))\n(assert (bvnot (bvnot)))\n(assert (not (not x)))",
                after: &[],
            },
        ],
    },
    &["(bvnot (bvnot ?x ? ...) ? ...) => ?x", "(bvneg (bvneg ?x ? ...) ? ...) => ?x"],
);

const BV_ELIM_BVCOMP: About = About {
    name: "bv-elim-bvcomp",
    class: "BVElimBVComp",
    summary: "eliminate bvcomp by equality",
    may_grow: true,
    examples: &[
        Example { before: "(assert (= #b1 (bvcomp x y)))", after: &["(assert (= x y))"] },
        Example { before: "(assert (= (bvcomp x y) (_ bv0 1)))", after: &["(assert (not (= x y)))"] },
        Example { before: "(assert (= #b0 (bvcomp x y) w))", after: &["(assert (and (not (= x y)) (= #b0 w)))"] },
        Example {
            before: "(assert (= w (bvcomp x y) #b1 (bvcomp x z)))",
            after: &["(assert (and (= #b1 w) (= x y) (= x z)))"],
        },
        Example { before: "(assert (= #b1 (bvcomp)))", after: &["(assert (=))"] },
        Example {
            before: "(assert (= #b10 (bvcomp x y)))\n(assert (= (bvcomp x y) w))\n(assert (= #b1 w))",
            after: &[],
        },
    ],
};

pub(super) struct BvElimBvComp;

impl Mutator for BvElimBvComp {
    fn about(&self) -> &'static About {
        &BV_ELIM_BVCOMP
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("=") && node.children().any(|child| child.has_head("bvcomp"))
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let args = || node.children().skip(1);
        let Some((constant, value)) = args().find_map(|arg| Some((arg, bit(arg)?))) else { return none() };
        let others = args().filter(|arg| arg.index() != constant.index());
        let terms = others.map(|other| match other.app() {
            Some((b"bvcomp", compared)) => {
                let equality = Term::app("=", compared.into_iter().map(Term::Keep));
                if value { equality } else { Term::app("not", [equality]) }
            }
            _ => Term::app("=", [constant.into(), other.into()]),
        });
        let mut terms: Vec<Term<'_>> = terms.collect();
        let term = if terms.len() == 1 { terms.pop() } else { Some(Term::app("and", terms)) };
        some(term.map(|term| Edit::rewrite(node, term)))
    }
}

const BV_ITE_TO_BVCOMP: About = About {
    name: "bv-ite-to-bvcomp",
    class: "BVIteToBVComp",
    summary: "eliminate ite with bv1 / bv0 cases",
    may_grow: true,
    examples: &[
        Example {
            before: "(declare-const x (_ BitVec 4))\n(assert (ite (= x y) #b1 #b0))",
            after: &["(declare-const x (_ BitVec 4))\n(assert (bvcomp x y))"],
        },
        Example {
            before: "(declare-const x (_ BitVec 4))\n(assert (ite (= y x) (_ bv1 1) #b0))",
            after: &["(declare-const x (_ BitVec 4))\n(assert (bvcomp y x))"],
        },
        Example {
            before: "(declare-const x (_ BitVec 4))\n(assert (ite (= x y) #b0 #b1))",
            after: &["(declare-const x (_ BitVec 4))\n(assert (bvnot (bvcomp x y)))"],
        },
        Example {
            before: "(declare-const x Int)\n(assert (ite (= x 3) #b1 #b0))\n(assert (ite (= #b0 #b1) #b1 #b1))\n\
            (assert (ite (= #b1) #b1 #b0))\n(assert (ite (= #b0 #b1) #x1 #x0))",
            after: &[],
        },
    ],
};

pub(super) struct BvIteToBvComp;

impl Mutator for BvIteToBvComp {
    fn about(&self) -> &'static About {
        &BV_ITE_TO_BVCOMP
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("ite") && node.child(1).is_some_and(|condition| condition.has_head("="))
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((b"ite", args)) = node.app() else { return none() };
        let [condition, yes, no] = args[..] else { return none() };
        let (Some((b"=", equal)), Some(yes), Some(no)) = (condition.app(), bit(yes), bit(no)) else { return none() };
        let [a, b] = equal[..] else { return none() };
        if yes == no || (width(context, a).is_none() && width(context, b).is_none()) {
            return none();
        }
        let comparison = Term::app("bvcomp", [a.into(), b.into()]);
        some([Edit::rewrite(node, if yes { comparison } else { Term::app("bvnot", [comparison]) })])
    }
}

pub(super) static REFLEXIVE_NAND: Rewrite = Rewrite::new(
    &About {
        name: "bv-reflexive-nand",
        class: "BVReflexiveNand",
        summary: "replace bvnand by bvnot",
        may_grow: false,
        examples: &[
            Example { before: "(assert (bvnand (f x) (f x)))", after: &["(assert (bvnot (f x)))"] },
            Example {
                before: "(assert (bvnand x y))\n(assert (bvnor x x))\n(assert (bvnand))\n(assert (bvnand x x x))",
                after: &[],
            },
        ],
    },
    &["(bvnand ?x ?x) => (bvnot ?x)"],
);

const BV_TO_BOOL: About = About {
    name: "bv-to-bool",
    class: "BVTransformToBool",
    summary: "transform bit-vector to boolean",
    may_grow: true,
    examples: &[
        Example { before: "(assert (= #b1 (bvand w u)))", after: &["(assert (and (= #b1 w) (= #b1 u)))"] },
        Example {
            before: "(assert (= (bvor w u) #b0))",
            after: &["(assert (and (= #b0 w) (= #b0 u)))", "(assert (or (= #b0 w) (= #b0 u)))"],
        },
        Example {
            before: "(assert (= (bvxor w u) (_ bv0 1)))",
            after: &["(assert (xor (= (_ bv0 1) w) (= (_ bv0 1) u)))"],
        },
        Example { before: "(assert (= #b1 (bvor)))", after: &["(assert (or))"] },
        Example {
            before: "(assert (= #b1 (bvadd w u)))\n(assert (= #b11 (bvand w u)))\n(assert (= #b1 (bvand w u) v))\n\
            (assert (= (bvand w u) (bvor w u)))",
            after: &[],
        },
    ],
};

pub(super) struct BvTransformToBool;

impl BvTransformToBool {
    fn connective(node: Node<'_>) -> Option<&'static str> {
        match node.head()? {
            b"bvand" => Some("and"),
            b"bvor" => Some("or"),
            b"bvxor" => Some("xor"),
            _ => None,
        }
    }

    /// The constant, its value, and the operation, in whichever order they stand.
    fn sides(node: Node<'_>) -> Option<(Node<'_>, bool, Node<'_>)> {
        let (b"=", args) = node.app()? else { return None };
        let [a, b] = args[..] else { return None };
        let sides = |constant: Node<'_>| bit(constant).is_some();
        let (constant, operation) = if sides(a) { (a, b) } else { (b, a) };
        Some((constant, bit(constant)?, operation))
    }
}

impl Mutator for BvTransformToBool {
    fn about(&self) -> &'static About {
        &BV_TO_BOOL
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("=") && node.children().any(|child| Self::connective(child).is_some())
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((constant, value, operation)) = Self::sides(node) else { return none() };
        let Some(connective) = Self::connective(operation) else { return none() };
        // A conjunction is 0 where one of its parts is, a disjunction where all are.
        let dual = match connective {
            "and" if !value => Some("or"),
            "or" if !value => Some("and"),
            _ => None,
        };
        let term = move |connective: &'static str| {
            let parts = operation.children().skip(1);
            Term::app(connective, parts.map(|part| Term::app("=", [constant.into(), part.into()])))
        };
        some(dual.into_iter().chain([connective]).map(move |connective| Edit::rewrite(node, term(connective))))
    }
}
