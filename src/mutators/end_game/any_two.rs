//! Replaces a symbol by a constant and drops something else.

use super::super::{About, Edits, Example, Mutator, Others, none};
use crate::sexpr::{Candidate, Edit, Node};
use crate::smtlib::Context;
use std::cmp::Reverse;
use std::collections::HashSet;

const ABOUT: About = About {
    name: "any-two",
    class: "AnyTwo",
    summary: "replace declared symbol and drop more",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const p Bool)\n(assert (f p))\n(assert g)",
            after: &[
                "(assert g)",
                "(assert (f false))",
                "(assert (f false))\n(g)",
                "(assert false)\n(assert g)",
                "(assert g)",
                "(assert (f true))",
                "(assert (f true))\n(g)",
                "(assert true)\n(assert g)",
            ],
        },
        Example { before: "(assert (p 1.0))", after: &[] },
    ],
};

/// Puts a constant in the place of a declared symbol and at once shortens a
/// term, or drops an assertion: what is left often fails for both reasons, and
/// neither can go alone.
pub(super) struct AnyTwo;

/// What is tried for the symbol.
const FIRST: &str = "declaration-default";

/// What is tried together with it, on all nodes.
const SECOND: [&str; 3] = ["erase-node", "constants", "substitute-children"];

/// Scripts with more nodes are left alone: the pairs would be too many.
const FEWER: u64 = 200;

/// How many edits are tried together with one constant, those that gain most.
const MOST: usize = 12;

/// The edits of one of the others on some nodes.
fn edits<'a>(
    context: &'a Context,
    others: Others<'a>,
    name: &str,
    nodes: impl Iterator<Item = Node<'a>> + 'a,
) -> Edits<'a> {
    let Some(mutator) = others.iter().find(|mutator| mutator.name() == name) else { return none() };
    Box::new(nodes.filter(|node| mutator.filter(context, *node)).flat_map(|node| {
        let (local, global) = (mutator.local(context, node), mutator.global(context, node));
        local.chain(global)
    }))
}

/// Both edits, those that gain most first.
fn pairs<'a>(context: &'a Context, others: Others<'a>, first: &Edit) -> Edits<'a> {
    let script = context.script();
    let alone = Candidate::new(script, first.clone()).gain();
    let seconds =
        SECOND.iter().flat_map(|name| edits(context, others, name, script.commands().flat_map(Node::subtree)));
    let both = seconds.filter_map(|second| Some(Candidate::new(script, first.and(&second)?)));
    let mut pairs: Vec<Candidate> = both.filter(|candidate| candidate.gain() > alone.max(0)).collect();
    pairs.sort_by_key(|candidate| Reverse(candidate.gain()));
    let mut seen = HashSet::new();
    let new = pairs.into_iter().filter(move |candidate| seen.insert(candidate.digest()));
    let sorted = new.filter(|candidate| !context.is_ill_sorted(candidate)).take(MOST);
    Box::new(sorted.map(|candidate| candidate.edit().clone()))
}

impl Mutator for AnyTwo {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.script().nodes() <= FEWER && node.index() == 0
    }

    fn combined<'a>(&'a self, context: &'a Context, node: Node<'a>, others: Others<'a>) -> Edits<'a> {
        let firsts = edits(context, others, FIRST, std::iter::once(node));
        Box::new(firsts.flat_map(move |first| pairs(context, others, &first)))
    }
}
