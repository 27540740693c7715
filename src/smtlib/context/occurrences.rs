//! The places where a declared symbol is used.

use super::{Context, Meaning};
use crate::sexpr::Node;
use crate::smtlib::{Role, Symbol};
use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A leaf: command and pre-order number.
type Leaf = (u32, u32);

/// Uses of a name with at most this number of leaves are counted anew every time.
const FEW: usize = 32;

/// The leaves that spell a name that the script declares, each with the number of the name.
#[derive(Debug)]
pub(super) struct Index {
    /// All leaves in order.
    all: Vec<(Leaf, u32)>,
    /// Positions in `all`, by number of the name.
    of: Vec<u32>,
    /// Where the positions of each number start in `of`, and where the last ones end.
    starts: Vec<u32>,
    /// By number, the counted uses of names with many leaves.
    uses: RwLock<FxHashMap<u32, Option<Uses>>>,
}

/// The uses of a symbol that exactly one command declares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uses {
    /// Number of uses outside of that command.
    pub count: u32,
    pub declaration: u32,
}

impl Index {
    /// Returns the index of leaves with numbers below `numbers`.
    fn new(all: Vec<(Leaf, u32)>, numbers: usize) -> Index {
        let mut starts = vec![0; numbers + 2];
        all.iter().for_each(|(_, number)| starts[*number as usize + 2] += 1);
        (2..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        // While `of` is filled in, each number's start is kept one place further on.
        let mut of = vec![0; all.len()];
        for (i, (_, number)) in all.iter().enumerate() {
            let next = &mut starts[*number as usize + 1];
            of[*next as usize] = i as u32;
            *next += 1;
        }
        Index { all, of, starts, uses: RwLock::default() }
    }

    /// Returns the leaves with this number, in order.
    pub fn of(&self, number: u32) -> impl ExactSizeIterator<Item = Leaf> {
        let of = &self.of[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize];
        of.iter().map(|&i| self.all[i as usize].0)
    }

    /// Returns the uses of the symbol with this number, counted only once where there are many.
    pub fn uses(&self, number: u32, count: impl FnOnce() -> Option<Uses>) -> Option<Uses> {
        if self.of(number).len() <= FEW {
            return count();
        }
        let known = self.uses.read().get(&number).copied();
        known.unwrap_or_else(|| *self.uses.write().entry(number).or_insert_with(count))
    }

    /// Returns the leaves of a range of nodes of a command, with their numbers.
    pub fn within(&self, command: usize, nodes: Range<usize>) -> impl Iterator<Item = (Leaf, u32)> {
        let from = |index: usize| self.all.partition_point(|(place, _)| *place < (command as u32, index as u32));
        self.all[from(nodes.start)..from(nodes.end)].iter().copied()
    }
}

impl Context {
    /// Returns the leaves that spell `symbol`, if the script declares this name, whatever they mean;
    /// declarations and binders are among them.
    ///
    /// The first call looks at every leaf.
    pub fn mentions(&self, symbol: &[u8]) -> impl Iterator<Item = Node<'_>> {
        let number = self.symbols().number(symbol);
        number.into_iter().flat_map(|number| self.index().of(number)).map(|place| self.leaf(place))
    }

    /// Returns the leaves that spell a declared symbol outside of its declaration; none if another symbol has its name.
    pub fn only_mentions<'a>(&'a self, symbol: &'a Symbol) -> Option<impl Iterator<Item = Node<'a>>> {
        let is_only = self.symbols().all().iter().filter(|other| other.name == symbol.name).count() == 1;
        is_only.then(|| self.mentions(&symbol.name).filter(|leaf| leaf.place() != symbol.place()))
    }

    /// Returns the index of all leaves that spell a declared name.
    pub(super) fn index(&self) -> &Index {
        self.0.facts.mentions.get_or_init(|| {
            let number = |node: Node<'_>| self.symbols().number(node.leaf()?);
            let place = |node: Node<'_>| (node.command() as u32, node.index() as u32);
            let all = self.script().every_node().filter_map(|node| Some((place(node), number(node)?)));
            Index::new(all.collect(), self.symbols().all().len())
        })
    }

    /// Returns a symbol as it is spelled where it is declared: not all solvers know that bars have no meaning.
    pub fn spelled(&self, symbol: &Symbol) -> &[u8] {
        self.leaf((symbol.command as u32, symbol.node() as u32)).text()
    }

    pub(super) fn leaf(&self, (command, node): Leaf) -> Node<'_> {
        self.script().tape(command as usize).node(command as usize, node as usize)
    }

    /// Returns the leaves that stand for a declared constant or function, in order; none if this is uncertain
    /// for a leaf.
    pub fn occurrences(&self, symbol: &Symbol) -> Option<Vec<Node<'_>>> {
        let mut found = Vec::new();
        for leaf in self.mentions(&symbol.name) {
            match self.role(leaf) {
                Role::Term | Role::Head | Role::HeadName => match self.meaning(leaf) {
                    Meaning::Global(meant) if std::ptr::eq(meant, symbol) => found.push(leaf),
                    Meaning::Other if symbol.is_visible(leaf.command()) => return None,
                    _ => {}
                },
                Role::Unknown if symbol.is_visible(leaf.command()) => return None,
                _ => {}
            }
        }
        Some(found)
    }
}
