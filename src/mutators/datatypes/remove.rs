//! Mutators that remove a datatype, a constructor or a field from its declaration and from all terms.

use super::super::{Mutator, declarations::all_and_each, some};
use super::declared::{Constructor, ConstructorUse, Datatype, Field, SelectorUse, datatypes, default};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::declares_datatypes;
use std::ops::Range;

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
        some(constructors.flat_map(|constructor| {
            all_and_each(constructor.fields.len()).filter_map(move |fields| constructor.without(fields))
        }))
    },
    ..Mutator::DEFAULT
};

impl<'a> Constructor<'a> {
    /// Removes some of the children after the first; the list becomes its first child if no other is left.
    fn shortened(list: Node<'a>, fields: &Range<usize>) -> Option<Edit> {
        if fields.len() + 1 == list.arity() {
            Some(Edit::hoist(list, list.child(0)?))
        } else {
            Edit::all(fields.clone().filter_map(|i| list.child(i + 1)).map(Edit::delete))
        }
    }

    fn without_fields(&self, used: &ConstructorUse<'a>, fields: &Range<usize>) -> Option<Vec<Edit>> {
        match *used {
            ConstructorUse::Tester(_) => Some(Vec::new()),
            ConstructorUse::Value(_) => None,
            ConstructorUse::Application(term) => Some(vec![Self::shortened(term, fields)?]),
            ConstructorUse::Case(case) => {
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

    /// Returns the edit that removes some fields from the declaration and from all terms.
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
}

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
    global: |context, node| {
        let several = datatypes(context, node).into_iter().filter(|datatype| datatype.constructors.len() > 1);
        let each = several.flat_map(|datatype| datatype.constructors).map(|constructor| (constructor, [false, true]));
        some(each.flat_map(|(it, both)| both.into_iter().filter_map(move |hoists| it.dropped(hoists))))
    },
    ..Mutator::DEFAULT
};

impl<'a> Constructor<'a> {
    /// Returns the first argument that has the sort of the term.
    fn recursive(&self, term: Node<'a>) -> Option<Node<'a>> {
        let sort = self.context.sort(term);
        term.children().skip(1).find(|argument| self.context.sort(*argument).is(&sort))
    }

    fn repaired(&self, used: &ConstructorUse<'a>, hoists: bool) -> Option<Edit> {
        let default = |term| default(self.context, term, &self.symbol.name);
        match *used {
            ConstructorUse::Tester(term) => Some(Edit::replace(term, b"false")),
            ConstructorUse::Case(case) => {
                let cases = self.context.parent(case).filter(|cases| cases.arity() > 1);
                cases.map(|_| Edit::delete(case))
            }
            ConstructorUse::Application(term) | ConstructorUse::Value(term) => {
                match self.recursive(term).filter(|_| hoists) {
                    Some(argument) => Some(Edit::hoist(term, argument)),
                    None => Some(Edit::replace(term, &default(term)?)),
                }
            }
        }
    }

    /// Returns the edit that removes the constructor from the declaration and from all terms. If `hoists` is
    /// set, an application becomes an argument of its sort where it has one.
    fn dropped(&self, hoists: bool) -> Option<Edit> {
        let uses = self.uses()?;
        if hoists
            && !uses.iter().any(|u| matches!(u, ConstructorUse::Application(term) if self.recursive(*term).is_some()))
        {
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
        (declare-datatypes ((D 0) (E 0)) (((d (s Int))) ((a) (e (s D)))))
            => (declare-datatypes ((E 0)) (((a) (e (s Bool))))) | (declare-datatypes ((E 0)) (((a) (e (s Int)))))
             | (declare-datatypes ((D 0)) (((d (s Int)))))
        (declare-datatype E ((a))) (assert (match e ((a true)))) => none
    ",
    filter: |_, node| declares_datatypes(node),
    global: |context, node| {
        some(datatypes(context, node).into_iter().flat_map(move |datatype| {
            let (numbered, unwrapped) = (datatype.numbered(node), datatype.unwrapped(node));
            // Both edits are the same where the datatype is not used.
            let unwrapped = unwrapped.filter(|edit| numbered.as_ref() != Some(edit));
            numbered.into_iter().chain(unwrapped)
        }))
    },
    ..Mutator::DEFAULT
};

/// Replaces a datatype of which nothing but the name is used by another one of the same command.
pub(super) static MERGE_DATATYPES: Mutator = Mutator {
    name: "merge-datatypes",
    summary: "replace datatype by another",
    examples: r"
        (declare-datatypes ((E 0) (T 0)) (((d)) ((e (m (Array E E)))))) (declare-const b T)
            => (declare-datatypes ((T 0)) (((e (m (Array T T)))))) (declare-const b T)
             | (declare-datatypes ((E 0)) (((d)))) (declare-const b E)
        (declare-datatypes ((E 0) (T 0)) (((d)) ((e (m E))))) (assert (= d (m (e d)))) => none
    ",
    filter: |_, node| declares_datatypes(node),
    global: |context, node| {
        let mut plain = datatypes(context, node);
        plain.retain(|datatype| datatype.symbol.sort_parameters().is_empty());
        let pairs = plain.iter().flat_map(|one| plain.iter().map(move |other| (one, other)));
        let pairs = pairs.filter(|(one, other)| one.symbol.name != other.symbol.name && one.is_unused());
        let edits = pairs.filter_map(|(one, other)| Edit::all(one.renamed(node, context.spelled(other.symbol))?));
        some(edits.collect::<Vec<Edit>>())
    },
    ..Mutator::DEFAULT
};

/// Returns the literal for constructor number `i` of `count`, and its sort.
fn literal(i: usize, count: usize) -> (Vec<u8>, &'static str) {
    match count {
        ..3 => (if i == 0 { b"false".to_vec() } else { b"true".to_vec() }, "Bool"),
        _ => (i.to_string().into_bytes(), "Int"),
    }
}

impl<'a> Datatype<'a> {
    /// Whether neither constructors nor selectors of the datatype are used.
    fn is_unused(&self) -> bool {
        self.constructors.iter().all(|constructor| {
            let are_unread = |field: &Field<'_>| field.selections(self.context).is_some_and(|uses| uses.is_empty());
            constructor.uses().is_some_and(|uses| uses.is_empty()) && constructor.fields.iter().all(are_unread)
        })
    }

    fn deleted(&self, command: Node<'a>) -> Option<Edit> {
        let (names, groups) = (command.child(1)?, command.child(2)?);
        if names.is_leaf() || names.arity() == 1 {
            return Some(Edit::delete(command));
        }
        let declares = |name: Node<'a>| name.child(0).is_some_and(|symbol| symbol.index() == self.symbol.node());
        let (name, group) = names.children().zip(groups.children()).find(|(name, _)| declares(*name))?;
        Edit::delete(name).and(&Edit::delete(group))
    }

    /// Returns the edits that delete the declaration and put `sort` wherever the datatype is written.
    fn renamed(&self, command: Node<'a>, sort: &[u8]) -> Option<Vec<Edit>> {
        let mut edits = vec![self.deleted(command)?];
        edits.extend(self.sorts()?.into_iter().map(|place| Edit::replace(place, sort)));
        Some(edits)
    }

    /// Returns the edit that leaves what is in the only field.
    fn unwrapped(&self, command: Node<'a>) -> Option<Edit> {
        let [Constructor { fields, .. }] = &self.constructors[..] else { return None };
        let ([field], true) = (&fields[..], self.symbol.sort_parameters().is_empty()) else { return None };
        let is_own = |leaf: Node<'_>| leaf.leaf() == Some(&*self.symbol.name);
        let sort = field.node.child(1).filter(|sort| !sort.subtree().any(is_own))?;
        let mut edits = self.renamed(command, sort.text())?;
        for used in self.constructors[0].uses()? {
            edits.push(match used {
                ConstructorUse::Application(term) => Edit::hoist(term, term.child(1)?),
                ConstructorUse::Tester(term) => Edit::replace(term, b"true"),
                ConstructorUse::Value(_) | ConstructorUse::Case(_) => return None,
            });
        }
        for selection in field.selections(self.context)? {
            edits.push(match selection {
                SelectorUse::Read(term) => Edit::hoist(term, term.child(1)?),
                SelectorUse::Update(term) => Edit::hoist(term, term.child(2)?),
            });
        }
        Edit::all(edits)
    }

    /// Returns the edit that makes each constructor a literal.
    fn numbered(&self, command: Node<'a>) -> Option<Edit> {
        let count = self.constructors.len();
        let mut edits = self.renamed(command, literal(0, count).1.as_bytes())?;
        for (i, constructor) in self.constructors.iter().enumerate() {
            let (value, _) = literal(i, count);
            for used in constructor.uses()? {
                edits.push(match used {
                    ConstructorUse::Value(term) | ConstructorUse::Application(term) => Edit::replace(term, &value),
                    ConstructorUse::Tester(term) => {
                        Edit::rewrite(term, Term::app("=", [term.child(1)?.into(), Term::leaf(&value)]))
                    }
                    ConstructorUse::Case(_) => return None,
                });
            }
            for field in &constructor.fields {
                for selection in field.selections(self.context)? {
                    edits.push(match selection {
                        SelectorUse::Read(term) if self.context.sort(term) == self.symbol.range => {
                            Edit::hoist(term, term.child(1)?)
                        }
                        SelectorUse::Read(term) => Edit::replace(term, &default(self.context, term, &[])?),
                        SelectorUse::Update(term) => Edit::hoist(term, term.child(1)?),
                    });
                }
            }
        }
        Edit::all(edits)
    }
}
