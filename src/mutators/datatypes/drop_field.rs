//! The mutator that removes fields of a constructor from its declaration and from all terms.

use super::super::Mutator;
use super::declared::{Constructor, Use, datatypes, declares_datatypes, default};
use crate::sexpr::{Edit, Node};
use std::ops::Range;

/// Removes all fields of a constructor, or one of them.
pub(super) static DROP_FIELD: Mutator = Mutator {
    name: "drop-field",
    summary: "remove field of constructor with its uses",
    may_grow: true,
    examples: r"
        (declare-datatype P ((pair (left Int) (right Bool)))) (assert (right (pair (left (pair 1 true)) p)))
            => (declare-datatype P ((pair))) (assert false)
             | (declare-datatype P ((pair (right Bool)))) (assert (right (pair p)))
             | (declare-datatype P ((pair (left Int)))) (assert false)
        (declare-datatypes ((B 0)) (((box (open Int))))) (assert (match b (((box x) (> x 1)))))
            => (declare-datatypes ((B 0)) (((box)))) (assert (match b ((box (> 0 1)))))
        (declare-datatype E ((a) (b))) (assert (= a b)) => none
    ",
    filter: |_, node| declares_datatypes(node),
    global: |context, node| {
        let constructors = datatypes(context, node).into_iter().flat_map(|datatype| datatype.constructors);
        Box::new(constructors.flat_map(Constructor::without_some))
    },
    ..Mutator::DEFAULT
};

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
