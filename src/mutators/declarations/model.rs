//! The mutator that deletes a declaration and puts the value of a model where its symbol is used.

use super::declaration::declares_one;
use super::{About, Declaration, Edits, Example, Mutator, none, some};
use crate::sexpr::Node;
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "model-value",
    class: "ModelValue",
    summary: "replace declared constant by its value in a model",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const x Int)\n(declare-const y Int)\n(declare-fun f (Int) Int)\n(assert (= (f x) (* x y)))",
            after: &["(declare-const y Int)\n(declare-fun f (Int) Int)\n(assert (= (f (- 4)) (* (- 4) y)))"],
        },
        Example { before: "(declare-sort U 0)\n(declare-const u U)\n(assert (p u))", after: &[] },
    ],
};

/// Deletes a constant and puts its value in a model of the input in the place of
/// every use, where a solver has told one.
///
/// What has this model keeps it, so only the solver that fails decides.
pub(super) struct ModelValue;

impl Mutator for ModelValue {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn printed(&self) -> &'static str {
        "sat\n((define-fun x () Int\n  (- 4))\n(define-fun f ((a Int)) Int a)\n(define-fun u () U U!val!0)\n\
            (define-fun n () Int 0))"
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        !context.hints().is_empty() && declares_one(node) && context.hints().value(node).is_some()
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let (Some(terms), Some(value)) = (declaration.terms(), context.hints().value(node)) else { return none() };
        some(declaration.replaced(&terms, value))
    }
}
