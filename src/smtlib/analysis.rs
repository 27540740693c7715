//! The facts about every node of one command.

use super::name::name;
use super::symbols::is_builtin_sort;
use super::{Role, Sort, Symbols, theory};
use crate::sexpr::{Node, Tape};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The value of [`Analysis::parents`] where the distance does not fit 16 bits.
const FAR: u16 = u16::MAX;

/// Bit that is set in the sort of a leaf that is a bound variable; the other bits are the variable's number.
const BOUND: u32 = 1 << 31;

/// A bound variable of a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// One more than the number of the next outer variable, or 0.
    pub(super) outer: u32,
    /// The pre-order number of its symbol.
    pub(super) symbol: u32,
    /// One more than the number of the variable of the same name that it hides, or 0.
    pub(super) hidden: u32,
    /// The number of its sort.
    pub(super) sort: u32,
}

/// An index of the bound variables of a command by name, which finds a name in any scope at once.
#[derive(Debug)]
pub(super) struct ByName {
    /// For each variable its place, and those of the variables in its scope: each variable stands before those
    /// that are bound in its scope.
    places: Vec<Range<u32>>,
    /// The variables by name; those of one name by place.
    order: Vec<u32>,
}

/// A name on which facts depend, and what it stood for.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub(super) name: Box<[u8]>,
    pub(super) is_sort: bool,
    /// The fingerprint of its declarations; 0 where no command declares it.
    pub(super) fingerprint: u64,
}

impl Use {
    fn now(&self, symbols: &Symbols, command: usize) -> u64 {
        if self.is_sort {
            symbols.sort(&self.name, command).map_or(0, |sort| sort.fingerprint)
        } else {
            symbols.term_fingerprint(&self.name, command)
        }
    }

    /// Whether the name has a meaning without a declaration.
    fn is_builtin(&self) -> bool {
        if self.is_sort { is_builtin_sort(&self.name) } else { theory::knows(&self.name) }
    }
}

/// The facts about every node of one command.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The tape, held so that its address is not used again.
    pub(super) tape: Option<Arc<Tape>>,
    pub(super) sorts: Vec<u32>,
    pub(super) table: Vec<Sort>,
    /// The distance from each node back to its parent, in nodes; 0 where there is no parent.
    pub(super) parents: Vec<u16>,
    /// The parents that are [`FAR`] away.
    pub(super) far: FxHashMap<u32, u32>,
    /// The starts of scopes: the first node, and one more than the number of the innermost bound variable, or 0.
    pub(super) scopes: Vec<(u32, u32)>,
    pub(super) roles: Vec<Role>,
    pub(super) bound: Vec<Bound>,
    pub(super) summary: Arc<Summary>,
    /// The symbols of bound variables, each with a leaf that uses it, sorted; computed on first use.
    pub(super) variable_uses: OnceLock<Vec<(u32, u32)>>,
    /// Computed on first use.
    pub(super) by_name: OnceLock<ByName>,
    /// The weight of each node; computed on first use.
    pub(super) weights: OnceLock<Vec<u32>>,
}

/// The names and properties on which the facts of a command depend, and a summary of the facts.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) uses: Vec<Use>,
    /// Names that are neither bound nor declared nor known, sorted.
    pub(super) undeclared: Vec<Box<[u8]>>,
    /// Number of nodes that are certainly wrong.
    pub(super) wrong: u32,
    /// Properties of the script on which the facts depend.
    pub(super) numerals_are_real: bool,
    pub(super) higher_order: bool,
}

impl Analysis {
    /// Returns the sort of node `index`.
    pub(super) fn sort(&self, index: usize) -> &Sort {
        &self.table[self.sort_id(index) as usize]
    }

    /// Returns the number of the sort of node `index`.
    pub(super) fn sort_id(&self, index: usize) -> u32 {
        let id = self.sorts[index];
        if id & BOUND == 0 { id } else { self.bound[(id ^ BOUND) as usize].sort }
    }

    /// Records that leaf `index` stands for bound variable number `bound`.
    pub(super) fn bind(&mut self, index: usize, bound: u32) {
        self.sorts[index] = bound | BOUND;
    }

    /// Returns the number of the bound variable that leaf `index` stands for.
    pub(super) fn variable(&self, index: usize) -> Option<u32> {
        let id = self.sorts[index];
        (id & BOUND != 0).then_some(id ^ BOUND)
    }

    /// Returns the leaves that use the variable bound by leaf `symbol`, in order.
    pub(super) fn uses_of(&self, symbol: usize) -> impl Iterator<Item = usize> {
        let uses = self.variable_uses.get_or_init(|| {
            let leaves = 0..self.sorts.len() as u32;
            let used = |leaf: u32| Some((self.bound[self.variable(leaf as usize)? as usize].symbol, leaf));
            let mut uses: Vec<(u32, u32)> = leaves.filter_map(used).collect();
            uses.sort_unstable();
            uses
        });
        let first = uses.partition_point(|&(of, _)| of < symbol as u32);
        uses[first..].iter().take_while(move |(of, _)| *of == symbol as u32).map(|(_, leaf)| *leaf as usize)
    }

    /// Returns the parent of node `index`; none for the command itself.
    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        match self.parents[index] {
            0 => None,
            FAR => self.far.get(&(index as u32)).map(|parent| *parent as usize),
            distance => Some(index - usize::from(distance)),
        }
    }

    /// Records the parent of node `index`.
    pub(super) fn set_parent(&mut self, index: usize, parent: usize) {
        self.parents[index] = u16::try_from(index - parent).unwrap_or(FAR);
        if self.parents[index] == FAR {
            self.far.insert(index as u32, parent as u32);
        }
    }

    /// Records the scope of node `index`, which follows all recorded nodes.
    pub(super) fn enter_scope(&mut self, index: usize, scope: u32) {
        if self.scopes.last().is_none_or(|(_, last)| *last != scope) {
            self.scopes.push((index as u32, scope));
        }
    }

    /// Returns one more than the number of the innermost bound variable that can be used at node `index`, or 0.
    pub(super) fn scope_at(&self, index: usize) -> u32 {
        let next = self.scopes.partition_point(|(first, _)| *first as usize <= index);
        self.scopes[..next].last().map_or(0, |(_, scope)| *scope)
    }

    /// Returns the bound variables visible at node `index`, innermost first.
    pub(super) fn scope(&self, index: usize) -> impl Iterator<Item = (u32, &Bound)> {
        let link = |scope: u32| scope.checked_sub(1).map(|id| (id, &self.bound[id as usize]));
        std::iter::successors(link(self.scope_at(index)), move |(_, bound)| link(bound.outer))
    }

    /// Returns the number of the variable that a name stands for at a node.
    pub(super) fn variable_named(&self, wanted: &[u8], node: Node<'_>) -> Option<u32> {
        let innermost = self.scope_at(node.index()).checked_sub(1)?;
        let text = |id: u32| name(node.tape().node(node.command(), self.bound[id as usize].symbol as usize).text());
        let ByName { places, order } = self.by_name.get_or_init(|| ByName::new(&self.bound, text));
        let place = places[innermost as usize].start;
        let next = order.partition_point(|&id| (text(id), places[id as usize].start) <= (wanted, place));
        let last = order[..next].last().copied().filter(|id| text(*id) == wanted);
        std::iter::successors(last, |id| self.bound[*id as usize].hidden.checked_sub(1))
            .find(|id| places[*id as usize].contains(&place))
    }
}

impl ByName {
    fn new<'a>(bound: &[Bound], text: impl Fn(u32) -> &'a [u8]) -> ByName {
        let mut sizes = vec![1; bound.len()];
        for (id, bound) in bound.iter().enumerate().rev().filter(|(_, bound)| bound.outer > 0) {
            sizes[bound.outer as usize - 1] += sizes[id];
        }
        // The next free place outside of all scopes, and in the scope of each variable.
        let mut free = vec![0; bound.len() + 1];
        let mut places = Vec::with_capacity(bound.len());
        for (bound, size) in bound.iter().zip(sizes) {
            let first = free[bound.outer as usize];
            free[bound.outer as usize] += size;
            places.push(first..first + size);
            free[places.len()] = first + 1;
        }
        let mut order: Vec<u32> = (0..bound.len() as u32).collect();
        order.sort_by_key(|&id| (text(id), places[id as usize].start));
        ByName { places, order }
    }
}

impl Summary {
    /// Whether everything that these facts depend on is the same in command number `command` of a script with
    /// these symbols.
    pub(super) fn hold(&self, symbols: &Symbols, command: usize) -> bool {
        self.numerals_are_real == symbols.numerals_are_real()
            && self.higher_order == symbols.is_higher_order()
            && self.uses.iter().all(|used| used.now(symbols, command) == used.fingerprint)
    }

    /// Returns the names of these facts that have no meaning any more in command number `command` of a script
    /// with these symbols.
    pub(super) fn missed<'a>(&'a self, symbols: &'a Symbols, command: usize) -> impl Iterator<Item = &'a [u8]> {
        let declared = self.uses.iter().filter(|used| used.fingerprint != 0);
        let missed = declared.filter(move |used| used.now(symbols, command) == 0 && !used.is_builtin());
        missed.map(|used| &*used.name)
    }
}
