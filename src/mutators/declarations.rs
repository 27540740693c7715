//! Mutators that delete a declaration, or a part of it, with all its uses.
//!
//! A declaration cannot go while a term mentions it, and no term alone can
//! spare it: these edits change the declaration and every use at once. They
//! come before what looks at terms, because each of them shortens many.

mod abbreviation;
mod arguments;
mod constant;
mod declaration;
mod default;
mod function;
mod merge;
mod model;
mod nonterminal;
mod sort_parameter;
mod undefine;

use super::{Mutator, none, some};
pub(super) use declaration::Declaration;

/// The mutators of this group, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[
    &model::MODEL_VALUE,
    &default::DECLARATION_DEFAULT,
    &merge::DECLARATION_MERGE,
    &arguments::REMOVE_ARGUMENT,
    &undefine::DEFINITION_TO_DECLARATION,
    &abbreviation::INLINE_SORT,
    &sort_parameter::DROP_SORT_PARAMETER,
    &nonterminal::DROP_NONTERMINAL,
    &function::ARRAY_TO_FUNCTION,
    &constant::DECLARE_CONSTANT,
];
