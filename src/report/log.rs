//! Log lines on stderr: `[ddSMT LEVEL] message`, the form that scripts grep for.
//!
//! Other layers log through the `log` crate, whose five levels lack CHAT. A
//! record of level `Info` with the target [`CHAT`] is one, so that no layer has
//! to know this module to use it.

use std::io::Write;

/// The target that makes a record of level `Info` a CHAT line:
/// `log::info!(target: "chat", "…")`.
pub const CHAT: &str = "chat";

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

    /// The word in brackets.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "ERROR",
            Level::Warning => "WARNING",
            Level::Chat => "CHAT",
            Level::Info => "INFO",
            Level::Debug => "DEBUG",
            Level::Trace => "TRACE",
        }
    }

    /// The level of a record of the `log` crate.
    fn of(metadata: &log::Metadata) -> Level {
        match metadata.level() {
            log::Level::Error => Level::Error,
            log::Level::Warn => Level::Warning,
            log::Level::Info if metadata.target() == CHAT => Level::Chat,
            log::Level::Info => Level::Info,
            log::Level::Debug => Level::Debug,
            log::Level::Trace => Level::Trace,
        }
    }

    /// The lowest level of the `log` crate that lets this one through.
    fn filter(self) -> log::LevelFilter {
        match self {
            Level::Error => log::LevelFilter::Error,
            Level::Warning => log::LevelFilter::Warn,
            Level::Chat | Level::Info => log::LevelFilter::Info,
            Level::Debug => log::LevelFilter::Debug,
            Level::Trace => log::LevelFilter::Trace,
        }
    }
}

/// A message as it stands on stderr, without the line's end.
pub fn line(level: Level, message: &str) -> String {
    format!("[ddSMT {}] {message}", level.name())
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

/// Sends all log lines up to this level to stderr. Only the first call in a
/// process has an effect, since the `log` crate takes one logger.
pub fn install(threshold: Level) {
    if log::set_boxed_logger(Box::new(Stderr { threshold })).is_ok() {
        log::set_max_level(threshold.filter());
    }
}

/// Writes records to stderr, whole lines at a time.
struct Stderr {
    threshold: Level,
}

impl log::Log for Stderr {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        Level::of(metadata) <= self.threshold
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            let mut text = line(Level::of(record.metadata()), &record.args().to_string());
            text.push('\n');
            // A reader of stderr that has gone away is no reason to stop.
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use log::Log;

    #[test]
    fn verbosity_selects_the_threshold_and_quiet_stays_quiet() {
        let rows = [
            (i64::MIN, Level::Error),
            (-3, Level::Error),
            (-2, Level::Error),
            (-1, Level::Warning),
            (0, Level::Chat),
            (1, Level::Info),
            (2, Level::Debug),
            (3, Level::Trace),
            (9, Level::Trace),
        ];
        for (verbosity, level) in rows {
            assert_eq!(Level::from_verbosity(verbosity), level, "{verbosity}");
        }
    }

    #[test]
    fn lines_carry_the_level_in_brackets() {
        assert_eq!(line(Level::Info, ""), "[ddSMT INFO] ");
        assert_eq!(
            line(Level::Warning, "unable to minimize input file"),
            "[ddSMT WARNING] unable to minimize input file"
        );
    }

    #[test]
    fn chat_lies_between_warning_and_info() {
        let record = |level, target: &'static str| log::Metadata::builder().level(level).target(target).build();
        let rows = [
            (Level::Error, log::Level::Warn, "ddsmt", false),
            (Level::Warning, log::Level::Warn, "ddsmt", true),
            (Level::Warning, log::Level::Info, CHAT, false),
            (Level::Chat, log::Level::Info, CHAT, true),
            (Level::Chat, log::Level::Info, "ddsmt", false),
            (Level::Info, log::Level::Info, "ddsmt", true),
            (Level::Info, log::Level::Debug, "ddsmt", false),
            (Level::Trace, log::Level::Trace, "ddsmt", true),
        ];
        for (threshold, level, target, shown) in rows {
            let logger = Stderr { threshold };
            assert_eq!(logger.enabled(&record(level, target)), shown, "{threshold:?} {level} {target}");
            assert!(!shown || threshold.filter() >= level);
        }
    }
}
