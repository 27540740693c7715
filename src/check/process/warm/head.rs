//! The beginning of an input that a template executes before it is cloned.

/// The longest head that is used. Solvers read a file in steps of at least this size.
pub const LONGEST: usize = 4096;

/// Beginnings of the names of commands behind which a solver has set itself up.
const SETS_UP: [&[u8]; 5] = [b"declare", b"define", b"assert", b"push", b"check"];

/// Returns the beginning of a text, given in parts, up to the end of the first command with which a solver
/// sets itself up, if that command ends its line and the head is short enough.
pub fn head(text: &[&[u8]]) -> Option<Vec<u8>> {
    let mut start = Vec::with_capacity(LONGEST);
    for part in text {
        start.extend_from_slice(&part[..part.len().min(LONGEST - start.len())]);
    }
    let end = end_of_head(&start)?;
    start.truncate(end);
    Some(start)
}

fn end_of_head(text: &[u8]) -> Option<usize> {
    let (mut depth, mut begin, mut at) = (0_usize, 0, 0);
    while let Some(byte) = text.get(at) {
        let rest = &text[at + 1..];
        match byte {
            b';' => at += memchr::memchr(b'\n', rest)?,
            b'"' | b'|' => at += memchr::memchr(*byte, rest)? + 1,
            b'(' => {
                if depth == 0 {
                    begin = at + 1;
                }
                depth += 1;
            }
            b')' => {
                depth = depth.checked_sub(1)?;
                let name = text[begin..].trim_ascii_start();
                if depth == 0 && SETS_UP.iter().any(|beginning| name.starts_with(beginning)) {
                    return (rest.first() == Some(&b'\n')).then_some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_behind_what_sets_a_solver_up() {
        let rows: [(&str, Option<&str>); 9] = [
            ("(declare-const x Int)\n(assert x)\n", Some("(declare-const x Int)")),
            (
                "(set-logic ALL)\n; (assert\n( assert (= x 1))\n(exit)",
                Some("(set-logic ALL)\n; (assert\n( assert (= x 1))"),
            ),
            (
                "(set-info :s \"a)(assert \"\"b)\")(set-info :t |)(|)\n(push 1)\n",
                Some("(set-info :s \"a)(assert \"\"b)\")(set-info :t |)(|)\n(push 1)"),
            ),
            ("(check-sat)", None),
            ("(check-sat) (exit)\n", None),
            ("(set-logic ALL)\n(exit)\n", None),
            ("(assert (= x \"", None),
            (")\n(check-sat)\n", None),
            ("", None),
        ];
        for (text, expected) in rows {
            let (a, b) = text.as_bytes().split_at(text.len() / 2);
            assert_eq!(head(&[a, b]).as_deref(), expected.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn a_head_is_short() {
        let name = [b'x'; LONGEST];
        assert_eq!(head(&[b"(assert ", &name, b")\n"]), None);
    }
}
