//! The mutator that gives an argument of a function the sort of a term in what is passed.

use super::super::declarations::Declaration;
use super::super::{Mutator, none};
use super::FEW;
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::is_constant;
use crate::smtlib::{Context, Role, Sort};

/// Passes a part of each argument instead of the argument, and a constant of its sort instead of another
/// constant, where all of these parts have one sort, for which the function is then declared.
pub(super) static RETYPE_ARGUMENT: Mutator = Mutator {
    name: "retype-argument",
    summary: "pass a part of each argument, with its sort",
    examples: r"
        (declare-const c Int) |- (declare-fun f (Bool) Int) (assert (< (f (= 0 c)) (f false)))
            => (declare-fun f (Int) Int) (assert (< (f c) (f 0)))
        (declare-const p Bool) (declare-fun f (Bool) Int) (assert (< (f (not p)) (f p))) => none
    ",
    filter: |context, node| {
        context.script().nodes() <= FEW && node.has_head("declare-fun") && node.child(2).is_some_and(|d| d.arity() > 0)
    },
    global: |context, node| {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let (Some(terms), Some(domain)) = (declaration.terms(), node.child(2)) else { return none() };
        let edits = domain.children().enumerate().filter_map(move |(i, sort)| {
            let arguments = terms.iter().map(|term| term.child(i + 1)).collect::<Option<Vec<Node<'_>>>>()?;
            let new = arguments.iter().find_map(|argument| part(context, *argument, None))?;
            let new = context.sort(new);
            let constant = context.constants(&new, node.command()).into_iter().next();
            let passed = arguments.iter().map(|argument| match part(context, *argument, Some(&new)) {
                Some(part) => Some(Edit::hoist(*argument, part)),
                None if is_constant(*argument) => Some(Edit::replace(*argument, constant.as_ref()?)),
                None => None,
            });
            let passed = passed.collect::<Option<Vec<Edit>>>()?;
            Edit::all(passed.into_iter().chain([Edit::replace(sort, &new.text())]))
        });
        Box::new(edits.collect::<Vec<Edit>>().into_iter())
    },
    ..Mutator::DEFAULT
};

/// The first argument of a term that is no constant and has this sort, or any but that of the term.
fn part<'a>(context: &Context, term: Node<'a>, sort: Option<&Sort>) -> Option<Node<'a>> {
    let fits = |inner: &Node<'a>| {
        let found = context.sort(*inner);
        let is_wanted = sort.map_or_else(|| found != context.sort(term), |sort| found == *sort);
        context.role(*inner) == Role::Term && found.is_known() && is_wanted && !is_constant(*inner)
    };
    term.children().skip(1).find(fits)
}
