//! Free occurrences of symbols, and the binders that would capture a term that is put there.

use super::declared::declared;
use crate::sexpr::Node;
use crate::smtlib::name::name;
use std::collections::{HashMap, HashSet};

/// A free occurrence of one of the symbols that were asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence<'a> {
    /// The leaf.
    pub node: Node<'a>,
    /// The number of the symbol among those that were asked for.
    pub symbol: usize,
    /// Whether a binder around it, within the term, would bind a symbol of its replacement.
    pub captures: bool,
}

/// The part of a tape in which symbols are bound.
struct BinderScope {
    start: usize,
    end: usize,
    /// Numbers of the wanted symbols that are hidden here.
    hidden: Vec<usize>,
    captures: bool,
}

/// Removes and returns the last scope, if it is due.
fn pop_if(scopes: &mut Vec<BinderScope>, due: impl Fn(&BinderScope) -> bool) -> Option<BinderScope> {
    if scopes.last().is_some_and(due) { scopes.pop() } else { None }
}

/// Returns all free occurrences of `symbols` in `term`, in order.
///
/// `foreign` are the names that a replacement mentions. Scopes are those of `let`, quantifiers, `lambda`,
/// `match` and parameters. A place where a symbol is declared or bound is no occurrence.
pub(super) fn free<'a>(term: Node<'a>, symbols: &[&[u8]], foreign: &HashSet<&[u8]>) -> Vec<Occurrence<'a>> {
    let wanted: HashMap<&[u8], usize> = symbols.iter().enumerate().map(|(i, symbol)| (name(symbol), i)).collect();
    let mut hidden = vec![0u32; symbols.len()];
    // The scopes still to come, next one last, and those that are open.
    let (mut coming, mut open): (Vec<BinderScope>, Vec<BinderScope>) = (Vec::new(), Vec::new());
    let mut capturing = 0;
    let mut definitions: HashSet<usize> = HashSet::new();
    let mut found = Vec::new();
    for node in term.subtree() {
        while let Some(scope) = pop_if(&mut open, |scope| scope.end <= node.index()) {
            scope.hidden.iter().for_each(|symbol| hidden[*symbol] -= 1);
            capturing -= usize::from(scope.captures);
        }
        while let Some(scope) = pop_if(&mut coming, |scope| scope.start <= node.index()) {
            scope.hidden.iter().for_each(|symbol| hidden[*symbol] += 1);
            capturing += usize::from(scope.captures);
            open.push(scope);
        }
        if node.is_leaf() {
            if let Some(&symbol) = wanted.get(name(node.text()))
                && hidden[symbol] == 0
                && !definitions.remove(&node.index())
            {
                found.push(Occurrence { node, symbol, captures: capturing > 0 });
            }
        } else {
            definitions.extend(declared(node).into_iter().map(Node::index));
            binders(node, |body, names| {
                let names: Vec<&[u8]> = names.into_iter().map(|symbol| name(symbol.text())).collect();
                let hidden = names.iter().filter_map(|name| wanted.get(name).copied()).collect();
                let captures = names.iter().any(|name| foreign.contains(name));
                let (start, end) = (body.index(), body.index() + body.size());
                coming.push(BinderScope { start, end, hidden, captures });
            });
        }
    }
    found
}

/// Calls `visit` for every scope that `node` opens, last one first, with a body and the leaves that are bound in it.
pub(super) fn binders<'a>(node: Node<'a>, mut visit: impl FnMut(Node<'a>, Vec<Node<'a>>)) {
    let firsts = |list: Node<'a>| -> Vec<Node<'a>> {
        list.children().filter_map(|binder| binder.child(0)).filter(|symbol| symbol.is_leaf()).collect()
    };
    match node.head() {
        Some(b"let") => {
            if let (Some(list), Some(body)) = (node.child(1), node.child(2)) {
                visit(body, firsts(list));
            }
        }
        Some(b"forall" | b"exists" | b"lambda" | b"choice" | b"set.comprehension") => {
            if let Some(list) = node.child(1) {
                let bodies: Vec<Node<'a>> = node.children().skip(2).collect();
                bodies.into_iter().rev().for_each(|body| visit(body, firsts(list)));
            }
        }
        Some(b"define-fun" | b"define-fun-rec") => {
            if let (Some(list), Some(body)) = (node.child(2), node.child(4)) {
                visit(body, firsts(list));
            }
        }
        Some(b"define-funs-rec") => {
            let signatures = node.child(1).into_iter().flat_map(|list| list.children());
            let bodies = node.child(2).into_iter().flat_map(|list| list.children());
            let pairs: Vec<(Node<'a>, Node<'a>)> = signatures.zip(bodies).collect();
            for (signature, body) in pairs.into_iter().rev() {
                visit(body, signature.child(1).map_or(Vec::new(), firsts));
            }
        }
        Some(b"match") => {
            let cases: Vec<Node<'a>> = node.child(2).into_iter().flat_map(|list| list.children()).collect();
            for case in cases.into_iter().rev() {
                if let (Some(pattern), Some(body)) = (case.child(0), case.child(1)) {
                    let skip = usize::from(pattern.is_list());
                    visit(body, pattern.subtree().filter(|n| n.is_leaf()).skip(skip).collect());
                }
            }
        }
        _ => {}
    }
}

/// Returns the names bound by `let`, quantifiers and the like around a node.
pub(super) fn bound_around(node: Node<'_>) -> HashSet<&[u8]> {
    let mut names = HashSet::new();
    for list in node.ancestors() {
        binders(list, |body, bound| {
            if body.holds(node) {
                names.extend(bound.into_iter().map(|symbol| name(symbol.text())));
            }
        });
    }
    names
}

/// Returns the leaves of a term as names; keywords and literals among them do no harm.
pub(super) fn names_in(term: Node<'_>) -> impl Iterator<Item = &[u8]> {
    term.subtree().filter(|node| node.is_leaf()).map(|leaf| name(leaf.text()))
}

/// Returns the text of `term` with each occurrence replaced by its symbol's text.
pub(super) fn replaced(term: Node<'_>, occurrences: &[Occurrence<'_>], texts: &[&[u8]]) -> Vec<u8> {
    let whole = term.range();
    let bytes = term.tape().text();
    let (mut text, mut at) = (Vec::with_capacity(whole.len()), whole.start);
    for occurrence in occurrences {
        let range = occurrence.node.range();
        text.extend_from_slice(&bytes[at..range.start]);
        text.extend_from_slice(texts[occurrence.symbol]);
        at = range.end;
    }
    text.extend_from_slice(&bytes[at..whole.end]);
    text
}
