//! The mutator that removes fields of a constructor from its declaration and from all terms.

use super::super::{About, Edits, Example, Mutator};
use super::declared::{Constructor, Use, datatypes, declares_datatypes, default};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use std::ops::Range;

const ABOUT: About = About {
    name: "drop-field",
    class: "DropField",
    summary: "remove field of constructor with its uses",
    may_grow: true,
    examples: &[
        Example {
            before: "(declare-datatype P ((pair (left Int) (right Bool))))\n\
            (assert (right (pair (left (pair 1 true)) p)))",
            after: &[
                "(declare-datatype P ((pair)))\n(assert false)",
                "(declare-datatype P ((pair (right Bool))))\n(assert (right (pair p)))",
                "(declare-datatype P ((pair (left Int))))\n(assert false)",
            ],
        },
        Example {
            before: "(declare-datatypes ((B 0)) (((box (open Int)))))\n(assert (match b (((box x) (> x 1)))))",
            after: &["(declare-datatypes ((B 0)) (((box))))\n(assert (match b ((box (> 0 1)))))"],
        },
        Example { before: "(declare-datatype E ((a) (b)))\n(assert (= a b))", after: &[] },
    ],
};

/// Removes all fields of a constructor, or one of them.
pub(super) struct DropField;

impl<'a> Constructor<'a> {
    /// Removes some of the children behind the first, and with all of them the list.
    fn shortened(list: Node<'a>, fields: &Range<usize>) -> Option<Edit> {
        match fields.len() + 1 == list.arity() {
            true => Some(Edit::hoist(list, list.child(0)?)),
            false => Edit::all(fields.clone().filter_map(|i| list.child(i + 1)).map(Edit::delete)),
        }
    }

    fn without_fields(&self, used: &Use<'a>, fields: &Range<usize>) -> Option<Vec<Edit>> {
        match *used {
            Use::Tester(_) => Some(Vec::new()),
            Use::Value(_) => None,
            Use::Application(term) => Some(vec![Self::shortened(term, fields)?]),
            Use::Case(case) => {
                let pattern = case.child(0).filter(|pattern| pattern.arity() == 1 + self.fields.len())?;
                let mut edits = vec![Self::shortened(pattern, fields)?];
                for variable in fields.clone().filter_map(|i| pattern.child(i + 1)) {
                    for place in self.context.uses(variable) {
                        edits.push(Edit::replace(place, &default(self.context, place, &self.symbol.name)?));
                    }
                }
                Some(edits)
            }
        }
    }

    /// The declaration without some fields, and the terms without them.
    fn without(&self, fields: Range<usize>) -> Option<Edit> {
        let mut edits: Vec<Edit> = self.fields[fields.clone()].iter().map(|field| Edit::delete(field.node)).collect();
        for used in &self.uses()? {
            edits.extend(self.without_fields(used, &fields)?);
        }
        for field in &self.fields[fields] {
            edits.extend(field.without(self.context, &self.symbol.name)?);
        }
        Edit::all(edits)
    }

    fn without_some(self) -> impl Iterator<Item = Edit> + 'a {
        let count = self.fields.len();
        let all = (count > 1).then_some(0..count);
        all.into_iter().chain((0..count).map(|i| i..i + 1)).filter_map(move |fields| self.without(fields))
    }
}

impl Mutator for DropField {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        declares_datatypes(node)
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let constructors = datatypes(context, node).into_iter().flat_map(|datatype| datatype.constructors);
        Box::new(constructors.flat_map(Constructor::without_some))
    }
}
