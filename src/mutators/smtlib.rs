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

use super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &CheckSatAssuming,
    &eliminate_variable::EliminateVariable,
    &inline::InlineDefinedFuns,
    &fresh_variable::IntroduceFreshVariable,
    &LetElimination,
    &substitution::LetSubstitution,
    &RemoveAnnotation,
    &RemoveRecursiveFunction,
    &logic::SimplifyLogic,
    &quoted::SimplifyQuotedSymbols,
    &rename::SimplifySymbolNames,
];

const CHECK_SAT_ASSUMING: About = About {
    name: "check-sat-assuming",
    class: "CheckSatAssuming",
    summary: "substitute check-sat-assuming by check-sat",
    may_grow: false,
    examples: &[
        Example { before: "(check-sat-assuming (p (not q)))", after: &["(check-sat)"] },
        Example { before: "(check-sat)", after: &[] },
    ],
};

/// Drops the assumptions.
struct CheckSatAssuming;

impl Mutator for CheckSatAssuming {
    fn about(&self) -> &'static About {
        &CHECK_SAT_ASSUMING
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("check-sat-assuming")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some([Edit::replace(node, b"(check-sat)")])
    }
}

const LET_ELIMINATION: About = About {
    name: "let-elimination",
    class: "LetElimination",
    summary: "eliminate let binder",
    may_grow: false,
    examples: &[
        Example { before: "(assert (let ((a x)) (f b)))", after: &["(assert (f b))"] },
        Example { before: "(assert (let ((a x))))\n(let)", after: &[] },
    ],
};

/// Leaves a `let` without its binders; its symbols may dangle.
struct LetElimination;

impl Mutator for LetElimination {
    fn about(&self) -> &'static About {
        &LET_ELIMINATION
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("let")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(node.child(2).map(|body| Edit::hoist(node, body)))
    }
}

const REMOVE_ANNOTATION: About = About {
    name: "remove-annotation",
    class: "RemoveAnnotation",
    summary: "remove annotation",
    may_grow: false,
    examples: &[
        Example { before: "(assert (! (> x 0) :named c))", after: &["(assert (> x 0))"] },
        Example { before: "(assert (!))", after: &[] },
    ],
};

/// Leaves an annotated term without its attributes.
struct RemoveAnnotation;

impl Mutator for RemoveAnnotation {
    fn about(&self) -> &'static About {
        &REMOVE_ANNOTATION
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("!")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(node.child(1).map(|term| Edit::hoist(node, term)))
    }
}

const REMOVE_RECURSIVE_FUNCTION: About = About {
    name: "remove-recursive-function",
    class: "RemoveRecursiveFunction",
    summary: "remove recursive function",
    may_grow: false,
    examples: &[
        Example {
            before: "(define-funs-rec ((f () Bool) (g () Bool)) (true f))",
            after: &["(define-funs-rec ((g () Bool)) (f))", "(define-funs-rec ((f () Bool)) (true))"],
        },
        Example { before: "(define-funs-rec ((f () Bool)) (true f))", after: &[] },
    ],
};

/// Deletes one of several functions that are defined together.
struct RemoveRecursiveFunction;

impl Mutator for RemoveRecursiveFunction {
    fn about(&self) -> &'static About {
        &REMOVE_RECURSIVE_FUNCTION
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("define-funs-rec")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        delete_pairs(node)
    }
}

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
