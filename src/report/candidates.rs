//! Writes every candidate as a line of JSON, for authors of mutators.

use crate::mutators::{Mutator, ProposedEdit, candidates};
use crate::sexpr::{Candidate, Edit, Gaps, Script, parse};
use crate::smtlib::Context;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes every candidate that `mutators` propose for `script`, one per line.
///
/// A line holds the mutator's class, whether the edit is `local` or `global`, the pre-order number of the node within
/// the whole script, the position among the edits of that node, and the resulting text. Symbols that the candidate
/// itself declares are called `fresh!0`, `fresh!1`, ... in the order in which they appear.
pub fn write_candidates(script: &Script, mutators: &[&Mutator], out: &mut dyn Write) -> io::Result<()> {
    let context = Context::new(script.clone());
    for mutator in mutators {
        for proposal in candidates(mutator, &context) {
            serde_json::to_writer(&mut *out, &line(script, mutator, proposal))?;
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}

fn line(script: &Script, mutator: &Mutator, proposal: ProposedEdit<'_>) -> Value {
    let fresh = declared(&proposal.edit);
    let candidate = Candidate::new(script, proposal.edit);
    let text = if fresh.is_empty() { candidate.text() } else { renamed(&candidate, &fresh) };
    let (class, node, scope, index) = (mutator.class(), proposal.number, proposal.scope, proposal.index);
    let result = String::from_utf8_lossy(&text);
    let mut line = json!({ "mutator": class, "node": node, "scope": scope, "index": index, "result": result });
    if text == script.text() {
        line["note"] = json!(["noop"]);
    }
    line
}

/// Returns the symbols that the commands inserted by an edit declare.
fn declared(edit: &Edit) -> Vec<Vec<u8>> {
    let inserted = edit.splices().iter().filter(|splice| (splice.start, splice.end) == (0, 0));
    let scripts = inserted.filter_map(|splice| parse(splice.text, Gaps::Canonical).ok());
    let mut symbols = Vec::new();
    for script in scripts {
        let declarations = script.commands().filter(|command| command.has_head("declare-const"));
        symbols.extend(declarations.filter_map(|command| Some(command.child(1)?.leaf()?.to_vec())));
    }
    symbols
}

/// Returns the text of a candidate with its own symbols renamed by first appearance.
fn renamed(candidate: &Candidate, fresh: &[Vec<u8>]) -> Vec<u8> {
    let Ok(script) = candidate.script() else { return candidate.text() };
    let mut names: HashMap<&[u8], String> = HashMap::new();
    let leaves = script.every_node();
    let edits = leaves.filter(|node| fresh.iter().any(|symbol| node.leaf() == Some(symbol))).map(|node| {
        let next = names.len();
        Edit::replace(node, names.entry(node.text()).or_insert_with(|| format!("fresh!{next}")).as_bytes())
    });
    Edit::all(edits).map_or_else(|| candidate.text(), |edit| Candidate::new(&script, edit).text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_that_a_candidate_declares_are_numbered() {
        let script = parse(b"(assert (< a b))", Gaps::Canonical).expect("input parses");
        let node = script.command(0).child(1).expect("a term");
        let edit = Edit::all([Edit::insert(0, b"(declare-const v!0!2 Bool)\n"), Edit::replace(node, b"v!0!2")]);
        let edit = edit.expect("independent");
        let fresh = declared(&edit);
        let text = renamed(&Candidate::new(&script, edit), &fresh);
        assert_eq!(String::from_utf8_lossy(&text), "(declare-const fresh!0 Bool)\n(assert fresh!0)\n");
    }
}
