//! The mutator that gives places another sort where no operator needs theirs.

use super::super::{About, Edits, Example, Mutator};
use super::convert::changed;
use crate::sexpr::Node;
use crate::smtlib::{Context, Sort, SortClass};

const ABOUT: About = About {
    name: "replace-sort",
    class: "ReplaceSort",
    summary: "replace sort by a simpler one",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-sort U 0)\n(declare-const x U)\n(declare-const y U)\n(assert (= x y))",
            after: &[
                "(declare-const x Bool)\n(declare-const y Bool)\n(assert (= x y))",
                "(declare-const x Int)\n(declare-const y Int)\n(assert (= x y))",
            ],
        },
        Example {
            before: "(declare-const a (Array (_ BitVec 8) Real))\n(assert (< (select a #x07) 1.5))",
            after: &[
                "(declare-const a (Array Bool Real))\n(assert (< (select a true) 1.5))",
                "(declare-const a (Array (_ BitVec 8) Int))\n(assert (< (select a #x07) 1))",
            ],
        },
        Example {
            before: "(declare-sort U 0)\n(declare-const x U)\n(declare-const y U)",
            after: &[
                "(declare-const x Bool)\n(declare-const y Bool)",
                "(declare-const x Int)\n(declare-const y Int)",
                "(declare-sort U 0)\n(declare-const x Bool)\n(declare-const y U)",
                "(declare-sort U 0)\n(declare-const x Int)\n(declare-const y U)",
                "(declare-sort U 0)\n(declare-const x U)\n(declare-const y Bool)",
                "(declare-sort U 0)\n(declare-const x U)\n(declare-const y Int)",
            ],
        },
        Example {
            before: "(declare-const a (Array Bool (Array Int Bool)))\n(assert (= (select a true) (select a false)))",
            after: &[
                "(declare-const a (Array Bool Bool))\n(assert (= (select a true) (select a false)))",
                "(declare-const a (Array Bool Int))\n(assert (= (select a true) (select a false)))",
            ],
        },
        Example { before: "(declare-const x (_ BitVec 8))\n(assert (bvult x #x07))", after: &[] },
    ],
};

/// Replaces a sort by a shorter one.
pub(super) struct ReplaceSort;

/// The sorts that can take the place of a class's.
fn others(class: &SortClass) -> &'static [Sort] {
    match &class.sort {
        _ if class.fixed || class.places().is_empty() => &[],
        Sort::Real => &[Sort::Int],
        Sort::App(_) | Sort::String | Sort::Float(..) if !class.used => &[Sort::Bool, Sort::Int],
        Sort::BitVec(_) if !class.used => &[Sort::Bool],
        _ => &[],
    }
}

impl Mutator for ReplaceSort {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        let found = context.sort_classes();
        let is_first = (node.command(), node.index()) == (0, 0);
        is_first || found.led_by(node).iter().any(|&class| !others(&found.classes()[class]).is_empty())
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let classes = context.sort_classes().classes();
        let alone = context.sort_classes().led_by(node).iter().flat_map(move |&class| {
            others(&classes[class]).iter().filter_map(move |sort| changed(context, [(class, sort.clone())]))
        });
        if (node.command(), node.index()) != (0, 0) {
            return Box::new(alone);
        }
        let mut sorts: Vec<&Sort> = Vec::new();
        for class in classes.iter().filter(|class| !others(class).is_empty()) {
            if !sorts.contains(&&class.sort) && classes.iter().filter(|other| other.sort == class.sort).count() > 1 {
                sorts.push(&class.sort);
            }
        }
        let together = sorts.into_iter().flat_map(move |sort| {
            [Sort::Bool, Sort::Int].into_iter().filter_map(move |new| {
                let same = classes.iter().enumerate().filter(|(_, class)| class.sort == *sort);
                let able = same.filter(|(_, class)| others(class).contains(&new)).map(|(i, _)| (i, new.clone()));
                changed(context, able)
            })
        });
        Box::new(together.chain(alone))
    }
}
