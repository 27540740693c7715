//! The `ddsmt` program.

fn main() {}
