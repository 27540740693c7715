//! Where a declared symbol is used.

use super::{Context, Meaning};
use crate::sexpr::Node;
use crate::smtlib::name::name;
use crate::smtlib::{Role, Symbol};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A leaf: command and pre-order number.
type Place = (u32, u32);

/// By the name of a declared symbol, the leaves that spell it, in order.
#[derive(Debug, Default)]
pub(super) struct Mentions(OnceLock<HashMap<Box<[u8]>, Vec<Place>>>);

impl Context {
    /// The leaves that spell a name that the script declares, whatever they
    /// mean; declarations and binders are among them.
    ///
    /// The first question costs a look at every leaf.
    pub fn mentions(&self, symbol: &[u8]) -> impl Iterator<Item = Node<'_>> {
        let index = self.0.mentions.0.get_or_init(|| self.all_mentions());
        let places = index.get(name(symbol)).map_or(&[] as &[Place], Vec::as_slice);
        let tapes = self.script().tapes();
        places.iter().map(|&(command, node)| tapes[command as usize].node(command as usize, node as usize))
    }

    fn all_mentions(&self) -> HashMap<Box<[u8]>, Vec<Place>> {
        let mut index: HashMap<Box<[u8]>, Vec<Place>> = HashMap::new();
        for leaf in self.script().commands().flat_map(Node::subtree).filter(|node| node.is_leaf()) {
            let key = name(leaf.text());
            if self.symbols().declares(key) {
                index.entry(key.into()).or_default().push((leaf.command() as u32, leaf.index() as u32));
            }
        }
        index
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
