//! The `ddsmt` program.

use ddsmt::check::limits::become_limited;
use ddsmt::{cli, mutators};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(status) = become_limited(std::env::args_os()) {
        return status.into();
    }
    cli::run(std::env::args_os().skip(1), mutators::REGISTRY, cli::work).into()
}
