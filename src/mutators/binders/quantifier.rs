//! Makes variables of quantifiers go.

use super::super::{About, Component, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::{Context, Sort};

/// A variable of a quantifier, and the quantifier.
struct Variable<'a> {
    whole: Node<'a>,
    binder: Node<'a>,
    symbol: Node<'a>,
    body: Node<'a>,
    is_only: bool,
}

fn is_quantifier(node: Node<'_>) -> bool {
    (node.has_head("forall") || node.has_head("exists")) && node.arity() == 3
}

impl<'a> Variable<'a> {
    fn of(context: &Context, binder: Node<'a>) -> Option<Variable<'a>> {
        let mut parts = binder.children();
        let (Some(symbol), Some(_), None) = (parts.next(), parts.next(), parts.next()) else { return None };
        let list = context.parent(binder)?;
        let whole = context.parent(list).filter(|whole| is_quantifier(*whole))?;
        let body = whole.child(2)?;
        let binds = symbol.is_leaf() && list.index() == whole.index() + 2;
        binds.then(|| Variable { whole, binder, symbol, body, is_only: list.size() == 1 + binder.size() })
    }

    /// Drops the variable, and with the last one its quantifier and patterns,
    /// and puts `text` where it is used.
    fn replaced(&self, uses: &[Node<'_>], text: &[u8]) -> Option<Edit> {
        let body = self.body.child(1).filter(|_| self.body.has_head("!")).unwrap_or(self.body);
        let dropped = if self.is_only { Edit::hoist(self.whole, body) } else { Edit::delete(self.binder) };
        Edit::all(uses.iter().map(|place| Edit::replace(*place, text)).chain([dropped]))
    }

    /// The nearest other variable of the sort that can stand at every use.
    fn other(&self, context: &'a Context, sort: &Sort, uses: &[Node<'a>]) -> Option<&'a [u8]> {
        let first = uses.first()?;
        let fits = |at: Node<'a>, index: usize| context.locals(at).iter().any(|l| l.symbol.index() == index);
        let locals = context.locals(*first).into_iter().rev();
        let mut locals = locals.filter(|local| local.sort == *sort && local.symbol.index() < self.body.index());
        let local = locals.find(|local| {
            let index = local.symbol.index();
            index != self.symbol.index() && uses.iter().all(|place| fits(*place, index))
        });
        if let Some(local) = local {
            return Some(local.symbol.text());
        }
        let mut globals = context.symbols().nullary(sort, self.whole.command());
        let global = globals.find(|symbol| uses.iter().all(|place| !context.shadowed(&symbol.name, *place)))?;
        Some(context.script().tape(global.command).node(global.command, global.node()).text())
    }
}

/// Drops a variable of a quantifier and puts a constant where it is used, or
/// another variable.
pub(super) struct QuantifierDefault;

impl Mutator for QuantifierDefault {
    fn about(&self) -> About {
        About {
            name: "quantifier-default",
            class: "QuantifierDefault",
            summary: "replace quantified variable",
            lowers: Component::Bytes,
            examples: &[
                Example {
                    before: "(assert (forall ((x Int) (p Bool)) (! (or p (f x)) :pattern ((f x)))))",
                    after: &[
                        "(assert (forall ((p Bool)) (! (or p (f 0)) :pattern ((f 0)))))",
                        "(assert (forall ((p Bool)) (! (or p (f 1)) :pattern ((f 1)))))",
                        "(assert (forall ((x Int)) (! (or false (f x)) :pattern ((f x)))))",
                        "(assert (forall ((x Int)) (! (or true (f x)) :pattern ((f x)))))",
                    ],
                },
                Example {
                    before: "(declare-sort U 0)\n(assert (forall ((x U)) (exists ((y U) (z U)) (= x y))))",
                    after: &[
                        "(declare-sort U 0)\n(assert (forall ((x U)) (exists ((z U)) (= x z))))",
                        "(declare-sort U 0)\n(assert (forall ((x U)) (exists ((y U)) (= x y))))",
                    ],
                },
                Example { before: "(declare-sort U 0)\n(assert (forall ((x U)) (= x x)))", after: &[] },
            ],
        }
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        node.is_list() && Variable::of(context, node).is_some()
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(variable) = Variable::of(context, node) else { return none() };
        let uses = context.uses(variable.symbol);
        if uses.is_empty() {
            return some(variable.replaced(&[], b""));
        }
        let sort = node.child(1).map_or(Sort::Unknown, |sort| context.sort(sort));
        let mut texts = context.constants(&sort, node.command());
        texts.truncate(2);
        if texts.is_empty() && sort.is_known() {
            texts.extend(variable.other(context, &sort, &uses).map(<[u8]>::to_vec));
        }
        Box::new(texts.into_iter().filter_map(move |text| variable.replaced(&uses, &text)))
    }
}

/// Joins a quantifier with the same one directly below it.
pub(super) struct QuantifierMerge;

/// Both quantifiers as one.
fn merged(node: Node<'_>) -> Option<Edit> {
    let (head, outer, inner) = (node.child(0)?, node.child(1)?, node.child(2)?);
    let same = is_quantifier(node) && is_quantifier(inner) && inner.head() == node.head();
    let (binders, body) = (inner.child(1)?, inner.child(2)?);
    let symbols =
        |list: Node<'_>| list.children().filter_map(|b| b.child(0)).map(|s| s.text().to_vec()).collect::<Vec<_>>();
    let hidden = symbols(binders);
    if !same || symbols(outer).iter().any(|symbol| hidden.contains(symbol)) {
        return None;
    }
    let all = Term::list(outer.children().chain(binders.children()));
    Some(Edit::rewrite(node, Term::List(vec![head.into(), all, body.into()])))
}

impl Mutator for QuantifierMerge {
    fn about(&self) -> About {
        About {
            name: "quantifier-merge",
            class: "QuantifierMerge",
            summary: "merge nested quantifiers",
            lowers: Component::Bytes,
            examples: &[
                Example {
                    before: "(assert (forall ((x Int)) (forall ((y Int)) (f x y))))",
                    after: &["(assert (forall ((x Int) (y Int)) (f x y)))"],
                },
                Example { before: "(assert (forall ((x Int)) (forall ((x Int)) (f x))))", after: &[] },
            ],
        }
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        is_quantifier(node)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(merged(node))
    }
}
