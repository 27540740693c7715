//! The passes of the strategies: which mutators, in which order, on which nodes.
//!
//! Mutators are named as their options are. If no mutator has a name, every search panics at its start, so that
//! no test passes with such a name.

use super::Selection;
use crate::mutators::{END_GAME, Edits, Mutator, REGISTRY, find};
use crate::sexpr::Node;
use crate::smtlib::{Context, Role};

/// What a phase does until nothing changes any more.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// One question: whether the query with this number suffices.
    OneQuery(Task, usize),
    /// One task after the other.
    Ddmin(Vec<Task>),
    /// Always the task that promises most.
    Coarse(Vec<Bet>),
    /// One pass after the other: for each node in turn all tasks of the pass.
    Hierarchical(Vec<Vec<Task>>),
}

/// A mutator and the nodes that it is used on.
#[derive(Clone)]
pub(super) struct Task {
    pub mutator: &'static Mutator,
    /// Only nodes with this head.
    pub head: Option<&'static str>,
    /// Only whole commands.
    pub items: bool,
    /// No node that a `let` binds, and no body of a `let`.
    pub no_lets: bool,
    /// Run again until nothing changes before the next task begins.
    pub repeat: bool,
}

/// A task of the coarse phase. `needed` is the number of places in a script that the failure is assumed to need
/// and that the task would change, before anything is known; 0 for a task that asks its edits one by one.
#[derive(Clone, Debug)]
pub(super) struct Bet {
    pub task: Task,
    pub needed: f64,
    /// Whether the task is asked again after every change, and not only after large ones.
    pub again: bool,
    /// Whether the task deletes whole commands and nothing else.
    pub deletes_commands: bool,
}

impl Task {
    /// Whether the task may change `node`.
    pub fn applies(&self, context: &Context, node: Node<'_>) -> bool {
        (!self.items || node.index() == 0)
            && self.head.is_none_or(|head| node.has_head(head))
            && !(self.no_lets && is_of_let(context, node))
            && self.mutator.filter(context, node)
    }

    /// Returns all edits of a node.
    pub fn edits<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        Box::new(self.mutator.local(context, node).chain(self.mutator.global(context, node)))
    }

    /// Returns the local edits of a node, or its global edits if there are none.
    pub fn nearest<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let mut local = self.mutator.local(context, node).peekable();
        if local.peek().is_some() { Box::new(local) } else { self.mutator.global(context, node) }
    }
}

/// Whether a node is bound by a `let` or is the body of one.
fn is_of_let(context: &Context, node: Node<'_>) -> bool {
    let Some(parent) = context.parent(node) else { return false };
    let is_body = || parent.has_head("let") && parent.child(2).is_some_and(|body| body.index() == node.index());
    context.role(parent) == Role::Binder || is_body()
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?} {}", self.mutator.name, self.head, self.items)
    }
}

/// The tasks of the coarse phase: mutator and head, whether on whole commands only, and [`Bet::needed`].
const BETS: [(&str, bool, f64); 15] = [
    ("drop-unused assert", true, 0.0),
    ("isolate-term assert", true, 0.0),
    ("erase-session", true, 1.0),
    ("outside-core", true, 0.2),
    ("model-value", true, 0.5),
    ("rename-all", true, 1.5),
    ("one-query", true, 1.0),
    ("erase-scope", true, 2.0),
    ("erase-node assert", true, 1.0),
    ("erase-node", true, 3.0),
    ("let-default", false, 1.5),
    ("substitute-children", false, 3.0),
    ("erase-node", false, 4.0),
    ("constants", false, 3.0),
    ("declaration-default", true, 3.0),
];

/// Ddmin's first stage, on whole commands: mutators, some with a head; those of a session come first. Declarations
/// come when the assertions that are left are known: fewer declarations shorten every later question.
const COMMANDS: [&str; 21] = [
    "erase-session",
    "erase-node check-sat",
    "erase-node check-sat-assuming",
    "one-query",
    "outside-core",
    "model-value",
    "erase-scope",
    "flatten-scope",
    "erase-node assert",
    "erase-node",
    "check-sat-assuming",
    "assumption-to-assertion",
    "replace-datatype",
    "drop-constructor",
    "drop-field",
    "drop-sort-parameter",
    "drop-nonterminal",
    "definition-to-declaration",
    "declaration-merge",
    "remove-argument",
    "inline-sort",
];

/// Ddmin's second stage, on all nodes. The rest of the registry follows. Binders come first: most of a
/// machine-made script depends on them.
const TERMS: [&str; 18] = [
    "drop-unused", "drop-neutral", "simplify-bits", "let-default", "declaration-default", "let-inline",
    "substitute-children", "constants", "hoist-descendant", "drop-neutral", "simplify-bits", "let-elimination",
    "let-substitution", "replace-by-variable", "merge-children", "sort-children", "narrow", "replace-sort",
];

/// Ddmin's last stage: names, when nothing else is left to rename.
const NAMES: [&str; 3] = ["declare-constant", "rename-all", "simplify-symbol-names"];

/// Hierarchical's passes before those of all mutators.
const EARLY: [&[&str]; 2] = [
    &["drop-neutral", "constants", "binary-reduction"],
    &[
        "erase-node", "constants", "let-elimination", "let-substitution", "substitute-children", "binary-reduction",
        "check-sat-assuming",
    ],
];

/// Mutators that only change how the script looks. They are left for hierarchical's last pass, where they come first.
const COSMETIC: [&str; 5] =
    ["declare-constant", "rename-all", "simplify-quoted-symbols", "simplify-symbol-names", "str-constants"];

/// The mutator that deletes what a change has left without a use.
const TIDY: &str = "drop-unused";

/// The mutator that is asked in the coarse phase only.
const BOLD: &str = "isolate-term";

/// Returns all mutators that take part, in the order of the registry, except those of the end game and [`BOLD`].
fn all(selection: &Selection) -> impl Iterator<Item = &'static Mutator> {
    let groups = REGISTRY.iter().filter(|group| group.name != END_GAME.name);
    let mutators = groups.flat_map(|group| group.mutators.iter().copied()).filter(|mutator| mutator.name != BOLD);
    mutators.filter(|&mutator| selection.allows(mutator)).map(|mutator| selection.variant(mutator))
}

/// Returns a task of the mutator with this name, if the mutator takes part: on all nodes, or, where a head follows
/// the name, on those with this head.
///
/// # Panics
///
/// If no mutator has the name.
pub(super) fn task(selection: &Selection, words: &'static str) -> Option<Task> {
    let (name, head) = words.split_once(' ').map_or((words, None), |(name, head)| (name, Some(head)));
    let mutator = find(name).unwrap_or_else(|| panic!("no mutator is called {name}"));
    let mutator = selection.allows(mutator).then(|| selection.variant(mutator))?;
    Some(Task { mutator, head, items: false, no_lets: false, repeat: false })
}

/// Returns tasks of the mutators with these names, as far as they take part.
pub(super) fn tasks(selection: &Selection, names: &[&'static str]) -> Vec<Task> {
    names.iter().filter_map(|name| task(selection, name)).collect()
}

/// Returns the tasks of ddmin: whole commands, then all nodes, then names.
pub(super) fn ddmin(selection: &Selection) -> Body {
    let commands = COMMANDS.into_iter().filter_map(|words| task(selection, words));
    let commands = commands.map(|task| Task { items: true, repeat: true, ..task });
    let is_listed = |name: &&str| COMMANDS.iter().chain(&TERMS).chain(&NAMES).any(|listed| listed == name);
    // Halving lists is left to hierarchical: ddmin halves blocks of nodes.
    let rest =
        all(selection).map(|mutator| mutator.name).filter(|name| !is_listed(name) && *name != "binary-reduction");
    let terms = TERMS.into_iter().chain(rest).chain(NAMES).filter_map(|name| task(selection, name));
    Body::Ddmin(commands.chain(terms).collect())
}

/// Returns the tasks of the coarse phase.
pub(super) fn coarse(selection: &Selection) -> Body {
    let bet = |(words, items, needed)| {
        let task = task(selection, words)?;
        let (again, deletes_commands) = (task.mutator.name == TIDY, items && task.mutator.name == "erase-node");
        Some(Bet { task: Task { items, ..task }, needed, again, deletes_commands })
    };
    Body::Coarse(BETS.into_iter().filter_map(bet).collect())
}

/// Returns the passes of hierarchical: what deletes much, then all mutators except those that only change how
/// the script looks, then all.
pub(super) fn hierarchical(selection: &Selection) -> Body {
    let tasks = |names: &[&'static str]| tasks(selection, names);
    let asserts = task(selection, "binary-reduction assert").map(|task| Task { items: true, ..task });
    let main: Vec<&'static str> =
        all(selection).map(|mutator| mutator.name).filter(|name| !COSMETIC.contains(name)).collect();
    let last: Vec<&'static str> = COSMETIC.iter().chain(&main).copied().collect();
    let mut passes: Vec<Vec<Task>> = vec![asserts.into_iter().collect()];
    passes.extend(EARLY.iter().map(|names| tasks(names)));
    passes.extend([tasks(&main), tasks(&last)]);
    passes.retain(|pass| !pass.is_empty());
    Body::Hierarchical(passes)
}
