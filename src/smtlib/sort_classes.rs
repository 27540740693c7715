//! Classes of sorts in a script that must change together.
//!
//! Every place of a sort, and of each of its arguments, is a variable. Operators, functions and binders make
//! variables equal. The resulting classes can each be given another sort on its own, as long as the conversions
//! between them are adapted.

mod apply;
mod gather;

use super::Sort;
use crate::sexpr::Node;
use std::collections::HashMap;

/// A node of a script: the number of its command, and its number in the command.
pub type NodePlace = (usize, usize);

/// Places of one sort that must change together.
#[derive(Debug)]
pub struct SortClass {
    /// The sort that all of them have.
    pub sort: Sort,
    /// Whether something that ddsmt does not understand depends on the sort.
    pub fixed: bool,
    /// Whether operators of the sort's own theory are applied.
    pub used: bool,
    /// The places where the sort is written.
    pub sorts: Vec<NodePlace>,
    /// The literals of the sort.
    pub literals: Vec<NodePlace>,
    /// The applications that relate the sort to that of another class, or to an index: `concat`, `extract`, `to_fp`.
    pub conversions: Vec<NodePlace>,
}

impl SortClass {
    /// Returns the places by which the class is found: where its sort is written, else its literals, else
    /// its conversions.
    pub fn places(&self) -> &[NodePlace] {
        let lists = [&self.sorts, &self.literals, &self.conversions];
        lists.into_iter().find(|list| !list.is_empty()).map_or(&[], |list| list)
    }
}

/// The classes of a script.
#[derive(Debug, Default)]
pub struct SortClasses {
    /// For each command and node, one more than the number of the node's first variable.
    starts: Vec<Vec<u32>>,
    /// The class of each variable.
    class_of: Vec<u32>,
    classes: Vec<SortClass>,
    /// The classes that are found at a node.
    leaders: HashMap<NodePlace, Vec<usize>>,
}

impl SortClasses {
    /// Returns all classes.
    pub fn classes(&self) -> &[SortClass] {
        &self.classes
    }

    /// Returns the class of a node's sort as a whole; none for `Bool` and for unknown sorts.
    pub fn class(&self, node: Node<'_>) -> Option<usize> {
        let start = *self.starts.get(node.command())?.get(node.index())?;
        start.checked_sub(1).map(|variable| self.class_of[variable as usize] as usize)
    }

    /// Returns the classes that are found at `node`: each class is found at one node.
    pub fn led_by(&self, node: Node<'_>) -> impl Iterator<Item = (usize, &SortClass)> {
        let classes = self.leaders.get(&node.place()).into_iter().flatten();
        classes.map(|&class| (class, &self.classes[class]))
    }
}

/// A sort and its variables: its own, then those of its arguments.
#[derive(Clone)]
struct Type {
    sort: Sort,
    /// One more than the number of the first variable, or 0 if there is none.
    start: u32,
}

impl Type {
    /// Returns the variable of the sort itself.
    fn variable(&self) -> Option<u32> {
        self.start.checked_sub(1)
    }

    fn arguments(&self) -> Vec<Type> {
        let mut next = self.start + 1;
        let argument = |sort: &Sort| {
            let (start, count) = (next, variables(sort));
            next += count;
            Type { sort: sort.clone(), start: if count > 0 { start } else { 0 } }
        };
        self.sort.parts().iter().map(argument).collect()
    }
}

/// Whether nothing smaller can take the place of a sort.
fn is_constant(sort: &Sort) -> bool {
    matches!(sort, Sort::Unknown | Sort::Bool | Sort::RegLan | Sort::RoundingMode)
}

/// Returns the number of sorts in a sort that another sort may take the place of, itself included. The size of
/// the sort bounds the recursion.
fn variables(sort: &Sort) -> u32 {
    if is_constant(sort) { 0 } else { 1 + sort.parts().iter().map(variables).sum::<u32>() }
}
