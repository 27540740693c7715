//! Reads keys as they are pressed.
//!
//! The terminal passes on each key at once and does not show it. Everything else stays, so Ctrl-C and Ctrl-Z
//! work as always. After a `kill -9`, `stty sane` restores the terminal, unless the shell does so by itself.

use parking_lot::Mutex;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr};
use std::io::{IsTerminal, stderr, stdin};
use std::time::Duration;

/// The terminal that keys come from.
#[derive(Default)]
pub(super) struct Keys(Mutex<Modes>);

#[derive(Default)]
struct Modes {
    /// The modes to restore, if they have been changed.
    before: Option<Termios>,
    /// Whether no key is read any more.
    is_over: bool,
}

impl Keys {
    /// Whether there may be keys: standard input is a terminal.
    pub fn are_there() -> bool {
        stdin().is_terminal()
    }

    /// Returns the keys that are pressed within `wait`; none when ddsmt runs in the background, where the
    /// terminal belongs to another job.
    pub fn read(&self, wait: Duration) -> Vec<u8> {
        if !Self::are_there() || !is_in_front() || !self.take() {
            std::thread::sleep(wait);
            return Vec::new();
        }
        let input = stdin();
        let mut fds = [PollFd::new(&input, PollFlags::IN)];
        let wait = Timespec::try_from(wait).ok();
        let mut keys = [0; 16];
        match poll(&mut fds, wait.as_ref()) {
            Ok(1..) if is_in_front() => match rustix::io::read(&input, &mut keys) {
                Ok(count @ 1..) => keys[..count].to_vec(),
                _ => {
                    self.end();
                    Vec::new()
                }
            },
            _ => Vec::new(),
        }
    }

    /// Restores the terminal.
    pub fn give_back(&self) {
        if let Some(before) = self.0.lock().before.take() {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
        }
    }

    /// Restores the terminal for good: no key is read any more.
    pub fn end(&self) {
        self.0.lock().is_over = true;
        self.give_back();
    }

    /// Sets the modes, also after a shell has changed them while ddsmt was stopped. Returns whether keys can be read.
    fn take(&self) -> bool {
        let mut modes = self.0.lock();
        let Ok(found) = tcgetattr(stdin()) else { return false };
        if modes.is_over || !found.local_modes.contains(LocalModes::ICANON) {
            return !modes.is_over;
        }
        let mut wanted = found.clone();
        wanted.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        (wanted.special_codes[SpecialCodeIndex::VMIN], wanted.special_codes[SpecialCodeIndex::VTIME]) = (1, 0);
        modes.before = Some(found);
        tcsetattr(stdin(), OptionalActions::Now, &wanted).is_ok()
    }
}

/// Whether ddsmt, and not another job of the shell, is in the foreground of the terminal of stderr.
pub(super) fn is_in_front() -> bool {
    tcgetpgrp(stderr()).is_ok_and(|group| group == getpgrp())
}
