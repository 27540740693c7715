//! The strategy hybrid: ddmin, then hierarchical, then the end game.
//!
//! Kremer, Niemetz, Preiner: ddSMT 2.0 (CAV 2021), section 4.3: ddmin removes most of the script in few checks,
//! and hierarchical looks at every node of what is left with all mutators. Each runs to its fixpoint. The end game
//! is not in the paper: once the script is small, it uses mutators that propose many edits of a node, most of them
//! in vain. It has a budget of checks of its own.

use super::Selection;
use super::passes::{self, Body, Task};

/// The parts of the end game, each with its passes; nothing else uses their mutators. The first part begins
/// with the mutators after which the solver does less, and with those that gain most per check; then come those that
/// ask once about a node, then those that ask many times. The second part holds the mutator that asks most often; it
/// begins when the first part changes nothing any more. The third part may lengthen the script by a few bytes, which is
/// undone unless it ends shorter. The last part, with checks of its own, holds the mutators that
/// hide the sorts of terms.
const END_GAME_PASSES: [&[&[&str]]; 4] = [
    &[
        &["simplify-alone", "push-instead", "division-by-zero"],
        &[
            "rephrase", "extend-to-concat", "step-widths", "sort-to-part", "short-float", "smaller-field",
            "unwrap-arguments", "retype-symbol", "retype-argument", "symbol-to-term", "term-to-predicate",
        ],
        &["array-to-predicate"],
        &["hoist-any", "function-alone", "use-equality", "relate-terms"],
        &[
            "chain-relations", "any-operator", "any-character", "tenths", "assertions-to-assumptions", "join-asserts",
            "value-of-constant", "apply-tactic",
        ],
        &["everywhere", "any-term", "share-term"],
        &["shorter-term"],
        &["truth-beside-symbol"],
        &["bit-as-bool", "bool-to-int", "seq-to-string"],
    ],
    &[&["flip-literal"]],
    &[&["index-to-int"], &["symbol-to-read"]],
    &[&["real-division", "decimal-to-numeral", "share-sort"], &["bind-constant"]],
];

/// Returns the phases of ddmin and of hierarchical.
///
/// Ddmin does not ask for new variables: when hierarchical asks for them, most terms are gone for which they
/// would be in vain. Nor does ddmin put constants in the place of what a `let` binds or of its body.
/// Hierarchical does not halve lists: ddmin has deleted what it could, in runs of every length.
pub(super) fn ddmin_then_hierarchical(selection: &Selection) -> [Body; 2] {
    let mut before = passes::ddmin(&selection.clone().but("introduce-fresh-variables"));
    if let Body::Ddmin(tasks) = &mut before {
        tasks.iter_mut().for_each(|task| task.no_lets = task.mutator.name == "constants");
    }
    let has_deleted = passes::task(selection, "erase-node").is_some();
    let after = if has_deleted { selection.clone().but("binary-reduction") } else { selection.clone() };
    [before, passes::hierarchical(&after)]
}

/// Returns the parts of the end game, each with its passes, which go through a script as those of hierarchical do.
pub(super) fn end_game(selection: &Selection) -> [Vec<Vec<Task>>; 4] {
    let pass = |names: &&[&'static str]| passes::tasks(selection, names);
    END_GAME_PASSES.map(|part| part.iter().map(pass).filter(|pass| !pass.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutators::END_GAME;

    #[test]
    fn the_end_game_uses_all_mutators_that_nothing_else_uses() {
        let mut names: Vec<&str> = END_GAME_PASSES.concat().concat();
        let mut wanted: Vec<&str> = END_GAME.mutators.iter().map(|mutator| mutator.name).collect();
        names.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(names, wanted);
    }
}
