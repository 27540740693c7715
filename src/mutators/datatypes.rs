//! Mutators for datatypes.

mod declared;
mod drop_constructor;
mod drop_field;
mod replace_datatype;

use super::smtlib::delete_pairs;
use super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, SymbolKind, name::name};

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &RemoveConstructor,
    &RemoveDatatype,
    &RemoveDatatypeIdentity,
    &replace_datatype::ReplaceDatatype,
    &drop_constructor::DropConstructor,
    &drop_field::DropField,
];

const DT_RM_CONSTRUCTOR: About = About {
    name: "dt-rm-constructor",
    class: "RemoveConstructor",
    summary: "remove datatype constructor",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-datatype C ((red) (blue)))",
            after: &["(declare-datatype C ((blue)))", "(declare-datatype C ((red)))"],
        },
        Example {
            before: "(declare-datatypes ((L 1) (C 0)) ((par (T) ((nil) (cons (hd T)))) ((red))))",
            after: &[
                "(declare-datatypes ((L 1) (C 0)) ((par (T) ((cons (hd T)))) ((red))))",
                "(declare-datatypes ((L 1) (C 0)) ((par (T) ((nil))) ((red))))",
                "(declare-datatypes ((L 1) (C 0)) ((par (T) ((nil) (cons (hd T)))) ()))",
            ],
        },
        Example { before: "(declare-datatype C)", after: &[] },
    ],
};

/// Deletes a constructor from its datatype.
struct RemoveConstructor;

/// The constructors of a datatype's body, `par` or not.
fn constructors(body: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = if body.has_head("par") { body.child(2).unwrap_or(body) } else { body };
    list.children()
}

impl Mutator for RemoveConstructor {
    fn about(&self) -> &'static About {
        &DT_RM_CONSTRUCTOR
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        let heads = ["declare-datatype", "declare-datatypes", "declare-codatatype", "declare-codatatypes"];
        heads.iter().any(|head| node.has_head(head)) && node.arity() == 3
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(body) = node.child(2) else { return none() };
        if node.has_head("declare-datatype") || node.has_head("declare-codatatype") {
            return Box::new(constructors(body).map(Edit::delete));
        }
        Box::new(body.children().flat_map(constructors).map(Edit::delete))
    }
}

const DT_RM_DATATYPE: About = About {
    name: "dt-rm-datatype",
    class: "RemoveDatatype",
    summary: "remove datatype",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))",
            after: &["(declare-datatypes ((B 0)) (((b))))", "(declare-datatypes ((A 0)) (((a))))"],
        },
        Example { before: "(declare-datatype A ((a)))\n(declare-datatypes ((A 0)) ())", after: &[] },
    ],
};

/// Deletes one of several datatypes that are declared together.
struct RemoveDatatype;

impl Mutator for RemoveDatatype {
    fn about(&self) -> &'static About {
        &DT_RM_DATATYPE
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("declare-datatypes") || node.has_head("declare-codatatypes")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        delete_pairs(node)
    }
}

const DT_RM_IDENTITY: About = About {
    name: "dt-rm-identity",
    class: "RemoveDatatypeIdentity",
    summary: "remove datatype identity",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-datatype L ((nil) (cons (head Int) (tail L))))\n(assert (= (tail (cons 3 l)) nil))",
            after: &["(declare-datatype L ((nil) (cons (head Int) (tail L))))\n(assert (= l nil))"],
        },
        Example {
            before: "(declare-datatype L ((nil) (cons (head Int))))\n(assert (= (head l) (head nil)))",
            after: &[],
        },
    ],
};

/// Replaces a selector of an applied constructor by the argument selected.
struct RemoveDatatypeIdentity;

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

impl Mutator for RemoveDatatypeIdentity {
    fn about(&self) -> &'static About {
        &DT_RM_IDENTITY
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        node.child(1).is_some_and(Node::is_list) && selected(context, node).is_some()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(selected(context, node).map(|argument| Edit::hoist(node, argument)))
    }
}
