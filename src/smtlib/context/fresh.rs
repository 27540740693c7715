//! Names that occur nowhere in a script, for what a mutator declares.

use super::Context;
use crate::sexpr::Node;
use crate::smtlib::name::{is_simple, name};
use crate::smtlib::theory;
use std::collections::HashSet;

impl Context {
    /// Whether a name is a symbol of a theory, whatever the script declares.
    pub fn is_of_theory(&self, leaf: &[u8]) -> bool {
        theory::knows(name(leaf))
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
