//! The mutator that deletes a sort's abbreviation and spells it out where it is used.

use super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::name;
use crate::smtlib::{Context, Role, SymbolKind};

/// Deletes a `define-sort` without parameters and puts the sort in its place.
pub(super) static INLINE_SORT: Mutator = Mutator {
    name: "inline-sort",
    summary: "inline defined sort",
    examples: r"
        (define-sort W () (_ BitVec 4)) (declare-const a (Array W W))
            => (declare-const a (Array (_ BitVec 4) (_ BitVec 4)))
        (define-sort W (X) (Array X X)) (declare-const a (W Int)) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("define-sort"),
    global: |context, node| some(inlined(context, node)),
    ..Mutator::DEFAULT
};

/// The abbreviation deleted and spelled out; nothing where a use may be something else.
fn inlined(context: &Context, command: Node<'_>) -> Option<Edit> {
    let (_, parts) = command.app()?;
    let [symbol, parameters, sort] = *parts else { return None };
    let declared = context.symbols().all().iter();
    let mut declared = declared.filter(|other| *other.name == *name(symbol.text()));
    let (abbreviation, None) = (declared.next()?, declared.next()) else { return None };
    if abbreviation.kind != SymbolKind::Abbreviation
        || parameters.size() > 1
        || abbreviation.command != command.command()
    {
        return None;
    }
    let uses = context.mentions(symbol.text()).filter(|leaf| leaf.command() != command.command());
    let uses = uses.filter(|leaf| matches!(context.role(*leaf), Role::Sort | Role::SortHead | Role::Unknown));
    let mut edits = vec![Edit::delete(command)];
    for leaf in uses {
        let hidden = || leaf.ancestors().iter().any(|list| list.has_head("par"));
        if context.role(leaf) != Role::Sort || !abbreviation.is_visible(leaf.command()) || hidden() {
            return None;
        }
        edits.push(Edit::replace(leaf, sort.text()));
    }
    Edit::all(edits)
}
