//! Mutators that give bit-vectors and floating-point numbers fewer bits.

use super::super::{About, Edits, Example, Mutator};
use super::convert::changed;
use crate::sexpr::Node;
use crate::smtlib::{Context, Sort, SortClass};
use std::collections::BTreeSet;

/// Formats with a name, which is shorter than two numbers, smallest first.
const NAMED: [(u32, u32); 4] = [(5, 11), (8, 24), (11, 53), (15, 113)];

/// The smallest formats that solvers know, for what has no name.
const SMALLEST: [(u32, u32); 5] = [(2, 2), (2, 3), (3, 5), (5, 11), (8, 24)];

/// The classes that can have fewer bits, with their numbers.
fn wide(context: &Context) -> impl Iterator<Item = (usize, &SortClass)> {
    let classes = context.sort_classes().classes().iter().enumerate();
    classes.filter(|(_, class)| !class.fixed && !class.places().is_empty() && !smaller(&class.sort).is_empty())
}

/// Smaller sorts of the same theory, best first.
fn smaller(sort: &Sort) -> Vec<Sort> {
    match *sort {
        Sort::BitVec(width) => {
            let steps = [1, 2, width / 2, width - width / 4, width.saturating_sub(u32::from(width <= 8))];
            let mut seen = BTreeSet::new();
            let steps = steps.into_iter().filter(|&new| 0 < new && new < width && seen.insert(new));
            steps.map(Sort::BitVec).collect()
        }
        Sort::Float(e, s) => {
            let formats: &[(u32, u32)] = if NAMED.contains(&(e, s)) { &NAMED } else { &SMALLEST };
            let formats = formats.iter().copied().filter(|&(f, t)| f <= e && t <= s && (f, t) != (e, s));
            formats.map(|(e, s)| Sort::Float(e, s)).collect()
        }
        _ => Vec::new(),
    }
}

const NARROW_ALL: About = About {
    name: "narrow-all",
    class: "NarrowAll",
    summary: "reduce all bit-widths at once",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))\n\
            (assert (= (select a #x2) ((_ zero_extend 4) #xf)))",
            after: &[
                "(declare-const a (Array (_ BitVec 1) (_ BitVec 1)))\n(assert (= (select a #b0) #b1))",
                "(declare-const a (Array (_ BitVec 2) (_ BitVec 2)))\n(assert (= (select a #b10) #b11))",
                "(declare-const a (Array (_ BitVec 2) (_ BitVec 4)))\n\
                (assert (= (select a #b10) #xf))",
            ],
        },
        Example { before: "(declare-const a (_ BitVec 1))\n(assert (= a #b1))", after: &[] },
    ],
};

/// Makes all bit-vectors, all floating-point numbers, or all of one sort
/// smaller at once.
pub(super) struct NarrowAll;

impl Mutator for NarrowAll {
    fn about(&self) -> &'static About {
        &NARROW_ALL
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        (node.command(), node.index()) == (0, 0) && wide(context).next().is_some()
    }

    fn global<'a>(&'a self, context: &'a Context, _node: Node<'a>) -> Edits<'a> {
        let least = |sort: &Sort, step: usize| -> Option<Sort> {
            match *sort {
                Sort::BitVec(width) => Some(Sort::BitVec([1, 2.min(width), width.div_ceil(2)][step])),
                _ => smaller(sort).into_iter().nth(step),
            }
        };
        let theories: [fn(&Sort) -> bool; 2] = [|s| s.width().is_some(), |s| matches!(s, Sort::Float(..))];
        let everything = theories.into_iter().flat_map(move |theory| {
            (0..3).filter_map(move |step| {
                let of = wide(context).filter(|(_, class)| theory(&class.sort));
                changed(context, of.filter_map(|(i, class)| Some((i, least(&class.sort, step)?))))
            })
        });
        Box::new(everything)
    }
}

const STEP: About = About {
    name: "step-widths",
    class: "StepWidths",
    summary: "change all bit-widths by a few bits at once",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const a (_ BitVec 3))\n(assert (= a #b001))",
            after: &[
                "(declare-const a (_ BitVec 2))\n(assert (= a #b01))",
                "(declare-const a (_ BitVec 1))\n(assert (= a #b1))",
                "(declare-const a (_ BitVec 1))\n(assert (= a #b1))",
                "(declare-const a (_ BitVec 1))\n(assert (= a #b1))",
                "(declare-const a (_ BitVec 1))\n(assert (= a #b1))",
                "(declare-const a (_ BitVec 1))\n(assert (= a #b1))",
                "(declare-const a (_ BitVec 4))\n(assert (= a #x1))",
            ],
        },
        Example { before: "(declare-const a (_ BitVec 1))\n(assert (= a #b1))", after: &[] },
    ],
};

/// Makes all bit-vectors narrower by a few bits at once, or the narrow ones as wide
/// as a hexadecimal digit, which is shorter than as many binary ones.
pub(in super::super) struct StepWidths;

/// By how many bits.
const STEPS: [u32; 6] = [1, 2, 3, 4, 6, 8];

impl Mutator for StepWidths {
    fn about(&self) -> &'static About {
        &STEP
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        NarrowAll.filter(context, node)
    }

    fn global<'a>(&'a self, context: &'a Context, _node: Node<'a>) -> Edits<'a> {
        let down = |width: u32, step: u32| width.saturating_sub(step).max(1);
        let change = |to: &dyn Fn(u32) -> u32| {
            let sorts = wide(context).filter_map(|(i, class)| Some((i, Sort::BitVec(to(class.sort.width()?)))));
            changed(context, sorts)
        };
        let narrower = STEPS.into_iter().filter_map(move |step| change(&|width| down(width, step)));
        Box::new(narrower.chain(change(&|width| if width < 4 { 4 } else { width })))
    }
}

const NARROW: About = About {
    name: "narrow",
    class: "Narrow",
    summary: "reduce bit-width with all it is tied to",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 9))\n\
            (assert (= y (concat (bvadd x #x01) #b1)))",
            after: &[
                "(declare-const x (_ BitVec 1))\n(declare-const y (_ BitVec 9))\n\
                (assert (= y (concat ((_ zero_extend 7) (bvadd x #b1)) #b1)))",
                "(declare-const x (_ BitVec 2))\n(declare-const y (_ BitVec 9))\n\
                (assert (= y (concat ((_ zero_extend 6) (bvadd x #b01)) #b1)))",
                "(declare-const x (_ BitVec 4))\n(declare-const y (_ BitVec 9))\n\
                (assert (= y (concat ((_ zero_extend 4) (bvadd x #x1)) #b1)))",
                "(declare-const x (_ BitVec 6))\n(declare-const y (_ BitVec 9))\n\
                (assert (= y (concat ((_ zero_extend 2) (bvadd x #b000001)) #b1)))",
                "(declare-const x (_ BitVec 7))\n(declare-const y (_ BitVec 9))\n\
                (assert (= y (concat ((_ zero_extend 1) (bvadd x #b0000001)) #b1)))",
                "(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 1))\n(assert (= y #b1))",
                "(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 2))\n(assert (= y #b01))",
                "(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 4))\n(assert (= y #x1))",
                "(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 7))\n(assert (= y #b0000001))",
            ],
        },
        Example {
            before: "(declare-const x Float32)\n(assert (fp.eq x (fp #b0 #x80 #b00000000000000000000001)))",
            after: &["(declare-const x Float16)\n(assert (fp.eq x (fp #b0 #b10000 (_ bv1 10))))"],
        },
        Example {
            before: "(declare-const x (_ FloatingPoint 3 5))",
            after: &["(declare-const x (_ FloatingPoint 2 2))", "(declare-const x (_ FloatingPoint 2 3))"],
        },
        Example { before: "(declare-const a (_ BitVec 1))\n(assert (= a #b1))", after: &[] },
    ],
};

/// Makes the sorts of one class smaller.
pub(super) struct Narrow;

impl Mutator for Narrow {
    fn about(&self) -> &'static About {
        &NARROW
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context
            .sort_classes()
            .led_by(node)
            .iter()
            .any(|&class| !smaller(&context.sort_classes().classes()[class].sort).is_empty())
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let found = context.sort_classes();
        let sorts = |&class: &usize| smaller(&found.classes()[class].sort).into_iter().map(move |sort| (class, sort));
        let changes = found.led_by(node).iter().flat_map(sorts);
        Box::new(changes.filter_map(move |change| changed(context, [change])))
    }
}
