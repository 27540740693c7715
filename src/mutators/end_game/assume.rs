//! The mutator that asks one question under assumptions instead of several.

use super::super::{Mutator, none};
use super::asserted;
use crate::sexpr::{Edit, Node};

/// Puts one `check-sat-assuming` in the place of assertions and questions that follow one another,
/// as many as may be, then fewer: with what it assumes such a solver often fails, too.
///
/// A single question stays: of two ways to say the same, the one with assertions is simpler.
pub(super) static ASSERTIONS_TO_ASSUMPTIONS: Mutator = Mutator {
    name: "assertions-to-assumptions",
    summary: "ask once under assumptions instead of several times",
    examples: r"
        (push) (assert p) (check-sat) (assert (not q)) (check-sat)
            => (push) (check-sat-assuming (p (not q))) | (push) (assert p) (check-sat-assuming ((not q)))
        (assert p) (assert q) (check-sat) => none
    ",
    filter: |_, node| is_question(node),
    global: |context, node| {
        let script = context.script();
        let is_meant = |command: &Node<'_>| asserted(*command).is_some() || is_question(*command);
        let all: Vec<Node<'_>> = script.commands().take(node.command()).collect();
        let run = all.iter().rposition(|command| !is_meant(command)).map_or(0, |other| other + 1);
        if run == all.len() {
            return none();
        }
        let starts = (run..all.len()).take(MOST);
        Box::new(starts.filter_map(move |start| {
            let terms: Vec<&[u8]> = all[start..].iter().filter_map(|c| asserted(*c)).map(Node::text).collect();
            if terms.is_empty() || !all[start..].iter().any(|command| is_question(*command)) {
                return None;
            }
            let question = [b"(check-sat-assuming (", &*terms.join(&b' '), b"))"].concat();
            let erased = all[start..].iter().map(|command| Edit::delete(*command));
            Edit::all(erased.chain([Edit::replace(node, &question)]))
        }))
    },
    ..Mutator::DEFAULT
};

/// How many places are tried from which on everything is assumed.
const MOST: usize = 4;

/// Whether a command asks whether what is asserted can hold.
fn is_question(command: Node<'_>) -> bool {
    command.index() == 0 && command.has_head("check-sat") && command.arity() == 1
}
