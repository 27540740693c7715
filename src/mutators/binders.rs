//! Mutators that remove bound variables without making the script larger.
//!
//! Machine-made scripts are often one assertion with thousands of nested `let`s, so these mutators come before
//! all that look at terms.

use super::rewrite::Rules;
use super::smtlib::substitution::names_in;
use super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

pub(super) static MUTATORS: &[&Mutator] =
    &[&DROP_UNUSED, &LET_DEFAULT, &LET_INLINE, &QUANTIFIER_MERGE, &DROP_ATTRIBUTE];

/// One binder of a `let`, and the `let`.
struct Binder<'a> {
    whole: Node<'a>,
    body: Node<'a>,
    binder: Node<'a>,
    symbol: Node<'a>,
    term: Node<'a>,
    is_only: bool,
}

impl<'a> Binder<'a> {
    fn of(context: &Context, binder: Node<'a>) -> Option<Binder<'a>> {
        let mut parts = binder.children();
        let (Some(symbol), Some(term), None) = (parts.next(), parts.next(), parts.next()) else { return None };
        let list = context.parent(binder)?;
        let whole = context.parent(list)?;
        let binds = whole.has_head("let") && whole.arity() == 3 && list.index() == whole.index() + 2;
        let body = whole.child(2).filter(|_| binds && symbol.is_leaf())?;
        Some(Binder { whole, body, binder, symbol, term, is_only: list.size() == 1 + binder.size() })
    }

    /// Drops the binder, or its whole `let` if that has no other binder.
    fn dropped(&self) -> Edit {
        if self.is_only { Edit::hoist(self.whole, self.body) } else { Edit::delete(self.binder) }
    }

    /// Drops the binder and puts `text` in the place of its symbol.
    fn replaced(&self, uses: &[Node<'_>], text: &[u8]) -> Option<Edit> {
        let uses = uses.iter().map(|place| Edit::replace(*place, text));
        Edit::all(uses.chain([self.dropped()]))
    }
}

static LET_DEFAULT: Mutator = Mutator {
    name: "let-default",
    summary: "replace let binder by a constant",
    examples: r"
        (declare-const p Bool) |- (assert (let ((a p) (b p)) (and a (not a))))
            => (assert (let ((b p)) (and false (not false)))) | (assert (let ((b p)) (and true (not true))))
             | (assert (let ((a p)) (and a (not a))))
        (assert (let ((a (f x))) (g y))) => (assert (g y))
        (assert (let ((a (f x))) (g a))) => none
    ",
    filter: |context, node| node.is_list() && Binder::of(context, node).is_some(),
    global: |context, node| {
        let binder = Binder::of(context, node)?;
        let uses = context.uses(binder.symbol);
        if uses.is_empty() {
            return some([binder.dropped()]);
        }
        let constants = context.constants(&context.sort(binder.term), node.command());
        some(constants.into_iter().filter_map(move |constant| binder.replaced(&uses, &constant)))
    },
    ..Mutator::DEFAULT
};

/// Drops a binder of a `let` and puts its term in the place of its symbol, if the script gets shorter.
static LET_INLINE: Mutator = Mutator {
    name: "let-inline",
    summary: "inline let binder",
    examples: r"
        (assert (let ((a (f x))) (g a y))) => (assert (g (f x) y))
        (assert (let ((a x) (b y)) (g a a))) => (assert (let ((b y)) (g x x)))
        (assert (let ((a (f x))) (forall ((x Int)) (g a)))) => none
        (assert (let ((a (f x y z u v w))) (g a a a a a a a))) => none
    ",
    filter: |context, node| node.is_list() && Binder::of(context, node).is_some(),
    global: |context, node| {
        let binder = Binder::of(context, node)?;
        let uses = context.uses(binder.symbol);
        // The binder and the uses of its symbol are saved.
        let (term, symbol) = (binder.term.text().len(), binder.symbol.text().len());
        let shorter = uses.len() * term < uses.len() * symbol + node.text().len();
        let names = names_in(binder.term).collect();
        if uses.is_empty() || !shorter || uses.iter().any(|place| context.captures(binder.body.index(), *place, &names))
        {
            return None;
        }
        some(binder.replaced(&uses, binder.term.text()))
    },
    ..Mutator::DEFAULT
};

static DROP_ATTRIBUTE: Mutator = Mutator {
    name: "drop-attribute",
    summary: "drop one attribute of a term",
    examples: r"
        (assert (forall ((x Int)) (! (p x) :pattern ((p x)) :weight 3)))
            => (assert (forall ((x Int)) (! (p x) :weight 3))) | (assert (forall ((x Int)) (! (p x) :pattern ((p x)))))
        (assert (! p :named a)) (assert (! p :skolem)) => none
    ",
    filter: |_, node| node.has_head("!") && node.arity() > 3,
    local: |_, node| {
        let attributes = Some(attributes(node)).filter(|all| all.len() > 1).into_iter().flatten();
        some(attributes.map(|(first, last)| Edit::delete_between(first, last)))
    },
    ..Mutator::DEFAULT
};

/// Returns the attributes of `(! term ...)`: the first and the last node of each.
pub(super) fn attributes(node: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let mut found: Vec<(Node<'_>, Node<'_>)> = Vec::new();
    for child in node.children().skip(2) {
        match found.last_mut() {
            _ if child.leaf().is_some_and(|leaf| leaf.starts_with(b":")) => found.push((child, child)),
            Some((_, last)) => *last = child,
            None => {}
        }
    }
    found
}

static QUANTIFIER_MERGE: Mutator = Mutator {
    name: "quantifier-merge",
    summary: "merge nested quantifiers",
    examples: r"
        (assert (forall ((x Int)) (forall ((y Int)) (f x y)))) => (assert (forall ((x Int) (y Int)) (f x y)))
        (assert (forall ((x Int)) (forall ((x Int)) (f x)))) => (assert (forall ((x Int) (x Int)) (f x)))
        (assert (forall ((x Int)) (exists ((y Int)) (f x y)))) => none
    ",
    // Of two variables of one name the latter hides the former, as the inner one did.
    rules: Rules::new(&[
        "(forall (?x ...) (forall (?y ...) ?z)) => (forall (?x ... ?y ...) ?z)",
        "(exists (?x ...) (exists (?y ...) ?z)) => (exists (?x ... ?y ...) ?z)",
    ]),
    ..Mutator::DEFAULT
};

/// Drops all unused variables of a `let` or quantifier at once; or all of a command, including the variables
/// that only dropped terms use.
///
/// The term keeps its meaning, so nearly all of these edits can be done at once.
static DROP_UNUSED: Mutator = Mutator {
    name: "drop-unused",
    summary: "drop unused bound variables",
    examples: r"
        (assert (forall ((x Int) (y Int) (z Int)) (let ((u x)) (p y))))
            => (assert (forall ((y Int)) (p y)))
             | (assert (forall ((x Int) (y Int)) (let ((u x)) (p y))))
             | (assert (forall ((x Int) (y Int) (z Int)) (p y)))
        (assert (let ((a x)) (let ((b a) (c (let ((d a)) y))) (let ((e b)) (f c)))))
            => (assert (let ((c y)) (f c)))
             | (assert (let ((a x)) (let ((b a) (c y)) (let ((e b)) (f c)))))
             | (assert (let ((a x)) (let ((b a) (c (let ((d a)) y))) (f c))))
        (assert (exists ((x Int)) (p x))) (assert (let ((g f)) (g 1))) => none
    ",
    filter: |_, node| node.index() == 0 && node.subtree().any(binds) || binds(node),
    local: |context, node| {
        let unused = || without(node, |binder| is_unused(context, binder, |_| false));
        some(if node.index() == 0 { all_dropped(context, node) } else { unused() })
    },
    ..Mutator::DEFAULT
};

fn binds(node: Node<'_>) -> bool {
    ["let", "forall", "exists"].iter().any(|head| node.has_head(head))
}

/// Returns the edit that drops all unused variables of a command, including those that only dropped terms use.
fn all_dropped(context: &Context, command: Node<'_>) -> Option<Edit> {
    let mut gone = vec![false; command.size()];
    let mut edits = Vec::new();
    // A variable is used further in than it is bound, so the innermost binders are decided first.
    let nodes: Vec<Node<'_>> = command.subtree().filter(|node| binds(*node)).collect();
    for node in nodes.into_iter().rev() {
        let edit = without(node, |binder| {
            let is_unused = is_unused(context, binder, |place| gone[place.index()]);
            if is_unused {
                gone[binder.index()..binder.index() + binder.size()].fill(true);
            }
            is_unused
        });
        edits.extend(edit.map(|edit| (node, edit)));
    }
    edits.retain(|(node, _)| !gone[node.index()]);
    if edits.is_empty() { None } else { Edit::all(edits.into_iter().map(|(_, edit)| edit)) }
}

/// Returns a binder without those of its variables for which `goes` is true, or its body alone if none is left.
fn without<'a>(node: Node<'a>, goes: impl FnMut(&Node<'a>) -> bool) -> Option<Edit> {
    let [list, body] = *node.app()?.1 else { return None };
    let unused: Vec<Node<'_>> = list.children().filter(goes).collect();
    match unused.len() {
        0 => None,
        n if n == list.arity() => Some(Edit::hoist(node, body)),
        _ => Edit::all(unused.into_iter().map(Edit::delete)),
    }
}

/// Whether the variable of a binder is used nowhere except at places for which `counts_not` is true.
fn is_unused<'a>(context: &Context, binder: &Node<'a>, mut counts_not: impl FnMut(&Node<'a>) -> bool) -> bool {
    let symbol = binder.child(0).filter(|symbol| symbol.is_leaf());
    symbol.is_some_and(|symbol| context.uses(symbol).iter().all(&mut counts_not))
}
