//! Where a declared symbol is used.

use super::{Context, Meaning};
use crate::sexpr::Node;
use crate::smtlib::{Role, Symbol};
use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A leaf: command and pre-order number.
type Leaf = (u32, u32);

/// Of how many leaves the uses are counted every time anew.
const FEW: usize = 32;

/// The leaves that spell a name that the script declares, with the number of that name.
#[derive(Debug)]
pub(super) struct Index {
    /// All of them in order.
    all: Vec<(Leaf, u32)>,
    /// By number, their positions in `all`.
    of: Vec<u32>,
    /// Where those of each number start in `of`, and where the last ones end.
    starts: Vec<u32>,
    /// By number, what was found of the uses where that takes long.
    uses: RwLock<FxHashMap<u32, Uses>>,
}

/// How often a symbol stands outside of the command that declares it, and this command;
/// nothing where not exactly one does.
pub(super) type Uses = Option<(u32, u32)>;

impl Index {
    /// The index of leaves with numbers below `numbers`.
    fn new(all: Vec<(Leaf, u32)>, numbers: usize) -> Index {
        let mut starts = vec![0; numbers + 2];
        all.iter().for_each(|(_, number)| starts[*number as usize + 2] += 1);
        (2..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        // While it is filled in, each number's start is kept one further on.
        let mut of = vec![0; all.len()];
        for (i, (_, number)) in all.iter().enumerate() {
            let next = &mut starts[*number as usize + 1];
            of[*next as usize] = i as u32;
            *next += 1;
        }
        Index { all, of, starts, uses: RwLock::default() }
    }

    /// The leaves with this number, in order.
    pub fn of(&self, number: u32) -> impl ExactSizeIterator<Item = Leaf> {
        let of = &self.of[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize];
        of.iter().map(|&i| self.all[i as usize].0)
    }

    /// The uses of the symbol with this number, counted once where there are many.
    pub fn uses(&self, number: u32, count: impl FnOnce() -> Uses) -> Uses {
        if self.of(number).len() <= FEW {
            return count();
        }
        let known = self.uses.read().get(&number).copied();
        known.unwrap_or_else(|| *self.uses.write().entry(number).or_insert_with(count))
    }

    /// The leaves of a range of nodes of a command, with their numbers.
    pub fn within(&self, command: usize, nodes: Range<usize>) -> impl Iterator<Item = (Leaf, u32)> {
        let from = |index: usize| self.all.partition_point(|(place, _)| *place < (command as u32, index as u32));
        self.all[from(nodes.start)..from(nodes.end)].iter().copied()
    }
}

impl Context {
    /// The leaves that spell a name that the script declares, whatever they
    /// mean; declarations and binders are among them.
    ///
    /// The first question costs a look at every leaf.
    pub fn mentions(&self, symbol: &[u8]) -> impl Iterator<Item = Node<'_>> {
        let number = self.symbols().number(symbol);
        number.into_iter().flat_map(|number| self.index().of(number)).map(|place| self.leaf(place))
    }

    /// The leaves that spell a declared symbol elsewhere than in its declaration; nothing if another symbol
    /// has its name.
    pub fn only_mentions(&self, symbol: &Symbol) -> Option<impl Iterator<Item = Node<'_>>> {
        let declared = (symbol.command, symbol.node());
        let is_only = self.symbols().all().iter().filter(|other| other.name == symbol.name).count() == 1;
        is_only.then(|| self.mentions(&symbol.name).filter(move |leaf| leaf.place() != declared))
    }

    /// The index of these leaves.
    pub(super) fn index(&self) -> &Index {
        self.0.mentions.get_or_init(|| {
            let mut all = Vec::new();
            for leaf in self.script().every_node() {
                if let Some(number) = leaf.leaf().and_then(|text| self.symbols().number(text)) {
                    all.push(((leaf.command() as u32, leaf.index() as u32), number));
                }
            }
            Index::new(all, self.symbols().all().len())
        })
    }

    /// A symbol as it is spelled where it is declared: not all solvers know that bars mean nothing.
    pub fn spelled(&self, symbol: &Symbol) -> &[u8] {
        self.leaf((symbol.command as u32, symbol.node() as u32)).text()
    }

    pub(super) fn leaf(&self, (command, node): Leaf) -> Node<'_> {
        self.script().tape(command as usize).node(command as usize, node as usize)
    }

    /// The leaves that stand for a declared constant or function, in order;
    /// nothing if one of them may or may not do so.
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
