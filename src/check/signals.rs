//! SIGINT and SIGTERM end a run with the best so far.

use super::executor::Message;
use anyhow::Result;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

/// Reports signals to the scheduler; the second one ends the process at once.
///
/// # Errors
///
/// If the handlers cannot be installed.
pub fn forward(sender: Sender<Message>) -> Result<()> {
    let signals = [SIGINT, SIGTERM, SIGHUP];
    let again = Arc::new(AtomicBool::new(false));
    for signal in signals {
        // In this order, so that the first signal does not end the process.
        flag::register_conditional_shutdown(signal, 128 + signal, again.clone())?;
        flag::register(signal, again.clone())?;
    }
    let mut arrived = Signals::new(signals)?;
    std::thread::spawn(move || {
        for signal in arrived.forever() {
            if sender.send(Message::Signal(signal)).is_err() {
                return;
            }
        }
    });
    Ok(())
}
