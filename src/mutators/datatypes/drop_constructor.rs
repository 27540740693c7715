//! The mutator that removes a constructor from its datatype and from all terms.

use super::super::Mutator;
use super::declared::{Constructor, Datatype, Use, datatypes, declares_datatypes, default};
use crate::sexpr::{Edit, Node};

/// Removes a constructor; what it makes becomes another value, or one of the
/// arguments.
pub(super) static DROP_CONSTRUCTOR: Mutator = Mutator {
    name: "drop-constructor",
    summary: "remove constructor with its uses",
    may_grow: true,
    examples: r"
        (declare-datatype L ((nil) (cons (hd Int) (tl L)))) (declare-const l L)
                (assert (or (= (cons (hd l) l) nil) ((_ is cons) l)))
            => (declare-datatype L ((nil))) (declare-const l L) (assert (or (= nil nil) false))
             | (declare-datatype L ((nil))) (declare-const l L) (assert (or (= l nil) false))
        (declare-datatypes ((E 0)) (((a) (b)))) (assert (match e ((a true) (b false))))
            => (declare-datatypes ((E 0)) (((b)))) (assert (match e ((b false))))
             | (declare-datatypes ((E 0)) (((a)))) (assert (match e ((a true))))
        (declare-datatype E ((a))) (assert (= a a)) => none
    ",
    filter: |_, node| declares_datatypes(node),
    global: |context, node| Box::new(datatypes(context, node).into_iter().flat_map(Datatype::without_one)),
    ..Mutator::DEFAULT
};

impl<'a> Constructor<'a> {
    /// The first argument that has the sort of the whole.
    fn recursive(&self, term: Node<'a>) -> Option<Node<'a>> {
        let sort = self.context.sort(term);
        term.children().skip(1).find(|argument| self.context.sort(*argument).is(&sort))
    }

    fn repaired(&self, used: &Use<'a>, hoists: bool) -> Option<Edit> {
        let default = |term| default(self.context, term, &self.symbol.name);
        match *used {
            Use::Tester(term) => Some(Edit::replace(term, b"false")),
            Use::Case(case) => {
                let cases = self.context.parent(case).filter(|cases| cases.arity() > 1);
                cases.map(|_| Edit::delete(case))
            }
            Use::Application(term) | Use::Value(term) => match self.recursive(term).filter(|_| hoists) {
                Some(argument) => Some(Edit::hoist(term, argument)),
                None => Some(Edit::replace(term, &default(term)?)),
            },
        }
    }

    /// The declaration without the constructor, and the terms without it.
    fn dropped(&self, hoists: bool) -> Option<Edit> {
        let uses = self.uses()?;
        if hoists && !uses.iter().any(|u| matches!(u, Use::Application(term) if self.recursive(*term).is_some())) {
            return None;
        }
        let mut edits = vec![Edit::delete(self.node)];
        for used in &uses {
            edits.push(self.repaired(used, hoists)?);
        }
        for field in &self.fields {
            edits.extend(field.without(self.context, &self.symbol.name)?);
        }
        Edit::all(edits)
    }
}

impl<'a> Datatype<'a> {
    fn without_one(self) -> impl Iterator<Item = Edit> + 'a {
        let constructors = Some(self.constructors).filter(|all| all.len() > 1).into_iter().flatten();
        constructors.flat_map(|constructor| [false, true].into_iter().filter_map(move |h| constructor.dropped(h)))
    }
}
