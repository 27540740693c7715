//! Mutators for commands, binders and symbols.

pub(super) mod declared;
mod eliminate_variable;
mod fresh_variable;
mod inline;
mod logic;
pub(super) mod names;
mod occurrences;
mod quoted;
mod rename;
mod substitution;

pub(super) use fresh_variable::variable_instead;

use super::rewrite::Rules;
use super::{Edits, Mutator, none};
use crate::sexpr::{Edit, Node};

/// The mutators of this theory, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[
    &CHECK_SAT_ASSUMING,
    &eliminate_variable::ELIMINATE_VARIABLES,
    &inline::INLINE_FUNCTIONS,
    &fresh_variable::INTRODUCE_FRESH_VARIABLES,
    &LET_ELIMINATION,
    &substitution::LET_SUBSTITUTION,
    &REMOVE_ANNOTATION,
    &REMOVE_RECURSIVE_FUNCTION,
    &logic::SIMPLIFY_LOGIC,
    &quoted::SIMPLIFY_QUOTED_SYMBOLS,
    &rename::SIMPLIFY_SYMBOL_NAMES,
];

/// Drops the assumptions.
static CHECK_SAT_ASSUMING: Mutator = Mutator {
    name: "check-sat-assuming",
    summary: "substitute check-sat-assuming by check-sat",
    examples: r"
        (check-sat-assuming (p (not q))) => (check-sat)
        (check-sat) => none
    ",
    rules: Rules::new(&["(check-sat-assuming ? ...) => (check-sat)"]),
    ..Mutator::DEFAULT
};

/// Leaves a `let` without its binders; its symbols may dangle.
static LET_ELIMINATION: Mutator = Mutator {
    name: "let-elimination",
    summary: "eliminate let binder",
    examples: r"
        (assert (let ((a x)) (f b))) => (assert (f b))
        (assert (let ((a x)))) (let) => none
    ",
    rules: Rules::new(&["(let ? ?x ? ...) => ?x"]),
    ..Mutator::DEFAULT
};

/// Leaves an annotated term without its attributes.
static REMOVE_ANNOTATION: Mutator = Mutator {
    name: "remove-annotation",
    summary: "remove annotation",
    examples: r"
        (assert (! (> x 0) :named c)) => (assert (> x 0))
        (assert (!)) => none
    ",
    rules: Rules::new(&["(! ?x ? ...) => ?x"]),
    ..Mutator::DEFAULT
};

/// Deletes one of several functions that are defined together.
static REMOVE_RECURSIVE_FUNCTION: Mutator = Mutator {
    name: "remove-recursive-function",
    summary: "remove recursive function",
    examples: r"
        (define-funs-rec ((f () Bool) (g () Bool)) (true f))
            => (define-funs-rec ((g () Bool)) (f)) | (define-funs-rec ((f () Bool)) (true))
        (define-funs-rec ((f () Bool)) (true f)) => none
    ",
    filter: |_, node| node.has_head("define-funs-rec"),
    local: |_, node| delete_pairs(node),
    ..Mutator::DEFAULT
};

/// Deletes the i-th children of both arguments, for each i.
///
/// This is how commands that declare several things at once are laid out.
pub(super) fn delete_pairs<'a>(command: Node<'a>) -> Edits<'a> {
    let (3, Some(left), Some(right)) = (command.arity(), command.child(1), command.child(2)) else { return none() };
    if left.arity() != right.arity() {
        return none();
    }
    let pairs = left.children().zip(right.children());
    Box::new(pairs.filter_map(|(left, right)| Edit::all([Edit::delete(left), Edit::delete(right)])))
}
