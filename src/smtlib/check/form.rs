//! Checks the form of identifiers and `match` in edited commands. Solvers differ in the operators that they know, so
//! that what is not known counts as well-sorted; but what is no identifier is read by none of them.

use crate::sexpr::{Candidate, Gaps, Node, parse};
use crate::smtlib::name::is_among;
use crate::smtlib::{Context, SymbolKind, theory};
use std::collections::BTreeSet;

/// Operators that mean nothing without indices.
const INDEXED: &str = "extract zero_extend sign_extend rotate_left rotate_right repeat divisible";

/// Names that have exactly two indices, and names that have one.
const TWO: &str = "extract +zero -zero +oo -oo NaN FloatingPoint to_fp to_fp_unsigned";
const ONE: &str = "BitVec zero_extend sign_extend rotate_left rotate_right repeat divisible fp.to_ubv fp.to_sbv";

impl Context {
    /// Whether an edit makes an identifier that is none, such as `(_ 8 24)` of `(_ NaN 8 24)`, or a `match` that lacks
    /// a case.
    pub fn loses_form(&self, candidate: &Candidate) -> bool {
        let script = self.script();
        let splices = candidate.edit().splices();
        let is_constructor = |name: &[u8], command| {
            self.symbols().term(name, command).filter(|symbol| symbol.kind == SymbolKind::Constructor)
        };
        let constructs =
            |command| self.symbols().declared_by(command).iter().any(|s| s.kind == SymbolKind::Constructor);
        let has_all_constructors = !splices.iter().any(|splice| constructs(splice.command));
        splices.by_command().any(|splices| {
            let Some((tape, number)) = splices.first().and_then(|s| Some((script.find(s.command)?, s.command))) else {
                return false;
            };
            let (mut text, mut from) = (Vec::new(), 0);
            for splice in splices.iter() {
                // Blanks keep tokens apart where an edit would make them one.
                text.extend([&tape.text()[from..splice.start], splice.text].join(&b' '));
                text.push(b' ');
                from = splice.end;
            }
            text.extend(&tape.text()[from..]);
            let lacks_a_case = |node: Node<'_>| {
                has_all_constructors && node.has_head("match") && {
                    let patterns = node.child(2).into_iter().flat_map(Node::children).filter_map(|case| case.child(0));
                    let heads: BTreeSet<&[u8]> = patterns.filter_map(|p| p.leaf().or_else(|| p.head())).collect();
                    let all = heads.iter().map(|head| is_constructor(head, number)).collect::<Option<Vec<_>>>();
                    // One that is no constructor is a variable, which stands for all cases.
                    let datatype = all.as_ref().and_then(|all| Some(&all.first()?.range));
                    datatype.is_some_and(|sort| self.symbols().constructors(sort, number).count() > heads.len())
                }
            };
            let malformed =
                |command: Node<'_>| command.subtree().filter(|n| is_malformed(*n) || lacks_a_case(*n)).count();
            parse(&text, Gaps::Canonical)
                .is_ok_and(|after| after.commands().map(malformed).sum::<usize>() > malformed(script.command(number)))
        })
    }
}

/// Whether a list cannot be read as an identifier, begins with something that is none, or annotates without a keyword.
fn is_malformed(list: Node<'_>) -> bool {
    match list.child(0) {
        Some(head) if head.is("_") => {
            let name = list.child(1).and_then(Node::leaf).unwrap_or_default();
            let indices = list.arity().saturating_sub(2);
            let is_number = name.first().is_none_or(|first| first.is_ascii_digit() || b"#\":".contains(first));
            is_number || indices == 0 || is_among(name, TWO) && indices != 2 || is_among(name, ONE) && indices != 1
        }
        Some(head) if head.is("!") => list.child(2).is_none_or(|keyword| !keyword.text().starts_with(b":")),
        Some(head) => match head.leaf() {
            Some(name) => is_among(name, INDEXED) && list.arity() > 1,
            None => head.head().is_some_and(|inner| inner != b"_" && inner != b"as" && theory::knows(inner)),
        },
        None => false,
    }
}
