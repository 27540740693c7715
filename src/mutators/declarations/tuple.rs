//! The mutator that removes a component of tuples.

use super::{Mutator, some};
use crate::mutators::all_from;
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::{is_among, numeral};
use crate::smtlib::{Context, Role};

/// Removes one component of a tuple sort wherever that is written, and of all tuples that have it. What reads the
/// component becomes a constant.
pub(super) static DROP_COMPONENT: Mutator = Mutator {
    name: "drop-component",
    summary: "remove component of tuple with its uses",
    may_grow: true,
    examples: r"
        (declare-const t (Tuple Int Bool))
                (assert (= t (tuple ((_ tuple.select 0) t) ((_ tuple.select 1) ((_ tuple.update 1) t false)))))
            => (declare-const t (Tuple Bool)) (assert (= t (tuple ((_ tuple.select 0) ((_ tuple.update 0) t false)))))
             | (declare-const t (Tuple Int)) (assert (= t (tuple ((_ tuple.select 0) t))))
        (assert (set.member (tuple 0 true) (as set.empty (Set (Tuple Int Bool)))))
            => (assert (set.member (tuple true) (as set.empty (Set (Tuple Bool)))))
             | (assert (set.member (tuple 0) (as set.empty (Set (Tuple Int)))))
        (declare-const t (Tuple Int)) (assert (= ((_ tuple.select 0) t) 1)) => none
    ",
    filter: |_, node| node.has_head("Tuple") && node.arity() > 2,
    global: |context, node| {
        let is_same = |other: &Node<'_>| other.text() == node.text() && context.role(*other) == Role::Sort;
        let sorts = all_from(context, node, is_same)?;
        some((0..node.arity() - 1).filter_map(move |component| {
            let sorts = sorts.iter().filter_map(|sort| Some(vec![Edit::delete(sort.child(component + 1)?)]));
            let terms = context.script().every_node().filter(|term| term.is_list() && context.is_term(*term));
            let terms = terms.filter_map(|term| without(context, node, term, component));
            Edit::all(sorts.chain(terms).flatten())
        }))
    },
    ..Mutator::DEFAULT
};

/// Returns the edits of a term that makes, reads or updates a tuple of this sort.
fn without(context: &Context, sort: Node<'_>, term: Node<'_>, component: usize) -> Option<Vec<Edit>> {
    // The sort of a sort within a qualified term is not known.
    let wanted = context.sort(sort);
    let is_tuple = |node: Node<'_>| context.sort(node).is(&wanted) || context.sort(node).text() == sort.text();
    if term.head().is_some_and(|head| is_among(head, "tuple mkTuple")) {
        return is_tuple(term).then(|| term.child(component + 1).map(|part| vec![Edit::delete(part)])).flatten();
    }
    let (operator, tuple) = (term.child(0).filter(|head| head.has_head("_"))?, term.child(1).filter(|t| is_tuple(*t))?);
    let name = operator.child(1).filter(|name| is_among(name.text(), "tuple.select tuple.update tupSel"))?;
    let index = operator.child(2)?;
    let used: usize = numeral(index.leaf()?)?;
    Some(match used.cmp(&component) {
        std::cmp::Ordering::Less => Vec::new(),
        std::cmp::Ordering::Equal if name.is("tuple.update") => vec![Edit::hoist(term, tuple)],
        std::cmp::Ordering::Equal => {
            let constant = context.constants(&context.sort(term), term.command()).into_iter().next()?;
            vec![Edit::replace(term, &constant)]
        }
        std::cmp::Ordering::Greater => vec![Edit::replace(index, (used - 1).to_string().as_bytes())],
    })
}
