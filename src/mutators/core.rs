//! Mutators for every S-expression, whatever it means.

mod binary_reduction;
mod constants;
mod replace_by_child;
mod replace_by_variable;
mod sort_children;

pub use replace_by_variable::{BY_SMALLER, Mode};

use super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};

/// The mutators of this theory, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[
    &binary_reduction::BINARY_REDUCTION,
    &constants::CONSTANTS,
    &ERASE_NODE,
    &MERGE_CHILDREN,
    &replace_by_child::SUBSTITUTE_CHILDREN,
    &replace_by_variable::BY_LARGER,
    &sort_children::SORT_CHILDREN,
];

/// Deletes a node.
///
/// Proposed without regard to arity, because lax solvers accept what is left.
static ERASE_NODE: Mutator = Mutator {
    name: "erase-node",
    summary: "erase node",
    examples: r"
        (assert (f x)) => nothing | ((f x)) | (assert) | (assert (x)) | (assert (f))
        nothing => none
    ",
    filter: |_, _| true,
    local: |_, node| some([Edit::delete(node)]),
    ..Mutator::DEFAULT
};

/// Operators that take any number of arguments and may be flattened.
///
/// Not all are associative: the result only has to be well-sorted.
const NARY: &[&str] = &[
    "=>", "and", "or", "xor", "=", "distinct", "+", "-", "*", "div", "/", "bvand", "bvor", "bvxor", "bvadd", "bvmul",
    "concat", "str.++", "seq.++", "re.++", "re.union", "re.inter", "set.union", "set.inter", "union", "intersection",
];

/// Splices the arguments of a child with the same operator into its parent.
static MERGE_CHILDREN: Mutator = Mutator {
    name: "merge-children",
    class: "MergeWithChildren",
    summary: "merge with child",
    examples: r"
        (+ a (+ b c)) => (+ a b c)
        (or (or p q) r (or)) => (or p q r (or)) | (or (or p q) r)
        (str.++ (str.++ s t) t) => (str.++ s t t)
        (f a (f b c)) => none
    ",
    filter: |_, node| node.head().is_some_and(|head| NARY.iter().any(|op| op.as_bytes() == head)),
    local: |_, node| {
        let same = move |child: &Node<'_>| child.head().is_some() && child.head() == node.head();
        Box::new(node.children().filter(same).map(move |inner| {
            let args = inner.children().skip(1);
            let before = node.children().take_while(move |child| child.index() < inner.index());
            let after = node.children().skip_while(move |child| child.index() <= inner.index());
            Edit::rewrite(node, Term::list(before.chain(args).chain(after)))
        }))
    },
    ..Mutator::DEFAULT
};
