//! The mutator that gives places another sort where no operator needs theirs.

use super::super::Mutator;
use super::convert::changed;
use crate::smtlib::{Sort, SortClass};

/// Replaces a sort by a shorter one.
pub(super) static REPLACE_SORT: Mutator = Mutator {
    name: "replace-sort",
    class: "ReplaceSort",
    summary: "replace sort by a simpler one",
    examples: r"
        (declare-sort U 0) (declare-const x U) (declare-const y U) (assert (= x y))
            => (declare-const x Bool) (declare-const y Bool) (assert (= x y))
             | (declare-const x Int) (declare-const y Int) (assert (= x y))
        (declare-const a (Array (_ BitVec 8) Real)) (assert (< (select a #x07) 1.5))
            => (declare-const a (Array Bool Real)) (assert (< (select a true) 1.5))
             | (declare-const a (Array (_ BitVec 8) Int)) (assert (< (select a #x07) 1))
        (declare-sort U 0) (declare-const x U) (declare-const y U)
            => (declare-const x Bool) (declare-const y Bool) | (declare-const x Int) (declare-const y Int)
             | (declare-sort U 0) (declare-const x Bool) (declare-const y U)
             | (declare-sort U 0) (declare-const x Int) (declare-const y U)
             | (declare-sort U 0) (declare-const x U) (declare-const y Bool)
             | (declare-sort U 0) (declare-const x U) (declare-const y Int)
        (declare-const a (Array Bool (Array Int Bool))) (assert (= (select a true) (select a false)))
            => (declare-const a (Array Bool Bool)) (assert (= (select a true) (select a false)))
             | (declare-const a (Array Bool Int)) (assert (= (select a true) (select a false)))
        (declare-const x (_ BitVec 8)) (assert (bvult x #x07)) => none
    ",
    filter: |context, node| {
        let found = context.sort_classes();
        let is_first = (node.command(), node.index()) == (0, 0);
        is_first || found.led_by(node).iter().any(|&class| !others(&found.classes()[class]).is_empty())
    },
    global: |context, node| {
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
    },
    ..Mutator::DEFAULT
};

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
