//! Mutators: small edits of a script, proposed and never decided here.
//!
//! One file per theory. [`REGISTRY`] lists all of them in the order in which
//! they are documented and tried.

mod arithmetic;
mod binders;
mod boolean;
mod bv;
mod core;
mod datatypes;
mod declarations;
mod end_game;
mod example;
mod fp;
mod fresh;
mod levels;
mod names;
mod proposals;
mod rewrite;
mod smtlib;
mod sorts;
mod strings;
mod terms;

pub use self::core::{BinaryReduction, EraseNode, Mode, ReplaceByVariable};
pub use example::Example;
pub use levels::leave_query;
pub use names::anonymous;
pub use proposals::{Proposal, Scope, candidates};

use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use std::sync::LazyLock;

/// The edits that a mutator proposes at one node, made one at a time.
pub type Edits<'a> = Box<dyn Iterator<Item = Edit> + 'a>;

/// What a mutator is called and what it does.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name as an option: `--[no-]name`.
    pub name: &'static str,
    /// The name that ddSMT's documentation uses, for `--candidates`.
    pub class: &'static str,
    /// What it does, in a few words, for `--help-all` and log lines.
    pub summary: &'static str,
    /// Whether an edit may make the script longer, as a step on the way to a
    /// shorter one. Growth has a limit of its own, so that every search ends.
    pub may_grow: bool,
    /// Scripts with every candidate that is proposed for them.
    pub examples: &'static [Example],
}

/// Proposes edits at a node; knows nothing of solvers and searches.
pub trait Mutator: Sync {
    /// What it is called and what it does.
    fn about(&self) -> &'static About;

    /// Its name: see [`About::name`].
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// What it does: see [`About::summary`].
    fn summary(&self) -> &'static str {
        self.about().summary
    }

    /// What a solver has printed about each of the examples, for mutators that go
    /// by what it tells; see [`Inquiry`](crate::smtlib::Inquiry).
    fn printed(&self) -> &'static str {
        ""
    }

    /// Whether it makes up terms, whatever they mean: an operator that fails again and
    /// again is then asked no more.
    fn enumerates(&self) -> bool {
        false
    }

    /// Whether it may propose anything at `node`; cheap.
    fn filter(&self, context: &Context, node: Node<'_>) -> bool;

    /// Edits of `node` alone.
    fn local<'a>(&'a self, _context: &'a Context, _node: Node<'a>) -> Edits<'a> {
        none()
    }

    /// Edits of the whole script that start from `node`.
    fn global<'a>(&'a self, _context: &'a Context, _node: Node<'a>) -> Edits<'a> {
        none()
    }

    /// Edits of the whole script that are made of those of `others`, the
    /// mutators that take part.
    fn combined<'a>(&'a self, _context: &'a Context, _node: Node<'a>, _others: Others<'a>) -> Edits<'a> {
        none()
    }
}

/// Mutators whose edits another one combines.
pub type Others<'a> = &'a [&'static dyn Mutator];

/// No edits.
pub(crate) fn none<'a>() -> Edits<'a> {
    Box::new(std::iter::empty())
}

/// These edits.
pub(crate) fn some<'a>(edits: impl IntoIterator<Item = Edit, IntoIter: 'a>) -> Edits<'a> {
    Box::new(edits.into_iter())
}

/// A theory's mutators, switched together by `--[no-]name`.
pub struct Group {
    /// The name as an option.
    pub name: &'static str,
    /// The mutators in the order in which they are tried.
    pub mutators: &'static [&'static dyn Mutator],
}

/// All mutators.
pub const REGISTRY: &[Group] = &[
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
    Group { name: "scopes", mutators: levels::MUTATORS },
    Group { name: "terms", mutators: terms::MUTATORS },
    Group { name: "sorts", mutators: sorts::MUTATORS },
    Group { name: "names", mutators: names::MUTATORS },
    END_GAME,
];

/// The mutators of the end game.
pub const END_GAME: Group = Group { name: "exhaustive", mutators: end_game::MUTATORS };

/// All mutators whose edits those of the end game may combine.
pub static COMBINABLE: LazyLock<Vec<&'static dyn Mutator>> = LazyLock::new(|| {
    let groups = REGISTRY.iter().filter(|group| group.name != END_GAME.name);
    groups.flat_map(|group| group.mutators).copied().collect()
});

/// The mutator with this name, as an option or as a class.
pub fn find(name: &str) -> Option<&'static dyn Mutator> {
    let mut all = REGISTRY.iter().flat_map(|group| group.mutators.iter().copied());
    all.find(|mutator| mutator.name() == name || mutator.about().class == name)
}
