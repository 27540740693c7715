//! The mutator that tells which constructor made a symbol's value.

use super::super::declarations::Declaration;
use super::super::{Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Symbol, SymbolKind, declared_constant};

/// Puts what a constructor makes of its only field in the place of a declared symbol, which then has the
/// sort of the field: what selects the field is the symbol alone, and what tells constructors apart is decided.
pub(super) static CONSTRUCT_SYMBOL: Mutator = Mutator {
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
        let uses = Declaration::of(context, node).and_then(|declaration| declaration.terms());
        let (Some((_, sort)), Some(uses)) = (declared_constant(node), uses) else { return none() };
        Box::new(made(context, node).filter_map(move |constructor| {
            let places = uses.iter().map(|place| constructed(context, constructor, *place));
            let field = constructor.domain().first()?;
            Edit::all(places.chain([Edit::replace(sort, &field.text())]))
        }))
    },
    ..Mutator::DEFAULT
};

/// The constructors of one field that may have made what a command declares.
fn made<'a>(context: &'a Context, command: Node<'a>) -> impl Iterator<Item = &'a Symbol> {
    let sort = declared_constant(command).map(|(_, sort)| sort).filter(|sort| sort.is_leaf());
    let sort = sort.map(|sort| context.sort(sort));
    let all = sort
        .into_iter()
        .flat_map(move |sort| context.symbols().constructors(&sort, command.command()).collect::<Vec<_>>());
    all.filter(|constructor| matches!(constructor.domain(), [field] if field.is_known()))
}

/// The edit of what stands around a use of a symbol which is what a constructor makes of its new value.
fn constructed(context: &Context, constructor: &Symbol, place: Node<'_>) -> Edit {
    let made = [b"(", &*constructor.name, b" ", place.text(), b")"].concat();
    around(context, constructor, place).unwrap_or_else(|| Edit::replace(place, &made))
}

/// The edit of a selection, of a tester, or of a comparison with another constructor.
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
