//! Finds the theories that a script uses, by its tokens.

use crate::sexpr::{Node, Script};

/// What shows that a script uses a theory.
struct Sign {
    theory: &'static str,
    /// Whether a token belongs to the theory, wherever it stands: in a signature, below a quantifier, or in a term.
    is_token: fn(&[u8]) -> bool,
    /// Whether a literal that begins with the character belongs to the theory where it stands in an assertion and
    /// is no index. Elsewhere, it may be the argument of an option.
    is_literal: fn(u8) -> bool,
}

const SIGNS: [Sign; 5] = [
    Sign {
        theory: "arithmetic",
        is_token: |t| matches!(t, b"Int" | b"Real" | b"to_real" | b"to_int" | b"div" | b"mod" | b"int2bv" | b"bv2nat"),
        is_literal: |c| c.is_ascii_digit(),
    },
    Sign {
        theory: "bv",
        is_token: |t| matches!(t, b"BitVec") || starts(t, &["bv", "#b", "#x"]),
        is_literal: |_| false,
    },
    Sign { theory: "datatypes", is_token: |t| starts(t, &["declare-datatype"]), is_literal: |_| false },
    Sign {
        theory: "fp",
        is_token: |t| matches!(t, b"FloatingPoint" | b"RoundingMode") || starts(t, &["fp.", "Float", "to_fp"]),
        is_literal: |_| false,
    },
    Sign {
        theory: "strings",
        is_token: |t| matches!(t, b"String" | b"Seq" | b"RegLan") || starts(t, &["str.", "seq.", "re."]),
        is_literal: |c| c == b'"',
    },
];

fn starts(token: &[u8], prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| token.starts_with(prefix.as_bytes()))
}

/// Returns the first characters of the leaves of a command that are no indices.
fn first_characters(command: Node<'_>) -> impl Iterator<Item = u8> {
    // The end of the indexed identifier that the node is in.
    let mut index_end = 0;
    command.subtree().filter_map(move |node| {
        if node.has_head("_") && node.index() >= index_end {
            index_end = node.index() + node.size();
        }
        node.leaf().filter(|_| node.index() >= index_end)?.first().copied()
    })
}

/// Returns the names of the theories that the script uses, of those whose mutators are useless elsewhere.
pub fn theories(script: &Script) -> Vec<&'static str> {
    let mut unseen: Vec<&Sign> = SIGNS.iter().collect();
    let mut leaves = script.every_node().filter_map(Node::leaf);
    while !unseen.is_empty()
        && let Some(leaf) = leaves.next()
    {
        unseen.retain(|sign| !(sign.is_token)(leaf));
    }
    let asserted = script.commands().filter(|command| command.has_head("assert"));
    let mut literals = asserted.flat_map(first_characters);
    while !unseen.is_empty()
        && let Some(literal) = literals.next()
    {
        unseen.retain(|sign| !(sign.is_literal)(literal));
    }
    let is_seen = |sign: &&Sign| unseen.iter().all(|other| other.theory != sign.theory);
    SIGNS.iter().filter(is_seen).map(|sign| sign.theory).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn a_theory_is_found_wherever_it_shows() {
        let rows: [(&str, &[&str]); 13] = [
            ("(declare-const p Bool)(assert p)", &[]),
            ("(declare-fun f (Int) Bool)", &["arithmetic"]),
            ("(assert (forall ((x Real)) (> x x)))", &["arithmetic"]),
            ("(assert (< 12 45))", &["arithmetic"]),
            ("(assert (= x 1.5))", &["arithmetic"]),
            ("(assert (= x \"a\"))", &["strings"]),
            ("(set-info :source \"a\")(assert (= x y))", &[]),
            ("(push 1)(assert (= x ((_ sign_extend 4) y)))", &[]),
            ("(assert (= #b1 #b0))", &["bv"]),
            ("(define-sort W () (_ BitVec 8))", &["bv"]),
            ("(declare-datatype C ((r)))", &["datatypes"]),
            ("(assert (fp.isNaN x))", &["fp"]),
            ("(declare-const s (Seq Int))", &["arithmetic", "strings"]),
        ];
        for (text, want) in rows {
            let script = parse(text.as_bytes(), Gaps::Canonical).expect("parses");
            assert_eq!(theories(&script), want, "{text}");
        }
    }
}
