//! Mutators: small edits of a script, proposed and never decided here.
//!
//! One file per theory. [`REGISTRY`] lists all mutators in the order in which they are documented and tried.

mod arithmetic;
mod binders;
mod boolean;
mod bv;
mod core;
mod datatypes;
mod declarations;
mod end_game;
mod fp;
mod fresh;
mod names;
mod rewrite;
mod scopes;
mod smtlib;
mod sorts;
mod strings;
mod terms;

pub use self::core::{BY_SMALLER, Mode};
pub use names::{anonymized, anonymous, undeclared};
pub use scopes::leave_query;

use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use rewrite::Rules;
use serde::Serialize;

/// The edits that a mutator proposes at one node, made one at a time.
pub type Edits<'a> = Box<dyn Iterator<Item = Edit> + 'a>;

/// A function that proposes edits at a node, if it knows any.
type Propose = for<'a> fn(&'a Context, Node<'a>) -> Option<Edits<'a>>;

/// Proposes edits at a node; knows nothing of solvers and searches.
pub struct Mutator {
    /// The name as an option: `--[no-]name`.
    pub name: &'static str,
    /// Its name in ddSMT's documentation, where that is not `name` in capitals.
    class: &'static str,
    /// What it does, in a few words, for `--help-all` and log lines.
    pub summary: &'static str,
    /// Whether an edit may make the script longer, as a step on the way to a
    /// shorter one. Growth has a limit of its own, so that every search ends.
    pub may_grow: bool,
    /// Scripts with every candidate that is proposed for them: `given |- before => after | after`. The part
    /// before `|-` stands before each of the scripts, `none` is no candidate, and `nothing` the empty script.
    pub examples: &'static str,
    /// The output of a solver for each of the examples, for mutators that make use of it; see
    /// [`Inquiry`](crate::smtlib::Inquiry).
    pub printed: &'static str,
    /// Whether it makes up terms, whatever they mean: an operator whose terms are rejected again and again is
    /// then given up.
    pub enumerates: bool,
    /// Whether it is off unless the user asks for it, by its own option or by `--shortest`.
    pub is_optional: bool,
    /// Rows of patterns whose results are edits of the node, instead of code.
    rules: Rules,
    /// Whether there may be edits at a node; cheap.
    filter: fn(&Context, Node<'_>) -> bool,
    /// Edits of the node alone.
    local: Propose,
    /// Edits of the whole script that start from the node.
    global: Propose,
}

impl Mutator {
    /// Defaults for the fields that a mutator leaves out.
    #[allow(clippy::declare_interior_mutable_const, reason = "each mutator reads rules of its own")]
    pub(crate) const DEFAULT: Mutator = Mutator {
        name: "",
        class: "",
        summary: "",
        may_grow: false,
        examples: "",
        printed: "",
        enumerates: false,
        is_optional: false,
        rules: Rules::new(&[]),
        filter: |_, _| false,
        local: |_, _| None,
        global: |_, _| None,
    };

    /// Returns the name that ddSMT's documentation uses, for `--candidates`.
    pub fn class(&self) -> String {
        let capital = |word: &str| [&word[..1].to_uppercase(), &word[1..]].concat();
        if self.class.is_empty() { self.name.split('-').map(capital).collect() } else { self.class.into() }
    }

    /// Whether it may propose anything at `node`; cheap.
    pub fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        (self.filter)(context, node) || self.rules.results(node).next().is_some()
    }

    /// Returns edits of `node` alone.
    pub fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        if self.rules.is_empty() {
            return all((self.local)(context, node));
        }
        Box::new(self.rules.results(node).map(move |term| Edit::rewrite(node, term)))
    }

    /// Returns edits of the whole script that start from `node`.
    pub fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        all((self.global)(context, node))
    }
}

/// Returns a mutator for tests, with these edits of every node.
#[cfg(test)]
pub(crate) const fn proposing(local: Propose) -> Mutator {
    Mutator { name: "erase-node", filter: |_, _| true, local, ..Mutator::DEFAULT }
}

/// Returns the edits that a function proposes.
fn all(edits: Option<Edits<'_>>) -> Edits<'_> {
    edits.unwrap_or_else(|| Box::new(std::iter::empty()))
}

/// Proposes these edits.
fn some<'a>(edits: impl IntoIterator<Item = Edit, IntoIter: 'a>) -> Option<Edits<'a>> {
    Some(Box::new(edits.into_iter()))
}

/// Returns for each of the `texts` an edit that puts the text at all nodes for which `same` is true, if there are
/// several.
fn at_all<'a, T: IntoIterator<Item = Vec<u8>, IntoIter: 'a> + 'a>(
    context: &'a Context,
    texts: impl FnOnce() -> T + 'a,
    same: impl Fn(&Node<'a>) -> bool + 'a,
) -> Option<Edits<'a>> {
    some(std::iter::once(texts).flat_map(move |texts| {
        let equal: Vec<_> = context.script().every_node().filter(&same).collect();
        let texts = (equal.len() > 1).then(texts).into_iter().flatten();
        texts.filter_map(move |text| Edit::all(equal.iter().map(|node| Edit::replace(*node, &text))))
    }))
}

/// Returns all nodes for which `same` is true, if `node` is the first of them.
fn all_from<'a>(context: &'a Context, node: Node<'a>, same: impl Fn(&Node<'a>) -> bool) -> Option<Vec<Node<'a>>> {
    let mut all = context.script().every_node().filter(same).peekable();
    all.peek().is_some_and(|first| first.place() == node.place()).then(|| all.collect())
}

/// A theory's mutators, switched together by `--[no-]name`.
pub struct Group {
    /// The name as an option.
    pub name: &'static str,
    /// The mutators in the order in which they are tried.
    pub mutators: &'static [&'static Mutator],
}

/// All mutators.
pub static REGISTRY: &[Group] = &[
    Group { name: "core", mutators: core::MUTATORS },
    Group { name: "arithmetic", mutators: arithmetic::MUTATORS },
    Group { name: "bv", mutators: bv::MUTATORS },
    Group { name: "boolean", mutators: boolean::MUTATORS },
    Group { name: "datatypes", mutators: datatypes::MUTATORS },
    Group { name: "fp", mutators: fp::MUTATORS },
    Group { name: "smtlib", mutators: smtlib::MUTATORS },
    Group { name: "strings", mutators: strings::MUTATORS },
    Group { name: "binders", mutators: binders::MUTATORS },
    Group { name: "declarations", mutators: declarations::MUTATORS },
    Group { name: "scopes", mutators: scopes::MUTATORS },
    Group { name: "terms", mutators: terms::MUTATORS },
    Group { name: "sorts", mutators: sorts::MUTATORS },
    Group { name: "names", mutators: names::MUTATORS },
    END_GAME,
];

/// The mutators of the end game.
pub const END_GAME: Group = Group { name: "exhaustive", mutators: end_game::MUTATORS };

/// Returns the mutator with this name, as an option or as a class.
pub fn find(name: &str) -> Option<&'static Mutator> {
    let all = || REGISTRY.iter().flat_map(|group| group.mutators.iter().copied());
    all().find(|mutator| mutator.name == name).or_else(|| all().find(|mutator| mutator.class() == name))
}

/// The part of a script that an edit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// One node.
    Local,
    /// The whole script.
    Global,
}

/// One edit, and where a mutator proposes it.
#[derive(Clone, Debug)]
pub struct ProposedEdit<'a> {
    /// The pre-order number of the node within the whole script.
    pub number: u64,
    /// The node that the mutator was asked about.
    pub node: Node<'a>,
    /// Whether the edit is one of the node or of the script.
    pub scope: Scope,
    /// The position among the edits of this node and scope.
    pub index: usize,
    /// The edit.
    pub edit: Edit,
}

/// Returns all edits that `mutator` proposes, made one at a time.
///
/// Nodes come in pre-order. For each node the local edits come first, then the global ones.
pub fn candidates<'a>(mutator: &'a Mutator, context: &'a Context) -> impl Iterator<Item = ProposedEdit<'a>> {
    let nodes = context.script().every_node();
    nodes.zip(0..).filter(|(node, _)| mutator.filter(context, *node)).flat_map(move |(node, number)| {
        let local = mutator.local(context, node).enumerate().map(|(i, edit)| (Scope::Local, i, edit));
        let global = mutator.global(context, node).enumerate().map(|(i, edit)| (Scope::Global, i, edit));
        local.chain(global).map(move |(scope, index, edit)| ProposedEdit { number, node, scope, index, edit })
    })
}
