//! The mutator that opens fewer levels at once.

use super::{Mutator, levels, lower, none, pops};
use crate::sexpr::Node;

/// Lets a push open one level instead of several, and takes the others from the
/// pops that close them.
pub(super) static ONE_LEVEL: Mutator = Mutator {
    name: "one-level",
    class: "OneLevel",
    summary: "push and pop one level instead of several",
    examples: r"
        (push 3) (assert p) (check-sat) (pop 3) => (push) (assert p) (check-sat) (pop)
        (push 2) (check-sat) => (push) (check-sat)
        (push) |- (push 3) (check-sat) (pop 2) (pop 2) => (push) (check-sat) (pop 2) | (push) (check-sat) (pop) (pop)
        (push) (push 1) (pop 2) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("push") && levels(node).is_some_and(|levels| levels > 1),
    global: |context, node| {
        let Some(pops) = pops(context, node) else { return none() };
        let last = pops.len() - 1;
        let is_split = pops[0].map(Node::command) != pops[last].map(Node::command);
        let kept = std::iter::once(0).chain(is_split.then_some(last));
        Box::new(kept.filter_map(move |kept| lower(node, &pops, Some(kept))))
    },
    ..Mutator::DEFAULT
};
