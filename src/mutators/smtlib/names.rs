//! Names of symbols: which of them are possible, and how they are written.

use crate::mutators::core::runs;
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

/// Number of characters from which on pieces of a name are cut out.
const LONG: usize = 256;

/// Number of pieces that are cut out: halves, quarters and so on down to 64ths.
const PIECES: usize = 126;

/// Returns shorter names for the symbol `text`: half of it, or, if it is long, without a half, a quarter and so on; all
/// but the last character, all but the first; quoted if it is.
///
/// No returned name is a word with a meaning of its own.
pub(super) fn shorter(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let inner = quoted(text);
    let name = inner.unwrap_or(text);
    // Characters where the name is UTF-8, else bytes.
    let ends: Vec<usize> = match std::str::from_utf8(name) {
        Ok(name) => name.char_indices().map(|(start, c)| start + c.len_utf8()).collect(),
        Err(_) => (1..=name.len()).collect(),
    };
    let len = ends.len();
    let half = (4..LONG).contains(&len).then_some(len / 2..len);
    let pieces = runs(len).take(if len < LONG { 0 } else { PIECES });
    let others = (len > 1).then(|| [len - 1..len, 0..1]);
    let cuts = half.into_iter().chain(pieces).chain(others.into_iter().flatten());
    let at = move |number: usize| number.checked_sub(1).map_or(0, |last| ends[last]);
    let names = cuts.map(move |cut| [&name[..at(cut.start)], &name[at(cut.end)..]].concat());
    let names = names.filter(move |name| !is_word(name) && (inner.is_some() || is_symbol(name)));
    names.map(move |name| if inner.is_some() { [b"|", &*name, b"|"].concat() } else { name })
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
    fn long_names_lose_pieces_of_all_lengths() {
        let name = format!("|{}|", "ab".repeat(100_000));
        let lengths: Vec<usize> = shorter(name.as_bytes()).map(|name| name.len() - 2).collect();
        assert_eq!(lengths[..6], [100_000, 100_000, 150_000, 150_000, 150_000, 150_000]);
        assert_eq!((lengths[125], lengths[126..].to_vec()), (196_875, vec![199_999; 2]));
    }

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
            let found: Vec<_> = shorter(name.as_bytes()).collect();
            assert_eq!(found, want.iter().map(|n| n.as_bytes().to_vec()).collect::<Vec<_>>(), "{name}");
        }
    }
}
