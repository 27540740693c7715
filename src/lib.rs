//! A delta debugger for SMT-LIB.
//!
//! Each layer imports only those to its right (a test enforces this):
//!
//! ```text
//! main -> cli -> triage -> reduce -> { report -> strategy -> mutators -> smtlib, check } -> { files, sexpr }
//! ```

#[cfg(not(unix))]
compile_error!("solvers are started, watched and ended by the means of Unix");

pub mod check;
pub mod cli;
pub(crate) mod files;
pub mod mutators;
pub mod reduce;
pub mod report;
pub mod sexpr;
pub mod smtlib;
pub mod strategy;
pub(crate) mod triage;
