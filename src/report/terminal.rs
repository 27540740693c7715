//! Lines for people on stderr, without the prefix of the log.

use std::io::Write;

/// Says something in whole lines.
pub fn say(lines: &[String]) {
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    // A reader of stderr that has gone away is no reason to stop.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
