//! The mutator that removes a parameter of a sort from its declaration and all its uses.

use super::{Mutator, all_and_each, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::is_natural;
use crate::smtlib::{Context, Role, Symbol, SymbolKind, declares_datatypes};
use std::ops::Range;

pub(super) static DROP_SORT_PARAMETER: Mutator = Mutator {
    name: "drop-sort-parameter",
    summary: "remove parameter of sort",
    examples: r"
        (declare-sort P 2) (declare-const x (P Int (P Int Bool)))
            => (declare-sort P 0) (declare-const x P) | (declare-sort P 1) (declare-const x (P (P Bool)))
             | (declare-sort P 1) (declare-const x (P Int))
        (declare-datatype L (par (T) ((nil) (cons (hd T) (tl (L T)))))) (assert (= (as nil (L Int)) (cons 1 l)))
            => (declare-datatype L ((nil) (cons (hd Int) (tl L)))) (assert (= (as nil L) (cons 1 l)))
        (declare-sort U 0) (declare-const x U) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("declare-sort") || declares_datatypes(node),
    global: |context, node| {
        let declared = context.symbols().declared_by(node.command()).iter();
        let sorts = declared.filter(|symbol| matches!(symbol.kind, SymbolKind::Sort | SymbolKind::Datatype));
        some(sorts.filter_map(|symbol| Parametric::of(context, symbol)).flat_map(|sort| {
            all_and_each(sort.symbol.sort_parameters().len()).filter_map(move |removed| sort.without(removed))
        }))
    },
    ..Mutator::DEFAULT
};

/// A sort with parameters, and where it is used.
struct Parametric<'a> {
    context: &'a Context,
    symbol: &'a Symbol,
    leaf: Node<'a>,
    /// The lists that apply the sort to arguments.
    uses: Vec<Node<'a>>,
    /// The datatype's `(par (T ...) (...))`.
    group: Option<Node<'a>>,
}

impl<'a> Parametric<'a> {
    /// Returns the sort that `symbol` declares; none if it is used without its arguments somewhere, or if
    /// another symbol has its name.
    fn of(context: &'a Context, symbol: &'a Symbol) -> Option<Parametric<'a>> {
        let command = context.script().command(symbol.command);
        let leaf = command.tape().node(symbol.command, symbol.node());
        let arity = Some(symbol.sort_parameters().len()).filter(|&arity| arity > 0)?;
        let group = match symbol.kind {
            SymbolKind::Datatype => Some(group_of(context, command, leaf).filter(|group| group.arity() == 3)?),
            _ => None,
        };
        let applied = |leaf: Node<'a>| {
            let list = context.parent(leaf).filter(|list| list.arity() == 1 + arity)?;
            (context.role(leaf) == Role::SortHead && !list.has_head("_")).then_some(list)
        };
        let uses: Option<Vec<Node<'a>>> = context.only_mentions(symbol)?.map(applied).collect();
        Some(Parametric { context, symbol, leaf, uses: uses?, group })
    }

    /// Returns the argument for parameter `i` at the first use of the sort outside of its declaration.
    fn argument(&self, i: usize) -> &'a [u8] {
        let outside = self.uses.iter().find(|list| list.command() != self.symbol.command);
        outside.and_then(|list| list.child(i + 1)).map_or(b"Bool", |argument| argument.text())
    }

    fn declaration(&self, removed: &Range<usize>) -> Option<Vec<Edit>> {
        let left = self.symbol.sort_parameters().len() - removed.len();
        let list = self.context.parent(self.leaf)?;
        let arity = list.children().skip_while(|child| child.index() != self.leaf.index()).nth(1);
        let arity = arity.filter(|number| number.leaf().is_some_and(is_natural));
        let arity = arity.map(|number| Edit::replace(number, left.to_string().as_bytes()));
        let mut edits: Vec<Edit> = arity.into_iter().collect();
        let Some(group) = self.group else { return Some(edits) };
        let (names, constructors) = (group.child(1)?, group.child(2)?);
        match left {
            0 => edits.push(Edit::hoist(group, constructors)),
            _ => edits.extend(removed.clone().filter_map(|i| names.child(i)).map(Edit::delete)),
        }
        for i in removed.clone() {
            let parameter = names.child(i)?.text();
            let places = constructors.subtree().filter(|leaf| leaf.leaf() == Some(parameter));
            let places = places.filter(|leaf| self.context.role(*leaf) == Role::Sort);
            edits.extend(places.map(|place| Edit::replace(place, self.argument(i))));
        }
        Some(edits)
    }

    fn without(&self, removed: Range<usize>) -> Option<Edit> {
        let mut edits = self.declaration(&removed)?;
        for list in &self.uses {
            if removed.len() == self.symbol.sort_parameters().len() {
                edits.push(Edit::hoist(*list, list.child(0)?));
            } else {
                edits.extend(removed.clone().filter_map(|i| list.child(i + 1)).map(Edit::delete));
            }
        }
        Edit::all(edits)
    }
}

/// Returns the `par` list with the constructors of a datatype's symbol.
fn group_of<'a>(context: &Context, command: Node<'a>, leaf: Node<'a>) -> Option<Node<'a>> {
    let (list, names, groups) = (context.parent(leaf)?, command.child(1)?, command.child(2)?);
    let mut several = names.children().zip(groups.children());
    let own = several.find(|(name, _)| name.index() == list.index()).map(|(_, group)| group);
    own.or((list.index() == 0).then_some(groups)).filter(|group| group.has_head("par"))
}
