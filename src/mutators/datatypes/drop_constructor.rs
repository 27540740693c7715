//! The mutator that removes a constructor from its datatype and from all terms.

use super::super::{About, Edits, Example, Mutator};
use super::declared::{Constructor, Datatype, Use, datatypes, declares_datatypes, default};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "drop-constructor",
    class: "DropConstructor",
    summary: "remove constructor with its uses",
    may_grow: true,
    examples: &[
        Example {
            before: "(declare-datatype L ((nil) (cons (hd Int) (tl L))))\n(declare-const l L)\n\
            (assert (or (= (cons (hd l) l) nil) ((_ is cons) l)))",
            after: &[
                "(declare-datatype L ((nil)))\n(declare-const l L)\n(assert (or (= nil nil) false))",
                "(declare-datatype L ((nil)))\n(declare-const l L)\n(assert (or (= l nil) false))",
            ],
        },
        Example {
            before: "(declare-datatypes ((E 0)) (((a) (b))))\n(assert (match e ((a true) (b false))))",
            after: &[
                "(declare-datatypes ((E 0)) (((b))))\n(assert (match e ((b false))))",
                "(declare-datatypes ((E 0)) (((a))))\n(assert (match e ((a true))))",
            ],
        },
        Example { before: "(declare-datatype E ((a)))\n(assert (= a a))", after: &[] },
    ],
};

/// Removes a constructor; what it makes becomes another value, or one of the
/// arguments.
pub(super) struct DropConstructor;

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

impl Mutator for DropConstructor {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        declares_datatypes(node)
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        Box::new(datatypes(context, node).into_iter().flat_map(Datatype::without_one))
    }
}
