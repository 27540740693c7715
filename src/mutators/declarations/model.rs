//! The mutator that deletes a declaration and puts the value of a model where its symbol is used.

use super::declaration::declares_one;
use super::{Declaration, Mutator, none, some};

/// Deletes a constant and puts its value in a model of the input in the place of
/// every use, where a solver has told one.
///
/// What has this model keeps it, so only the solver that fails decides.
pub(super) static MODEL_VALUE: Mutator = Mutator {
    name: "model-value",
    class: "ModelValue",
    summary: "replace declared constant by its value in a model",
    examples: r"
        (declare-const x Int) (declare-const y Int) (declare-fun f (Int) Int) (assert (= (f x) (* x y)))
            => (declare-const y Int) (declare-fun f (Int) Int) (assert (= (f (- 4)) (* (- 4) y)))
        (declare-sort U 0) (declare-const u U) (assert (p u)) => none
    ",
    printed: "sat\n((define-fun x () Int\n  (- 4))\n(define-fun f ((a Int)) Int a)\n(define-fun u () U U!val!0)\n\
            (define-fun n () Int 0))",
    filter: |context, node| !context.hints().is_empty() && declares_one(node) && context.hints().value(node).is_some(),
    global: |context, node| {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let (Some(terms), Some(value)) = (declaration.terms(), context.hints().value(node)) else { return none() };
        some(declaration.replaced(&terms, value))
    },
    ..Mutator::DEFAULT
};
