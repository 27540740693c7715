//! One solver process: started, listened to, ended, reaped.

mod canceller;
mod clock;
mod listener;
mod outcome;
mod output_pipes;
mod runner;
mod stand;
#[cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux", not(feature = "portable"))),
    path = "process/warm/elsewhere.rs"
)]
mod warm;

pub use canceller::Canceller;
pub use listener::{Listener, OutputPrefix, Stream};
pub use outcome::{End, Outcome};
pub(super) use output_pipes::ends_within;
pub use runner::Runner;
pub use stand::Stand;
pub use warm::{Refusal, Warm};
