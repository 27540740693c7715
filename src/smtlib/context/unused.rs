//! Declarations that an edit leaves without a use.

use super::occurrences::Uses;
use super::{Context, Meaning};
use crate::sexpr::{Edit, Gaps, Node, Splice, Splices, depth, is_plain, parse};
use crate::smtlib::name::{is_among, name};
use crate::smtlib::{Role, Symbol, SymbolKind, is_of_theory, theory};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The commands that declare one symbol, which follows the head.
const DECLARING: &str = "declare-fun declare-const declare-rel define-fun declare-sort define-sort";

/// The commands on which others depend, apart from declarations and the levels that are opened and closed.
const SETTING: &str = "reset reset-assertions set-logic set-option";

/// Number of a symbol's mentions that are looked at to see whether it is used.
const MENTIONS: usize = 8;

/// Whether a leaf is the symbol that its command declares.
fn is_declared(leaf: Node<'_>) -> bool {
    leaf.index() == 2 && leaf.tape().root(leaf.command()).head().is_some_and(|head| is_among(head, DECLARING))
}

/// Whether a text contains the symbol, with or without bars.
fn mentions(text: &[u8], symbol: &[u8]) -> bool {
    let ends = |byte: Option<&u8>| !byte.is_some_and(|byte| is_plain(*byte));
    let (before, behind) = (|at: usize| text.get(at.wrapping_sub(1)), |at: usize| text.get(at + symbol.len()));
    memchr::memmem::find_iter(text, symbol).any(|at| ends(before(at)) && ends(behind(at)))
}

/// The uses that an edit leaves, by number of the name; none for names that are left alone.
type UsesLeft = FxHashMap<u32, Option<Uses>>;

impl Context {
    /// Returns the edit together with the deletion of the declarations, definitions and sorts that lose their
    /// last use by it, except for the commands for which `stay` is true.
    pub fn without_unused(&self, edit: Edit, stay: impl Fn(usize) -> bool) -> Edit {
        let splices = || edit.splices().iter();
        let mut left = UsesLeft::default();
        let mut candidates: Vec<u32> = Vec::new();
        for splice in splices().filter(|splice| splice.start < splice.end) {
            self.lose(splice.command, self.nodes_within(splice), &mut left, &mut candidates);
        }
        let within = splices().filter(|splice| !splice.precedes());
        let mut edited: Vec<u32> = within.map(|splice| splice.command as u32).collect();
        edited.dedup();
        let texts: FxHashSet<&[u8]> = splices().map(|splice| splice.text).filter(|text| !text.is_empty()).collect();
        // A deleted declaration may hold the last use of another symbol.
        let mut unused = Vec::new();
        while let Some(declaration) = candidates.pop() {
            let number = declaration as usize;
            let command = self.script().command(number);
            let symbol = command.child(1).map_or(&b""[..], |symbol| name(symbol.text()));
            if edited.binary_search(&declaration).is_err()
                && !stay(number)
                && !texts.iter().any(|text| mentions(text, symbol))
            {
                self.lose(number, 0..command.size(), &mut left, &mut candidates);
                unused.push(Edit::delete(command));
            }
        }
        if unused.is_empty() { edit } else { Edit::all(unused.into_iter().chain([edit.clone()])).unwrap_or(edit) }
    }

    /// Whether a symbol that one of the commands `deleted` declares is still used in the script after an edit
    /// that deletes them; none where this is not certain.
    ///
    /// Takes no more time than the edit and the mentions of what it deletes.
    pub(in crate::smtlib) fn are_used_after(&self, deleted: &[usize], splices: Splices<'_>) -> Option<bool> {
        let mut lost: FxHashMap<u32, usize> = FxHashMap::default();
        for splice in splices.iter().filter(|splice| splice.start < splice.end) {
            let leaves = self.index().within(splice.command, self.nodes_within(splice));
            leaves.for_each(|(_, number)| *lost.entry(number).or_default() += 1);
        }
        let texts = splices.iter().map(|splice| splice.text).filter(|text| !text.is_empty());
        let texts: FxHashSet<&[u8]> = texts.collect();
        for &command in deleted {
            let declaration = self.script().command(command);
            let leaf = declaration.child(1).filter(|leaf| leaf.is_leaf() && is_declared(*leaf))?;
            let number = self.symbols().number(leaf.text())?;
            if texts.iter().any(|text| mentions(text, name(leaf.text()))) {
                return None;
            }
            if self.index().of(number).len() > lost.get(&number).copied().unwrap_or_default() {
                return self.is_used_elsewhere(&self.symbols().all()[number as usize], command, splices);
            }
        }
        Some(false)
    }

    /// Whether an edit deletes the only declaration of a symbol that a command without a splice uses, as far as the
    /// first few mentions of each symbol show. A name that some command misses already does not count.
    ///
    /// Takes no more time than the edit and the mentions of what it deletes.
    pub(in crate::smtlib) fn misses_a_declaration(&self, splices: Splices<'_>) -> bool {
        let is_missed = |splice: Splice<'_>| {
            let leaf = self.script().command(splice.command).child(1).filter(|leaf| is_declared(*leaf))?;
            let symbol = &self.symbols().all()[self.symbols().number(leaf.leaf()?)? as usize];
            let is_declared_anew = || splices.iter().any(|splice| mentions(splice.text, &symbol.name));
            let is_used = self.is_used_elsewhere(symbol, splice.command, splices)?;
            let is_always_declared = symbol.is_visible(self.script().len());
            let is_missing = || !is_always_declared && self.status().undeclared.contains(&symbol.name);
            Some(is_used && !is_missing() && !is_declared_anew())
        };
        let mut deleted = splices.iter().filter(|splice| self.script().is_deleted_by(*splice));
        deleted.any(|splice| is_missed(splice) == Some(true))
    }

    /// Whether an edit only deletes commands, and all others mean the same without them: no command that stays
    /// mentions what the deleted ones declare, or what is in force elsewhere if some levels are neither opened nor closed.
    pub(in crate::smtlib) fn leaves_meanings(&self, splices: Splices<'_>) -> bool {
        let (script, symbols) = (self.script(), self.symbols());
        let mut is_deleted = vec![false; script.len()];
        for splice in splices.iter() {
            let head = script.find(splice.command).and_then(|tape| tape.root(splice.command).head());
            if !script.is_deleted_by(splice) || head.is_none_or(|head| is_among(head, SETTING)) {
                return false;
            }
            is_deleted[splice.command] = true;
        }
        let is_free = |(symbol, commands): (&Symbol, Range<usize>)| {
            let is_left = |(command, _)| commands.contains(&(command as usize)) && !is_deleted[command as usize];
            // A constructor is mentioned by its tester, too.
            let number = symbols.number(&symbol.name).filter(|_| symbol.kind != SymbolKind::Constructor);
            number.is_some_and(|number| !self.index().of(number).any(is_left))
        };
        let declared = splices.iter().flat_map(|splice| symbols.declared_by(splice.command));
        !symbols.are_integers_decisive()
            && declared.map(|symbol| (symbol, 0..script.len())).all(is_free)
            && symbols.in_force_elsewhere(script, &is_deleted).all(is_free)
    }

    /// Whether a command without a splice uses a function or constant that has no other declaration than this
    /// one; none where the first few mentions do not show it.
    fn is_used_elsewhere(&self, symbol: &Symbol, declaration: usize, splices: Splices<'_>) -> Option<bool> {
        let is_edited = |command: usize| {
            let next = splices.first_from(command, 0);
            splices.get(next).is_some_and(|splice| splice.command == command)
        };
        let number = self.symbols().number(&symbol.name)?;
        let mut places = self.index().of(number).peekable();
        // A name that was missing before its declaration may go on missing, and a name of a theory has a
        // meaning without a declaration.
        let is_first = places.peek().is_some_and(|place| place.0 as usize == declaration);
        if symbol.command != declaration || !is_first || symbol.has_earlier() || theory::knows(&symbol.name) {
            return None;
        }
        let is_it = |place| matches!(self.meaning(self.leaf(place)), Meaning::Global(it) if std::ptr::eq(it, symbol));
        places.filter(|place| !is_edited(place.0 as usize)).take(MENTIONS).any(is_it).then_some(true)
    }

    /// Whether a splice that replaces one node leaves a use of a symbol that the node declares. Looks only at symbols
    /// whose name means nothing else, and at uses outside of the list of the node, which stay what they are.
    pub(in crate::smtlib) fn misses_a_symbol(&self, splice: Splice<'_>) -> bool {
        let (symbols, tape) = (self.symbols(), self.script().tape(splice.command));
        let nodes = self.nodes_within(splice);
        let node = (nodes.start < tape.len()).then(|| tape.node(splice.command, nodes.start));
        let whole = node.filter(|node| node.size() == nodes.len() && node.range().end <= splice.end);
        let is_balanced =
            depth(&tape.text()[splice.start..splice.end]) == 0 && parse(splice.text, Gaps::Canonical).is_ok();
        let Some(list) = whole.filter(|_| is_balanced).and_then(|node| self.parent(node)) else { return false };
        let is_missed = |symbol: &Symbol| {
            let is_use = |leaf: Node<'_>| match self.role(leaf) {
                Role::Term | Role::Head => {
                    matches!(self.meaning(leaf), Meaning::Global(meant) if std::ptr::eq(meant, symbol))
                }
                Role::Sort | Role::SortHead => {
                    symbols.sort(leaf.text(), leaf.command()).is_some_and(|meant| std::ptr::eq(meant, symbol))
                }
                _ => false,
            };
            let others = || self.mentions(&symbol.name).filter(|leaf| leaf.place() != symbol.place());
            let is_outside = |leaf: Node<'_>| leaf.command() != splice.command || !list.holds(leaf);
            let means_more = is_of_theory(&symbol.name) || symbol.name.starts_with(b"is-");
            !means_more && !mentions(splice.text, &symbol.name) && others().all(is_use) && others().any(is_outside)
        };
        symbols.declared_by(splice.command).iter().filter(|symbol| nodes.contains(&symbol.node())).any(is_missed)
    }

    /// Returns the numbers of the nodes that start in the range of a splice.
    fn nodes_within(&self, splice: Splice<'_>) -> Range<usize> {
        let tape = self.script().tape(splice.command);
        tape.first_from(splice.start)..tape.first_from(splice.end)
    }

    /// Counts the symbols that are deleted with nodes of a command, and adds to `unused` the declarations of
    /// those that lose their last use.
    fn lose(&self, command: usize, nodes: Range<usize>, left: &mut UsesLeft, unused: &mut Vec<u32>) {
        for (_, number) in self.index().within(command, nodes) {
            let uses = left.entry(number).or_insert_with(|| self.index().uses(number, || self.uses_by_others(number)));
            if let Some(uses) = uses.as_mut().filter(|uses| uses.declaration != command as u32) {
                uses.count -= 1;
                if uses.count == 0 {
                    unused.push(uses.declaration);
                }
            }
        }
    }

    /// Returns the uses of a symbol, if only one command declares it.
    fn uses_by_others(&self, number: u32) -> Option<Uses> {
        let places = || self.index().of(number);
        let mut declared = places().filter(|place| place.1 == 2).filter(|place| is_declared(self.leaf(*place)));
        let (Some((declaration, _)), None) = (declared.next(), declared.next()) else { return None };
        let count = places().filter(|place| place.0 != declaration).count() as u32;
        Some(Uses { count, declaration })
    }
}
