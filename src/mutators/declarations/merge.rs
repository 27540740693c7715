//! The mutator that deletes a declaration and puts another symbol where its own is used.

use super::declaration::declares_one;
use super::{Declaration, Mutator, none, some};
use crate::sexpr::Node;
use crate::smtlib::{Symbol, SymbolKind};

/// Deletes a constant or function and puts the first declared one of the same
/// signature in its place.
pub(super) static DECLARATION_MERGE: Mutator = Mutator {
    name: "declaration-merge",
    summary: "replace declared symbol by another",
    examples: r"
        (declare-fun f (Int) Int) |- (declare-fun g (Int) Int) (declare-const x Int) (assert (= (f x) (g x)))
            => (declare-const x Int) (assert (= (f x) (f x)))
        (declare-sort U 0) (declare-const a U) (declare-const b U) (assert (forall ((a U)) (= a b))) => none
    ",
    filter: |_, node| declares_one(node),
    global: |context, node| {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let Some(leaves) = declaration.leaves().filter(|leaves| !leaves.is_empty()) else { return none() };
        let all = context.symbols().all().iter();
        let other = all.into_iter().find(|other| declaration.is_like(other, &leaves));
        some(other.and_then(|other| declaration.replaced(&leaves, context.spelled(other))))
    },
    ..Mutator::DEFAULT
};

impl<'a> Declaration<'a> {
    /// Whether `other` can stand wherever the symbol does.
    fn is_like(&self, other: &Symbol, leaves: &[Node<'_>]) -> bool {
        let symbol = self.symbol;
        other.command < symbol.command
            && matches!(other.kind, SymbolKind::Function | SymbolKind::Synthesis)
            && (&other.range, other.domain()) == (&symbol.range, symbol.domain())
            && other.range.is_known()
            && leaves.iter().all(|leaf| {
                let meant = self.context.symbols().term(&other.name, leaf.command());
                meant.is_some_and(|meant| std::ptr::eq(meant, other)) && !self.context.shadowed(&other.name, *leaf)
            })
    }
}
