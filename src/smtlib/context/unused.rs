//! Declarations that an edit leaves without a use.

use super::Context;
use crate::sexpr::{Edit, Node, Splice};
use crate::smtlib::name::name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The commands that declare one symbol, which stands behind the head.
const DECLARING: [&str; 5] = ["declare-fun", "declare-const", "define-fun", "declare-sort", "define-sort"];

/// Whether a leaf is the symbol that its command declares.
fn is_declared(leaf: Node<'_>) -> bool {
    let command = leaf.tape().root(leaf.command());
    leaf.index() == 2 && DECLARING.iter().any(|head| command.has_head(head))
}

/// What an edit takes away, by the number of the name: how many uses are left,
/// and the command that declares it; nothing for symbols that are left alone.
type Losses = FxHashMap<u32, Option<(usize, usize)>>;

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
        let mut losses = Losses::default();
        let mut candidates: Vec<usize> = Vec::new();
        for splice in splices.iter().filter(|splice| splice.start < splice.end) {
            let tape = self.script().tape(splice.command);
            let nodes = tape.first_from(splice.start)..tape.first_from(splice.end);
            self.lose(splice.command, nodes, &mut losses, &mut candidates);
        }
        let within = splices.iter().filter(|splice| !splice.precedes());
        let edited: FxHashSet<usize> = within.map(|splice| splice.command).collect();
        let texts: FxHashSet<&[u8]> =
            splices.iter().map(|splice| &*splice.text).filter(|text| !text.is_empty()).collect();
        let mentions = |symbol: &[u8]| texts.iter().any(|text| memchr::memmem::find(text, symbol).is_some());
        let mut unused = Vec::new();
        while let Some(declaration) = candidates.pop() {
            let command = self.script().command(declaration);
            let symbol = command.child(1).map_or(&b""[..], |symbol| name(symbol.text()));
            if !edited.contains(&declaration) && !stay(declaration) && !mentions(symbol) {
                self.lose(declaration, 0..command.size(), &mut losses, &mut candidates);
                unused.push(declaration);
            }
        }
        unused
    }

    /// Counts the symbols that go with nodes of a command; adds the declarations
    /// of those whose last use is among them.
    fn lose(&self, command: usize, nodes: Range<usize>, losses: &mut Losses, unused: &mut Vec<usize>) {
        for (_, number) in self.index().within(command, nodes) {
            let loss = losses.entry(number).or_insert_with(|| self.uses_by_others(number));
            if let Some((left, declaration)) = loss.as_mut().filter(|(_, declaration)| *declaration != command) {
                *left -= 1;
                if *left == 0 {
                    unused.push(*declaration);
                }
            }
        }
    }

    /// How often a symbol stands outside of the only command that declares it.
    fn uses_by_others(&self, number: u32) -> Option<(usize, usize)> {
        let places = || self.index().of(number);
        let mut declared = places().filter(|place| place.1 == 2).filter(|place| is_declared(self.leaf(*place)));
        let (Some((command, _)), None) = (declared.next(), declared.next()) else { return None };
        Some((places().filter(|place| place.0 != command).count(), command as usize))
    }
}
