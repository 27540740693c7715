//! The mutator that removes a whole datatype: its values become those of another sort.

use super::super::Mutator;
use super::declared::{Constructor, Datatype, Selection, Use, datatypes, declares_datatypes, default};
use crate::sexpr::{Edit, Node, Term};

/// Replaces a datatype by `Bool` or `Int`, or one of a single field by the sort
/// of the field.
pub(super) static REPLACE_DATATYPE: Mutator = Mutator {
    name: "replace-datatype",
    summary: "replace datatype by a simpler sort",
    may_grow: true,
    examples: r"
        (declare-datatype P ((box (open Int)))) (declare-const p P) (assert (> (open (box (open p))) 0))
            => (declare-const p Bool) (assert (> 0 0)) | (declare-const p Int) (assert (> p 0))
        (declare-datatypes ((E 0) (F 0)) (((a) (b) (c)) ((d (e E))))) (declare-const x E)
                (assert (and (= x b) ((_ is c) x)))
            => (declare-datatypes ((F 0)) (((d (e Int))))) (declare-const x Int) (assert (and (= x 1) (= x 2)))
             | (declare-datatypes ((E 0)) (((a) (b) (c)))) (declare-const x E) (assert (and (= x b) ((_ is c) x)))
        (declare-datatype E ((a))) (assert (match e ((a true)))) => none
    ",
    filter: |_, node| declares_datatypes(node),
    global: |context, node| {
        let all = datatypes(context, node).into_iter();
        Box::new(all.flat_map(move |datatype| {
            let mut edits: Vec<Edit> =
                [datatype.numbered(node), datatype.unwrapped(node)].into_iter().flatten().collect();
            // Both are the same where the datatype is not used.
            edits.dedup();
            edits
        }))
    },
    ..Mutator::DEFAULT
};

/// The literal for constructor number `i` of `count`, and its sort.
fn literal(i: usize, count: usize) -> (Vec<u8>, &'static str) {
    match count {
        ..3 => (if i == 0 { b"false".to_vec() } else { b"true".to_vec() }, "Bool"),
        _ => (i.to_string().into_bytes(), "Int"),
    }
}

impl<'a> Datatype<'a> {
    /// Deletes the declaration.
    fn deleted(&self, command: Node<'a>) -> Option<Edit> {
        let one = command.has_head("declare-datatype") || command.has_head("declare-codatatype");
        let (names, groups) = (command.child(1)?, command.child(2)?);
        if one || names.arity() == 1 {
            return Some(Edit::delete(command));
        }
        let declares = |name: &Node<'a>| name.child(0).is_some_and(|symbol| symbol.index() == self.symbol.node());
        let i = names.children().position(|name| declares(&name))?;
        Edit::all([Edit::delete(names.child(i)?), Edit::delete(groups.child(i)?)])
    }

    /// The deletion of the declaration, and another sort wherever this one is written.
    fn renamed(&self, command: Node<'a>, sort: &[u8]) -> Option<Vec<Edit>> {
        let mut edits = vec![self.deleted(command)?];
        edits.extend(self.sorts()?.into_iter().map(|place| Edit::replace(place, sort)));
        Some(edits)
    }

    /// Leaves what is in the only field.
    fn unwrapped(&self, command: Node<'a>) -> Option<Edit> {
        let [Constructor { fields, .. }] = &self.constructors[..] else { return None };
        let ([field], true) = (&fields[..], self.symbol.sort_parameters().is_empty()) else { return None };
        let sort = field.node.child(1)?;
        if sort.subtree().any(|leaf| leaf.leaf() == Some(&*self.symbol.name)) {
            return None;
        }
        let mut edits = self.renamed(command, sort.text())?;
        for used in self.constructors[0].uses()? {
            edits.push(match used {
                Use::Application(term) => Edit::hoist(term, term.child(1)?),
                Use::Tester(term) => Edit::replace(term, b"true"),
                Use::Value(_) | Use::Case(_) => return None,
            });
        }
        for selection in field.selections(self.context)? {
            edits.push(match selection {
                Selection::Read(term) => Edit::hoist(term, term.child(1)?),
                Selection::Update(term) => Edit::hoist(term, term.child(2)?),
            });
        }
        Edit::all(edits)
    }

    /// Makes a literal of each constructor.
    fn numbered(&self, command: Node<'a>) -> Option<Edit> {
        let count = self.constructors.len();
        let mut edits = self.renamed(command, literal(0, count).1.as_bytes())?;
        for (i, constructor) in self.constructors.iter().enumerate() {
            let (value, _) = literal(i, count);
            for used in constructor.uses()? {
                edits.push(match used {
                    Use::Value(term) | Use::Application(term) => Edit::replace(term, &value),
                    Use::Tester(term) => {
                        Edit::rewrite(term, Term::app("=", [term.child(1)?.into(), Term::leaf(&value)]))
                    }
                    Use::Case(_) => return None,
                });
            }
            for field in &constructor.fields {
                for selection in field.selections(self.context)? {
                    edits.push(match selection {
                        Selection::Read(term) if self.context.sort(term) == self.symbol.range => {
                            Edit::hoist(term, term.child(1)?)
                        }
                        Selection::Read(term) => Edit::replace(term, &default(self.context, term, &[])?),
                        Selection::Update(term) => Edit::hoist(term, term.child(1)?),
                    });
                }
            }
        }
        Edit::all(edits)
    }
}
