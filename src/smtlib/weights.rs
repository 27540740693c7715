//! The weight of a term: its bytes, and those of what `let` binds for this term alone.
//!
//! A command whose terms are shared by `let` is a graph. In its dominator tree a binding is placed below the
//! innermost term that holds all of its uses, directly or in other bindings: without that term the binding is
//! not needed. The tree grows from the command downwards, the body of a `let` before the bound terms, so that
//! all uses are placed before the binding is.

use super::Role;
use super::analysis::Analysis;
use crate::sexpr::Node;

/// The dominator tree as far as it has grown.
struct Tree(Vec<TreeNode>);

/// The place of a node in the tree.
#[derive(Clone, Copy, Default)]
struct TreeNode {
    above: u32,
    /// An ancestor further up, chosen by depth alone, so that every search takes logarithmic time: Myers, *An
    /// applicative random-access stack*, 1983.
    jump: u32,
    depth: u32,
}

impl Tree {
    /// Places `node` below `above`.
    fn hang(&mut self, node: usize, above: usize) {
        let place = |i: u32| self.0[i as usize];
        let up = place(above as u32);
        let jump = place(up.jump);
        let is_even = up.depth - jump.depth == jump.depth - place(jump.jump).depth;
        let jump = if is_even { jump.jump } else { above as u32 };
        self.0[node] = TreeNode { above: above as u32, jump, depth: up.depth + 1 };
    }

    /// Returns the lowest common ancestor.
    fn common(&self, a: usize, b: usize) -> usize {
        let place = |i: u32| self.0[i as usize];
        let (mut a, mut b) = (a as u32, b as u32);
        while place(a).depth != place(b).depth {
            let (low, high) = if place(a).depth > place(b).depth { (&mut a, b) } else { (&mut b, a) };
            let TreeNode { above, jump, .. } = place(*low);
            *low = if place(jump).depth >= place(high).depth { jump } else { above };
        }
        while a != b {
            let (up, other) = (place(a), place(b));
            (a, b) = if up.jump == other.jump { (up.above, other.above) } else { (up.jump, other.jump) };
        }
        a as usize
    }
}

/// Returns the weight of each node of a command, in bytes, by its pre-order number.
pub(super) fn of(root: Node<'_>, analysis: &Analysis) -> Vec<u32> {
    let mut tree = Tree(vec![TreeNode::default(); root.size()]);
    let mut weights = vec![0; root.size()];
    let (mut order, mut open) = (Vec::with_capacity(root.size()), vec![(root, 0)]);
    let is_let = |list: usize| root.tape().node(root.command(), list).has_head("let");
    while let Some((node, parent)) = open.pop() {
        let symbol = node.index() + 1;
        let uses = || analysis.uses_of(symbol).filter(|leaf| *leaf != symbol);
        let is_bound = analysis.roles[node.index()] == Role::Binder && analysis.parent(parent).is_some_and(is_let);
        let above = if is_bound { uses().reduce(|a, b| tree.common(a, b)).unwrap_or(parent) } else { parent };
        if node.index() > 0 {
            tree.hang(node.index(), above);
        }
        order.push(node.index());
        weights[node.index()] = node.text().len() as u32;
        // The last node is taken first: the body before the bound terms.
        for child in node.children() {
            weights[node.index()] -= child.text().len() as u32;
            open.push((child, node.index()));
        }
    }
    for &index in order[1..].iter().rev() {
        weights[tree.0[index].above as usize] += weights[index];
    }
    weights
}
