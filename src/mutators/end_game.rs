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
pub(super) static MUTATORS: &[&Mutator] = &[
    &fold_constants::FOLD_CONSTANTS,
    &predicate::TERM_TO_PREDICATE,
    &symbol_to_term::SYMBOL_TO_TERM,
    &super::sorts::STEP_WIDTHS,
    &bit_as_bool::BIT_AS_BOOL,
    &super::terms::HOIST_ANY,
    &shorter_term::SHORTER_TERM,
    &concatenate::EXTEND_TO_CONCAT,
    &any_operator::ANY_OPERATOR,
    &join::JOIN_ASSERTS,
    &chain::CHAIN_EQUALITIES,
    &everywhere::EVERYWHERE,
    &any_term::ANY_TERM,
    &share::SHARE_TERM,
    &decimal::DECIMAL_TO_NUMERAL,
];

/// Scripts with more nodes are left alone: the end has not come yet.
const FEW: u64 = 2000;
