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

#[cfg(test)]
mod tests {
    use crate::sexpr::{Gaps, parse, parse_leniently};

    #[test]
    fn what_has_no_partner_is_a_token_and_the_rest_is_read() {
        let rows = [
            ("(a (b))", "(a (b))\n"),
            ("(a))\n(b)", "(a)\n)\n(b)\n"),
            (")(", ")\n(\n"),
            ("(a (b c) ", "(\na\n(b c)\n"),
            ("(assert (and a b)\n(check-sat)", "(\nassert\n(and a b)\n(check-sat)\n"),
            ("(a \"b c)\n(d)", "(a \" b c)\n(d)\n"),
            ("(a \"b\"\"c\") |x", "(a \"b\"\"c\")\n|\nx\n"),
            ("(a \"b\"\") (c)", "(a \"b\" \")\n(c)\n"),
        ];
        for (input, expected) in rows {
            let script = parse_leniently(input.as_bytes(), Gaps::Canonical);
            assert_eq!(String::from_utf8_lossy(&script.text()), expected, "{input:?}");
            assert_eq!(parse_leniently(&script.text(), Gaps::Canonical).text(), script.text(), "{input:?}");
            let original = parse_leniently(input.as_bytes(), Gaps::Original);
            assert_eq!(original.text(), input.as_bytes(), "{input:?}");
        }
    }

    #[test]
    fn what_is_well_formed_is_read_as_ever() {
        for input in ["", "; (\n(a)", "(a ;)\n b)", "(\"(\" |)|)", "(a \"x\"\"(\")"] {
            let script = parse(input.as_bytes(), Gaps::Canonical).expect("well-formed");
            assert_eq!(parse_leniently(input.as_bytes(), Gaps::Canonical).text(), script.text(), "{input:?}");
        }
    }

    #[test]
    fn any_text_is_lines() {
        for input in ["", "a", "a\n\n b ;(\n", "\n", "x\r\ny"] {
            let script = parse(input.as_bytes(), Gaps::Lines).expect("any text");
            assert_eq!(script.text(), input.as_bytes(), "{input:?}");
            assert_eq!(script.len(), input.split_inclusive('\n').count(), "{input:?}");
        }
    }
}
