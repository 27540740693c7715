//! The symbols that a script declares, and the commands that can use each.

mod collect;
mod levels;
mod sorts;

pub(super) use sorts::{is_builtin as is_builtin_sort, parse_sort};

use super::name::{name, numeral};
use super::{Sort, theory};
use crate::sexpr::{Node, Script};
use bstr::ByteSlice;
use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Returns the symbol and the sort of the constant that a command declares.
pub fn declared_constant(command: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let constant = command.arguments("declare-const").map(|[symbol, sort]| (symbol, sort));
    let function = || command.arguments("declare-fun").filter(|[_, domain, _]| domain.is_list() && domain.arity() == 0);
    constant.or_else(|| function().map(|[symbol, _, sort]| (symbol, sort)))
}

/// Whether a node is a command that declares datatypes.
pub fn declares_datatypes(node: Node<'_>) -> bool {
    let heads = ["declare-datatype", "declare-datatypes", "declare-codatatype", "declare-codatatypes"];
    node.index() == 0 && node.arity() == 3 && heads.iter().any(|head| node.has_head(head))
}

/// Whether a name is that of a sort or a symbol of a theory, whatever the script declares.
pub fn is_of_theory(name: &[u8]) -> bool {
    theory::knows(name) || is_builtin_sort(name)
}

/// Returns the number of levels that `push` or `pop` opens or closes; none where it is no number, or a huge one.
pub fn levels(command: Node<'_>) -> Option<u32> {
    command.child(1).map_or(Some(1), |number| numeral(number.leaf()?))
}

/// The kind of a declared symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A sort or sort constructor without definition.
    Sort,
    /// A sort that is a datatype.
    Datatype,
    /// An abbreviation made by `define-sort`.
    Abbreviation,
    /// A constant or function that is only declared.
    Function,
    /// A constant or function with a definition.
    Definition,
    /// A constant or function that a synthesis problem asks for, or its variable.
    Synthesis,
    /// A constructor of a datatype.
    Constructor,
    /// A selector of a datatype.
    Selector,
    /// A term named by `:named`.
    Named,
}

impl SymbolKind {
    /// Whether the symbol names a sort; sorts and terms have separate names.
    pub fn is_sort(self) -> bool {
        matches!(self, SymbolKind::Sort | SymbolKind::Datatype | SymbolKind::Abbreviation)
    }
}

/// A symbol with its signature and the commands that can use it.
///
/// There may be millions of symbols, and most are constants.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name, without bars where they have no meaning.
    pub name: Box<[u8]>,
    /// The kind of its declaration.
    pub kind: SymbolKind,
    /// The command that declares it.
    pub command: usize,
    /// The sort of the result; for an abbreviation, the sort that it stands for.
    pub range: Sort,
    node: u32,
    /// Whether the command that declares the symbol can use it, too.
    is_visible_at_once: bool,
    /// The first command that can no longer use it.
    until: u32,
    /// The number of the previous symbol with the same name, or [`NONE`].
    before: u32,
    /// A hash that differs where the signature does.
    pub(super) fingerprint: u64,
    /// The properties that constants do not have.
    details: Option<Box<Details>>,
}

/// The properties that only some symbols have.
#[derive(Clone, Debug, Default)]
struct Details {
    domain: Box<[Sort]>,
    sort_parameters: Box<[Box<[u8]>]>,
    parameters: Box<[Box<[u8]>]>,
    body: Option<usize>,
    owner: Option<Box<[u8]>>,
}

impl Symbol {
    /// Returns the pre-order number, in its command, of the declared symbol.
    pub fn node(&self) -> usize {
        self.node as usize
    }

    /// Returns the numbers of the command that declares it and of the declared symbol: no other symbol has this place.
    pub fn place(&self) -> (usize, usize) {
        (self.command, self.node())
    }

    /// Whether another symbol with this name was declared before.
    pub(super) fn has_earlier(&self) -> bool {
        self.before != NONE
    }

    /// Returns the sorts of the arguments; of a sort symbol, its parameters.
    pub fn domain(&self) -> &[Sort] {
        self.details.as_ref().map_or(&[], |details| &details.domain)
    }

    /// Returns the sort that the symbol has as a term.
    pub(super) fn function_sort(&self) -> Sort {
        let sorts: Vec<Sort> = self.domain().iter().chain([&self.range]).cloned().collect();
        Sort::app(b"->", sorts)
    }

    /// Whether the symbol can make a term of this sort, and the values that its sort parameters have then.
    pub(super) fn instance(&self, sort: &Sort) -> (bool, Vec<Sort>) {
        let mut values = vec![Sort::Unknown; self.sort_parameters().len()];
        let fits = self.range.unify(sort, self.sort_parameters(), &mut values);
        (fits, values)
    }

    /// Returns the sort parameters, which occur in domain and range as names.
    pub fn sort_parameters(&self) -> &[Box<[u8]>] {
        self.details.as_ref().map_or(&[], |details| &details.sort_parameters)
    }

    /// Returns the names of a definition's parameters.
    pub fn parameters(&self) -> &[Box<[u8]>] {
        self.details.as_ref().map_or(&[], |details| &details.parameters)
    }

    /// Returns the pre-order number of a definition's body.
    pub fn body(&self) -> Option<usize> {
        self.details.as_ref()?.body
    }

    /// Returns the datatype's name for a constructor, and the constructor's name for a selector.
    pub fn owner(&self) -> Option<&[u8]> {
        self.details.as_ref()?.owner.as_deref()
    }

    /// Returns the first command that can use it.
    pub(super) fn visible_from(&self) -> usize {
        self.command + usize::from(!self.is_visible_at_once)
    }

    /// Whether command number `command` can use it.
    pub fn is_visible(&self, command: usize) -> bool {
        self.visible_from() <= command && (self.until == FOREVER || command < self.until as usize)
    }

    /// Whether it is a term by itself, with a sort that holds no parameter.
    pub fn is_nullary(&self) -> bool {
        !self.kind.is_sort() && self.domain().is_empty() && self.sort_parameters().is_empty()
    }
}

/// The value of [`Symbol::until`] for a symbol that is never popped.
const FOREVER: u32 = u32::MAX;

/// The value of [`Symbol::before`] where there is no symbol before.
const NONE: u32 = u32::MAX;

/// All symbols that a script declares, in order.
#[derive(Debug, Default)]
pub struct Symbols {
    all: Vec<Symbol>,
    terms: NameTable,
    sorts: NameTable,
    nullary: FxHashMap<Sort, Vec<u32>>,
    logic: Option<Box<[u8]>>,
    /// Whether a declaration mentions `Int`.
    integers: bool,
    /// Number of declarations that repeat one that is still in force.
    redeclared: usize,
    /// Number of other declarations of a name that is declared already.
    overloaded: usize,
    /// Number of levels that are popped without having been pushed.
    pub(super) unmatched_pops: u64,
    /// Whether what only some solvers read counts as wrong.
    pub(super) is_strict: bool,
}

impl Symbols {
    /// Returns the symbols of a script. If `is_strict` is set, what only some solvers read counts as wrong.
    pub fn new(script: &Script, is_strict: bool) -> Symbols {
        Symbols { is_strict, ..collect::symbols(script) }
    }

    /// Returns all symbols in the order of their declarations.
    pub fn all(&self) -> &[Symbol] {
        &self.all
    }

    /// Returns the logic that the script sets.
    pub fn logic(&self) -> Option<&[u8]> {
        self.logic.as_deref()
    }

    /// Whether numerals stand for reals: in a logic of reals without integers.
    pub fn numerals_are_real(&self) -> bool {
        !self.integers && self.is_logic_of_reals()
    }

    /// Whether numerals would stand for reals if no declaration mentioned `Int`.
    pub(super) fn are_integers_decisive(&self) -> bool {
        self.integers && self.is_logic_of_reals()
    }

    fn is_logic_of_reals(&self) -> bool {
        let Some(logic) = self.logic() else { return false };
        let has = |part: &str| logic.contains_str(part);
        (has("LRA") || has("NRA") || has("RDL")) && !has("LIRA") && !has("NIRA")
    }

    fn nearest<'a>(&'a self, names: &NameTable, leaf: &[u8], command: usize) -> impl Iterator<Item = &'a Symbol> {
        let latest = names.find(name(leaf), &self.all).map(|id| &self.all[id as usize]);
        let all = std::iter::successors(latest, |symbol| self.all.get(symbol.before as usize));
        all.filter(move |symbol| symbol.is_visible(command))
    }

    /// Returns the constant or function that `leaf` stands for in a command: the nearest earlier declaration
    /// that is still in force.
    pub fn term(&self, leaf: &[u8], command: usize) -> Option<&Symbol> {
        self.nearest(&self.terms, leaf, command).next()
    }

    /// Returns all declarations of a constant or function that are in force in a command, nearest first: more
    /// than one if it is overloaded.
    pub fn overloads(&self, leaf: &[u8], command: usize) -> impl Iterator<Item = &Symbol> {
        self.nearest(&self.terms, leaf, command)
    }

    /// Returns the sort symbol that `leaf` stands for in a command.
    pub fn sort(&self, leaf: &[u8], command: usize) -> Option<&Symbol> {
        self.nearest(&self.sorts, leaf, command).next()
    }

    /// Whether any command declares `leaf` as a constant, function or sort.
    pub fn declares(&self, leaf: &[u8]) -> bool {
        self.number(leaf).is_some()
    }

    /// Returns the number of a name that any command declares; smaller than the number of symbols.
    pub(super) fn number(&self, leaf: &[u8]) -> Option<u32> {
        let key = name(leaf);
        self.terms.find(key, &self.all).or_else(|| self.sorts.find(key, &self.all))
    }

    /// Returns the symbols that are terms of this sort by themselves and that command number `command` can use,
    /// in the order of their declarations.
    pub fn nullary<'a>(&'a self, sort: &Sort, command: usize) -> impl Iterator<Item = &'a Symbol> + use<'a> {
        let ids = self.nullary.get(sort).map_or(&[] as &[u32], Vec::as_slice);
        ids.iter().map(|&id| &self.all[id as usize]).filter(move |symbol| {
            symbol.is_visible(command) && self.term(&symbol.name, command).is_some_and(|s| std::ptr::eq(s, *symbol))
        })
    }

    /// Returns the constructors of a datatype in a command, in the order of their declarations.
    pub fn constructors(&self, datatype: &Sort, command: usize) -> impl Iterator<Item = &Symbol> {
        let symbol = datatype.compound().and_then(|(name, _)| self.sort(name, command));
        let symbol = symbol.filter(|s| s.kind == SymbolKind::Datatype);
        let members = symbol.into_iter().flat_map(|symbol| self.declared_by(symbol.command));
        let is_constructor = |member: &Symbol| member.kind == SymbolKind::Constructor;
        members.filter(move |member| is_constructor(member) && member.owner() == symbol.map(|s| &*s.name))
    }

    /// Whether functions can be terms: in a higher-order logic, or, for some solvers, without a logic or in `ALL`.
    pub(super) fn is_higher_order(&self) -> bool {
        self.has_function_sorts() || !self.is_strict && self.logic().is_none_or(|logic| logic == b"ALL")
    }

    /// Whether the logic is higher-order.
    pub(super) fn has_function_sorts(&self) -> bool {
        self.logic().is_some_and(|logic| logic.starts_with(b"HO_"))
    }

    /// Returns the symbols that a command declares, in order.
    pub fn declared_by(&self, command: usize) -> &[Symbol] {
        let first = self.all.partition_point(|symbol| symbol.command < command);
        let declared = self.all[first..].partition_point(|symbol| symbol.command == command);
        &self.all[first..first + declared]
    }

    /// Returns the number of declarations that repeat one that is still in force: the same name with the
    /// same arguments, or with any arguments, which only some solvers allow.
    pub(super) fn redeclared(&self) -> usize {
        self.redeclared + if self.is_strict { self.overloaded } else { 0 }
    }

    /// Returns a hash that differs where the meaning of `leaf` in a command does; 0 if it has none.
    pub(super) fn term_fingerprint(&self, leaf: &[u8], command: usize) -> u64 {
        self.overloads(leaf, command).fold(0, |sum: u64, symbol| sum.rotate_left(7) ^ symbol.fingerprint)
    }

    /// Returns the node of a definition's body in `script`, to which these symbols must belong.
    pub fn body<'a>(&self, script: &'a Script, symbol: &Symbol) -> Option<Node<'a>> {
        let tape = script.find(symbol.command)?;
        symbol.body().map(|index| tape.node(symbol.command, index))
    }
}

/// A table with the number of the latest symbol of each name.
///
/// A hash map would hold every name a second time.
#[derive(Debug, Default)]
struct NameTable(HashTable<u32>);

impl NameTable {
    /// Returns the number of the latest symbol with this name; `all` are the symbols.
    pub fn find(&self, name: &[u8], all: &[Symbol]) -> Option<u32> {
        self.0.find(FxBuildHasher.hash_one(name), |&symbol| *all[symbol as usize].name == *name).copied()
    }

    /// Makes `symbol` the latest with its name. Returns the latest symbol before it, if there is one.
    pub fn put(&mut self, name: &[u8], symbol: u32, all: &[Symbol]) -> Option<u32> {
        let (hash, name_of) = (|name: &[u8]| FxBuildHasher.hash_one(name), |&symbol: &u32| &*all[symbol as usize].name);
        match self.0.entry(hash(name), |symbol| name_of(symbol) == name, |symbol| hash(name_of(symbol))) {
            Entry::Occupied(mut latest) => Some(std::mem::replace(latest.get_mut(), symbol)),
            Entry::Vacant(place) => {
                place.insert(symbol);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn every_name_is_found_and_its_latest_symbol_comes_first() {
        let declared: String = (0..1000).map(|i| format!("(declare-const x{} Int)", i % 400)).collect();
        let script = parse(declared.as_bytes(), Gaps::Canonical).expect("made here");
        let symbols = Symbols::new(&script, false);
        for i in 0..400 {
            let name = format!("x{i}");
            let commands = symbols.overloads(name.as_bytes(), script.len()).map(|symbol| symbol.command);
            assert!(commands.eq((i..1000).step_by(400).rev()), "{name}");
        }
        assert!(!symbols.declares(b"x400") && !Symbols::default().declares(b"x0"));
    }
}
