//! Mutators for every S-expression, whatever it means.

mod binary_reduction;
mod constants;
mod replace_by_child;
mod replace_by_variable;
mod sort_children;

pub use binary_reduction::BinaryReduction;
pub use replace_by_variable::{Mode, ReplaceByVariable};

use super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &BinaryReduction,
    &constants::Constants,
    &EraseNode,
    &MergeWithChildren,
    &replace_by_child::ReplaceByChild,
    &ReplaceByVariable { mode: Mode::Larger },
    &sort_children::SortChildren,
];

const ERASE_NODE: About = About {
    name: "erase-node",
    class: "EraseNode",
    summary: "erase node",
    may_grow: false,
    examples: &[
        Example { before: "(assert (f x))", after: &["", "((f x))", "(assert)", "(assert (x))", "(assert (f))"] },
        Example { before: "", after: &[] },
    ],
};

/// Deletes a node.
///
/// Proposed without regard to arity, because lax solvers accept what is left.
#[derive(Clone, Copy, Debug)]
pub struct EraseNode;

impl Mutator for EraseNode {
    fn about(&self) -> &'static About {
        &ERASE_NODE
    }

    fn filter(&self, _context: &Context, _node: Node<'_>) -> bool {
        true
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some([Edit::delete(node)])
    }
}

/// Operators that take any number of arguments and may be flattened.
///
/// Not all are associative: the result only has to be well-sorted.
const NARY: &[&str] = &[
    "=>",
    "and",
    "or",
    "xor",
    "=",
    "distinct",
    "+",
    "-",
    "*",
    "div",
    "/",
    "bvand",
    "bvor",
    "bvxor",
    "bvadd",
    "bvmul",
    "concat",
    "str.++",
    "seq.++",
    "re.++",
    "re.union",
    "re.inter",
    "set.union",
    "set.inter",
    "union",
    "intersection",
];

const MERGE_CHILDREN: About = About {
    name: "merge-children",
    class: "MergeWithChildren",
    summary: "merge with child",
    may_grow: false,
    examples: &[
        Example { before: "(+ a (+ b c))", after: &["(+ a b c)"] },
        Example { before: "(or (or p q) r (or))", after: &["(or p q r (or))", "(or (or p q) r)"] },
        Example { before: "(str.++ (str.++ s t) t)", after: &["(str.++ s t t)"] },
        Example { before: "(f a (f b c))", after: &[] },
    ],
};

/// Splices the arguments of a child with the same operator into its parent.
struct MergeWithChildren;

impl Mutator for MergeWithChildren {
    fn about(&self) -> &'static About {
        &MERGE_CHILDREN
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.head().is_some_and(|head| NARY.iter().any(|op| op.as_bytes() == head))
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let same = move |child: &Node<'_>| child.head().is_some() && child.head() == node.head();
        Box::new(node.children().filter(same).map(move |inner| {
            let args = inner.children().skip(1);
            let before = node.children().take_while(move |child| child.index() < inner.index());
            let after = node.children().skip_while(move |child| child.index() <= inner.index());
            Edit::rewrite(node, Term::list(before.chain(args).chain(after)))
        }))
    }
}
