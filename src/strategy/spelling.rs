//! The spelling of proposals.
//!
//! Mutators propose what ddSMT proposes, in its spelling. A shorter spelling of the same meaning, or the one
//! that the script itself uses, is asked instead.

use crate::sexpr::{Edit, Gaps, Node, Script, parse};
use crate::smtlib::constants::{BitVector, special_float};

/// The spelling that a script's own commands suggest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spelling {
    /// The text before the name of a constant, and between the name and its sort, where it is not declared by
    /// `declare-const`: some solvers know only `declare-fun`, and a script that has no other command may be for such a
    /// solver; SyGuS has `declare-var`.
    declaration: Option<[&'static str; 2]>,
}

impl Spelling {
    pub fn of(script: &Script) -> Spelling {
        let has = |head: &str| script.commands().any(|command| command.has_head(head));
        let declaration = if has("declare-const") {
            None
        } else if has("declare-fun") {
            Some(["(declare-fun ", " () "])
        } else {
            (has("declare-var") || has("synth-fun")).then_some(["(declare-var ", " "])
        };
        Spelling { declaration }
    }

    /// Returns the edit in this spelling.
    pub fn spelled(self, edit: Edit) -> Edit {
        edit.map_texts(|text| match (text, self.declaration) {
            ([b'(', b'_', b' ', b'b', b'v', ..] | [b'(', b'f', b'p', b' ', ..], _) => shorter(text),
            ([b'(', b'd', ..], Some(declaration)) => declared(declaration, text),
            _ => None,
        })
    }
}

/// Returns the shortest spelling of a bit-vector constant, or the name of a floating-point constant that has one,
/// if that is shorter than `text`.
fn shorter(text: &[u8]) -> Option<Vec<u8>> {
    let script = parse(text, Gaps::Canonical).ok()?;
    let constant = script.commands().next()?;
    let bits = BitVector::of(constant).map(|bits| bits.shortest());
    bits.or_else(|| special_float(constant)).filter(|shorter| shorter.len() < text.len())
}

/// Returns inserted commands with this declaration instead of `declare-const`.
fn declared([before, between]: [&str; 2], text: &[u8]) -> Option<Vec<u8>> {
    let script = parse(text, Gaps::Canonical).ok()?;
    let one = |command: Node<'_>| match command.arguments("declare-const") {
        Some([name, sort]) => [before.as_bytes(), name.text(), between.as_bytes(), sort.text(), b")\n"].concat(),
        None => [command.text(), b"\n"].concat(),
    };
    Some(script.commands().flat_map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::Candidate;

    #[test]
    fn proposals_are_spelled_as_the_script_does() {
        let rows = [
            ("(declare-fun x () Int)\n", "(declare-const y Int)\n", "(declare-fun y () Int)\n"),
            ("(declare-var x Int)\n", "(declare-const y Int)\n", "(declare-var y Int)\n"),
            ("(synth-fun f () Int)\n", "(declare-const y Int)\n", "(declare-var y Int)\n"),
            ("(declare-const x Int)\n", "(declare-const y Int)\n", "(declare-const y Int)\n"),
            ("(check-sat)\n", "(declare-const y Int)\n", "(declare-const y Int)\n"),
        ];
        for (before, inserted, want) in rows {
            let script = parse(before.as_bytes(), Gaps::Canonical).expect("parses");
            let edit = Spelling::of(&script).spelled(Edit::insert(0, inserted.as_bytes()));
            let text = Candidate::new(&script, edit).text();
            assert_eq!(String::from_utf8_lossy(&text), format!("{want}{before}"));
        }
    }

    #[test]
    fn constants_are_spelled_as_short_as_can_be() {
        let script = parse(b"(f x)\n", Gaps::Canonical).expect("parses");
        for (constant, want) in [
            ("(_ bv0 1)", "#b0"),
            ("(_ bv1 8)", "#x01"),
            ("(_ bv0 100)", "(_ bv0 100)"),
            ("(_ bvx 1)", "(_ bvx 1)"),
            ("(fp (_ bv1 1) (_ bv0 5) (_ bv0 10))", "(_ -zero 5 11)"),
            ("(fp #b0 #b111 #b01)", "(_ NaN 3 3)"),
            ("(fp #b0 #b111 #b00)", "(_ +oo 3 3)"),
            ("(fp #b0 #b101 #b00)", "(fp #b0 #b101 #b00)"),
        ] {
            let node = script.command(0).child(1).expect("x");
            let edit = Spelling::of(&script).spelled(Edit::replace(node, constant.as_bytes()));
            let text = Candidate::new(&script, edit).text();
            assert_eq!(String::from_utf8_lossy(&text), format!("(f {want})\n"));
        }
    }
}
