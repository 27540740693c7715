//! The mutator that forgets what a function is defined as.

use super::declaration::declares_one;
use super::{About, Declaration, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "definition-to-declaration",
    class: "DefinitionToDeclaration",
    summary: "declare instead of define",
    may_grow: false,
    examples: &[
        Example {
            before: "(define-fun f ((x Int) (p Bool)) Int (ite p x 0))",
            after: &["(declare-fun f (Int Bool) Int)"],
        },
        Example { before: "(define-const k Int (* 2 3))", after: &["(declare-const k Int)"] },
        Example { before: "(declare-fun f (Int) Int)", after: &[] },
    ],
};

/// Declares a function instead of defining it.
pub(super) struct DefinitionToDeclaration;

impl<'a> Declaration<'a> {
    /// The declaration without the definition.
    fn undefined(&self) -> Option<Edit> {
        let (head, parts) = self.command.app()?;
        let term = match (head, &*parts) {
            (b"define-const", [name, sort, _]) => Term::app("declare-const", [(*name).into(), (*sort).into()]),
            (_, [name, parameters, sort, _]) if self.symbol.body().is_some() => {
                let sorts: Option<Vec<Node<'a>>> = parameters.children().map(|p| p.child(1)).collect();
                Term::app("declare-fun", [(*name).into(), Term::list(sorts?), (*sort).into()])
            }
            _ => return None,
        };
        Some(Edit::rewrite(self.command, term))
    }
}

impl Mutator for DefinitionToDeclaration {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        declares_one(node) && node.head().is_some_and(|head| head.starts_with(b"define"))
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let edit = Declaration::of(context, node).and_then(|declaration| declaration.undefined());
        some(edit)
    }
}
