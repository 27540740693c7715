//! The mutator that drops what adds nothing to a term.

use super::super::rewrite::Rules;
use super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Role;

/// Evaluates an operator whose arguments say enough: neutral arguments go, and
/// so does an operator with one argument left.
///
/// The term keeps its meaning, so nearly all of these can be done at once;
/// other mutators would ask about each, and about its parts.
pub(super) static DROP_NEUTRAL: Mutator = Mutator {
    name: "drop-neutral",
    summary: "drop neutral arguments",
    examples: r"
        (assert (and true (or p) q)) => (assert (and (or p) q)) | (assert (and true p q))
        (assert (> (ite false x (+ 0 y 0.0)) 0)) => (assert (> (+ 0 y 0.0) 0)) | (assert (> (ite false x y) 0))
        (assert (=> p (xor p (not false)))) => (assert (=> p (xor p true)))
        (assert (not (distinct x y))) => (assert (= x y))
        (assert (and p (- x))) (assert (not (distinct x y z))) => none
    ",
    filter: |context, node| {
        node.index() > 0 && node.is_list() && matches!(context.role(node), Role::Term | Role::Unknown)
    },
    local: |_, node| some(simpler(node)),
    ..Mutator::DEFAULT
};

/// Operators with their neutral arguments, and with the argument that decides
/// alone.
const OPERATORS: &[(&[u8], &[&str], &str)] = &[
    (b"and", &["true"], "false"),
    (b"or", &["false"], "true"),
    (b"xor", &["false"], ""),
    (b"+", &["0", "0.0"], ""),
    (b"*", &["1", "1.0"], ""),
    (b"str.++", &["\"\""], ""),
    (b"concat", &[], ""),
    (b"bvadd", &[], ""),
    (b"bvmul", &[], ""),
    (b"bvand", &[], ""),
    (b"bvor", &[], ""),
    (b"bvxor", &[], ""),
    (b"re.++", &[], ""),
    (b"re.union", &["re.none"], ""),
    (b"re.inter", &["re.all"], ""),
];

/// Other operators whose arguments say enough; the first row that matches counts.
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

/// A term with the same meaning and fewer parts.
fn simpler(node: Node<'_>) -> Option<Edit> {
    let (head, args) = node.app()?;
    if let Some((_, neutral, decisive)) = OPERATORS.iter().find(|(operator, ..)| *operator == head) {
        if let Some(decisive) = args.iter().find(|arg| arg.is(decisive)) {
            return Some(Edit::hoist(node, *decisive));
        }
        let is_neutral = |arg: &Node<'_>| neutral.iter().any(|text| arg.is(text));
        let (gone, left): (Vec<Node<'_>>, Vec<Node<'_>>) = args.into_iter().partition(is_neutral);
        return match (left.as_slice(), gone.as_slice()) {
            ([], [first, ..]) => Some(Edit::hoist(node, *first)),
            ([only], _) => Some(Edit::hoist(node, *only)),
            (_, []) => None,
            _ => Edit::all(gone.into_iter().map(Edit::delete)),
        };
    }
    RULES.results(node).next().map(|term| Edit::rewrite(node, term))
}
