//! Mutators for integers and reals.

use super::rewrite::Rules;
use super::{Mutator, at_all, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::name::{is_among, is_natural, numeral};
use num_bigint::BigUint;

pub(super) static MUTATORS: &[&Mutator] =
    &[&NEGATED_RELATION, &ARITH_CONSTANTS, &ARITH_SPLIT_NARY_RELATIONS, &STRONGER_RELATION];

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

/// Operators that compare their arguments, two neighbours at a time.
const RELATIONS: &str = "= distinct != <> < > >= <=";

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
    filter: |_, node| node.arity() > 3 && node.head().is_some_and(|head| is_among(head, RELATIONS)),
    local: |_, node| {
        let children: Vec<Node<'_>> = node.children().collect();
        let [relation, args @ ..] = children.as_slice() else { return None };
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

/// Replaces a constant by smaller ones of its sort, with exact digits: at one place, or wherever the constant stands.
static ARITH_CONSTANTS: Mutator = Mutator {
    name: "arith-constants",
    class: "ArithmeticSimplifyConstant",
    summary: "simplify arithmetic constant",
    examples: r"
        (assert (< x 13)) => (assert (< x 1)) | (assert (< x 9)) | (assert (< x 6))
        (f 98765432109876543210)
            => (f 9876543210) | (f 9876543210987654321) | (f 9999999999999999999) | (f 49382716054938271605)
        (f 3.25) => (f 3.0) | (f 3.2)
        (assert (= r 0.5 0.5))
            => (assert (= r 0.0 0.5)) | (assert (= r 0.0 0.0)) | (assert (= r 0.5 0.0)) | (assert (= r 0.0 0.0))
        (f 20.0) => (f 20) | (f 2.0) | (f 9.0) | (f 10.0)
        (f 3.14159) => (f 3.0) | (f 3.141) | (f 3.1415)
        (assert (= r (/ 1 1))) => none
        (assert (< 0 x 1 01 1.0 0.00)) => none
    ",
    filter: |context, node| looks_like_one(node) && context.may_be_term(node) && !smaller(node).is_empty(),
    local: |_, node| some(smaller(node).into_iter().map(move |text| Edit::replace(node, &text))),
    global: |context, node| {
        at_all(context, move || smaller(node), move |other| other.same(node) && context.may_be_term(*other))
    },
    ..Mutator::DEFAULT
};

/// Whether this may be a numeral, a decimal or a quotient; cheap.
fn looks_like_one(node: Node<'_>) -> bool {
    node.text()[0].is_ascii_digit() || node.has_head("/")
}

/// Returns smaller constants of the same sort; none for 0 and 1.
fn smaller(node: Node<'_>) -> Vec<Vec<u8>> {
    let Some(text) = node.leaf() else { return quotient(node).unwrap_or_default() };
    let mut parts = text.splitn(2, |byte| *byte == b'.');
    let (whole, fraction) = (parts.next().unwrap_or_default(), parts.next());
    if !is_natural(whole) || !fraction.is_none_or(|digits| digits.iter().all(u8::is_ascii_digit)) {
        return Vec::new();
    }
    match fraction {
        None => smaller_integers(whole, b""),
        Some(fraction) if fraction.iter().all(|digit| *digit == b'0') => {
            let mut constants = smaller_integers(whole, b".0");
            if !constants.is_empty() {
                constants.insert(0, whole.to_vec());
            }
            constants
        }
        Some([_]) => vec![[whole, b".0"].concat()],
        Some(fraction) => {
            let half = (fraction.len() >= 4).then(|| text[..text.len() - fraction.len() / 2].to_vec());
            [[whole, b".0"].concat()].into_iter().chain(half).chain([text[..text.len() - 1].to_vec()]).collect()
        }
    }
}

/// Returns integers that are smaller than one above 1: without half of its digits, without the last digit, the
/// largest one that has a digit less, and the half. Where the failure needs a least value, these find the
/// fewest digits in few steps.
fn smaller_integers(digits: &[u8], behind: &[u8]) -> Vec<Vec<u8>> {
    let Some(number) = BigUint::parse_bytes(digits, 10).filter(|number| number.bits() > 1) else { return Vec::new() };
    let digits = number.to_string();
    let half = (digits.len() >= 4).then(|| digits[..digits.len() / 2].to_owned());
    let nines = (digits.len() > 1).then(|| "9".repeat(digits.len() - 1));
    let divided = |by: u32| [(&number / by).to_string()];
    let smaller = half.into_iter().chain(divided(10)).chain(nines).chain(divided(2));
    smaller.map(|integer| [integer.as_bytes(), behind].concat()).collect()
}

/// Returns the integer part of a quotient, or smaller integers if the quotient is an integer.
fn quotient(node: Node<'_>) -> Option<Vec<Vec<u8>>> {
    let [dividend, divisor] = node.arguments("/")?;
    let (dividend, divisor): (u128, u128) = (numeral(dividend.leaf()?)?, numeral(divisor.leaf()?)?);
    let divisor = divisor.max(1);
    let whole = (dividend / divisor).to_string();
    match dividend % divisor {
        0 => Some(smaller_integers(whole.as_bytes(), b".0")),
        _ => Some(vec![format!("{whole}.0").into_bytes()]),
    }
}
