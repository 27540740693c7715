//! What may be a symbol, and how it is written.

/// Words that are no symbols unless they are quoted, SMT-LIB 2.7, section 3.1.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "HEXADECIMAL",
    "forall",
    "lambda",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "declare-sort-parameter",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// Short names of theories, which a shorter name must not become.
const THEORIES: &[&str] = &[
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "ite",
    "distinct",
    "div",
    "mod",
    "abs",
    "select",
    "store",
    "concat",
    "extract",
    "repeat",
    "fp",
    "roundNearestTiesToEven",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "Bool",
    "Int",
    "Real",
    "Array",
    "String",
    "RegLan",
    "BitVec",
    "Seq",
    "Set",
    "Bag",
    "RoundingMode",
    "FloatingPoint",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
    "is",
    "const",
    "exp",
    "sin",
    "cos",
    "tan",
    "pi",
    "sqrt",
    "emp",
    "sep",
    "wand",
    "pto",
    "nil",
    "Tuple",
    "tuple",
    "iff",
    "implies",
    "if",
    "Table",
    "Relation",
    "List",
    "insert",
    "cons",
    "car",
    "cdr",
    "choice",
    "int",
    "bv",
    "rem",
    "root",
    "map",
    "default",
    "subset",
    "union",
    "member",
    "card",
    "join",
    "singleton",
];

/// Whether `text` can be written without bars, and names nothing else.
pub(super) fn is_simple_symbol(text: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_+=<>.?/-".contains(byte);
    text.iter().all(plain)
        && text.first().is_some_and(|first| !first.is_ascii_digit())
        && !RESERVED.iter().any(|word| word.as_bytes() == text)
}

/// The text between the bars of a quoted symbol.
pub(super) fn quoted(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"|")?.strip_suffix(b"|")
}

/// Shorter names for the symbol `text`: half of it, all but the last
/// character, all but the first; quoted if it is.
///
/// None of them is a word with a meaning of its own.
pub(super) fn shorter(text: &[u8]) -> Vec<Vec<u8>> {
    let inner = quoted(text);
    let name = inner.unwrap_or(text);
    // Characters where the name is UTF-8, else bytes.
    let ends: Vec<usize> = match std::str::from_utf8(name) {
        Ok(name) => name.char_indices().map(|(start, c)| start + c.len_utf8()).collect(),
        Err(_) => (1..=name.len()).collect(),
    };
    let len = ends.len();
    let mut names: Vec<&[u8]> = Vec::new();
    if len > 3 {
        names.push(&name[..ends[len / 2 - 1]]);
    }
    if len > 1 {
        names.push(&name[..ends[len - 2]]);
        names.push(&name[ends[0]..]);
    }
    let known = |name: &[u8]| THEORIES.iter().chain(RESERVED).any(|word| word.as_bytes() == name);
    let written = |name: &[u8]| if inner.is_some() { [b"|", name, b"|"].concat() } else { name.to_vec() };
    names.retain(|name| !known(name) && (inner.is_some() || is_symbol(name)));
    names.into_iter().map(written).collect()
}

/// Whether `text` can be read as a symbol; bytes above 127 are let through.
fn is_symbol(text: &[u8]) -> bool {
    let ascii: Vec<u8> = text.iter().map(|byte| if byte.is_ascii() { *byte } else { b'a' }).collect();
    is_simple_symbol(&ascii)
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
