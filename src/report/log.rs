//! Log lines on stderr: `[ddSMT LEVEL] message`, the form that scripts grep for.
//!
//! All modules log through the `log` crate, whose five levels lack ddSMT's CHAT: a record of level `Info` with
//! the target [`CHAT`] stands for it.

use super::terminal;
use env_logger::{Builder, Target};
use log::LevelFilter;
use std::io::{self, Write};

/// The target that makes a record of level `Info` a CHAT line: `log::info!(target: CHAT, "...")`.
pub const CHAT: &str = "chat";

/// Returns a number of things as text: `1 input`, `2 inputs`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Sends log lines to stderr, whole lines at a time; `verbosity` is the number of `-v` minus the number of
/// `-q`. Only the first call in a process has an effect, because the `log` crate takes one logger.
pub fn install(verbosity: i64) {
    // ddSMT becomes loud again below -2; here ddsmt stays silent.
    let (all, chat) = match verbosity {
        ..=-2 => (LevelFilter::Error, LevelFilter::Off),
        -1 => (LevelFilter::Warn, LevelFilter::Off),
        0 => (LevelFilter::Warn, LevelFilter::Info),
        1 => (LevelFilter::Info, LevelFilter::Info),
        2 => (LevelFilter::Debug, LevelFilter::Info),
        3.. => (LevelFilter::Trace, LevelFilter::Info),
    };
    let mut logger = Builder::new();
    logger.target(Target::Pipe(Box::new(AboveRows))).filter_level(all).filter_module(CHAT, chat).format(
        |out, record| {
            let level = match record.level() {
                log::Level::Warn => "WARNING",
                log::Level::Info if record.target() == CHAT => "CHAT",
                level => level.as_str(),
            };
            // Only the outputs of golden runs are shown as they are.
            let is_plain = level == "INFO";
            let is_shown = |c: char| is_plain || !c.is_control() || c == '\n' || c == '\t';
            let text = record.args().to_string().replace(|c| !is_shown(c), "?");
            writeln!(out, "[ddSMT {level}] {text}")
        },
    );
    // Where ddsmt is used as a library, another logger may exist already.
    let _ = logger.try_init();
}

/// Writes lines above the rows of the display.
struct AboveRows;

impl Write for AboveRows {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        terminal::write(&String::from_utf8_lossy(lines));
        Ok(lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
