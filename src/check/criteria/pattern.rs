//! Regular expressions on what a solver prints.

use regex::bytes::{Regex, RegexBuilder};
use std::fmt;

/// A regular expression on bytes; `^` and `$` match at every line.
#[derive(Clone)]
pub struct Pattern(Regex);

impl Pattern {
    /// Reads an expression.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in one line.
    pub fn new(text: &str) -> Result<Pattern, String> {
        let regex = RegexBuilder::new(text).multi_line(true).build();
        regex.map(Pattern).map_err(|error| {
            let message = error.to_string();
            let last = message.lines().last().unwrap_or_default();
            last.strip_prefix("error: ").unwrap_or(last).to_owned()
        })
    }

    /// Whether it matches somewhere.
    pub fn is_match(&self, text: &[u8]) -> bool {
        self.0.is_match(text)
    }

    /// Whether a match in the first lines of a text is one in all of it.
    pub fn is_steady(&self) -> bool {
        !self.0.as_str().contains(r"\z") && !self.0.as_str().contains("(?-m")
    }

    /// The expression itself.
    pub fn regex(&self) -> &Regex {
        &self.0
    }

    /// Whether there is a group, whose number can be read.
    pub fn has_group(&self) -> bool {
        self.0.captures_len() > 1
    }

    /// The largest number that the first group matches.
    pub fn largest(&self, text: &[u8]) -> Option<f64> {
        let numbers = self.0.captures_iter(text).filter_map(|found| number(found.get(1)?.as_bytes()));
        numbers.reduce(f64::max)
    }
}

fn number(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

/// A finite number, equal to itself.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Number {}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Eq for Pattern {}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.as_str(), f)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_for_the_end_of_a_text_is_not_steady() {
        for (text, is_steady) in [("^sat$", true), (r"\Asat", true), (r"sat\n\z", false), ("(?-m)sat$", false)] {
            assert_eq!(Pattern::new(text).expect("a pattern").is_steady(), is_steady, "{text}");
        }
    }
}
