//! A script with the facts about it that mutators ask for.

mod occurrences;
mod unused;

use super::analysis::{Analysis, Bound};
use super::cache::Cache;
use super::name::name;
use super::status::{KnownEdits, ScriptStatus};
use super::{Hints, Role, Sort, SortClasses, Symbol, Symbols, constants, theory, weights};
use crate::sexpr::{Digest, Edit, Node, Script, Splice};
use bstr::ByteSlice;
use parking_lot::{Mutex, RwLock};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// A script, and the facts about its symbols and terms.
///
/// Facts are computed on first use and shared with the contexts of later scripts as long as what they depend on does
/// not change. Nodes that are passed in must belong to this script; about other nodes nothing is known. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Context(pub(super) Arc<ContextData>);

#[derive(Debug)]
pub(super) struct ContextData {
    script: Script,
    is_strict: bool,
    /// Facts from a solver about the script with which the search began.
    hints: Arc<Hints>,
    /// Shared with the contexts of earlier and later scripts.
    cache: Arc<Cache>,
    pub(super) facts: Facts,
}

/// Facts that are computed on first use.
#[derive(Debug, Default)]
pub(super) struct Facts {
    symbols: OnceLock<Symbols>,
    /// Facts that are known to hold here, with the numbers of their commands.
    recent: RwLock<Vec<(usize, Arc<Analysis>)>>,
    pub(super) status: OnceLock<ScriptStatus>,
    pub(super) known_edits: KnownEdits,
    /// How much is malformed in commands, counted once.
    pub(super) malformed: Mutex<FxHashMap<usize, usize>>,
    mentions: OnceLock<occurrences::Index>,
    /// Scripts that a mutator compares with those that it proposes.
    shortened: OnceLock<FxHashSet<Digest>>,
    /// Edits that give symbols short names.
    renamings: OnceLock<Vec<Edit>>,
    pub(super) sort_classes: OnceLock<SortClasses>,
    /// Whether `let` may bind anything in a command, by number of the command.
    lets: OnceLock<Vec<bool>>,
}

/// Number of commands whose facts are found without a look into the cache.
const RECENT: usize = 8;

/// A variable bound by `let`, a quantifier, `match`, or as a parameter.
#[derive(Clone, Debug)]
pub struct Local<'a> {
    /// The symbol in its binder.
    pub symbol: Node<'a>,
    /// Its sort.
    pub sort: Sort,
}

/// The meaning of a symbol's leaf.
#[derive(Clone, Debug)]
pub enum Meaning<'a> {
    /// A bound variable: its symbol in the binder.
    Local(Node<'a>),
    /// A symbol that the script declares.
    Global(&'a Symbol),
    /// Anything else: a symbol of a theory, a literal, or no symbol.
    Other,
}

impl Context {
    /// Returns the context of a script about which nothing is known yet.
    pub fn new(script: Script) -> Context {
        Context::hinted(script, Arc::default(), false)
    }

    /// Returns the context of a script about which a solver has given hints. If `is_strict` is set, what only some
    /// solvers read is ill-sorted, too: integers for reals, overloaded names, functions as terms in a first-order logic.
    pub fn hinted(script: Script, hints: Arc<Hints>, is_strict: bool) -> Context {
        Context(Arc::new(ContextData { script, is_strict, hints, cache: Arc::default(), facts: Facts::default() }))
    }

    /// Returns the context of a script that follows from this one by an edit.
    pub fn next(&self, script: Script) -> Context {
        let (hints, cache) = (self.0.hints.clone(), self.0.cache.clone());
        Context(Arc::new(ContextData { script, hints, cache, facts: Facts::default(), ..*self.0 }))
    }

    /// Returns the script.
    pub fn script(&self) -> &Script {
        &self.0.script
    }

    /// Returns the hints of a solver about the script from which this one was made by edits.
    pub fn hints(&self) -> &Hints {
        &self.0.hints
    }

    /// Returns the shorter scripts that single edits make of this one, which are listed once.
    pub fn shortened(&self, list: impl FnOnce() -> FxHashSet<Digest>) -> &FxHashSet<Digest> {
        self.0.facts.shortened.get_or_init(list)
    }

    /// Returns the edits that give symbols of the script short names, which are made once.
    pub fn renamings(&self, list: impl FnOnce() -> Vec<Edit>) -> &[Edit] {
        self.0.facts.renamings.get_or_init(list)
    }

    /// Returns the symbols that the script declares.
    pub fn symbols(&self) -> &Symbols {
        self.0.facts.symbols.get_or_init(|| Symbols::new(&self.0.script, self.0.is_strict))
    }

    /// Returns the facts of command number `command`.
    pub(super) fn analysis(&self, command: usize) -> Arc<Analysis> {
        let recent = self.0.facts.recent.read();
        if let Some((_, analysis)) = recent.iter().find(|(number, _)| *number == command) {
            return analysis.clone();
        }
        drop(recent);
        let analysis = self.analysis_once(command);
        let mut recent = self.0.facts.recent.write();
        if recent.len() >= RECENT {
            // The oldest of those facts that are checked fastest when they are needed again.
            let cost = |index: &usize| recent[*index].1.summary.uses.len();
            (0..RECENT).min_by_key(cost).map(|index| recent.remove(index));
        }
        recent.push((command, analysis.clone()));
        analysis
    }

    /// Drops the facts of commands.
    pub fn forget(&self, commands: impl IntoIterator<Item = usize>) {
        self.0.facts.recent.write().clear();
        let tapes = commands.into_iter().filter_map(|command| self.0.script.find(command));
        self.0.cache.forget(tapes);
    }

    /// Returns the facts of a command that will not be needed again soon.
    pub(super) fn analysis_once(&self, command: usize) -> Arc<Analysis> {
        self.0.cache.analysis(self.0.script.tape(command), self.symbols(), command)
    }

    /// Returns the facts of the command that holds `node`, if it belongs to this script.
    fn analysis_of(&self, node: Node<'_>) -> Option<Arc<Analysis>> {
        let tape = self.0.script.find(node.command())?;
        std::ptr::eq(&**tape, node.tape()).then(|| self.analysis(node.command()))
    }

    /// Returns the sort of a term; unknown for a node that is no term.
    ///
    /// The node of a sort has the sort that it names.
    pub fn sort(&self, node: Node<'_>) -> Sort {
        self.analysis_of(node).map_or(Sort::Unknown, |analysis| analysis.sort(node.index()).clone())
    }

    /// Returns the part that a node plays in its command.
    pub fn role(&self, node: Node<'_>) -> Role {
        self.analysis_of(node).map_or(Role::Unknown, |analysis| analysis.roles[node.index()])
    }

    /// Whether a node is a term.
    pub fn is_term(&self, node: Node<'_>) -> bool {
        self.role(node) == Role::Term
    }

    /// Whether a node is a term as far as ddsmt can tell, and no index, width, level or arity.
    pub fn may_be_term(&self, node: Node<'_>) -> bool {
        matches!(self.role(node), Role::Term | Role::Unknown)
    }

    /// Returns the list of which a node is a child, in constant time.
    pub fn parent<'a>(&self, node: Node<'a>) -> Option<Node<'a>> {
        let Some(analysis) = self.analysis_of(node) else { return node.parent() };
        analysis.parent(node.index()).map(|parent| node.tape().node(node.command(), parent))
    }

    /// Returns the variables that can be used at a node, innermost last; variables that are hidden by another
    /// of the same name are left out.
    ///
    /// Takes time in proportion to the number of variables in scope.
    pub fn locals<'a>(&'a self, node: Node<'_>) -> impl Iterator<Item = Local<'a>> + use<'a> {
        let (analysis, command) = (self.analysis_of(node), node.command());
        let mut hidden = FxHashSet::default();
        let is_visible = |(id, bound): (u32, &Bound)| {
            hidden.extend(bound.hidden.checked_sub(1));
            (!hidden.contains(&id)).then_some(id)
        };
        let scope = analysis.iter().flat_map(|analysis| analysis.scope(node.index()));
        let visible: Vec<u32> = scope.filter_map(is_visible).collect();
        visible.into_iter().rev().filter_map(move |id| Some(self.local(analysis.as_ref()?, command, id)))
    }

    /// Whether the variable of a binder's `symbol` can be used at a node by its name.
    pub fn is_visible(&self, symbol: Node<'_>, node: Node<'_>) -> bool {
        let analysis = self.analysis_of(node).filter(|_| symbol.command() == node.command());
        analysis.is_some_and(|analysis| {
            let variable = analysis.variable_named(name(symbol.text()), node);
            variable.is_some_and(|id| analysis.bound[id as usize].symbol as usize == symbol.index())
        })
    }

    fn local(&self, analysis: &Analysis, command: usize, id: u32) -> Local<'_> {
        let bound = analysis.bound[id as usize];
        let symbol = self.0.script.tape(command).node(command, bound.symbol as usize);
        Local { symbol, sort: analysis.table[bound.sort as usize].clone() }
    }

    /// Returns the meaning of a leaf in the position of a term or operator.
    pub fn meaning(&self, leaf: Node<'_>) -> Meaning<'_> {
        let Some(analysis) = self.analysis_of(leaf).filter(|_| leaf.is_leaf()) else { return Meaning::Other };
        let variable = match analysis.roles[leaf.index()] {
            Role::Term | Role::Head => analysis.variable(leaf.index()),
            _ => None,
        };
        match variable {
            Some(id) => Meaning::Local(self.local(&analysis, leaf.command(), id).symbol),
            None => self.symbols().term(leaf.text(), leaf.command()).map_or(Meaning::Other, Meaning::Global),
        }
    }

    /// Returns the binding occurrence of the bound variable that a leaf refers to, if it refers to one.
    pub fn binder(&self, leaf: Node<'_>) -> Option<Node<'_>> {
        if let Meaning::Local(symbol) = self.meaning(leaf) { Some(symbol) } else { None }
    }

    /// Returns, for each free occurrence of a bound variable in a term, its binding occurrence around the term.
    pub fn free_variables<'a>(&'a self, term: Node<'a>) -> impl Iterator<Item = Node<'a>> {
        term.subtree().filter_map(|leaf| self.binder(leaf)).filter(move |symbol| !term.holds(*symbol))
    }

    /// Whether a binder around `place`, inside of node number `body`, binds one of these names, so that a term in
    /// which they are free would be captured at `place`.
    pub fn captures(&self, body: usize, place: Node<'_>, names: &HashSet<&[u8]>) -> bool {
        let Some(analysis) = self.analysis_of(place) else { return false };
        let inner = analysis.scope(place.index()).take_while(|(_, bound)| bound.symbol as usize > body);
        let symbols = inner.map(|(_, bound)| place.tape().node(place.command(), bound.symbol as usize));
        symbols.into_iter().any(|symbol| names.contains(name(symbol.text())))
    }

    /// Returns the leaves that use the variable whose binder holds the leaf `symbol`.
    pub fn uses<'a>(&self, symbol: Node<'a>) -> Vec<Node<'a>> {
        let Some(analysis) = self.analysis_of(symbol) else { return Vec::new() };
        let others = analysis.uses_of(symbol.index()).filter(|index| *index != symbol.index());
        others.map(|index| symbol.tape().node(symbol.command(), index)).collect()
    }

    /// Returns the bytes of a node, and of what `let` binds for this node alone.
    pub fn weight(&self, node: Node<'_>) -> u64 {
        let analysis = self.has_let(node.command()).then(|| self.analysis_of(node)).flatten();
        let Some(analysis) = analysis else { return node.text().len() as u64 };
        let weights = analysis.weights.get_or_init(|| weights::of(node.tape().root(node.command()), &analysis));
        u64::from(weights[node.index()])
    }

    /// Whether `let` may bind anything in command number `command`.
    fn has_let(&self, command: usize) -> bool {
        let has_let = |command: Node<'_>| command.text().contains_str("let");
        let lets = self.0.facts.lets.get_or_init(|| self.0.script.commands().map(has_let).collect());
        lets.get(command).copied().unwrap_or_default()
    }

    /// Returns the bytes that an edit deletes, including what loses its last use and can be dropped later.
    pub fn weight_lost(&self, edit: &Edit) -> i64 {
        let gain = |splice: Splice<'_>| {
            let tape = self.0.script.tape(splice.command);
            let may_bind = self.has_let(splice.command);
            let mut gain = (splice.end - splice.start) as i64 - splice.text.len() as i64;
            let mut index = if may_bind { tape.first_from(splice.start) } else { tape.len() };
            while index < tape.len() {
                let node = tape.node(splice.command, index);
                let range = node.range();
                if range.start >= splice.end {
                    break;
                }
                let is_gone = range.end <= splice.end;
                gain += if is_gone { self.weight(node) as i64 - range.len() as i64 } else { 0 };
                index += if is_gone { node.size() } else { 1 };
            }
            gain
        };
        edit.splices().iter().map(gain).sum()
    }

    /// Whether a bound variable hides the global symbol `symbol` at a node.
    pub fn shadowed(&self, symbol: &[u8], node: Node<'_>) -> bool {
        self.analysis_of(node).is_some_and(|analysis| analysis.variable_named(name(symbol), node).is_some())
    }

    /// Returns the simplest constants of a sort that command number `command` can use, in ddSMT's order; none
    /// for sorts without constants, such as declared ones.
    pub fn constants(&self, sort: &Sort, command: usize) -> Vec<Vec<u8>> {
        constants::of_sort(sort, self.symbols(), command)
    }

    /// Whether a head stands for an operator of a theory.
    pub fn is_operator(&self, head: Node<'_>) -> bool {
        let is_known = head.leaf().is_some_and(theory::is_operator);
        is_known && matches!(self.meaning(head), Meaning::Other)
    }
}
