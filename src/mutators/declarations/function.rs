//! The mutator that declares functions in the place of arrays.

use super::declaration::declares_one;
use super::{Declaration, Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::declared_constant;

/// Declares a function where an array is only read.
pub(super) static ARRAY_TO_FUNCTION: Mutator = Mutator {
    name: "array-to-function",
    summary: "declare a function instead of an array",
    examples: r"
        (declare-const a (Array Int (Array Int Bool))) (assert (select (select a (- 1)) 0))
            => (declare-fun a (Int) (Array Int Bool)) (assert (select (a (- 1)) 0))
        (declare-fun a () (Array Int Bool)) (assert (= (select a 0) (select (store a 1 true) 0))) => none
    ",
    filter: |_, node| declares_one(node) && node.children().last().is_some_and(|sort| sort.has_head("Array")),
    global: |context, node| some(Declaration::of(context, node).and_then(|declaration| declaration.as_function())),
    ..Mutator::DEFAULT
};

impl<'a> Declaration<'a> {
    /// The term that reads the array `leaf`.
    fn reading(&self, leaf: Node<'a>) -> Option<Node<'a>> {
        let term = self.context.parent(leaf)?;
        let reads = term.has_head("select") && term.arity() == 3;
        (reads && term.child(1)?.index() == leaf.index()).then_some(term)
    }

    /// The declaration of a function, and its applications.
    fn as_function(&self) -> Option<Edit> {
        let (name, sort) = declared_constant(self.command)?;
        let (b"Array", sorts) = sort.app()? else { return None };
        let [index, element] = *sorts else { return None };
        let function = [Term::from(name), Term::list([index]), element.into()];
        let declared = Edit::rewrite(self.command, Term::app("declare-fun", function));
        let applied = self.leaves()?.into_iter().map(|leaf| {
            let operator = self.reading(leaf)?.child(0)?;
            Some(Edit::splice(leaf.command(), operator.range().start..leaf.range().start, b""))
        });
        Edit::all(applied.collect::<Option<Vec<_>>>()?.into_iter().chain([declared]))
    }
}
