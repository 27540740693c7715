//! Symbols as text: which leaves are the same symbol, and which are literals.

use std::str::FromStr;

/// Words that are no symbols unless they are quoted, SMT-LIB 2.7, section 3.1.
const RESERVED: &[&str] = &[
    "!", "_", "as", "BINARY", "DECIMAL", "exists", "HEXADECIMAL", "forall", "lambda", "let", "match", "NUMERAL", "par",
    "STRING", "assert", "check-sat", "check-sat-assuming", "declare-const", "declare-datatype", "declare-datatypes",
    "declare-fun", "declare-sort", "declare-sort-parameter", "define-const", "define-fun", "define-fun-rec",
    "define-funs-rec", "define-sort", "echo", "exit", "get-assertions", "get-assignment", "get-info", "get-model",
    "get-option", "get-proof", "get-unsat-assumptions", "get-unsat-core", "get-value", "pop", "push", "reset",
    "reset-assertions", "set-info", "set-logic", "set-option",
];

/// The kind of a leaf as a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `17`.
    Numeral,
    /// `1.5`.
    Decimal,
    /// `#b01`; its width in bits.
    Binary(u32),
    /// `#x0f`; its width in bits.
    Hexadecimal(u32),
    /// `"text"`.
    String,
    /// `:keyword`.
    Keyword,
    /// A symbol, quoted or not, and every reserved word.
    Symbol,
    /// None of the others, such as `#b` or `1x`.
    Odd,
}

/// Returns the kind of token that a leaf is.
pub fn token(leaf: &[u8]) -> Token {
    match leaf {
        [b'"', ..] => Token::String,
        [b':', ..] => Token::Keyword,
        [b'#', b'b', bits @ ..] if !bits.is_empty() && bits.iter().all(|b| matches!(b, b'0' | b'1')) => {
            u32::try_from(bits.len()).map_or(Token::Odd, Token::Binary)
        }
        [b'#', b'x', hex @ ..] if !hex.is_empty() && hex.iter().all(u8::is_ascii_hexdigit) => {
            u32::try_from(hex.len() * 4).map_or(Token::Odd, Token::Hexadecimal)
        }
        [b'#', b'b' | b'x', ..] => Token::Odd,
        [b'0'..=b'9', ..] => match leaf.iter().position(|&b| b == b'.') {
            None if is_natural(leaf) => Token::Numeral,
            Some(dot) if is_natural(&leaf[..dot]) && leaf[dot + 1..].iter().all(u8::is_ascii_digit) => Token::Decimal,
            _ => Token::Odd,
        },
        _ => Token::Symbol,
    }
}

/// Whether `text` can be written as a symbol without bars.
pub fn is_simple(text: &[u8]) -> bool {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(b);
    !text.is_empty() && !text[0].is_ascii_digit() && text.iter().all(plain) && !is_reserved(text)
}

/// Whether `text` is a word that is no symbol unless it is quoted.
pub fn is_reserved(text: &[u8]) -> bool {
    RESERVED.iter().any(|word| word.as_bytes() == text)
}

/// Returns the name of a symbol's leaf: `|x|` and `x` have the same name.
///
/// Bars stay where the symbol cannot be written without them, so a name is always a leaf that can be printed.
pub fn name(leaf: &[u8]) -> &[u8] {
    match leaf {
        [b'|', inner @ .., b'|'] if is_simple(inner) => inner,
        _ => leaf,
    }
}

/// Whether a list of names with blanks between them holds this one.
pub fn is_among(name: &[u8], names: &str) -> bool {
    names.as_bytes().split(|&byte| byte == b' ').any(|known| known == name)
}

/// Whether `text` is a decimal number, of any length.
pub fn is_natural(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Returns the value of a numeral, unless it does not fit.
pub fn numeral<N: FromStr>(leaf: &[u8]) -> Option<N> {
    std::str::from_utf8(leaf).ok().filter(|_| is_natural(leaf))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_classified() {
        let rows: &[(&str, Token)] = &[
            ("0", Token::Numeral),
            ("12", Token::Numeral),
            ("1.50", Token::Decimal),
            ("1.", Token::Decimal),
            ("#b01", Token::Binary(2)),
            ("#xaF", Token::Hexadecimal(8)),
            ("\"a\"\"b\"", Token::String),
            (":named", Token::Keyword),
            ("|a b|", Token::Symbol),
            ("let", Token::Symbol),
            ("-1", Token::Symbol),
            ("#b", Token::Odd),
            ("#b2", Token::Odd),
            ("1x", Token::Odd),
            ("1.2.3", Token::Odd),
        ];
        for (leaf, want) in rows {
            assert_eq!(token(leaf.as_bytes()), *want, "{leaf}");
        }
    }

    #[test]
    fn bars_are_dropped_only_where_they_mean_nothing() {
        for (leaf, want) in
            [("|x|", "x"), ("x", "x"), ("|a b|", "|a b|"), ("|0|", "|0|"), ("|let|", "|let|"), ("||", "||")]
        {
            assert_eq!(name(leaf.as_bytes()), want.as_bytes());
        }
    }
}
