//! The mutator that puts the body of a defined function where it is applied.

use super::super::{Mutator, none, some};
use super::occurrences::{bound_around, free, names_in, replaced};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Symbol};
use std::collections::HashSet;

/// Replaces an application of a defined function by the function's body.
///
/// Recursive definitions stay, for there would be no end to it.
pub(super) static INLINE_FUNCTIONS: Mutator = Mutator {
    name: "inline-functions",
    class: "InlineDefinedFuns",
    summary: "inline defined function",
    may_grow: true,
    examples: r"
        (define-fun f ((x Int) (y Int)) Int (+ x y)) |- (assert (= (f y x) k)) => (assert (= (+ y x) k))
        (define-const k Int (* 2 v)) |- (assert (= k 0)) => (assert (= (* 2 v) 0))
        (define-fun f () Int v) (assert (forall ((v Int)) (= v f))) (assert (forall ((f Int)) (= f 0))) => none
        (define-fun-rec f ((x Int)) Int (f (- x 1))) (assert (= (f 1) 0)) => none
    ",
    filter: |context, node| {
        node.index() > 0
            && !matches!(context.role(node), Role::Definition | Role::Head | Role::Keyword)
            && definition(context, node).is_some()
    },
    local: |context, node| match unfolded(context, node) {
        Some(text) => some([Edit::replace(node, &text)]),
        None => none(),
    },
    ..Mutator::DEFAULT
};

/// The definition that `node` applies or is the name of.
fn definition<'a>(context: &'a Context, node: Node<'a>) -> Option<(&'a Symbol, Node<'a>)> {
    let head = if node.is_list() { node.head()? } else { node.leaf()? };
    let symbols = context.symbols();
    let symbol = symbols.term(head, node.command())?;
    let body = symbols.body(context.script(), symbol)?;
    Some((symbol, body))
}

/// What stands for `node` when the definition is unfolded.
fn unfolded(context: &Context, node: Node<'_>) -> Option<Vec<u8>> {
    let (symbol, body) = definition(context, node)?;
    let args: Vec<Node<'_>> = node.children().skip(1).collect();
    if args.len() != symbol.parameters().len() || node.command() == symbol.command && node.index() == symbol.node() {
        return None;
    }
    let parameters: Vec<&[u8]> = symbol.parameters().iter().map(|parameter| &**parameter).collect();
    let hidden = bound_around(node);
    let mut mentioned = names_in(body);
    // What is defined in the same command is recursive.
    let recursive =
        |word: &[u8]| context.symbols().term(word, node.command()).is_some_and(|s| s.command == symbol.command);
    let clash = |word: &[u8]| !parameters.contains(&word) && (hidden.contains(word) || recursive(word));
    if hidden.contains(&*symbol.name) || is_parameter(context, node) || mentioned.any(clash) {
        return None;
    }
    let foreign: HashSet<&[u8]> = args.iter().flat_map(|arg| names_in(*arg)).collect();
    let found = free(body, &parameters, &foreign);
    if found.iter().any(|occurrence| occurrence.captures) {
        return None;
    }
    let texts: Vec<&[u8]> = args.iter().map(|arg| arg.text()).collect();
    let text = replaced(body, &found, &texts);
    (text != node.text()).then_some(text)
}

/// Whether the name in `node` is a parameter of the definition around it.
fn is_parameter(context: &Context, node: Node<'_>) -> bool {
    let leaf = if node.is_list() { node.child(0) } else { Some(node) };
    leaf.is_some_and(|leaf| context.is_bound(leaf))
}
