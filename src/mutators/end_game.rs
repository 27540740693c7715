//! Mutators for the end game, when few nodes are left: they try whatever is
//! smaller, so their number grows with the square of the script's size.

mod any_operator;
mod any_term;
mod any_two;
mod chain;
mod concatenate;
mod decimal;
mod everywhere;
mod join;
mod share;

use super::Mutator;

/// The mutators of this group, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &concatenate::Concatenate,
    &any_operator::AnyOperator,
    &join::JoinAssertions,
    &chain::ChainEqualities,
    &everywhere::Everywhere,
    &any_term::AnyTerm,
    &share::ShareTerm,
    &any_two::AnyTwo,
    &decimal::DecimalToNumeral,
];

/// Scripts with more nodes are left alone: the end has not come yet.
const FEW: u64 = 2000;
