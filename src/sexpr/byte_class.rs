//! Classes of bytes: blanks, parentheses, quotes, and what tokens are made of.

/// The role of a byte for the parser, outside of strings and quoted symbols.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Plain,
    Blank,
    Semicolon,
    Open,
    Close,
    Quote,
    Bar,
}

pub(super) fn class(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' => Class::Blank,
        b';' => Class::Semicolon,
        b'(' => Class::Open,
        b')' => Class::Close,
        b'"' => Class::Quote,
        b'|' => Class::Bar,
        _ => Class::Plain,
    }
}

/// Whether `byte` separates tokens without being part of one.
pub(super) fn is_blank(byte: u8) -> bool {
    class(byte) == Class::Blank
}

/// Whether `byte` can stand within a token that is neither string nor quoted.
pub(crate) fn is_plain(byte: u8) -> bool {
    class(byte) == Class::Plain
}
