//! Symbols by name, in a table that holds no name: they are those of the symbols.

use super::Symbol;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The number of the latest symbol with each name.
///
/// A hash map would hold every name a second time.
#[derive(Debug, Default)]
pub(super) struct NameTable(HashTable<u32>);

fn hash(name: &[u8]) -> u64 {
    FxBuildHasher.hash_one(name)
}

impl NameTable {
    /// The number of the latest symbol with this name; `all` are the symbols.
    pub fn find(&self, name: &[u8], all: &[Symbol]) -> Option<u32> {
        self.0.find(hash(name), |&symbol| *all[symbol as usize].name == *name).copied()
    }

    /// Makes `symbol` the latest with its name; the one before it, if there is one.
    pub fn put(&mut self, name: &[u8], symbol: u32, all: &[Symbol]) -> Option<u32> {
        let is_it = |&symbol: &u32| *all[symbol as usize].name == *name;
        match self.0.entry(hash(name), is_it, |&symbol| hash(&all[symbol as usize].name)) {
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
    use crate::sexpr::{Gaps, parse};
    use crate::smtlib::Symbols;

    #[test]
    fn every_name_is_found_and_its_latest_symbol_comes_first() {
        let declared: String = (0..1000).map(|i| format!("(declare-const x{} Int)", i % 400)).collect();
        let script = parse(declared.as_bytes(), Gaps::Canonical).expect("made here");
        let symbols = Symbols::new(&script);
        for i in 0..400 {
            let name = format!("x{i}");
            let commands = symbols.overloads(name.as_bytes(), script.len()).map(|symbol| symbol.command);
            assert!(commands.eq((i..1000).step_by(400).rev()), "{name}");
        }
        assert!(!symbols.declares(b"x400") && !Symbols::default().declares(b"x0"));
    }
}
