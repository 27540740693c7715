//! Mutators that express operators of bit-vectors by simpler ones.

use super::super::boolean::conjunction;
use super::super::rewrite::Rules;
use super::super::{Mutator, some};
use super::width;
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::constants::BitVector;

pub(super) static DOUBLE_NEGATION: Mutator = Mutator {
    name: "bv-double-negation",
    class: "BVDoubleNegation",
    summary: "eliminate double bit-vector negation",
    examples: r"
        (assert (bvnot (bvnot x))) => (assert x)
        (assert (bvneg (bvneg (f x)))) => (assert (f x))
        (assert (bvneg (bvnot x))) (assert (bvneg)) (assert (bvnot (bvnot))) (assert (not (not x))) => none
    ",
    rules: Rules::new(&["(bvnot (bvnot ?x ? ...) ? ...) => ?x", "(bvneg (bvneg ?x ? ...) ? ...) => ?x"]),
    ..Mutator::DEFAULT
};

pub(super) static BV_ELIM_BVCOMP: Mutator = Mutator {
    name: "bv-elim-bvcomp",
    class: "BVElimBVComp",
    summary: "eliminate bvcomp by equality",
    may_grow: true,
    examples: r"
        (assert (= #b1 (bvcomp x y))) => (assert (= x y))
        (assert (= (bvcomp x y) (_ bv0 1))) => (assert (not (= x y)))
        (assert (= #b0 (bvcomp x y) w)) => (assert (and (not (= x y)) (= #b0 w)))
        (assert (= w (bvcomp x y) #b1 (bvcomp x z))) => (assert (and (= #b1 w) (= x y) (= x z)))
        (assert (= #b1 (bvcomp))) => (assert (=))
        (assert (= #b10 (bvcomp x y))) (assert (= (bvcomp x y) w)) (assert (= #b1 w)) => none
    ",
    filter: |_, node| node.has_head("=") && node.children().any(|child| child.has_head("bvcomp")),
    local: |_, node| {
        let args = || node.children().skip(1);
        let (constant, value) = args().find_map(|arg| Some((arg, BitVector::bit(arg)?)))?;
        let others = args().filter(|arg| arg.index() != constant.index());
        let terms = others.map(|other| match other.app() {
            Some((b"bvcomp", compared)) => {
                let equality = Term::app("=", compared.into_iter().map(Term::Keep));
                if value { equality } else { Term::app("not", [equality]) }
            }
            _ => Term::app("=", [constant.into(), other.into()]),
        });
        some(conjunction(terms.collect()).map(|term| Edit::rewrite(node, term)))
    },
    ..Mutator::DEFAULT
};

pub(super) static BV_ITE_TO_BVCOMP: Mutator = Mutator {
    name: "bv-ite-to-bvcomp",
    class: "BVIteToBVComp",
    summary: "eliminate ite with bv1 / bv0 cases",
    may_grow: true,
    examples: r"
        (declare-const x (_ BitVec 4)) |- (assert (ite (= x y) #b1 #b0)) => (assert (bvcomp x y))
        (declare-const x (_ BitVec 4)) |- (assert (ite (= y x) (_ bv1 1) #b0)) => (assert (bvcomp y x))
        (declare-const x (_ BitVec 4)) |- (assert (ite (= x y) #b0 #b1)) => (assert (bvnot (bvcomp x y)))
        (declare-const x Int) (assert (ite (= x 3) #b1 #b0)) (assert (ite (= #b0 #b1) #b1 #b1))
                (assert (ite (= #b1) #b1 #b0)) (assert (ite (= #b0 #b1) #x1 #x0))
            => none
    ",
    filter: |_, node| node.has_head("ite") && node.child(1).is_some_and(|condition| condition.has_head("=")),
    local: |context, node| {
        let [condition, yes, no] = node.arguments("ite")?;
        let [a, b] = condition.arguments("=")?;
        let (yes, no) = (BitVector::bit(yes)?, BitVector::bit(no)?);
        width(context, a).or_else(|| width(context, b))?;
        let comparison = Term::app("bvcomp", [a.into(), b.into()]);
        let term = if yes { comparison } else { Term::app("bvnot", [comparison]) };
        some((yes != no).then(|| Edit::rewrite(node, term)))
    },
    ..Mutator::DEFAULT
};

pub(super) static REFLEXIVE_NAND: Mutator = Mutator {
    name: "bv-reflexive-nand",
    class: "BVReflexiveNand",
    summary: "replace bvnand by bvnot",
    examples: r"
        (assert (bvnand (f x) (f x))) => (assert (bvnot (f x)))
        (assert (bvnand x y)) (assert (bvnor x x)) (assert (bvnand)) (assert (bvnand x x x)) => none
    ",
    rules: Rules::new(&["(bvnand ?x ?x) => (bvnot ?x)"]),
    ..Mutator::DEFAULT
};

pub(super) static BV_TO_BOOL: Mutator = Mutator {
    name: "bv-to-bool",
    class: "BVTransformToBool",
    summary: "transform bit-vector to boolean",
    may_grow: true,
    examples: r"
        (assert (= #b1 (bvand w u))) => (assert (and (= #b1 w) (= #b1 u)))
        (assert (= (bvor w u) #b0)) => (assert (and (= #b0 w) (= #b0 u))) | (assert (or (= #b0 w) (= #b0 u)))
        (assert (= (bvxor w u) (_ bv0 1))) => (assert (xor (= (_ bv0 1) w) (= (_ bv0 1) u)))
        (assert (= #b1 (bvor))) => (assert (or))
        (assert (= #b1 (bvadd w u))) (assert (= #b11 (bvand w u))) (assert (= #b1 (bvand w u) v))
                (assert (= (bvand w u) (bvor w u)))
            => none
    ",
    filter: |_, node| node.has_head("=") && node.children().any(|child| connective(child).is_some()),
    local: |_, node| {
        let [a, b] = node.arguments("=")?;
        let (constant, operation) = if BitVector::bit(a).is_some() { (a, b) } else { (b, a) };
        let (value, connective) = (BitVector::bit(constant)?, connective(operation)?);
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
    },
    ..Mutator::DEFAULT
};

fn connective(node: Node<'_>) -> Option<&'static str> {
    match node.head()? {
        b"bvand" => Some("and"),
        b"bvor" => Some("or"),
        b"bvxor" => Some("xor"),
        _ => None,
    }
}
