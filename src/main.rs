//! The `ddsmt` program.

use ddsmt::{cli, mutators};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1);
    let exit = cli::run(words, mutators::REGISTRY, |_, _| {
        eprintln!("[ddsmt] Error: this build only reads command lines");
        cli::Exit::Failure
    });
    exit.into()
}
