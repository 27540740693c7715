//! Names that occur nowhere in a script, for what a mutator declares.

use super::Context;
use crate::sexpr::Node;
use crate::smtlib::name::{is_simple, name};
use crate::smtlib::{Role, theory};
use std::collections::{BTreeSet, HashSet};

impl Context {
    /// The names that occur in the subtree of a node but are not bound within
    /// it and belong to no theory, sorted: outer variables, declared symbols
    /// and sorts, and what nobody declares.
    pub fn free_symbols(&self, node: Node<'_>) -> Vec<Vec<u8>> {
        let Some(analysis) = self.analysis_of(node) else { return Vec::new() };
        let mut names: BTreeSet<&[u8]> = BTreeSet::new();
        for leaf in node.subtree().filter(|n| n.is_leaf()) {
            let (key, role) = (name(leaf.text()), analysis.roles[leaf.index()]);
            let bound = match role {
                Role::Term => analysis.variable(leaf.index()),
                Role::Head if names.contains(key) => continue,
                Role::Head if !analysis.bound.is_empty() => self.bound_in(&analysis, leaf, key),
                Role::Head | Role::HeadName | Role::Sort | Role::SortHead | Role::Index => None,
                _ => continue,
            };
            let free = match bound {
                Some(id) => {
                    let symbol = analysis.bound[id as usize].symbol as usize;
                    !(node.index()..node.index() + node.size()).contains(&symbol)
                }
                None => self.is_of_script(key, role),
            };
            if free {
                names.insert(key);
            }
        }
        names.into_iter().map(<[u8]>::to_vec).collect()
    }

    /// Whether a name is a symbol of a theory, whatever the script declares.
    pub fn is_of_theory(&self, leaf: &[u8]) -> bool {
        theory::knows(name(leaf))
    }

    /// Whether a name that no binder binds belongs to the script, not to a theory.
    fn is_of_script(&self, key: &[u8], role: Role) -> bool {
        let symbol = key.starts_with(b"|") || is_simple(key);
        symbol && (self.symbols().declares(key) || matches!(role, Role::Term | Role::Head) && !theory::knows(key))
    }

    /// A symbol that occurs nowhere in the script, made from `hint` and the
    /// position of `node`, so that two nodes never get the same one.
    pub fn fresh(&self, hint: &[u8], node: Node<'_>) -> Vec<u8> {
        let taken = self.0.fresh.get_or_init(|| self.taken());
        let hint = match hint {
            [b'|', inner @ .., b'|'] => inner,
            plain => plain,
        };
        let mut number = String::new();
        loop {
            let plain = [hint, format!("!{}!{}{number}", node.command(), node.index()).as_bytes()].concat();
            let symbol = if is_simple(&plain) { plain } else { [b"|", &*plain, b"|"].concat() };
            if !taken.contains(&*symbol) {
                return symbol;
            }
            number.push('!');
        }
    }

    /// All symbols of the script that could be fresh ones of an earlier script.
    fn taken(&self) -> HashSet<Box<[u8]>> {
        let commands = self.script().commands().filter(|command| memchr::memchr(b'!', command.text()).is_some());
        let leaves = commands.flat_map(|command| command.subtree().filter_map(Node::leaf));
        leaves.map(name).filter(|leaf| leaf.len() > 1 && leaf.contains(&b'!')).map(Into::into).collect()
    }
}
