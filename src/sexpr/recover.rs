//! What is malformed in a text, so that the rest can be read all the same.

use super::byte_class::{is_blank, is_plain};

/// The offsets of the bytes that have no partner: parentheses, and quotes that
/// nothing closes. Each is to be read as a token of its own; then all that is
/// left is well-formed. Sorted.
pub(super) fn unmatched(input: &[u8], from: usize) -> Vec<usize> {
    let (mut open, mut unmatched) = (Vec::new(), Vec::new());
    let mut at = from;
    // Behind a quote that nothing closes there is no other of its kind.
    while let Some(&byte) = input.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'(' => open.push(start),
            b')' if open.pop().is_none() => unmatched.push(start),
            b')' => {}
            b';' => at = behind(input, at, b'\n').unwrap_or(input.len()),
            b'"' | b'|' => match behind(input, at, byte) {
                Some(end) => at = end,
                None => unmatched.push(start),
            },
            byte if is_blank(byte) => {}
            _ => at += input[at..].iter().take_while(|&&byte| is_plain(byte)).count(),
        }
    }
    unmatched.append(&mut open);
    unmatched.sort_unstable();
    unmatched
}

/// The offset behind the next such byte. Doubled quotes are two strings here,
/// which ends at the same place.
fn behind(input: &[u8], at: usize, byte: u8) -> Option<usize> {
    input[at..].iter().position(|&b| b == byte).map(|i| at + i + 1)
}
