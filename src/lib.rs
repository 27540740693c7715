//! A delta debugger for SMT-LIB.
//!
//! Layers, each importing only those to its right (a test enforces it):
//!
//! ```text
//! main -> cli -> reduce -> { report, strategy -> mutators -> smtlib, check } -> sexpr
//! ```

#[cfg(not(target_os = "linux"))]
compile_error!("solvers are started, watched and ended by the means of Linux");

pub mod check;
pub mod cli;
pub mod mutators;
pub mod reduce;
pub mod report;
pub mod sexpr;
pub mod smtlib;
pub mod strategy;
