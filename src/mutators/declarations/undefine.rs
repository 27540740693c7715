//! The mutator that forgets what a function is defined as.

use super::declaration::declares_one;
use super::{Declaration, Mutator, some};
use crate::sexpr::{Edit, Node, Term};

/// Declares a function instead of defining it.
pub(super) static DEFINITION_TO_DECLARATION: Mutator = Mutator {
    name: "definition-to-declaration",
    class: "DefinitionToDeclaration",
    summary: "declare instead of define",
    examples: r"
        (define-fun f ((x Int) (p Bool)) Int (ite p x 0)) => (declare-fun f (Int Bool) Int)
        (define-const k Int (* 2 3)) => (declare-const k Int)
        (declare-fun f (Int) Int) => none
    ",
    filter: |_, node| declares_one(node) && node.head().is_some_and(|head| head.starts_with(b"define")),
    local: |context, node| {
        let edit = Declaration::of(context, node).and_then(|declaration| declaration.undefined());
        some(edit)
    },
    ..Mutator::DEFAULT
};

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
