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

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let blanks = [b' ', b'\t', b'\n', b'\r'];
    let mut i = 0;
    while i < blanks.len() {
        classes[blanks[i] as usize] = Class::Blank;
        i += 1;
    }
    classes[b';' as usize] = Class::Semicolon;
    classes[b'(' as usize] = Class::Open;
    classes[b')' as usize] = Class::Close;
    classes[b'"' as usize] = Class::Quote;
    classes[b'|' as usize] = Class::Bar;
    classes
};

pub(super) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Whether `byte` separates tokens without being part of one.
pub(super) fn is_blank(byte: u8) -> bool {
    class(byte) == Class::Blank
}

/// Whether `byte` can stand within a token that is neither string nor quoted.
pub(crate) fn is_plain(byte: u8) -> bool {
    class(byte) == Class::Plain
}
