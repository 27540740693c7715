//! The mutator that shortens string constants.

use super::super::{Mutator, at_all, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use std::collections::BTreeSet;

/// Cuts pieces out of string constants, never through a doubled quote, an
/// escape sequence or a character.
pub(super) static STR_CONSTANTS: Mutator = Mutator {
    name: "str-constants",
    class: "StringSimplifyConstant",
    summary: "simplify string constant",
    examples: r#"
        (f "abcd")
            => (f "") | (f "ab") | (f "cd") | (f "bcd") | (f "abc") | (f "acd") | (f "abd") | (f "") | (f "ab")
             | (f "cd") | (f "bcd") | (f "abc") | (f "acd") | (f "abd")
        (= s "a" "a") => (= s "" "a") | (= s "" "") | (= s "a" "") | (= s "" "")
        (= s """\u{61}""")
            => (= s "") | (= s """") | (= s "\u{61}""") | (= s """\u{61}") | (= s """""") | (= s "") | (= s """")
             | (= s "\u{61}""") | (= s """\u{61}") | (= s """""")
        (= s "" t) (set-info :source "text") => none
    "#,
    filter: |context, node| content(node).is_some() && !is_remark(context, node),
    local: |_, node| {
        let Some(text) = content(node) else { return none() };
        Box::new(shorter(text).map(move |text| Edit::replace(node, &text)))
    },
    global: |context, node| {
        let Some(text) = content(node) else { return none() };
        let same = move |other: &Node<'_>| other.leaf() == node.leaf() && !is_remark(context, *other);
        at_all(context, move || shorter(text), same)
    },
    ..Mutator::DEFAULT
};

/// Constants up to this many characters also lose each character alone.
const SHORT: usize = 16;

/// Whether the node is text for people, which no solver reads.
fn is_remark(context: &Context, node: Node<'_>) -> bool {
    matches!(context.script().command(node.command()).head(), Some(b"set-info" | b"set-option" | b"echo"))
}

/// What stands between the quotes of a string constant, if anything does.
fn content(node: Node<'_>) -> Option<&[u8]> {
    match node.leaf()? {
        [b'"', content @ .., b'"'] if !content.is_empty() => Some(content),
        _ => None,
    }
}

/// The constants that are left when pieces are cut out: everything, halves,
/// quarters, ... from the back, the first and the last character, the others.
fn shorter(content: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let (units, chars) = borders(content);
    let (len, last) = (chars.len() - 1, units.len() - 1);
    let pieces = std::iter::successors(Some(2), |parts| Some(parts * 2)).take_while(move |parts| 2 * parts <= len);
    let pieces = pieces.flat_map(move |parts| (0..parts).rev().map(move |i| (i * len / parts, (i + 1) * len / parts)));
    let pieces = pieces.map(move |(from, to)| (chars[from], chars[to]));
    let inner = 1..if last <= SHORT { last - 1 } else { 0 };
    let singles = [0, last - 1].into_iter().chain(inner).map(move |i| (units[i], units[i + 1]));
    let mut seen = BTreeSet::new();
    let cuts = std::iter::once((0, content.len())).chain(pieces).chain(singles);
    let cuts = cuts.filter(move |(from, to)| from < to && seen.insert((*from, *to)));
    cuts.map(|(from, to)| [b"\"", &content[..from], &content[to..], b"\""].concat())
}

/// The number of characters that a constant means.
pub(in super::super) fn characters(content: &[u8]) -> usize {
    borders(content).0.len() - 1
}

/// Where units start, and for each character where its unit starts; both end
/// with the length.
///
/// A unit is a doubled quote, an escape sequence or a single character. Bytes
/// that are not UTF-8 are characters of their own.
fn borders(content: &[u8]) -> (Vec<usize>, Vec<usize>) {
    let (mut units, mut chars) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < content.len() {
        let unit = unit(&content[at..]);
        let characters = content[at..at + unit].iter().filter(|byte| !is_continuation(**byte)).count();
        units.push(at);
        chars.extend(std::iter::repeat_n(at, characters.max(1)));
        at += unit;
    }
    units.push(at);
    chars.push(at);
    (units, chars)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The length of the first unit in bytes.
fn unit(text: &[u8]) -> usize {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    match text {
        [b'"', b'"', ..] => 2,
        [b'\\', b'u', b'{', rest @ ..] => match digits(rest) {
            n @ 1..=5 if rest.get(n) == Some(&b'}') => n + 4,
            _ => 1,
        },
        [b'\\', b'u', rest @ ..] if digits(rest) >= 4 => 6,
        [b'\\', b'x', rest @ ..] if digits(rest) >= 2 => 4,
        [_, rest @ ..] => 1 + rest.iter().take_while(|byte| is_continuation(**byte)).count(),
        [] => 0,
    }
}
