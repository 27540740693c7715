//! The meaning of SMT-LIB scripts: symbols, sorts, constants, well-sortedness.
//!
//! Analyses are sound but incomplete: they answer "unknown" rather than guess. Nothing here does I/O or recurses on
//! the input.

mod analysis;
mod cache;
mod check;
pub mod constants;
mod context;
mod grammar;
mod hints;
mod infer;
pub mod name;
mod sort;
mod sort_classes;
mod status;
mod symbols;
mod theories;
mod theory;
mod value;
mod weights;

pub use context::{Context, Local, Meaning};
pub use grammar::{Role, declares_function};
pub use hints::{Hints, Inquiry, is_query};
pub use sort::{Compound, Sort};
pub use sort_classes::{NodePlace, SortClass, SortClasses};
pub use symbols::{Symbol, SymbolKind, Symbols, declared_constant, declares_datatypes, is_of_theory, levels};
pub use theories::theories;
pub use theory::operators;
pub use value::Value;
