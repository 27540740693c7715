//! Mutators for the end game, when few nodes are left: they try whatever is
//! smaller, so their number grows with the square of the script's size.

mod any_operator;
mod any_term;
mod bit_as_bool;
mod chain;
mod concatenate;
mod decimal;
mod everywhere;
mod fold_constants;
mod join;
mod pool;
mod predicate;
mod share;
mod shorter_term;
mod symbol_to_term;

use super::Mutator;

/// The mutators of this group, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &fold_constants::FoldConstants,
    &predicate::TermToPredicate,
    &symbol_to_term::SymbolToTerm,
    &super::sorts::StepWidths,
    &bit_as_bool::BIT_AS_BOOL,
    &super::terms::HoistAny,
    &shorter_term::ShorterTerm,
    &concatenate::Concatenate,
    &any_operator::AnyOperator,
    &join::JoinAssertions,
    &chain::ChainEqualities,
    &everywhere::Everywhere,
    &any_term::AnyTerm,
    &share::ShareTerm,
    &decimal::DecimalToNumeral,
];

/// Scripts with more nodes are left alone: the end has not come yet.
const FEW: u64 = 2000;
