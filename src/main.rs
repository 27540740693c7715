//! The `ddsmt` program.

use ddsmt::{cli, mutators};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os().skip(1), mutators::REGISTRY, cli::work).into()
}
