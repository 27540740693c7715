//! Finds the theories that a script uses, by its tokens.

use crate::sexpr::{Node, Script};

/// The name of a theory, and whether a leaf belongs to it.
type Sign = (&'static str, fn(&[u8]) -> bool);

/// The places of the two theories in [`SIGNS`] whose literals have no sign of their own.
const ARITHMETIC: usize = 0;
const STRINGS: usize = 4;

/// The signs of theories. Every token counts, wherever it stands: in a signature, below a quantifier, or in a term.
const SIGNS: [Sign; 5] = [
    ("arithmetic", |t| {
        matches!(t, b"Int" | b"Real" | b"to_real" | b"to_int" | b"div" | b"mod" | b"int2bv" | b"bv2nat")
    }),
    ("bv", |t| matches!(t, b"BitVec") || starts(t, &["bv", "#b", "#x"])),
    ("datatypes", |t| starts(t, &["declare-datatype"])),
    ("fp", |t| matches!(t, b"FloatingPoint" | b"RoundingMode") || starts(t, &["fp.", "Float", "to_fp"])),
    ("strings", |t| matches!(t, b"String" | b"Seq" | b"RegLan") || starts(t, &["str.", "seq.", "re."])),
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
    let mut found = [false; SIGNS.len()];
    for leaf in script.every_node().filter_map(Node::leaf) {
        for (found, (_, shows)) in found.iter_mut().zip(SIGNS) {
            *found = *found || shows(leaf);
        }
        if found.iter().all(|found| *found) {
            break;
        }
    }
    // A numeral or a string in an assertion is a sign, too; elsewhere, it may be the argument of an option.
    for literal in script.commands().filter(|command| command.has_head("assert")).flat_map(first_characters) {
        found[ARITHMETIC] = found[ARITHMETIC] || literal.is_ascii_digit();
        found[STRINGS] = found[STRINGS] || literal == b'"';
    }
    SIGNS.iter().zip(found).filter(|(_, found)| *found).map(|(sign, _)| sign.0).collect()
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
