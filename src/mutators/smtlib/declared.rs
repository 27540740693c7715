//! The symbols that a command declares or a term binds.

use crate::sexpr::Node;
use crate::smtlib::{Context, Role};

/// Returns the symbols that `node` declares or binds, in order; none of `(! term :named symbol)`.
pub(in crate::mutators) fn declared<'a>(context: &Context, node: Node<'a>) -> Vec<Node<'a>> {
    let may_bind = node.is_list() && (node.index() == 0 || context.is_term(node) && !node.has_head("!"));
    let mut symbols = Vec::new();
    let mut open: Vec<Node<'a>> = node.children().filter(|_| may_bind).collect();
    open.reverse();
    while let Some(next) = open.pop() {
        match context.role(next) {
            Role::Definition if next.is_leaf() => symbols.push(next),
            Role::Binders | Role::Binder | Role::Pattern => {
                let first = open.len();
                open.extend(next.children());
                open[first..].reverse();
            }
            _ => {}
        }
    }
    symbols
}
