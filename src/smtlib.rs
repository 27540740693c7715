//! What SMT-LIB means: symbols, sorts, constants, well-sortedness.
//!
//! Facts are permissive: unknown means unknown, never wrong. Nothing here does
//! I/O or recurses on the input.

mod cache;
mod check;
pub mod constants;
mod context;
mod facts;
mod grammar;
mod hints;
mod infer;
pub mod name;
mod role;
mod sort;
mod symbols;
mod ternary;
mod theories;
mod theory;
mod ties;

pub use context::{Context, Local, Meaning};
pub use hints::{Hints, Inquiry};
pub use role::Role;
pub use sort::{Compound, Sort};
pub use symbols::{Symbol, SymbolKind, Symbols, declared_constant};
pub use ternary::Ternary;
pub use theories::theories;
pub use ties::{Class, Place, Ties};
