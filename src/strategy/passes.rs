//! The passes of the strategies: which mutators, in which order, on which nodes.

use super::{Settings, Toggles};
use crate::mutators::{COMBINABLE, Edits, Mutator, REGISTRY};
use crate::sexpr::Node;
use crate::smtlib::Context;

/// A strategy of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Each mutator on groups of nodes, the groups halved.
    Ddmin,
    /// Each node with all mutators, breadth first.
    Hierarchical,
    /// Ddmin, then hierarchical.
    Hybrid,
}

/// What becomes of candidates that our sort checker rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// They are not asked.
    WellFormed,
    /// They are asked as long as the solver accepts some of their class.
    IllFormedToo,
    /// Nothing is checked, because the failure itself is an error of form.
    All,
}

/// A part of a strategy, run to its fixed point.
#[derive(Debug)]
pub(super) struct Phase {
    pub body: Body,
    pub lax: Forms,
    /// What each edit has to gain, in bytes, if that is more than the measure asks for.
    pub least: i64,
    /// How many answers may be used for it. What comes behind such a phase is
    /// the start of hierarchical again, as long as it changes something.
    pub budget: Option<u32>,
}

#[derive(Debug)]
pub(super) enum Body {
    /// One question: whether the query with this number suffices.
    OneQuery(Task, usize),
    Ddmin(Vec<Task>),
    Hierarchical(Vec<Vec<Task>>),
}

/// A mutator and the nodes that it is used on.
pub(super) struct Task {
    pub mutator: &'static dyn Mutator,
    /// Only nodes with this head.
    pub head: Option<&'static str>,
    /// Only whole commands.
    pub items: bool,
    /// Run again until nothing changes before the next task begins.
    pub repeat: bool,
    /// The mutators whose edits it may combine.
    pub others: Vec<&'static dyn Mutator>,
}

impl Task {
    /// Whether the task may change `node`.
    pub fn applies(&self, context: &Context, node: Node<'_>) -> bool {
        (!self.items || node.index() == 0)
            && self.head.is_none_or(|head| node.has_head(head))
            && self.mutator.filter(context, node)
    }

    /// All edits of a node.
    pub fn edits<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        Box::new(self.mutator.local(context, node).chain(self.far(context, node)))
    }

    /// The local edits of a node, or the others if there are none.
    pub fn nearest<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let mut local = self.mutator.local(context, node).peekable();
        if local.peek().is_some() { Box::new(local) } else { self.far(context, node) }
    }

    /// The edits of a node that are not local.
    fn far<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        Box::new(self.mutator.global(context, node).chain(self.mutator.combined(context, node, &self.others)))
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?} {}", self.mutator.name(), self.head, self.items)
    }
}

/// Ddmin's first stage: whole commands, first all of a session. Declarations
/// come when the assertions that are left are known; fewer of them shorten every
/// later question.
const COMMANDS: [(&str, Option<&str>); 23] = [
    ("erase-session", None),
    ("erase-node", Some("check-sat")),
    ("erase-node", Some("check-sat-assuming")),
    ("one-query", None),
    ("outside-core", None),
    ("model-value", None),
    ("erase-scope", None),
    ("flatten-scope", None),
    ("one-level", None),
    ("erase-node", Some("assert")),
    ("erase-node", None),
    ("check-sat-assuming", None),
    ("assumption-to-assertion", None),
    ("replace-datatype", None),
    ("drop-constructor", None),
    ("drop-field", None),
    ("drop-sort-parameter", None),
    ("drop-nonterminal", None),
    ("definition-to-declaration", None),
    ("declaration-default", None),
    ("declaration-merge", None),
    ("remove-argument", None),
    ("inline-sort", None),
];

/// Ddmin's second stage: all nodes. The rest of the registry follows. Binders
/// come first: most of a machine-made script hangs on them.
const TERMS: [&str; 18] = [
    "drop-unused",
    "drop-neutral",
    "simplify-bits",
    "let-default",
    "let-inline",
    "substitute-children",
    "constants",
    "hoist-descendant",
    "drop-neutral",
    "simplify-bits",
    "let-elimination",
    "let-substitution",
    "replace-by-variable",
    "merge-children",
    "sort-children",
    "narrow-all",
    "narrow",
    "replace-sort",
];

/// The end of ddmin's second stage: names, when nothing else is left to rename.
const LAST: [&str; 3] = ["declare-constant", "rename-all", "simplify-symbol-names"];

/// Hierarchical's passes before those of all mutators.
const EARLY: [&[&str]; 2] = [
    &["drop-neutral", "constants", "binary-reduction"],
    &[
        "erase-node",
        "constants",
        "let-elimination",
        "let-substitution",
        "substitute-children",
        "binary-reduction",
        "check-sat-assuming",
    ],
];

/// Left for hierarchical's last pass, where they come first.
const COSMETIC: [&str; 5] =
    ["declare-constant", "rename-all", "simplify-quoted-symbols", "simplify-symbol-names", "str-constants"];

/// The passes of the end game, whose mutators are used by nothing else: first
/// what is asked once for a node, then what is asked of many pairs; last what
/// hides the sorts of terms.
const END_GAME: [&[&str]; 4] = [
    &["chain-equalities", "extend-to-concat", "any-operator", "join-asserts"],
    &["everywhere", "any-term", "share-term"],
    &["any-two"],
    &["decimal-to-numeral"],
];

impl Strategy {
    /// The phases of the strategy with the mutators that take part.
    pub(super) fn phases(self, settings: &Settings) -> Vec<Phase> {
        let toggles = &settings.toggles;
        let bodies: &[fn(&Toggles) -> Body] = match self {
            Strategy::Ddmin => &[ddmin],
            Strategy::Hierarchical => &[hierarchical],
            Strategy::Hybrid => &[before_hierarchical, after_ddmin],
        };
        let phase = |body: &fn(&Toggles) -> Body, lax, least| Phase { body: body(toggles), lax, least, budget: None };
        let least = i64::try_from(settings.min_gain).unwrap_or(i64::MAX);
        let large =
            bodies.iter().filter(|_| least > 0).filter_map(|body| Some(phase(body, *settings.forms.first()?, least)));
        let all = bodies.iter().flat_map(|body| settings.forms.iter().map(move |&lax| phase(body, lax, i64::MIN)));
        let mut phases: Vec<Phase> = first_query(settings).into_iter().chain(large).chain(all).collect();
        if let (Strategy::Hybrid, Some(&lax)) = (self, settings.forms.first()) {
            phases.push(Phase { body: end_game(toggles), lax, least: i64::MIN, budget: Some(settings.end_game) });
        }
        phases
    }
}

/// The phase that leaves the query with which to begin, if there is one.
fn first_query(settings: &Settings) -> Option<Phase> {
    let body = Body::OneQuery(task(&settings.toggles, "one-query")?, settings.first_query?);
    Some(Phase { body, lax: *settings.forms.first()?, least: i64::MIN, budget: None })
}

/// All mutators that take part, in the order of the registry.
fn all(toggles: &Toggles) -> impl Iterator<Item = &'static dyn Mutator> {
    let mutators = REGISTRY.iter().flat_map(|group| group.mutators.iter().copied());
    mutators.filter(|&mutator| toggles.allows(mutator)).map(|mutator| toggles.variant(mutator))
}

/// Those of them that the strategies of the paper use.
fn regular(toggles: &Toggles) -> impl Iterator<Item = &'static dyn Mutator> {
    all(toggles).filter(|mutator| !END_GAME.iter().any(|pass| pass.contains(&mutator.name())))
}

/// The mutator with this name on all nodes, if it takes part.
fn task(toggles: &Toggles, name: &str) -> Option<Task> {
    let mutator = all(toggles).find(|mutator| mutator.name() == name)?;
    Some(Task { mutator, head: None, items: false, repeat: false, others: Vec::new() })
}

fn ddmin(toggles: &Toggles) -> Body {
    let commands = COMMANDS
        .iter()
        .filter_map(|&(name, head)| Some(Task { head, items: true, repeat: true, ..task(toggles, name)? }));
    let is_grouped = |name: &&str| *name != "binary-reduction" && COMMANDS.iter().all(|(other, _)| other != name);
    let elsewhere = |name: &&str| TERMS.contains(name) || LAST.contains(name);
    let rest = regular(toggles).map(|mutator| mutator.name()).filter(|name| !elsewhere(name) && is_grouped(name));
    let terms = TERMS.into_iter().chain(rest).chain(LAST).filter_map(|name| task(toggles, name));
    Body::Ddmin(commands.chain(terms).collect())
}

/// The mutators with these names, as far as they take part.
fn tasks(toggles: &Toggles, names: &[&str]) -> Vec<Task> {
    names.iter().filter_map(|name| task(toggles, name)).collect()
}

fn end_game(toggles: &Toggles) -> Body {
    let others = COMBINABLE.iter().copied().filter(|mutator| toggles.allows(*mutator));
    let others: Vec<_> = others.map(|mutator| toggles.variant(mutator)).collect();
    let combining = |task| Task { others: others.clone(), ..task };
    let passes = END_GAME.iter().map(|names| tasks(toggles, names).into_iter().map(combining).collect::<Vec<_>>());
    Body::Hierarchical(passes.filter(|pass| !pass.is_empty()).collect())
}

fn hierarchical(toggles: &Toggles) -> Body {
    let tasks = |names: &[&str]| tasks(toggles, names);
    let asserts = task(toggles, "binary-reduction").map(|task| Task { head: Some("assert"), items: true, ..task });
    let main: Vec<&str> =
        regular(toggles).map(|mutator| mutator.name()).filter(|name| !COSMETIC.contains(name)).collect();
    let last: Vec<&str> = COSMETIC.iter().chain(&main).copied().collect();
    let mut passes: Vec<Vec<Task>> = vec![asserts.into_iter().collect()];
    passes.extend(EARLY.iter().map(|names| tasks(names)));
    passes.extend([tasks(&main), tasks(&last)]);
    passes.retain(|pass| !pass.is_empty());
    Body::Hierarchical(passes)
}

/// Ddmin when hierarchical follows. That asks for new variables when most terms
/// are gone for which they would be asked here, nearly always for nothing.
fn before_hierarchical(toggles: &Toggles) -> Body {
    ddmin(&toggles.clone().but("introduce-fresh-variables"))
}

/// Hierarchical once ddmin has deleted what it could, in runs of every length.
fn after_ddmin(toggles: &Toggles) -> Body {
    match task(toggles, "erase-node") {
        Some(_) => hierarchical(&toggles.clone().but("binary-reduction")),
        None => hierarchical(toggles),
    }
}
