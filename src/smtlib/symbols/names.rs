//! A table of names that holds none of them: they are those of its symbols.

use super::Symbol;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Symbols by name, the latest with each.
///
/// A hash map would hold every name a second time.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Open addressing; a power of two of them, or none.
    slots: Vec<Slot>,
    /// The number of slots in use.
    used: usize,
}

/// The hash of a name and the number of a symbol with it.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    symbol: u32,
}

const EMPTY: Slot = Slot { hash: 0, symbol: u32::MAX };

fn hash(name: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish() as u32
}

impl Names {
    /// The number of the latest symbol with this name; `all` are the symbols.
    pub fn find(&self, name: &[u8], all: &[Symbol]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[self.place(name, hash(name), all)];
        (slot.symbol != EMPTY.symbol).then_some(slot.symbol)
    }

    /// Makes `symbol` the latest with its name; the one before it, if there is one.
    pub fn put(&mut self, name: &[u8], symbol: u32, all: &[Symbol]) -> Option<u32> {
        if self.used * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let hash = hash(name);
        let place = self.place(name, hash, all);
        let before = std::mem::replace(&mut self.slots[place], Slot { hash, symbol }).symbol;
        self.used += usize::from(before == EMPTY.symbol);
        (before != EMPTY.symbol).then_some(before)
    }

    /// Where the name is, or else an empty slot where it belongs.
    fn place(&self, name: &[u8], hash: u32, all: &[Symbol]) -> usize {
        let is_it = |slot: Slot| slot.hash == hash && *all[slot.symbol as usize].name == *name;
        let mut places = probe(hash, self.slots.len());
        places.find(|&i| self.slots[i].symbol == EMPTY.symbol || is_it(self.slots[i])).unwrap_or_default()
    }

    fn grow(&mut self) {
        let len = (self.slots.len() * 2).max(16);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; len]);
        for slot in old.into_iter().filter(|slot| slot.symbol != EMPTY.symbol) {
            if let Some(place) = probe(slot.hash, len).find(|&i| self.slots[i].symbol == EMPTY.symbol) {
                self.slots[place] = slot;
            }
        }
    }
}

/// The slots to look at for a hash, all of them once.
fn probe(hash: u32, len: usize) -> impl Iterator<Item = usize> {
    (0..len).map(move |i| (hash as usize + i) & (len - 1))
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
