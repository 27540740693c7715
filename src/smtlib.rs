//! What SMT-LIB means: symbols, sorts, constants, well-sortedness.
//!
//! Facts are permissive: unknown means unknown, never wrong. Nothing here does
//! I/O or recurses on the input.

mod context;
mod sort;

pub use context::Context;
pub use sort::Sort;
