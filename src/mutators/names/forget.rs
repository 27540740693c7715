//! The mutator that makes the name of a term go, with all uses of it.

use super::super::binders::attributes;
use super::super::{Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, SymbolKind};

/// Drops a name that is used, and puts the term or a constant where it is;
/// first drops the assertion that it is the name of.
pub(super) static FORGET_NAME: Mutator = Mutator {
    name: "forget-name",
    summary: "drop name of a term with its uses",
    may_grow: true,
    examples: r"
        (assert (! (> x 0) :named a)) (assert (or a p)) (check-sat-assuming (a q))
            => (assert (or true p)) (check-sat-assuming (q))
             | (assert (> x 0)) (assert (or false p)) (check-sat-assuming (false q))
             | (assert (> x 0)) (assert (or true p)) (check-sat-assuming (true q))
             | (assert (> x 0)) (assert (or (> x 0) p)) (check-sat-assuming ((> x 0) q))
        (assert (! (> x 0) :named a)) (get-unsat-core) => none
    ",
    filter: |_, node| node.has_head("!"),
    global: |context, node| {
        let Some(named) = Named::of(context, node).filter(|named| !named.uses.is_empty()) else { return none() };
        let texts = named.texts();
        let erased = named.erased();
        Box::new(erased.into_iter().chain(texts.into_iter().filter_map(move |text| named.replaced(&text))))
    },
    ..Mutator::DEFAULT
};

/// A term, its name, and the uses of the name.
struct Named<'a> {
    context: &'a Context,
    whole: Node<'a>,
    term: Node<'a>,
    /// The attribute.
    keyword: Node<'a>,
    symbol: Node<'a>,
    uses: Vec<Node<'a>>,
}

impl<'a> Named<'a> {
    fn of(context: &'a Context, whole: Node<'a>) -> Option<Named<'a>> {
        let (keyword, symbol) = attributes(whole).into_iter().find(|(keyword, _)| keyword.is(":named"))?;
        let mut symbols = context.symbols().all().iter().filter(|declared| declared.kind == SymbolKind::Named);
        let declared = symbols.find(|s| (s.command, s.node()) == (symbol.command(), symbol.index()))?;
        let uses = context.occurrences(declared)?;
        Some(Named { context, whole, term: whole.child(1)?, keyword, symbol, uses })
    }

    /// The term with no name, and `text` where the name is used.
    fn replaced(&self, text: &[u8]) -> Option<Edit> {
        let unnamed = match attributes(self.whole).len() {
            1 => Edit::hoist(self.whole, self.term),
            _ => Edit::delete_between(self.keyword, self.symbol),
        };
        Edit::all(self.uses.iter().map(|place| Edit::replace(*place, text)).chain([unnamed]))
    }

    /// Without the assertion and what is assumed by its name; true elsewhere.
    fn erased(&self) -> Option<Edit> {
        let command = self.context.script().command(self.whole.command());
        let is_whole = command.has_head("assert") && command.child(1).is_some_and(|n| n.index() == self.whole.index());
        let without = |place: &Node<'a>| match self.context.parent(*place) {
            Some(list) if self.context.role(list) == Role::Terms => Edit::delete(*place),
            _ => Edit::replace(*place, b"true"),
        };
        is_whole.then(|| Edit::all(self.uses.iter().map(without).chain([Edit::delete(command)])))?
    }

    /// What can stand for the name: the term, if no binder binds what is in it, and constants.
    fn texts(&self) -> Vec<Vec<u8>> {
        let is_closed = self.context.locals(self.whole).next().is_none();
        let mut texts = self.context.constants(&self.context.sort(self.term), self.term.command());
        texts.truncate(2);
        texts.extend(is_closed.then(|| self.term.text().to_vec()));
        texts
    }
}
