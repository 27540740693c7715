//! A command that declares one symbol, and the terms that use it.

use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Symbol, SymbolKind, declares_function};

/// A command that declares or defines one constant or function.
pub(in super::super) struct Declaration<'a> {
    pub context: &'a Context,
    pub command: Node<'a>,
    pub symbol: &'a Symbol,
}

impl<'a> Declaration<'a> {
    /// Returns the declaration that `command` is; none if its symbol is overloaded.
    pub fn of(context: &'a Context, command: Node<'a>) -> Option<Declaration<'a>> {
        let leaf = command.child(1).filter(|leaf| declares_function(command) && leaf.is_leaf())?;
        // A definition is in force only after its own command.
        let mut symbols = context.symbols().overloads(leaf.text(), command.command() + 1);
        let symbol = symbols.next().filter(|s| s.command == command.command() && s.node() == leaf.index())?;
        let plain = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Definition | SymbolKind::Synthesis);
        (plain && symbols.next().is_none()).then_some(Declaration { context, command, symbol })
    }

    /// Returns the leaves that stand for the symbol; none if that is uncertain.
    pub fn leaves(&self) -> Option<Vec<Node<'a>>> {
        self.context.occurrences(self.symbol)
    }

    /// Returns the terms that apply the symbol to all its arguments; none if the symbol is used in another way,
    /// as higher-order functions are.
    pub fn terms(&self) -> Option<Vec<Node<'a>>> {
        self.leaves()?.into_iter().map(|leaf| self.term(leaf)).collect()
    }

    fn term(&self, leaf: Node<'a>) -> Option<Node<'a>> {
        let context = self.context;
        let qualified = context.role(leaf) == Role::HeadName;
        let operator = if qualified { context.parent(leaf)? } else { leaf };
        let arity = self.symbol.domain().len();
        match context.role(operator) {
            Role::Term => (arity == 0).then_some(operator),
            Role::Head => context.parent(operator).filter(|term| term.arity() == 1 + arity),
            _ => None,
        }
    }

    /// Deletes the declaration and replaces each of `nodes` by `text`.
    pub fn replaced(&self, nodes: &[Node<'_>], text: &[u8]) -> Option<Edit> {
        let uses = nodes.iter().map(|node| Edit::replace(*node, text));
        Edit::all(uses.chain([Edit::delete(self.command)]))
    }

    /// Deletes the declaration and replaces each application by a constant, and the symbol as an argument by a
    /// function that has this value everywhere; none if it is used in another way.
    pub fn constant(&self, text: &[u8]) -> Option<Edit> {
        // A letter that the constant lacks hides none of its symbols.
        let letters = (b'a'..=b'z').filter(|letter| !text.contains(letter));
        let domain = self.symbol.domain();
        let binders =
            domain.iter().zip(letters).map(|(sort, letter)| [b"(", &[letter][..], b" ", &sort.text(), b")"].concat());
        let binders: Vec<Vec<u8>> = binders.collect();
        let function = [b"(lambda (", &*binders.join(&b' '), b") ", text, b")"].concat();
        let uses = self.leaves()?.into_iter().map(|leaf| match self.term(leaf) {
            Some(term) => Some(Edit::replace(term, text)),
            None => (self.context.role(leaf) == Role::Term).then(|| Edit::replace(leaf, &function)),
        });
        let uses: Option<Vec<Edit>> = uses.collect();
        Edit::all(uses?.into_iter().chain([Edit::delete(self.command)])).filter(|_| binders.len() == domain.len())
    }
}
