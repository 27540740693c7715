//! Mutators that replace a symbol by the term that it stands for: by a `let`, a definition, or an equality.

use super::super::{Mutator, none, some};
use super::occurrences::{binders, bound_around, free, names_in, replaced};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::{Token, name, token};
use crate::smtlib::{Context, Role, Symbol, SymbolKind};
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
        (assert (let ((a x)) (f b))) (assert (let ((a a)) a)) => none
    ",
    filter: |_, node| node.has_head("let"),
    local: |_, node| {
        let (Some(list), Some(body)) = (node.child(1), node.child(2)) else { return none() };
        Box::new(list.children().filter_map(move |binder| substitute(binder, body)))
    },
    ..Mutator::DEFAULT
};

fn substitute(binder: Node<'_>, body: Node<'_>) -> Option<Edit> {
    let (symbol, term) = (binder.child(0)?, binder.child(1)?);
    let symbol_name = name(symbol.leaf()?);
    if term.leaf().is_some_and(|leaf| name(leaf) == symbol_name) {
        return None;
    }
    let foreign: HashSet<&[u8]> = names_in(term).collect();
    let found = free(body, &[symbol_name], &foreign);
    let edits: Vec<Edit> = found
        .iter()
        .filter(|occurrence| !occurrence.captures)
        .map(|occurrence| Edit::replace(occurrence.node, term.text()))
        .collect();
    if edits.is_empty() { None } else { Edit::all(edits) }
}

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
    local: |context, node| match unfolded(context, node) {
        Some(text) => some([Edit::replace(node, &text)]),
        None => none(),
    },
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
    let hidden = bound_around(node);
    let mut mentioned = names_in(body);
    // A symbol that is defined in the same command is recursive.
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

/// Returns the body in which the variable of `leaf` is bound, or `Some(None)` if it is not bound; none if a
/// binder further in binds a symbol of `other`.
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

/// Replaces the variable `leaf` by `other` in its whole scope.
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
