//! Mutators for datatypes.

mod declared;
mod remove;

use super::declarations::Declaration;
use super::rewrite::Rules;
use super::smtlib::delete_pairs;
use super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Symbol, SymbolKind, declared_constant, declares_datatypes, name::name};
use remove::{DROP_CONSTRUCTOR, DROP_FIELD, MERGE_DATATYPES, REPLACE_DATATYPE};

pub(super) static MUTATORS: &[&Mutator] = &[
    &DT_RM_CONSTRUCTOR, &DT_RM_DATATYPE, &DT_RM_IDENTITY, &REPLACE_DATATYPE, &MERGE_DATATYPES, &DROP_CONSTRUCTOR,
    &DROP_FIELD, &CONSTRUCT_SYMBOL, &ONE_DATATYPE,
];

static ONE_DATATYPE: Mutator = Mutator {
    name: "one-datatype",
    summary: "declare one datatype as such",
    examples: r"
        (declare-datatypes ((C 0)) (((red) (blue)))) => (declare-datatype C ((red) (blue)))
        (declare-codatatypes ((S 0)) (((cons (hd Int) (tl S))))) => (declare-codatatype S ((cons (hd Int) (tl S))))
        (declare-datatypes () ((C (red) (blue)))) => (declare-datatype C ((red) (blue)))
        (declare-datatypes ((L 1)) ((par (T) ((nil))))) => (declare-datatype L (par (T) ((nil))))
        (declare-datatypes ((C 0) (D 0)) (((c)) ((d)))) => none
    ",
    rules: Rules::new(&[
        "(declare-datatypes ((?name ?)) (?constructors)) => (declare-datatype ?name ?constructors)",
        "(declare-codatatypes ((?name ?)) (?constructors)) => (declare-codatatype ?name ?constructors)",
        "(declare-datatypes () ((?name ?constructor ...))) => (declare-datatype ?name (?constructor ...))",
    ]),
    ..Mutator::DEFAULT
};

static DT_RM_CONSTRUCTOR: Mutator = Mutator {
    name: "dt-rm-constructor",
    class: "RemoveConstructor",
    summary: "remove datatype constructor",
    examples: r"
        (declare-datatype C ((red) (blue))) => (declare-datatype C ((blue))) | (declare-datatype C ((red)))
        (declare-datatypes ((L 1) (C 0)) ((par (T) ((nil) (cons (hd T)))) ((red))))
            => (declare-datatypes ((L 1) (C 0)) ((par (T) ((cons (hd T)))) ((red))))
             | (declare-datatypes ((L 1) (C 0)) ((par (T) ((nil))) ((red))))
             | (declare-datatypes ((L 1) (C 0)) ((par (T) ((nil) (cons (hd T)))) ()))
        (declare-datatype C) => none
    ",
    filter: |_, node| declares_datatypes(node),
    local: |_, node| {
        let is_one = node.has_head("declare-datatype") || node.has_head("declare-codatatype");
        let bodies =
            node.children().skip(2).flat_map(move |body| if is_one { vec![body] } else { body.children().collect() });
        // A body may begin with `par` and parameters.
        let lists = bodies.map(|body| if body.has_head("par") { body.child(2).unwrap_or(body) } else { body });
        some(lists.flat_map(Node::children).map(Edit::delete))
    },
    ..Mutator::DEFAULT
};

static DT_RM_DATATYPE: Mutator = Mutator {
    name: "dt-rm-datatype",
    class: "RemoveDatatype",
    summary: "remove datatype",
    examples: r"
        (declare-datatypes ((A 0) (B 0)) (((a)) ((b))))
            => (declare-datatypes ((B 0)) (((b)))) | (declare-datatypes ((A 0)) (((a))))
        (declare-datatype A ((a))) (declare-datatypes ((A 0)) ()) => none
    ",
    filter: |_, node| node.has_head("declare-datatypes") || node.has_head("declare-codatatypes"),
    local: |_, node| delete_pairs(node),
    ..Mutator::DEFAULT
};

static DT_RM_IDENTITY: Mutator = Mutator {
    name: "dt-rm-identity",
    class: "RemoveDatatypeIdentity",
    summary: "remove datatype identity",
    examples: r"
        (declare-datatype L ((nil) (cons (head Int) (tail L)))) |- (assert (= (tail (cons 3 l)) nil))
            => (assert (= l nil))
        (declare-datatype L ((nil) (cons (head Int)))) (assert (= (head l) (head nil))) => none
    ",
    filter: |context, node| node.child(1).is_some_and(Node::is_list) && selected(context, node).is_some(),
    local: |context, node| some(selected(context, node).map(|argument| Edit::hoist(node, argument))),
    ..Mutator::DEFAULT
};

/// Returns what `node` selects, if it applies a selector to the selector's own constructor.
fn selected<'a>(context: &Context, node: Node<'a>) -> Option<Node<'a>> {
    let (head, args) = node.app()?;
    let [inner] = *args else { return None };
    let selector = context.symbols().term(head, node.command()).filter(|s| s.kind == SymbolKind::Selector)?;
    inner.head().filter(|head| Some(name(head)) == selector.owner())?;
    let declared = context.script().find(selector.command)?.node(selector.command, selector.node());
    let field = context.parent(declared)?;
    let fields = context.parent(field)?;
    let position = fields.children().position(|other| other.index() == field.index())?;
    inner.child(position).filter(|_| position > 0)
}

/// Gives a declared symbol the sort of the only field of a constructor, and puts the constructor applied to the
/// symbol in its place. A selection of the field becomes the symbol itself, and tests for constructors become
/// `true` or `false`.
static CONSTRUCT_SYMBOL: Mutator = Mutator {
    name: "construct-symbol",
    summary: "replace symbol by what a constructor makes of its only field",
    examples: r"
        (declare-datatypes ((c 0) (d 0)) (((f (a d))) ((e) (g (b c))))) |-
            (declare-const x d) (assert (and (= x (a (b x))) (distinct e x) (or ((_ is g) x) ((_ is e) x))))
            => (declare-const x c) (assert (and (= (g x) (a x)) true (or true false)))
        (declare-datatype L ((nil) (cons (hd Int) (tl L)))) (declare-const l L) (assert (= (tl l) l)) => none
    ",
    filter: |context, node| node.index() == 0 && made(context, node).next().is_some(),
    global: |context, node| {
        let uses = Declaration::of(context, node)?.terms()?;
        let (_, sort) = declared_constant(node)?;
        some(made(context, node).filter_map(move |constructor| {
            let places = uses.iter().map(|place| {
                let made = || [b"(", &*constructor.name, b" ", place.text(), b")"].concat();
                around(context, constructor, *place).unwrap_or_else(|| Edit::replace(*place, &made()))
            });
            let field = constructor.domain().first()?;
            Edit::all(places.chain([Edit::replace(sort, &field.text())]))
        }))
    },
    ..Mutator::DEFAULT
};

/// Returns the constructors with one field that may have made the value of what a command declares.
fn made<'a>(context: &'a Context, command: Node<'a>) -> impl Iterator<Item = &'a Symbol> {
    let sort = declared_constant(command).map(|(_, sort)| sort).filter(|sort| sort.is_leaf());
    let made = |sort: Node<'_>| context.symbols().constructors(&context.sort(sort), command.command()).collect();
    let all: Vec<&Symbol> = sort.map(made).unwrap_or_default();
    all.into_iter().filter(|constructor| matches!(constructor.domain(), [field] if field.is_known()))
}

/// Returns the edit of the selection, the tester, or the comparison with another constructor around a use.
fn around(context: &Context, constructor: &Symbol, place: Node<'_>) -> Option<Edit> {
    let term = context.parent(place)?;
    let symbol = |leaf: &[u8]| context.symbols().term(leaf, term.command());
    let truth = |holds: bool| Some(Edit::replace(term, if holds { b"true" } else { b"false" }));
    match (term.arity(), term.child(0)?.leaf()) {
        (2, Some(selector)) => {
            let field = symbol(selector).filter(|found| found.kind == SymbolKind::Selector)?;
            (field.owner() == Some(&*constructor.name)).then(|| Edit::hoist(term, place))
        }
        (2, None) => {
            let tester = term.child(0).filter(|tester| tester.has_head("_") && tester.arity() == 3)?;
            let made = tester.child(1).filter(|is| is.is("is")).and(tester.child(2))?;
            truth(made.leaf() == Some(&*constructor.name))
        }
        (3, Some(relation @ (b"=" | b"distinct"))) => {
            let mut others = term.children().skip(1).filter(|other| other.index() != place.index());
            let other = symbol(others.next()?.leaf()?)?;
            (other.kind == SymbolKind::Constructor).then(|| truth(relation == b"distinct"))?
        }
        _ => None,
    }
}
