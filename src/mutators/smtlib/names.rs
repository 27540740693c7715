//! Names of symbols: which of them are possible, and how they are written.

use crate::smtlib::is_of_theory;
use crate::smtlib::name::{is_among, is_reserved, is_simple};

/// Names that solvers give to sorts, datatypes and operators of their own, beside those of the theories.
const OTHERS: &str = "BitVec FloatingPoint List nil cons car cdr int bv root map join choice";

/// Whether a name has a meaning of its own. No symbol is renamed to such a name.
pub(in crate::mutators) fn is_word(name: &[u8]) -> bool {
    is_reserved(name) || is_of_theory(name) || is_among(name, OTHERS)
}

/// Returns the text between the bars of a quoted symbol.
pub(in crate::mutators) fn quoted(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"|")?.strip_suffix(b"|")
}

/// Returns shorter names for the symbol `text`: half of it, all but the last character, all but the first;
/// quoted if it is.
///
/// No returned name is a word with a meaning of its own.
pub(super) fn shorter(text: &[u8]) -> Vec<Vec<u8>> {
    let inner = quoted(text);
    let name = inner.unwrap_or(text);
    // Characters where the name is UTF-8, else bytes.
    let ends: Vec<usize> = match std::str::from_utf8(name) {
        Ok(name) => name.char_indices().map(|(start, c)| start + c.len_utf8()).collect(),
        Err(_) => (1..=name.len()).collect(),
    };
    let len = ends.len();
    let half = (len > 3).then(|| &name[..ends[len / 2 - 1]]);
    let others = (len > 1).then(|| [&name[..ends[len - 2]], &name[ends[0]..]]);
    let names = half.into_iter().chain(others.into_iter().flatten());
    let names = names.filter(|name| !is_word(name) && (inner.is_some() || is_symbol(name)));
    let written = |name: &[u8]| if inner.is_some() { [b"|", name, b"|"].concat() } else { name.to_vec() };
    names.map(written).collect()
}

/// Whether `text` can be read as a symbol; bytes above 127 are allowed.
fn is_symbol(text: &[u8]) -> bool {
    let ascii: Vec<u8> = text.iter().map(|byte| if byte.is_ascii() { *byte } else { b'a' }).collect();
    is_simple(&ascii)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_names_are_symbols() {
        let rows: [(&str, &[&str]); 9] = [
            ("longname", &["long", "longnam", "ongname"]),
            ("|abc|", &["|ab|", "|bc|"]),
            ("x1", &["x"]),
            ("x", &[]),
            ("land", &["la", "lan"]),
            ("||", &[]),
            ("|a b|", &["|a |", "| b|"]),
            ("letx", &["le", "etx"]),
            ("h\u{e9}", &["h", "\u{e9}"]),
        ];
        for (name, want) in rows {
            let found = shorter(name.as_bytes());
            assert_eq!(found, want.iter().map(|n| n.as_bytes().to_vec()).collect::<Vec<_>>(), "{name}");
        }
    }
}
