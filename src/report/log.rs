//! Log lines on stderr: `[ddSMT LEVEL] message`, the form that scripts grep for.
//!
//! All log through the `log` crate, whose five levels lack ddSMT's CHAT: a record of level
//! `Info` with the target [`CHAT`] is one.

use super::terminal;
use env_logger::{Builder, Target};
use log::LevelFilter;
use std::io::{self, Write};

/// The target that makes a record of level `Info` a CHAT line:
/// `log::info!(target: CHAT, "...")`.
pub const CHAT: &str = "chat";

/// A number of things for a line: `1 input`, `2 inputs`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// How important a line is, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The run cannot go on.
    Error,
    /// Something is not as the user may think.
    Warning,
    /// Rare progress lines; the default threshold.
    Chat,
    /// Settings, golden run, progress, statistics.
    Info,
    /// Decisions.
    Debug,
    /// Details for whoever works on this program.
    Trace,
}

impl Level {
    /// The threshold for a number of `-v` minus a number of `-q`. ddSMT turns
    /// loud below -2; silence that was asked for is kept here.
    pub fn from_verbosity(verbosity: i64) -> Level {
        match verbosity {
            ..=-2 => Level::Error,
            -1 => Level::Warning,
            0 => Level::Chat,
            1 => Level::Info,
            2 => Level::Debug,
            3.. => Level::Trace,
        }
    }

    /// What passes this threshold of all records, and of those of [`CHAT`].
    fn filters(self) -> (LevelFilter, LevelFilter) {
        match self {
            Level::Error => (LevelFilter::Error, LevelFilter::Off),
            Level::Warning => (LevelFilter::Warn, LevelFilter::Off),
            Level::Chat => (LevelFilter::Warn, LevelFilter::Info),
            Level::Info => (LevelFilter::Info, LevelFilter::Info),
            Level::Debug => (LevelFilter::Debug, LevelFilter::Info),
            Level::Trace => (LevelFilter::Trace, LevelFilter::Info),
        }
    }
}

/// Logs a message whose level is data, such as a line of the statistics.
pub fn emit(level: Level, message: &str) {
    match level {
        Level::Error => log::error!("{message}"),
        Level::Warning => log::warn!("{message}"),
        Level::Chat => log::info!(target: CHAT, "{message}"),
        Level::Info => log::info!("{message}"),
        Level::Debug => log::debug!("{message}"),
        Level::Trace => log::trace!("{message}"),
    }
}

/// Sends all log lines up to this level to stderr, whole lines at a time. Only the first
/// call in a process has an effect, since the `log` crate takes one logger.
pub fn install(threshold: Level) {
    let (all, chat) = threshold.filters();
    let mut logger = Builder::new();
    logger.target(Target::Pipe(Box::new(AboveRows))).filter_level(all).filter_module(CHAT, chat).format(
        |out, record| {
            let level = match record.level() {
                log::Level::Warn => "WARNING",
                log::Level::Info if record.target() == CHAT => "CHAT",
                level => level.as_str(),
            };
            writeln!(out, "[ddSMT {level}] {}", record.args())
        },
    );
    // Another logger is there already where this is a library.
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
