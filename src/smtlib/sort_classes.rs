//! Which sorts of a script must change together.
//!
//! Every place of a sort, and of each of its arguments, is a variable. Operators,
//! functions and binders make variables equal; what is left are classes, each of
//! which can be given another sort on its own, as long as the conversions between
//! them are kept in step.

mod apply;
mod gather;

use super::Sort;
use crate::sexpr::Node;
use std::collections::HashMap;

/// A node of a script: the number of its command, and its own.
pub type NodePlace = (usize, usize);

/// Places of one sort that must change together.
#[derive(Debug)]
pub struct SortClass {
    /// The sort that all of them have.
    pub sort: Sort,
    /// Whether something that is not understood depends on the sort.
    pub fixed: bool,
    /// Whether operators of the sort's own theory are applied.
    pub used: bool,
    /// Where the sort is written.
    pub sorts: Vec<NodePlace>,
    /// The literals of the sort.
    pub literals: Vec<NodePlace>,
    /// The applications that relate the sort to that of another class, or to
    /// an index: `concat`, `extract`, `to_fp`.
    pub conversions: Vec<NodePlace>,
}

impl SortClass {
    /// Where the class stands: where its sort is written, else its literals,
    /// else what converts to it.
    pub fn places(&self) -> &[NodePlace] {
        let lists = [&self.sorts, &self.literals, &self.conversions];
        lists.into_iter().find(|list| !list.is_empty()).map_or(&[], |list| list)
    }
}

/// The classes of a script.
#[derive(Debug, Default)]
pub struct SortClasses {
    /// By command and node, one more than the number of its first variable.
    starts: Vec<Vec<u32>>,
    /// The class of each variable.
    class_of: Vec<u32>,
    classes: Vec<SortClass>,
    /// The classes for which a node stands.
    leaders: HashMap<NodePlace, Vec<usize>>,
}

impl SortClasses {
    /// All classes.
    pub fn classes(&self) -> &[SortClass] {
        &self.classes
    }

    /// The class of a node's sort as a whole. Nothing for `Bool` and what is not known.
    pub fn class(&self, node: Node<'_>) -> Option<usize> {
        let start = *self.starts.get(node.command())?.get(node.index())?;
        start.checked_sub(1).map(|variable| self.class_of[variable as usize] as usize)
    }

    /// The classes that stand at `node`: each class stands at one node.
    pub fn led_by(&self, node: Node<'_>) -> &[usize] {
        self.leaders.get(&node.place()).map_or(&[], Vec::as_slice)
    }
}

/// A sort and one more than the first of its variables: its own, then those of
/// its arguments.
type Type = (Sort, u32);

/// Sorts that nothing smaller can take the place of.
fn is_constant(sort: &Sort) -> bool {
    matches!(sort, Sort::Unknown | Sort::Bool | Sort::RegLan | Sort::RoundingMode)
}

/// The number of sorts in a sort that another may take the place of, itself
/// included; the recursion is bounded by its size.
fn variables(sort: &Sort) -> u32 {
    if is_constant(sort) { 0 } else { 1 + sort.parts().iter().map(variables).sum::<u32>() }
}

/// The arguments of a sort, each with its variables.
fn arguments((sort, start): &Type) -> Vec<Type> {
    let mut start = start + 1;
    let argument = |argument: &Sort| {
        let count = variables(argument);
        start += count;
        (argument.clone(), if count > 0 { start - count } else { 0 })
    };
    sort.parts().iter().map(argument).collect()
}
