//! Which sorts of a script must change together.
//!
//! Every place of a sort, and of each of its arguments, is a variable. Operators,
//! functions and binders make variables equal; what is left are classes, each of
//! which can be given another sort on its own, as long as the conversions between
//! them are kept in step.

mod apply;
mod gather;
mod variables;

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
        self.leaders.get(&(node.command(), node.index())).map_or(&[], Vec::as_slice)
    }
}
