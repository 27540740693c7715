//! Regular expressions on the output of a solver.

use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::Look;
use std::fmt;

/// A regular expression on bytes; `^` and `$` match at every line.
#[derive(Clone)]
pub struct Pattern {
    pub(crate) regex: Regex,
    /// Whether a match in the first lines of a text stays a match when more lines follow.
    pub(crate) matches_persist: bool,
}

impl Pattern {
    /// Parses an expression.
    pub fn new(text: &str) -> Result<Pattern, String> {
        let regex = RegexBuilder::new(text).multi_line(true).build().map_err(|error| {
            let message = error.to_string();
            let last = message.lines().last().unwrap_or_default();
            last.strip_prefix("error: ").unwrap_or(last).to_owned()
        })?;
        let parsed = ParserBuilder::new().utf8(false).multi_line(true).build().parse(text);
        let matches_persist = parsed.is_ok_and(|parsed| {
            let looks = parsed.properties().look_set();
            // These assertions may depend on what follows the searched lines, though that begins with the end
            // of a line.
            ![Look::End, Look::StartCRLF, Look::EndCRLF].into_iter().any(|look| looks.contains(look))
        });
        Ok(Pattern { regex, matches_persist })
    }

    pub fn is_match(&self, text: &[u8]) -> bool {
        self.regex.is_match(text)
    }

    /// Returns the largest number that the first group matches.
    pub fn largest(&self, text: &[u8]) -> Option<f64> {
        let number = |text: &[u8]| std::str::from_utf8(text).ok()?.trim().parse().ok();
        self.regex.captures_iter(text).filter_map(|found| number(found.get(1)?.as_bytes())).reduce(f64::max)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.regex.as_str() == other.regex.as_str()
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.regex.as_str(), f)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.regex.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_depend_on_the_end_of_the_text_are_not_stable() {
        let steady = ["^sat$", r"\Asat", r"sat\\z", r"(?-u:\xff)\b"].map(|text| (text, true));
        let others = [r"sat\n\z", "(?-m)sat$", "(?i-m)sat$", "(?-im:sat$)", "(?R)sat$"].map(|text| (text, false));
        for (text, matches_persist) in [&steady[..], &others].concat() {
            assert_eq!(Pattern::new(text).expect("a pattern").matches_persist, matches_persist, "{text}");
        }
    }
}
