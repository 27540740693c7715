//! Deletes pairs.

use super::super::{About, Component, Edits, Example, Mutator, none};
use super::FEW;
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use std::cmp::Reverse;

/// Deletes any two children of a list, any two commands, or what stands at the
/// same place of two lists side by side: a grammar declares its symbols in one
/// and has their rules in the other.
pub(super) struct AnyPair;

type Pair<'a> = (Node<'a>, Node<'a>);

/// All pairs of these nodes.
fn pairs<'a>(nodes: &[Node<'a>]) -> Vec<Pair<'a>> {
    let later = |i: usize| nodes[i + 1..].iter().map(move |second| (nodes[i], *second));
    (0..nodes.len()).flat_map(later).collect()
}

/// The lists at the same place of children side by side that are as long.
fn side_by_side(node: Node<'_>) -> impl Iterator<Item = Pair<'_>> {
    let twins = node.children().zip(node.children().skip(1)).filter(|(left, right)| left.arity() == right.arity());
    let places = twins.flat_map(|(left, right)| left.children().zip(right.children()));
    places.filter(|(left, right)| left.is_list() && right.is_list())
}

/// Deletes both of each pair, the longest together first.
fn deletions(mut pairs: Vec<Pair<'_>>) -> Edits<'_> {
    pairs.sort_by_key(|(first, second)| Reverse(first.text().len() + second.text().len()));
    Box::new(pairs.into_iter().filter_map(|(first, second)| Edit::delete(first).and(&Edit::delete(second))))
}

impl Mutator for AnyPair {
    fn about(&self) -> About {
        About {
            name: "any-pair",
            class: "AnyPair",
            summary: "erase a pair",
            lowers: Component::Bytes,
            examples: &[
                Example {
                    before: "(assert (f x yy z))\n(check-sat)",
                    after: &[
                        "",
                        "(assert (f z))\n(check-sat)",
                        "(assert (f x))\n(check-sat)",
                        "(assert (f yy))\n(check-sat)",
                    ],
                },
                Example {
                    before: "(synth-fun f () Int ((a Int) (b Bool)) ((a Int (0)) (b Bool (true))))",
                    after: &[
                        "(synth-fun f () Int ((a Int)) ((a Int (0))))",
                        "(synth-fun f () Int ((b Bool)) ((b Bool (true))))",
                        "(synth-fun f () Int ((a Int) (b Bool)) ((a) (b Bool (true))))",
                        "(synth-fun f () Int ((a Int) (b Bool)) ((a Int (0)) (b)))",
                    ],
                },
                Example { before: "(assert (f x))", after: &[] },
            ],
        }
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.script().nodes() <= FEW && (node.index() == 0 || node.arity() > 2)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        // What stands first is the operator, unless it is a list.
        let skip = usize::from(node.child(0).is_some_and(Node::is_leaf));
        let children: Vec<Node<'a>> = node.children().skip(skip).collect();
        let mut both = if node.index() > 0 { pairs(&children) } else { Vec::new() };
        both.extend(side_by_side(node));
        deletions(both)
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        if (node.command(), node.index()) != (0, 0) {
            return none();
        }
        deletions(pairs(&context.script().commands().collect::<Vec<_>>()))
    }
}
