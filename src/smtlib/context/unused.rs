//! Declarations that an edit leaves without a use.

use super::Context;
use crate::sexpr::{Edit, Node, Splice};
use crate::smtlib::name::name;
use std::collections::HashMap;

/// The commands that declare one symbol, which stands behind the head.
const DECLARING: [&str; 5] = ["declare-fun", "declare-const", "define-fun", "declare-sort", "define-sort"];

/// Whether a leaf is the symbol that its command declares.
fn is_declared(leaf: Node<'_>) -> bool {
    let command = leaf.tape().root(leaf.command());
    leaf.index() == 2 && DECLARING.iter().any(|head| command.has_head(head))
}

/// What an edit takes away, by symbol: how many uses are left, and the command
/// that declares it; nothing for symbols that are left alone.
type Losses<'a> = HashMap<&'a [u8], Option<(usize, usize)>>;

impl Context {
    /// The edit together with the deletion of the declarations, definitions
    /// and sorts that have no use after it but had one before; those of the
    /// commands that `stay` are left alone.
    pub fn without_unused(&self, edit: Edit, stay: impl Fn(usize) -> bool) -> Edit {
        let unused = self.unused_after(edit.splices(), stay);
        if unused.is_empty() {
            return edit;
        }
        let deleted = unused.into_iter().map(|declaration| Edit::delete(self.script().command(declaration)));
        Edit::all(deleted.chain([edit.clone()])).unwrap_or(edit)
    }

    /// The commands whose symbol loses its last use by these splices, or with
    /// another of these commands; none of those that `stay`.
    pub(in crate::smtlib) fn unused_after(&self, splices: &[Splice], stay: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut losses = Losses::new();
        let mut candidates: Vec<usize> = Vec::new();
        for splice in splices.iter().filter(|splice| splice.start < splice.end) {
            let tape = &self.script().tapes()[splice.command];
            let nodes = tape.first_from(splice.start)..tape.first_from(splice.end);
            candidates.extend(self.lose(nodes.map(|index| tape.node(splice.command, index)), &mut losses));
        }
        let edits = |declaration: usize| splices.iter().any(|splice| splice.command == declaration);
        let mentions = |symbol: &[u8]| splices.iter().any(|s| memchr::memmem::find(&s.text, symbol).is_some());
        let mut unused = Vec::new();
        while let Some(declaration) = candidates.pop() {
            let command = self.script().command(declaration);
            let symbol = command.child(1).map_or(&b""[..], |symbol| name(symbol.text()));
            if !edits(declaration) && !stay(declaration) && !mentions(symbol) {
                candidates.extend(self.lose(command.subtree(), &mut losses));
                unused.push(declaration);
            }
        }
        unused
    }

    /// Counts the symbols that go with `nodes`; returns the declarations of
    /// those whose last use is among them.
    fn lose<'a>(&'a self, nodes: impl Iterator<Item = Node<'a>>, losses: &mut Losses<'a>) -> Vec<usize> {
        let mut unused = Vec::new();
        for node in nodes {
            let Some(key) = node.leaf().map(name) else { continue };
            let loss = losses.entry(key).or_insert_with(|| self.uses_by_others(key));
            if let Some((left, declaration)) = loss.as_mut().filter(|(_, declaration)| *declaration != node.command()) {
                *left -= 1;
                if *left == 0 {
                    unused.push(*declaration);
                }
            }
        }
        unused
    }

    /// How often a symbol stands outside of the only command that declares it.
    fn uses_by_others(&self, symbol: &[u8]) -> Option<(usize, usize)> {
        let mut declarations = self.mentions(symbol).filter(|leaf| is_declared(*leaf));
        let (Some(declared), None) = (declarations.next(), declarations.next()) else { return None };
        let uses = self.mentions(symbol).filter(|leaf| leaf.command() != declared.command()).count();
        Some((uses, declared.command()))
    }
}
