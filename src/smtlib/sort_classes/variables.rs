//! The variables of a sort: one for the sort itself, and one for each of its arguments.

use crate::smtlib::Sort;

/// A sort and one more than the first of its variables: its own, then those of
/// its arguments.
pub(super) type Type = (Sort, u32);

/// Sorts that nothing smaller can take the place of.
pub(super) fn is_constant(sort: &Sort) -> bool {
    matches!(sort, Sort::Unknown | Sort::Bool | Sort::RegLan | Sort::RoundingMode)
}

/// The number of sorts in a sort that another may take the place of, itself
/// included; the recursion is bounded by its size.
pub(super) fn variables(sort: &Sort) -> u32 {
    let arguments = sort.compound().map_or(&[] as &[Sort], |(_, arguments)| arguments);
    if is_constant(sort) { 0 } else { 1 + arguments.iter().map(variables).sum::<u32>() }
}

/// The arguments of a sort, each with its variables.
pub(super) fn arguments((sort, start): &Type) -> Vec<Type> {
    let mut start = start + 1;
    let arguments = sort.compound().map_or(&[] as &[Sort], |(_, arguments)| arguments);
    let argument = |argument: &Sort| {
        let count = variables(argument);
        start += count;
        (argument.clone(), if count > 0 { start - count } else { 0 })
    };
    arguments.iter().map(argument).collect()
}
