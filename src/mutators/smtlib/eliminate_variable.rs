//! The mutator that puts what a variable equals in its place, everywhere.

use super::super::{Mutator, none};
use super::occurrences::{binders, free, names_in};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::{Token, name, token};
use crate::smtlib::{Context, Role, SymbolKind};
use std::collections::HashSet;

/// Replaces a variable that an equality determines by the other side, in the
/// whole script or, if it is bound, in its scope.
pub(super) static ELIMINATE_VARIABLES: Mutator = Mutator {
    name: "eliminate-variables",
    class: "EliminateVariable",
    summary: "eliminate variable from equality",
    may_grow: true,
    examples: r"
        (assert (= x (* y y))) (assert (> x y)) => (assert (= (* y y) (* y y))) (assert (> (* y y) y))
        (assert (exists ((x Int)) (and (= x 1) p))) (assert (> x 2))
            => (assert (exists ((x Int)) (and (= 1 1) p))) (assert (> x 2))
        (assert (exists ((y Int)) (= x (f y)))) (assert (= (f x) 0)) => none
    ",
    filter: |_, node| node.has_head("=") && node.children().skip(1).any(Node::is_leaf),
    global: |context, node| {
        if node.arity() < 3 {
            return none();
        }
        let leaves = node.children().skip(1).filter(|child| child.is_leaf());
        let pairs = leaves.flat_map(move |leaf| node.children().skip(1).map(move |other| (leaf, other)));
        Box::new(pairs.filter_map(|(leaf, other)| eliminate(context, leaf, other)))
    },
    ..Mutator::DEFAULT
};

/// The term in which the variable of `leaf` can be used, and its innermost
/// binders outside; nothing if `other` could not be written there.
fn scope<'a>(leaf: Node<'a>, other: Node<'a>) -> Option<Option<Node<'a>>> {
    let symbol = name(leaf.text());
    let mentioned: HashSet<&[u8]> = names_in(other).collect();
    for list in leaf.ancestors().into_iter().rev() {
        let (mut scope, mut lost) = (None, false);
        binders(list, |body, bound| {
            if body.holds(leaf) {
                let mut names = bound.iter().map(|bound| name(bound.text()));
                if names.clone().any(|bound| bound == symbol) {
                    scope = Some(body);
                } else {
                    lost |= names.any(|bound| mentioned.contains(bound));
                }
            }
        });
        match scope {
            Some(_) => return Some(scope),
            None if lost => return None,
            None => {}
        }
    }
    Some(None)
}

/// Whether `leaf`, which nothing around it binds, is a variable.
fn is_variable(context: &Context, leaf: Node<'_>) -> bool {
    let constant = matches!(leaf.text(), b"true" | b"false");
    token(leaf.text()) == Token::Symbol
        && !constant
        && context.symbols().term(leaf.text(), leaf.command()).is_none_or(|symbol| {
            matches!(symbol.kind, SymbolKind::Function | SymbolKind::Definition | SymbolKind::Synthesis)
        })
}

/// Replaces the variable `leaf` by `other` wherever it can be used.
fn eliminate(context: &Context, leaf: Node<'_>, other: Node<'_>) -> Option<Edit> {
    let symbol = name(leaf.text());
    if names_in(other).any(|word| word == symbol) {
        return None;
    }
    let scope = scope(leaf, other)?;
    if scope.is_none() && !is_variable(context, leaf) {
        return None;
    }
    let foreign: HashSet<&[u8]> = names_in(other).collect();
    let roots: Vec<Node<'_>> = scope.map_or_else(|| context.script().commands().collect(), |body| vec![body]);
    let mut edits = Vec::new();
    for occurrence in roots.into_iter().flat_map(|root| free(root, &[symbol], &foreign)) {
        let role = context.role(occurrence.node);
        if matches!(role, Role::Sort | Role::SortHead | Role::Index | Role::HeadName | Role::Attribute | Role::Keyword)
        {
            continue;
        }
        if occurrence.captures {
            return None;
        }
        edits.push(Edit::replace(occurrence.node, other.text()));
    }
    Edit::all(edits).filter(|edit| !edit.is_empty())
}
