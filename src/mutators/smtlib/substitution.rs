//! Mutators that replace a symbol by the term that it stands for: by a `let`, a definition, or an equality.

use super::super::{Mutator, some};
use crate::sexpr::{Edit, MAX_GROWTH, Node};
use crate::smtlib::name::{Token, name, token};
use crate::smtlib::{Context, Meaning, Role, Symbol, SymbolKind};
use std::collections::HashSet;

/// Replaces the symbol of one binder of a `let` by its term in the body.
///
/// The binder stays, so an occurrence where a symbol of the term would be captured can stay as well.
pub(super) static LET_SUBSTITUTION: Mutator = Mutator {
    name: "let-substitution",
    summary: "substitute variable into let body",
    may_grow: true,
    examples: r"
        (assert (let ((a x) (b (f y))) (and a b)))
            => (assert (let ((a x) (b (f y))) (and x b))) | (assert (let ((a x) (b (f y))) (and a (f y))))
        (assert (let ((x (+ x 1))) (* x 2))) => (assert (let ((x (+ x 1))) (* (+ x 1) 2)))
        (assert (let ((a x)) (or (forall ((x Bool)) a) (exists ((a Bool)) a) a)))
            => (assert (let ((a x)) (or (forall ((x Bool)) a) (exists ((a Bool)) a) x)))
        (assert (let ((x a)) (let ((x b)) x))) => (assert (let ((x a)) (let ((x b)) b)))
        (assert (let ((a x)) (f b))) (assert (let ((a a)) a)) (assert (let ((a |a|)) a)) => none
    ",
    filter: |_, node| node.has_head("let"),
    local: |context, node| {
        let (list, body) = (node.child(1)?, node.child(2)?);
        some(list.children().filter_map(move |binder| {
            let (symbol, term) = (binder.child(0)?, binder.child(1)?);
            let is_itself = term.leaf().is_some_and(|leaf| name(leaf) == name(symbol.text()));
            let foreign: HashSet<&[u8]> = names_in(term).collect();
            let uses = context.uses(symbol).into_iter().filter(|_| symbol.is_leaf() && !is_itself);
            let uses = uses.filter(|place| !context.captures(body.index(), *place, &foreign));
            Edit::all(uses.map(|place| Edit::replace(place, term.text()))).filter(|edit| !edit.is_empty())
        }))
    },
    ..Mutator::DEFAULT
};

/// Replaces an application of a defined function by the function's body.
///
/// Recursive definitions stay, because inlining them would never end.
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
    local: |context, node| some(unfolded(context, node).map(|text| Edit::replace(node, &text))),
    ..Mutator::DEFAULT
};

fn definition<'a>(context: &'a Context, node: Node<'a>) -> Option<(&'a Symbol, Node<'a>)> {
    let head = if node.is_list() { node.head()? } else { node.leaf()? };
    let symbols = context.symbols();
    let symbol = symbols.term(head, node.command())?;
    let body = symbols.body(context.script(), symbol)?;
    Some((symbol, body))
}

/// Returns the text of `node` with the definition unfolded.
fn unfolded(context: &Context, node: Node<'_>) -> Option<Vec<u8>> {
    let (symbol, body) = definition(context, node)?;
    let args: Vec<Node<'_>> = node.children().skip(1).collect();
    if args.len() != symbol.parameters().len() || node.command() == symbol.command && node.index() == symbol.node() {
        return None;
    }
    let parameters: Vec<&[u8]> = symbol.parameters().iter().map(|parameter| &**parameter).collect();
    // A symbol that is defined in the same command is recursive.
    let recursive =
        |word: &[u8]| context.symbols().term(word, node.command()).is_some_and(|s| s.command == symbol.command);
    let clash = |word: &[u8]| !parameters.contains(&word) && (context.shadowed(word, node) || recursive(word));
    if context.shadowed(&symbol.name, node) || names_in(body).any(clash) {
        return None;
    }
    let foreign: HashSet<&[u8]> = args.iter().flat_map(|arg| names_in(*arg)).collect();
    let list = body.tape().node(symbol.command, symbol.node() + 1);
    let mut places: Vec<(Node<'_>, Node<'_>)> = Vec::new();
    for (parameter, arg) in list.children().filter_map(|parameter| parameter.child(0)).zip(args) {
        places.extend(context.uses(parameter).into_iter().map(|place| (place, arg)));
    }
    if places.iter().any(|(place, _)| context.captures(body.index(), *place, &foreign)) {
        return None;
    }
    if places.iter().map(|(_, arg)| arg.text().len()).sum::<usize>() > MAX_GROWTH {
        return None;
    }
    places.sort_unstable_by_key(|(place, _)| place.index());
    let text = body.text_with(places.into_iter().map(|(place, arg)| (place, arg.text())));
    (text != node.text()).then_some(text)
}

/// The leaves of a term as names; its keywords and literals do no harm.
pub(in crate::mutators) fn names_in(term: Node<'_>) -> impl Iterator<Item = &[u8]> {
    term.subtree().filter(|node| node.is_leaf()).map(|leaf| name(leaf.text()))
}

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
        let leaves = node.children().skip(1).filter(|child| child.is_leaf());
        let pairs = leaves.flat_map(move |leaf| node.children().skip(1).map(move |other| (leaf, other)));
        some(pairs.filter_map(|(leaf, other)| eliminate(context, leaf, other)))
    },
    ..Mutator::DEFAULT
};

/// Whether `leaf`, which nothing around it binds, is a variable.
fn is_variable(context: &Context, leaf: Node<'_>) -> bool {
    let constant = matches!(leaf.text(), b"true" | b"false");
    token(leaf.text()) == Token::Symbol
        && !constant
        && context.symbols().term(leaf.text(), leaf.command()).is_none_or(|symbol| {
            matches!(symbol.kind, SymbolKind::Function | SymbolKind::Definition | SymbolKind::Synthesis)
        })
}

/// Replaces the variable `leaf` by `other` in its whole scope.
fn eliminate(context: &Context, leaf: Node<'_>, other: Node<'_>) -> Option<Edit> {
    let symbol = name(leaf.text());
    let foreign: HashSet<&[u8]> =
        Some(names_in(other).collect()).filter(|names: &HashSet<_>| !names.contains(symbol))?;
    let (body, places): (usize, Vec<Node<'_>>) = match context.meaning(leaf) {
        Meaning::Local(variable) => {
            let body = leaf.ancestors().into_iter().find(|list| !list.holds(variable));
            (body.unwrap_or(leaf).index(), context.uses(variable))
        }
        _ if is_variable(context, leaf) => {
            let same =
                context.script().every_node().filter(|node| node.leaf().is_some_and(|leaf| name(leaf) == symbol));
            let stands = |node: &Node<'_>| matches!(context.role(*node), Role::Term | Role::Head | Role::Unknown);
            (0, same.filter(stands).filter(|node| !context.shadowed(symbol, *node)).collect())
        }
        _ => return None,
    };
    let is_captured = places.iter().any(|place| context.captures(body, *place, &foreign));
    let edit = Edit::all(places.into_iter().map(|place| Edit::replace(place, other.text())));
    edit.filter(|edit| !is_captured && !edit.is_empty())
}
