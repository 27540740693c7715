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

use super::rewrite::Rewrite;
use super::{About, Edits, Example, Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &CHECK_SAT_ASSUMING,
    &eliminate_variable::EliminateVariable,
    &inline::InlineDefinedFuns,
    &fresh_variable::IntroduceFreshVariable,
    &LET_ELIMINATION,
    &substitution::LetSubstitution,
    &REMOVE_ANNOTATION,
    &RemoveRecursiveFunction,
    &logic::SimplifyLogic,
    &quoted::SimplifyQuotedSymbols,
    &rename::SimplifySymbolNames,
];

/// Drops the assumptions.
static CHECK_SAT_ASSUMING: Rewrite = Rewrite::new(
    &About {
        name: "check-sat-assuming",
        class: "CheckSatAssuming",
        summary: "substitute check-sat-assuming by check-sat",
        may_grow: false,
        examples: &[
            Example { before: "(check-sat-assuming (p (not q)))", after: &["(check-sat)"] },
            Example { before: "(check-sat)", after: &[] },
        ],
    },
    &["(check-sat-assuming ? ...) => (check-sat)"],
);

/// Leaves a `let` without its binders; its symbols may dangle.
static LET_ELIMINATION: Rewrite = Rewrite::new(
    &About {
        name: "let-elimination",
        class: "LetElimination",
        summary: "eliminate let binder",
        may_grow: false,
        examples: &[
            Example { before: "(assert (let ((a x)) (f b)))", after: &["(assert (f b))"] },
            Example { before: "(assert (let ((a x))))\n(let)", after: &[] },
        ],
    },
    &["(let ? ?x ? ...) => ?x"],
);

/// Leaves an annotated term without its attributes.
static REMOVE_ANNOTATION: Rewrite = Rewrite::new(
    &About {
        name: "remove-annotation",
        class: "RemoveAnnotation",
        summary: "remove annotation",
        may_grow: false,
        examples: &[
            Example { before: "(assert (! (> x 0) :named c))", after: &["(assert (> x 0))"] },
            Example { before: "(assert (!))", after: &[] },
        ],
    },
    &["(! ?x ? ...) => ?x"],
);

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
