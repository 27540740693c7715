//! Words of the command line as bytes, since file names and match strings need
//! not be UTF-8.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// The bytes of a word, so that it can be searched without decoding it.
pub(crate) fn bytes(word: &OsStr) -> &[u8] {
    word.as_encoded_bytes()
}

/// A word made of a part of another word's bytes.
pub(crate) fn word(bytes: &[u8]) -> OsString {
    OsStr::from_bytes(bytes).to_owned()
}

/// Splits at white space without any quoting, as `-c CMD` is defined.
pub(crate) fn split_at_blanks(text: &OsStr) -> Vec<OsString> {
    bytes(text).split(|b| b.is_ascii_whitespace() || *b == 0x0b).filter(|part| !part.is_empty()).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_knows_no_quotes_and_drops_empty_parts() {
        let rows: [(&str, &[&str]); 5] = [
            ("", &[]),
            (" \t\n", &[]),
            ("z3", &["z3"]),
            (" z3  -T:5\t-in ", &["z3", "-T:5", "-in"]),
            ("sh -c 'a b'", &["sh", "-c", "'a", "b'"]),
        ];
        for (text, parts) in rows {
            assert_eq!(split_at_blanks(OsStr::new(text)), parts, "{text:?}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_survive() {
        let original = word(b"a\xff b");
        assert_eq!(bytes(&original), b"a\xff b");
        assert_eq!(split_at_blanks(&original), [word(b"a\xff"), OsString::from("b")]);
    }
}
