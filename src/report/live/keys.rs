//! Keys that are read as they are pressed.
//!
//! The terminal hands out each key at once and does not show it; everything else stays,
//! so Ctrl-C and Ctrl-Z are what they are. After a `kill -9`, `stty sane` helps a shell
//! that does not do so by itself.

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
    /// The modes to go back to, where others have been set.
    before: Option<Termios>,
    /// Whether no key is read any more.
    is_over: bool,
}

impl Keys {
    /// Whether there may be keys: somebody types into a terminal.
    pub fn are_there() -> bool {
        stdin().is_terminal()
    }

    /// The keys that are pressed within a time, which are not waited for when we run in
    /// the background: the terminal is another's then.
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

    /// Gives the terminal back as it was.
    pub fn give_back(&self) {
        if let Some(before) = self.0.lock().before.take() {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
        }
    }

    /// The same for good.
    pub fn end(&self) {
        self.0.lock().is_over = true;
        self.give_back();
    }

    /// Sets the modes, also where a shell has changed them while we were stopped.
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

/// Whether the terminal of stderr listens to us and not to another job of the shell.
pub(super) fn is_in_front() -> bool {
    tcgetpgrp(stderr()).is_ok_and(|group| group == getpgrp())
}
