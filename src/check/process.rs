//! Starts one solver process, listens to its output, ends it and reaps it.

mod canceller;
mod clock;
mod listener;
mod outcome;
mod output_pipes;
mod runner;
#[cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux", not(feature = "portable"))),
    path = "process/warm/elsewhere.rs"
)]
mod warm;

pub use canceller::Canceller;
pub(crate) use listener::OutputPrefix;
pub use listener::{Listener, Stream};
pub use outcome::End;
pub(crate) use outcome::{ClonePoint, Outcome};
pub(super) use output_pipes::ends_within;
pub(super) use runner::{Runner, wait};
pub(super) use warm::Warm;
