//! The mutator that removes an argument of a function from its declaration and all its uses.

use super::declaration::declares_one;
use super::{Declaration, Mutator, all_and_each, none};
use crate::sexpr::{Edit, Node};
use std::ops::Range;

/// Removes all arguments of a function, or one of them.
pub(super) static REMOVE_ARGUMENT: Mutator = Mutator {
    name: "remove-argument",
    summary: "remove function argument",
    may_grow: true,
    examples: r"
        (declare-fun f (Int Bool) Int) (assert (= (f (f 1 true) p) 0))
            => (declare-fun f () Int) (assert (= f 0)) | (declare-fun f (Bool) Int) (assert (= (f p) 0))
             | (declare-fun f (Int) Int) (assert (= (f (f 1)) 0))
        (define-fun f ((x Int)) Int (+ x 1)) (assert (= (f 2) 3)) => (define-fun f () Int (+ 0 1)) (assert (= f 3))
        (declare-fun f (Int) Int) (assert (= (map f l) l)) => none
    ",
    filter: |_, node| declares_one(node) && node.child(2).is_some_and(|list| list.is_list() && list.size() > 1),
    global: |context, node| {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let (Some(domain), Some(terms)) = (declaration.domain(), declaration.terms()) else { return none() };
        Box::new(all_and_each(domain.arity()).filter_map(move |removed| declaration.without(domain, &terms, removed)))
    },
    ..Mutator::DEFAULT
};

impl<'a> Declaration<'a> {
    /// The list of parameters or of their sorts, if there are any.
    fn domain(&self) -> Option<Node<'a>> {
        let list = self.command.child(2).filter(|list| list.is_list())?;
        (list.arity() > 0 && list.arity() == self.symbol.domain().len()).then_some(list)
    }

    /// Puts constants in the place of parameter number `i` in the body.
    fn without_parameter(&self, parameter: Node<'a>, i: usize) -> Option<Vec<Edit>> {
        let Some(symbol) = parameter.child(0).filter(|_| self.symbol.body().is_some()) else { return Some(Vec::new()) };
        let uses = self.context.uses(symbol);
        if uses.is_empty() {
            return Some(Vec::new());
        }
        let constants = self.context.constants(&self.symbol.domain()[i], self.command.command());
        let constant = constants.first()?;
        Some(uses.into_iter().map(|place| Edit::replace(place, constant)).collect())
    }

    /// Removes some of the arguments; with all of them it makes a constant of the function.
    fn without(&self, domain: Node<'a>, terms: &[Node<'a>], removed: Range<usize>) -> Option<Edit> {
        let mut edits = Vec::new();
        let are_all = removed.len() == domain.arity();
        for i in removed.clone() {
            let parameter = domain.child(i)?;
            edits.extend(self.without_parameter(parameter, i)?);
            edits.push(Edit::delete(parameter));
        }
        for term in terms {
            match are_all {
                true => edits.push(Edit::hoist(*term, term.child(0)?)),
                false => edits.push(Edit::delete(term.child(removed.start + 1)?)),
            }
        }
        Edit::all(edits)
    }
}
