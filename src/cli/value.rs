//! Values of options, parsed as Python parses them, because callers' scripts rely on this (`1_000`, ` 3 `,
//! `+4`, `1e3`).

use crate::check::Pattern;
use crate::reduce::options::split_at_blanks;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Returns a word as messages quote it: in single quotes, or in double quotes if it contains only single ones.
pub(super) fn quoted(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut result = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' | '\n' | '\r' | '\t' => result.extend(c.escape_default()),
            c if c == quote => result.extend(['\\', c]),
            c if c.is_control() => result.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => result.push(c),
        }
    }
    result.push(quote);
    result
}

pub(super) fn integer<T: TryFrom<i64>>(word: &OsStr, things: &str) -> Result<T, String> {
    T::try_from(whole(word)?).map_err(|_| format!("not a number of {things}: {}", quoted(word)))
}

/// Parses a number of at least 1.
pub(super) fn count(word: &OsStr) -> Result<NonZeroUsize, String> {
    let number = usize::try_from(whole(word)?).ok().and_then(NonZeroUsize::new);
    number.ok_or_else(|| format!("must be at least 1: {}", quoted(word)))
}

/// Largest number of jobs; more is taken for a slip. Each job has a thread, folders and several descriptors.
const MAX_JOBS: usize = 1024;

pub(super) fn jobs(word: &OsStr) -> Result<NonZeroUsize, String> {
    let jobs = count(word)?;
    if jobs.get() > MAX_JOBS {
        return Err(format!("must be at most {MAX_JOBS}: {}", quoted(word)));
    }
    Ok(jobs)
}

/// Parses a limit; zero stands for no limit.
pub(super) fn positive(word: &OsStr) -> Result<Option<u64>, String> {
    let limit = u64::try_from(whole(word)?).map_err(|_| format!("must be at least 0: {}", quoted(word)))?;
    Ok((limit > 0).then_some(limit))
}

fn whole(word: &OsStr) -> Result<i64, String> {
    let number = digits(word).and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("invalid int value: {}", quoted(word)))
}

/// Parses a time limit. It has to be above zero: a limit of zero would end every run at once.
pub(super) fn time_limit(word: &OsStr) -> Result<Duration, String> {
    time(word).map_err(|why| format!("{why} (without the option, limits follow the golden run)"))
}

/// Seconds of a hundred years.
const CENTURY: f64 = 100.0 * 365.25 * 86400.0;

/// Parses a time with its unit: `10s`, `500ms`, `2m`, `1h`; seconds without a unit. The longest time is a
/// century, so that it can be added to any point in time.
pub(super) fn time(word: &OsStr) -> Result<Duration, String> {
    let text = word.to_str().unwrap_or_default().trim();
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let found = units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)));
    let seconds = found.and_then(|(text, scale)| Some(float(text)? * scale));
    match seconds {
        Some(seconds) if seconds > 0.0 => Ok(Duration::from_secs_f64(seconds.min(CENTURY))),
        Some(_) => Err(format!("must be more than 0: {}", quoted(word))),
        None => Err(format!("not a time such as 10, 10s, 500ms, 10m or 8h: {}", quoted(word))),
    }
}

/// Parses a size in bytes, with or without a unit: `800`, `2KB`, `1.5MB`, `4KiB`.
pub(super) fn size(word: &OsStr) -> Result<u64, String> {
    let text = word.to_str().unwrap_or_default().trim().to_ascii_lowercase();
    let units = [("kib", 1024.0), ("mib", 1_048_576.0), ("kb", 1e3), ("mb", 1e6), ("k", 1e3), ("m", 1e6), ("b", 1.0)];
    let found = units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, *scale)));
    let (number, scale) = found.unwrap_or((&text, 1.0));
    let bytes = float(number.trim_end()).map(|number| number * scale).filter(|bytes| *bytes >= 0.0);
    bytes.map(|bytes| bytes as u64).ok_or_else(|| format!("not a size such as 800, 2KB or 1.5MB: {}", quoted(word)))
}

/// Parses a factor such as `5x` or `1.5`. Returns it in thousandths.
pub(super) fn factor(word: &OsStr) -> Result<u64, String> {
    let text = word.to_str().unwrap_or_default().trim();
    let number = float(text.strip_suffix('x').unwrap_or(text)).filter(|factor| *factor > 0.0 && *factor < 1e9);
    let thousandths = number.map(|factor| (factor * 1000.0).round() as u64);
    thousandths.ok_or_else(|| format!("not a factor such as 5x: {}", quoted(word)))
}

pub(super) fn number(word: &OsStr) -> Result<f64, String> {
    word.to_str().and_then(float).ok_or_else(|| format!("not a number: {}", quoted(word)))
}

fn float(text: &str) -> Option<f64> {
    digits(OsStr::new(text))?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns the text of a number without the blanks around it and the single underscores between its digits,
/// which belong to the notation.
fn digits(word: &OsStr) -> Option<String> {
    let text = word.to_str()?.trim();
    let is_digit = |i: Option<usize>| i.and_then(|i| text.as_bytes().get(i)).is_some_and(u8::is_ascii_digit);
    let is_placed = |(i, _): (usize, &str)| is_digit(i.checked_sub(1)) && is_digit(Some(i + 1));
    text.match_indices('_').all(is_placed).then(|| text.replace('_', ""))
}

pub(super) fn pattern(word: &OsStr) -> Result<Pattern, String> {
    let text = word.to_str().ok_or_else(|| format!("not UTF-8: {}", quoted(word)))?;
    Pattern::new(text).map_err(|why| format!("{why}: {}", quoted(word)))
}

/// Parses a regular expression that finds a number.
pub(super) fn statistic(word: &OsStr) -> Result<Pattern, String> {
    let pattern = pattern(word)?;
    if pattern.regex.captures_len() > 1 {
        Ok(pattern)
    } else {
        Err(format!("no group such as (\\d+) that finds the number: {}", quoted(word)))
    }
}

/// Returns a text if it is not blank.
pub(super) fn filled(word: &OsStr) -> Result<OsString, String> {
    if split_at_blanks(word).is_empty() { Err("must not be empty".into()) } else { Ok(word.to_owned()) }
}

/// Returns the words of a closed list.
pub(super) fn names<T>(choices: &[(&'static str, T)]) -> Vec<&'static str> {
    choices.iter().map(|(name, _)| *name).collect()
}

/// Parses one of a closed list of words.
pub(super) fn choice<T: Copy>(word: &OsStr, choices: &[(&str, T)]) -> Result<T, String> {
    let chosen = choices.iter().find(|(name, _)| word == *name);
    chosen.map(|(_, value)| *value).ok_or_else(|| format!("invalid choice: {}", quoted(word)))
}

/// Whether a word is a negative number and hence no option: `-1`, `-.5`.
pub(super) fn is_negative_number(word: &[u8]) -> bool {
    word.strip_prefix(b"-").is_some_and(|number| {
        let is_digit_or_dot = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
        let dots = number.iter().filter(|byte| **byte == b'.').count();
        dots < 2 && number.last().is_some_and(u8::is_ascii_digit) && number.iter().all(is_digit_or_dot)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_python_reads_them() {
        for (text, value) in [("8", 8), (" 8\t", 8), ("+8", 8), ("-8", -8), ("1_000", 1000), ("007", 7)] {
            assert_eq!(whole(OsStr::new(text)), Ok(value), "{text:?}");
        }
        for text in ["", "_1", "1_", "1__0", "0.5", "0x10", "abc"] {
            assert!(whole(OsStr::new(text)).is_err(), "{text:?}");
        }
    }

    #[test]
    fn times_have_units_and_are_above_zero() {
        let seconds =
            [("10s", 10_000), ("10", 10_000), ("2.5", 2_500), (".5", 500), ("1e3", 1_000_000), ("1_0", 10_000)];
        let others = [(" 500ms ", 500), ("1.5m", 90_000), ("1h", 3_600_000)];
        for (text, millis) in seconds.into_iter().chain(others) {
            assert_eq!(time(OsStr::new(text)), Ok(Duration::from_millis(millis)), "{text:?}");
        }
        for text in ["0", "0s", "-1s", "s", "inf", "nan", "", "ten"] {
            assert!(time(OsStr::new(text)).is_err(), "{text:?}");
        }
        assert_eq!(time(OsStr::new("1e300")), Ok(Duration::from_secs_f64(CENTURY)));
    }

    #[test]
    fn sizes_have_units() {
        let rows =
            [("800", 800), ("800 B", 800), ("2KB", 2000), ("2kb", 2000), ("1.5M", 1_500_000), ("4KiB", 4096), ("0", 0)];
        for (text, bytes) in rows {
            assert_eq!(size(OsStr::new(text)), Ok(bytes), "{text:?}");
        }
        for text in ["-1", "KB", "2 apples", ""] {
            assert!(size(OsStr::new(text)).is_err(), "{text:?}");
        }
    }

    #[test]
    fn factors_have_an_x() {
        for (text, thousandths) in [("5x", Some(5000)), ("1.25", Some(1250)), ("x", None), ("0x", None), ("-2x", None)]
        {
            assert_eq!(factor(OsStr::new(text)).ok(), thousandths, "{text:?}");
        }
    }

    #[test]
    fn words_are_quoted_once() {
        let rows = [("abc", "'abc'"), ("it's", "\"it's\""), ("a'\"b", "'a\\'\"b'"), ("a\nb\\", "'a\\nb\\\\'")];
        for (word, quote) in rows {
            assert_eq!(quoted(OsStr::new(word)), quote);
        }
    }

    #[test]
    fn negative_numbers_are_told_from_options() {
        for number in ["-1", "-12", "-.5", "-1.5"] {
            assert!(is_negative_number(number.as_bytes()), "{number}");
        }
        for word in ["", "-", "-a", "-1a", "-1.", "--1", "1", "-1e3"] {
            assert!(!is_negative_number(word.as_bytes()), "{word}");
        }
    }
}
