//! Mutators that say a command, or the sorts in it, in another way that only some solvers take for the same.

use super::has_few_nodes;
use crate::mutators::rewrite::Rules;
use crate::mutators::{Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};

/// Asks without a tactic, or only applies the tactic: z3 often fails within it.
pub(super) static APPLY_TACTIC: Mutator = Mutator {
    name: "apply-tactic",
    summary: "apply the tactic of a query alone",
    examples: r"
        (check-sat-using (then simplify smt)) => (check-sat) | (apply (then simplify smt))
        (check-sat) => none
    ",
    rules: Rules::new(&["(check-sat-using ?tactic) => (check-sat)", "(check-sat-using ?tactic) => (apply ?tactic)"]),
    ..Mutator::DEFAULT
};

/// Puts `Int` in the place of `Bool` within an array or another compound sort, wherever that is written: both the sort
/// and its literals are shorter. Literals change with it where they are read or stored.
pub(super) static BOOL_TO_INT: Mutator = Mutator {
    name: "bool-to-int",
    summary: "put integers for truth values within a sort",
    examples: r"
        (declare-const a (Array Bool Bool)) (assert (= a (store a true false)))
            => (declare-const a (Array Int Int)) (assert (= a (store a 1 0)))
             | (declare-const a (Array Int Bool)) (assert (= a (store a 1 false)))
             | (declare-const a (Array Bool Int)) (assert (= a (store a true 0)))
        (declare-const s (Seq Bool)) (declare-const p Bool) => (declare-const s (Seq Int)) (declare-const p Bool)
        (declare-const a (Array Int Int)) (declare-const p Bool) => none
    ",
    filter: |context, node| has_few_nodes(context) && is_sort(context, node) && places(node).next().is_some(),
    global: |context, node| {
        let nodes = context.script().every_node();
        let same: Vec<Node<'_>> = nodes.filter(|n| n.text() == node.text() && is_sort(context, *n)).collect();
        if same.first().is_none_or(|first| first.place() != node.place()) {
            return none();
        }
        let each: Vec<usize> = places(node).collect();
        let all = (each.len() > 1).then(|| each.clone());
        let choices = all.into_iter().chain(each.into_iter().map(|place| vec![place]));
        Box::new(choices.filter_map(move |chosen| {
            let sorts = same.iter().flat_map(|sort| chosen.iter().filter_map(|&i| sort.child(i)));
            let sorts: Vec<Edit> = sorts.map(|leaf| Edit::replace(leaf, b"Int")).collect();
            let applications = context.script().every_node().filter(|term| term.is_list() && context.is_term(*term));
            let literals = applications.flat_map(|term| literals(context, node, term, &chosen));
            Edit::all(sorts.into_iter().chain(literals))
        }))
    },
    ..Mutator::DEFAULT
};

fn is_sort(context: &Context, node: Node<'_>) -> bool {
    node.is_list() && context.role(node) == Role::Sort
}

/// Returns the numbers of the arguments of a sort that are `Bool`.
fn places(sort: Node<'_>) -> impl Iterator<Item = usize> {
    sort.children().enumerate().skip(1).filter(|(_, argument)| argument.is("Bool")).map(|(i, _)| i)
}

/// Returns the edits of the truth values by which `term` reads or makes an array of this sort, in `chosen` arguments.
fn literals(context: &Context, sort: Node<'_>, term: Node<'_>, chosen: &[usize]) -> Vec<Edit> {
    let is_array = |i: usize| term.child(i).is_some_and(|array| context.sort(array).is(&context.sort(sort)));
    let children: &[(usize, usize)] = match term.head() {
        Some(b"select" | b"store") if is_array(1) => &[(2, 1), (3, 2)],
        None if is_array(0) => &[(1, 2)],
        _ => &[],
    };
    let chosen = children.iter().filter(|(_, argument)| chosen.contains(argument));
    let numeral = |leaf: Node<'_>| match leaf.leaf() {
        Some(b"true") => Some(Edit::replace(leaf, b"1")),
        Some(b"false") => Some(Edit::replace(leaf, b"0")),
        _ => None,
    };
    chosen.filter_map(|&(child, _)| numeral(term.child(child)?)).collect()
}
