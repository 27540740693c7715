//! Mutators for terms of every theory; ddSMT has none of them.

mod isolate;

use super::rewrite::Rules;
use super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;
use crate::smtlib::constants::{BitVector, is_constant};
use crate::smtlib::name::is_among;
use isolate::ISOLATE_TERM;
use num_bigint::BigUint;
use std::collections::VecDeque;

pub(super) static MUTATORS: &[&Mutator] = &[&DROP_NEUTRAL, &SIMPLIFY_BITS, &HOIST_DESCENDANT, &ISOLATE_TERM];

/// Evaluates an operator where its arguments decide: drops neutral arguments, and an operator with one argument left.
///
/// The term keeps its meaning, so nearly all of these edits can be done at once. Other mutators would need a
/// check for each argument and its parts.
static DROP_NEUTRAL: Mutator = Mutator {
    name: "drop-neutral",
    summary: "drop neutral arguments",
    examples: r"
        (assert (and true (or p) q)) => (assert (and (or p) q)) | (assert (and true p q))
        (assert (> (ite false x (+ 0 y 0.0)) 0)) => (assert (> (+ 0 y 0.0) 0)) | (assert (> (ite false x y) 0))
        (assert (=> p (xor p (not false)))) => (assert (=> p (xor p true)))
        (assert (not (distinct x y))) => (assert (= x y))
        (assert (and p (- x))) (assert (not (distinct x y z))) => none
    ",
    filter: |context, node| node.index() > 0 && node.is_list() && context.may_be_term(node),
    local: |_, node| {
        let (head, args) = node.app()?;
        let Some((_, neutral, decisive)) = OPERATORS.iter().find(|(names, ..)| is_among(head, names)) else {
            return some(RULES.results(node).next().map(|term| Edit::rewrite(node, term)));
        };
        if let Some(decisive) = args.iter().find(|arg| arg.is(decisive)) {
            return some([Edit::hoist(node, *decisive)]);
        }
        let is_neutral = |arg: &Node<'_>| neutral.iter().any(|text| arg.is(text));
        let (gone, left): (Vec<Node<'_>>, Vec<Node<'_>>) = args.into_iter().partition(is_neutral);
        some(match (left.as_slice(), gone.as_slice()) {
            ([], [first, ..]) => Some(Edit::hoist(node, *first)),
            ([only], _) => Some(Edit::hoist(node, *only)),
            (_, []) => None,
            _ => Edit::all(gone.into_iter().map(Edit::delete)),
        })
    },
    ..Mutator::DEFAULT
};

/// Operators, several names to a row, with their neutral arguments, and the argument that decides the value alone.
const OPERATORS: &[(&str, &[&str], &str)] = &[
    ("and", &["true"], "false"),
    ("or", &["false"], "true"),
    ("xor", &["false"], ""),
    ("+", &["0", "0.0"], ""),
    ("*", &["1", "1.0"], ""),
    ("str.++", &["\"\""], ""),
    ("re.union", &["re.none"], ""),
    ("re.inter", &["re.all"], ""),
    ("concat bvadd bvmul bvand bvor bvxor re.++", &[], ""),
];

/// Rules for other operators that are decided by their arguments; the first row that matches counts.
static RULES: Rules = Rules::new(&[
    "(not true) => false",
    "(not false) => true",
    "(not (distinct ?x ?y)) => (= ?x ?y)",
    "(not (xor ?x ?y)) => (= ?x ?y)",
    "(ite true ?x ?) => ?x",
    "(ite ? ?x ?x) => ?x",
    "(ite false ? ?x) => ?x",
    "(=> true ?x) => ?x",
    "(=> false ?) => true",
    "(= ?x ?x) => true",
    "(distinct ?x ?x) => false",
    "(= true ?x) => ?x",
    "(= ?x true) => ?x",
]);

static HOIST_DESCENDANT: Mutator = Mutator {
    name: "hoist-descendant",
    summary: "replace by a descendant",
    examples: r"
        (declare-const p Bool) |- (assert (= (+ 1 (ite p 2 3)) 0)) => (assert p)
        (declare-const p Bool) (assert (not (not p))) => none
    ",
    filter: |context, node| node.index() > 0 && is_open(node) && context.is_term(node) && context.sort(node).is_known(),
    local: |context, node| {
        let node = Some(node).filter(|node| node.size() >= 6)?;
        some(descendants(context, node).into_iter().map(move |inner| Edit::hoist(node, inner)))
    },
    ..Mutator::DEFAULT
};

/// Number of terms that are tried, and number of terms that are looked at to find them.
const MAX_TERMS: (usize, usize) = (3, 64);

/// Terms that bind variables, or whose parts mean nothing elsewhere.
const CLOSED: &[&[u8]] = &[b"let", b"forall", b"exists", b"match", b"lambda", b"choice", b"!", b"_", b"as"];

fn is_open(node: Node<'_>) -> bool {
    node.is_list() && !node.head().is_some_and(|head| CLOSED.contains(&head))
}

fn descendants<'a>(context: &Context, node: Node<'a>) -> Vec<Node<'a>> {
    let sort = context.sort(node);
    let (mut found, mut seen) = (Vec::new(), 0);
    let below = |n: Node<'a>| n.children().skip(1).filter(|c| context.is_term(*c)).collect::<Vec<_>>();
    let other = |n: &Node<'a>| context.sort(*n).is_known() && context.sort(*n) != sort;
    let mut queue: VecDeque<Node<'a>> = below(node).into_iter().filter(|n| is_open(*n)).filter(other).collect();
    while let Some(next) = queue.pop_front() {
        for child in below(next) {
            seen += 1;
            if context.sort(child) == sort {
                found.push(child);
            } else if is_open(child) {
                queue.push_back(child);
            }
            if found.len() == MAX_TERMS.0 || seen == MAX_TERMS.1 {
                return found;
            }
        }
    }
    found
}

/// Replaces a term by any term below it, nearest first, whatever its sort is: a solver that crashes while it
/// reads or rewrites often needs no more.
pub(super) static HOIST_ANY: Mutator = Mutator {
    name: "hoist-any",
    summary: "replace by a descendant of any sort",
    examples: r"
        (declare-const x (_ BitVec 4)) |- (assert (let ((y (bvnot x))) (= y #x1)))
            => (assert (= y #x1)) | (assert y) | (assert (bvnot x)) | (assert x)
             | (assert (let ((y x)) (= y #x1))) | (assert (let ((y (bvnot x))) y))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| node.index() > 0 && node.is_list() && context.is_term(node),
    local: |context, node| {
        let mut queue = VecDeque::from([node]);
        let mut found = Vec::new();
        let is_known = context.sort(node).is_known();
        while found.len() < MAX_OF_ANY
            && let Some(next) = queue.pop_front()
        {
            // The values that a `let` binds stand below its binders. Literals are left to `constants`.
            let is_left = next.index() == node.index() || is_known && is_constant(next);
            found.extend((!is_left && context.is_term(next)).then_some(next));
            queue.extend(next.children());
        }
        some(found.into_iter().map(move |inner| Edit::hoist(node, inner)))
    },
    ..Mutator::DEFAULT
};

/// Number of terms that are tried for one.
const MAX_OF_ANY: usize = 30;

/// Simplifies equalities with bit-vector constants, and bit-vector operators
/// with neutral constants, to shorter terms of the same meaning.
static SIMPLIFY_BITS: Mutator = Mutator {
    name: "simplify-bits",
    summary: "simplify bit-vector term with constant",
    examples: r"
        (assert (not (= #b0 x))) => (assert (= #b1 x))
        (assert (= (bvnot x) #b011)) => (assert (= #b100 x))
        (assert (= #b0 (ite p #b1 #b0))) => (assert (not p))
        (assert (= #b0 (bvcomp x y))) => (assert (distinct x y))
        (assert (p (bvand x #b11))) => (assert (p x))
        (assert (= (ite p #b1 #b0) (bvnot (bvcomp x y)))) => (assert (distinct p (= x y))) | (assert (distinct (= x y) p))
        (assert (not (= #b00 x))) (assert (= #b1 (bvand x y))) => none
    ",
    filter: |context, node| node.index() > 0 && node.is_list() && context.may_be_term(node),
    local: |_, node| some(simpler(node).into_iter().chain(truths(node)).map(move |term| Edit::rewrite(node, term))),
    ..Mutator::DEFAULT
};

fn complement(constant: &BitVector) -> BitVector {
    BitVector { value: BitVector::ones(constant.width) ^ &constant.value, width: constant.width }
}

fn literal<'a>(constant: &BitVector) -> Term<'a> {
    Term::text(constant.shortest())
}

/// Returns a constant and the other argument of a binary operator.
fn with_constant<'a>(node: Node<'a>) -> Option<(BitVector, Node<'a>)> {
    let (_, args) = node.app()?;
    let [left, right] = *args else { return None };
    BitVector::of(left).map(|bits| (bits, right)).or_else(|| BitVector::of(right).map(|bits| (bits, left)))
}

/// Returns a shorter term for `(= constant term)`.
fn equality<'a>(constant: &BitVector, term: Node<'a>) -> Option<Term<'a>> {
    let (head, args) = term.app()?;
    let is_set = constant.value != BigUint::ZERO;
    match (head, args.as_slice()) {
        (b"bvnot", [inner]) => Some(Term::app("=", [literal(&complement(constant)), (*inner).into()])),
        (b"bvcomp", [left, right]) => {
            let operator = if is_set { "=" } else { "distinct" };
            Some(Term::app(operator, [(*left).into(), (*right).into()]))
        }
        _ if constant.width == 1 => {
            let (condition, yes) = truth(term)?;
            Some(if yes == is_set { condition } else { Term::app("not", [condition]) })
        }
        _ => None,
    }
}

/// Returns the Boolean term that decides a bit, and whether the bit is set where the Boolean term holds.
fn truth<'a>(bit: Node<'a>) -> Option<(Term<'a>, bool)> {
    let (head, args) = bit.app()?;
    match (head, args.as_slice()) {
        (b"bvnot", [inner]) => truth(*inner).map(|(term, is_set)| (term, !is_set)),
        (b"bvcomp", [left, right]) => Some((Term::app("=", [(*left).into(), (*right).into()]), true)),
        (b"ite", [condition, yes, no]) => {
            let (yes, no) = (BitVector::bit(*yes)?, BitVector::bit(*no)?);
            (yes != no).then(|| ((*condition).into(), yes))
        }
        _ => None,
    }
}

/// Returns relations, in both orders, between the Boolean terms that decide the two bits of an equality.
fn truths(node: Node<'_>) -> Vec<Term<'_>> {
    let Some([left, right]) = node.arguments("=") else { return Vec::new() };
    let Some(((one, is_one), (other, is_other))) = truth(left).zip(truth(right)) else { return Vec::new() };
    let head = if is_one == is_other { "=" } else { "distinct" };
    vec![Term::app(head, [one.clone(), other.clone()]), Term::app(head, [other, one])]
}

/// Returns what is left of an operator with a constant that changes nothing, or decides everything.
fn absorbed<'a>(node: Node<'a>, head: &[u8]) -> Option<Term<'a>> {
    let (constant, other) = with_constant(node)?;
    let (zero, full) = (constant.value == BigUint::ZERO, constant.value == BitVector::ones(constant.width));
    match head {
        b"bvand" | b"bvmul" if zero => Some(literal(&constant)),
        b"bvor" if full => Some(literal(&constant)),
        b"bvor" | b"bvxor" | b"bvadd" if zero => Some(other.into()),
        b"bvand" | b"bvxnor" if full => Some(other.into()),
        b"bvxor" if full => Some(Term::app("bvnot", [other.into()])),
        b"bvxnor" if zero => Some(Term::app("bvnot", [other.into()])),
        b"bvcomp" if constant.width == 1 && full => Some(other.into()),
        b"bvcomp" if constant.width == 1 => Some(Term::app("bvnot", [other.into()])),
        _ => None,
    }
}

fn simpler(node: Node<'_>) -> Option<Term<'_>> {
    match node.head()? {
        b"=" => with_constant(node).and_then(|(constant, other)| equality(&constant, other)),
        head @ (b"distinct" | b"not") => {
            let sides = if head == b"not" { node.child(1).filter(|inner| inner.has_head("="))? } else { node };
            let (constant, other) = with_constant(sides).filter(|(constant, _)| constant.width == 1)?;
            Some(Term::app("=", [literal(&complement(&constant)), other.into()]))
        }
        b"bvnot" => node.child(1).and_then(BitVector::of).map(|constant| literal(&complement(&constant))),
        head => absorbed(node, head),
    }
}
