//! Mutators for datatypes.

mod construct;
mod declared;
mod drop_constructor;
mod drop_field;
mod replace_datatype;

use super::rewrite::Rules;
use super::smtlib::delete_pairs;
use super::{Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, SymbolKind, name::name};

/// The mutators of this theory, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[
    &DT_RM_CONSTRUCTOR,
    &DT_RM_DATATYPE,
    &DT_RM_IDENTITY,
    &replace_datatype::REPLACE_DATATYPE,
    &drop_constructor::DROP_CONSTRUCTOR,
    &drop_field::DROP_FIELD,
    &construct::CONSTRUCT_SYMBOL,
    &ONE_DATATYPE,
];

/// Declares the only datatype of a command as such, and one in z3's old form in the new one.
static ONE_DATATYPE: Mutator = Mutator {
    name: "one-datatype",
    summary: "declare one datatype as such",
    examples: r"
        (declare-datatypes ((C 0)) (((red) (blue)))) => (declare-datatype C ((red) (blue)))
        (declare-codatatypes ((S 0)) (((cons (hd Int) (tl S))))) => (declare-codatatype S ((cons (hd Int) (tl S))))
        (declare-datatypes () ((C (red) (blue)))) => (declare-datatype C ((red) (blue)))
        (declare-datatypes ((L 1)) ((par (T) ((nil))))) => none
    ",
    rules: Rules::new(&[
        "(declare-datatypes ((?name 0)) (?constructors)) => (declare-datatype ?name ?constructors)",
        "(declare-codatatypes ((?name 0)) (?constructors)) => (declare-codatatype ?name ?constructors)",
        "(declare-datatypes () ((?name ?constructor ...))) => (declare-datatype ?name (?constructor ...))",
    ]),
    ..Mutator::DEFAULT
};

/// Deletes a constructor from its datatype.
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
    filter: |_, node| {
        let heads = ["declare-datatype", "declare-datatypes", "declare-codatatype", "declare-codatatypes"];
        heads.iter().any(|head| node.has_head(head)) && node.arity() == 3
    },
    local: |_, node| {
        let Some(body) = node.child(2) else { return none() };
        if node.has_head("declare-datatype") || node.has_head("declare-codatatype") {
            return Box::new(constructors(body).map(Edit::delete));
        }
        Box::new(body.children().flat_map(constructors).map(Edit::delete))
    },
    ..Mutator::DEFAULT
};

/// The constructors of a datatype's body, `par` or not.
fn constructors(body: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = if body.has_head("par") { body.child(2).unwrap_or(body) } else { body };
    list.children()
}

/// Deletes one of several datatypes that are declared together.
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

/// Replaces a selector of an applied constructor by the argument selected.
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

/// What `node` selects, if it is the application of a selector to one of its
/// own constructor.
fn selected<'a>(context: &Context, node: Node<'a>) -> Option<Node<'a>> {
    let (head, args) = node.app()?;
    let [inner] = *args else { return None };
    let selector = context.symbols().term(head, node.command()).filter(|s| s.kind == SymbolKind::Selector)?;
    let constructor = inner.head().filter(|head| Some(name(head)) == selector.owner())?;
    let declared = context.script().find(selector.command)?.node(selector.command, selector.node());
    let field = context.parent(declared)?;
    let fields = context.parent(field)?;
    let position = fields.children().position(|other| other.index() == field.index())?;
    inner.child(position).filter(|_| !constructor.is_empty() && position > 0)
}
