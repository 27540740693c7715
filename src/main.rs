//! The `ddsmt` program.

use ddsmt::check::{become_solver, let_terminal_stop_no_solver, run_launched};
use ddsmt::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(status) = become_solver(std::env::args_os()).or_else(|| run_launched(std::env::args_os().skip(1))) {
        return status.into();
    }
    let_terminal_stop_no_solver();
    cli::run(std::env::args_os().skip(1), cli::work).into()
}
