//! Facts of commands, shared by the contexts of a search.

use super::analysis::Analysis;
use super::{Symbols, infer};
use crate::sexpr::Tape;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of nodes whose facts are kept, unless the latest command alone has more. The facts of a node take
/// about 13 bytes, and keep its tape in memory.
const BUDGET: usize = 1 << 20;

/// Facts by the address of their tape; the oldest are dropped first.
#[derive(Debug, Default)]
pub(super) struct Cache(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    analysis: FxHashMap<usize, Arc<Analysis>>,
    order: VecDeque<usize>,
    nodes: usize,
}

impl Cache {
    /// Returns the facts of a command, inferred anew only if what they depend on has changed.
    pub(super) fn analysis(&self, tape: &Arc<Tape>, symbols: &Symbols, command: usize) -> Arc<Analysis> {
        let key = Arc::as_ptr(tape) as usize;
        let known = self.0.lock().analysis.get(&key).cloned();
        if let Some(analysis) = known
            && analysis.summary.hold(symbols, command)
        {
            return analysis;
        }
        self.0.lock().make_room(tape.len());
        let analysis = Arc::new(infer::command(tape, symbols, command));
        self.0.lock().insert(key, analysis.clone());
        analysis
    }

    /// Drops the facts of these commands.
    pub(super) fn forget<'a>(&self, tapes: impl Iterator<Item = &'a Arc<Tape>>) {
        let mut inner = self.0.lock();
        tapes.for_each(|tape| inner.remove(Arc::as_ptr(tape) as usize));
    }
}

impl Entries {
    /// Drops the oldest facts until there is room for those of `nodes` nodes.
    fn make_room(&mut self, nodes: usize) {
        while self.nodes + nodes > BUDGET
            && let Some(oldest) = self.order.pop_front()
        {
            self.remove(oldest);
        }
    }

    /// Drops the facts of a tape, if there are any; the key stays in the order.
    fn remove(&mut self, key: usize) {
        self.nodes -= self.analysis.remove(&key).map_or(0, |old| old.sorts.len());
    }

    fn insert(&mut self, key: usize, analysis: Arc<Analysis>) {
        self.nodes += analysis.sorts.len();
        match self.analysis.insert(key, analysis) {
            Some(old) => self.nodes -= old.sorts.len(),
            None => self.order.push_back(key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn facts_are_shared_until_a_declaration_they_use_changes() {
        let before =
            parse(b"(declare-const x Int)(declare-const y Int)(assert (< x 1))", Gaps::Canonical).expect("parses");
        let other =
            parse(b"(declare-const x Int)(assert true)(declare-const y Real)", Gaps::Canonical).expect("parses");
        let changed = parse(b"(declare-const x Real)(declare-const y Int)", Gaps::Canonical).expect("parses");
        let (cache, tape) = (Cache::default(), before.tape(2));
        let first = cache.analysis(tape, &Symbols::new(&before, false), 2);
        let again = cache.analysis(tape, &Symbols::new(&other, false), 3);
        let anew = cache.analysis(tape, &Symbols::new(&changed, false), 2);
        assert!(Arc::ptr_eq(&first, &again));
        assert!(!Arc::ptr_eq(&first, &anew));
    }
}
