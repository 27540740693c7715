//! Output to stderr: whole lines, above the rows of the live display where there is one.

use parking_lot::Mutex;
use rustix::termios::tcgetwinsize;
use std::io::{IsTerminal, Write, stderr};

/// The bottom of the terminal. There is one stderr, so there is one such value.
static SCREEN: Mutex<Screen> = Mutex::new(Screen { is_open: false, rows: Vec::new() });

struct Screen {
    is_open: bool,
    rows: Vec<String>,
}

pub fn say(lines: &[String]) {
    write(&lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>());
}

/// Writes whole lines.
pub fn write(text: &str) {
    let screen = SCREEN.lock();
    put(&(screen.erasing() + text + &screen.rows.join("\r\n")));
}

/// Allows rows to be drawn until [`close`].
pub(super) fn open() {
    SCREEN.lock().is_open = true;
}

/// Removes the rows, and draws none any more.
pub(super) fn close() {
    draw(Vec::new());
    SCREEN.lock().is_open = false;
}

/// Draws rows in the place of the old ones.
pub(super) fn draw(rows: Vec<String>) {
    let mut screen = SCREEN.lock();
    if screen.is_open && rows != screen.rows {
        put(&(screen.erasing() + &rows.join("\r\n")));
        screen.rows = rows;
    }
}

pub(super) fn width() -> usize {
    let size = tcgetwinsize(stderr()).ok();
    size.map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0).unwrap_or(80)
}

/// Whether stderr is a terminal that can move its cursor.
pub fn is_drawable() -> bool {
    stderr().is_terminal() && std::env::var_os("TERM").is_some_and(|name| !name.is_empty() && name != "dumb")
}

/// Returns the columns of a text; escape sequences have none.
pub(super) fn columns(text: &str) -> usize {
    let mut in_escape = false;
    let is_shown = |c: &char| {
        let was_in_escape = in_escape;
        in_escape = *c == '\x1b' || in_escape && !c.is_ascii_alphabetic();
        !was_in_escape && !in_escape
    };
    text.chars().filter(is_shown).count()
}

impl Screen {
    /// Returns the text that goes to the start of the first row and erases all rows. In a terminal that was
    /// made narrower the rows take several lines.
    fn erasing(&self) -> String {
        let width = if self.rows.is_empty() { return String::new() } else { width() };
        let lines: usize = self.rows.iter().map(|row| columns(row).div_ceil(width).max(1)).sum();
        format!("\r{}\x1b[J", "\x1b[A".repeat(lines - 1))
    }
}

fn put(text: &str) {
    // A reader of stderr that has gone away is no reason to stop.
    let _ = stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn escape_sequences_have_no_columns() {
        for (text, wanted) in [("", 0), ("abc", 3), ("\x1b[1mab\x1b[0mc", 3), ("█▌·", 3)] {
            assert_eq!(columns(text), wanted, "{text:?}");
        }
    }
}
