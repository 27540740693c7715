//! The settings of a search: strategy, mutators, limits.

use crate::mutators::{BY_SMALLER, Mode, Mutator, REGISTRY};
use crate::sexpr::{Gaps, Script};
use crate::smtlib::Hints;
use regex::bytes::Regex;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Number of bytes from which on a script is worth the coarse phase: on a smaller one the strategy itself is as quick.
pub(super) const MIN_COARSE: u64 = 2_000;

/// Number of bytes that may be read to check sorts between two questions: about a second.
const MAX_READ: u64 = 64 << 20;

/// A strategy of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Each mutator on groups of nodes, which are halved.
    Ddmin,
    /// Each node with all mutators, breadth first.
    Hierarchical,
    /// Ddmin, then hierarchical.
    #[default]
    Hybrid,
}

/// The treatment of ill-sorted candidates, that is, of those that ddsmt's sort checker rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllSortedPolicy {
    /// Ill-sorted candidates are not asked.
    Skip,
    /// Ill-sorted candidates are not asked, nor are those that some solvers cannot read: integers for reals,
    /// functions as terms in a first-order logic, a command or identifier that is none, a `match` that lacks a
    /// case, and the like.
    Strict,
    /// A few ill-sorted candidates of each mutator are asked, and more as long as the solver accepts some.
    Probe,
    /// Sorts are not checked, because the failure itself is an error of form.
    Unchecked,
}

/// The mutators that take part: all except those that are switched off, and one of the two variants of
/// `replace-by-variable`.
#[derive(Clone, Debug)]
pub struct Selection {
    off: HashSet<&'static str>,
    variables: Mode,
}

impl Default for Selection {
    /// All mutators that are on by default.
    fn default() -> Selection {
        Selection::of(|mutator| !mutator.is_optional)
    }
}

impl Selection {
    /// Returns a selection of the mutators that are on.
    pub fn of(is_on: impl Fn(&Mutator) -> bool) -> Selection {
        let off = REGISTRY.iter().flat_map(|group| group.mutators).filter(|mutator| !is_on(mutator));
        Selection { off: off.map(|mutator| mutator.name).collect(), variables: Mode::default() }
    }

    /// Returns the selection without this mutator.
    #[must_use]
    pub fn but(mut self, name: &'static str) -> Selection {
        self.off.insert(name);
        self
    }

    /// Returns the selection with this variant of `replace-by-variable`.
    #[must_use]
    pub fn with_variables(self, variables: Mode) -> Selection {
        Selection { variables, ..self }
    }

    /// Returns the variant of a mutator that is selected.
    pub fn variant(&self, mutator: &'static Mutator) -> &'static Mutator {
        match self.variables {
            Mode::Smaller if mutator.name == BY_SMALLER.name => &BY_SMALLER,
            _ => mutator,
        }
    }

    /// Whether a mutator takes part.
    pub fn allows(&self, mutator: &Mutator) -> bool {
        !self.off.contains(mutator.name)
    }
}

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The strategy.
    pub strategy: Strategy,
    /// The mutators that take part.
    pub selection: Selection,
    /// The treatment of ill-sorted candidates, in the order in which the phases of the strategy are run.
    pub ill_sorted: Vec<IllSortedPolicy>,
    /// Number of bytes by which all edits together may lengthen the script. Edits that lengthen it, such as
    /// inlining, are paid from this budget, so that a search ends.
    pub growth: u64,
    /// Number of answers that the end game of hybrid may use.
    pub end_game: u32,
    /// Number of bytes by which an edit must shorten the script as long as there are such edits: the phases are
    /// run with this bound first.
    pub min_gain: u64,
    /// Number of bytes that may be read to check sorts between two questions before the coarse phase leaves out the
    /// parts of blocks that are not admissible: where all edits mean to read a long script, that would take minutes.
    pub most_read: u64,
    /// Whether the search begins with the coarse phase.
    pub coarse: bool,
    /// Matches the text of the commands that stay as they are.
    pub keep: Option<Regex>,
    /// The number of the query that is tried alone before anything else: the one that takes longest. If it
    /// suffices, no further check has to wait for the other queries.
    pub first_query: Option<usize>,
    /// Facts about the script from a solver that answers rightly.
    pub hints: Arc<Hints>,
    /// Set by the caller when the search has to end: a step under way looks at no further node, and its result
    /// must not be used.
    pub cancelled: Arc<AtomicBool>,
}

impl SearchSettings {
    /// Returns the usual settings for a script.
    pub fn new(strategy: Strategy, script: &Script) -> SearchSettings {
        let ill_sorted = if script.is_malformed() || script.gaps() == Gaps::Lines {
            vec![IllSortedPolicy::Unchecked]
        } else {
            vec![IllSortedPolicy::Skip, IllSortedPolicy::Probe]
        };
        SearchSettings {
            strategy,
            selection: Selection::default(),
            ill_sorted,
            growth: script.text_len() / 4 + 4096,
            min_gain: 0,
            end_game: 1200,
            most_read: MAX_READ,
            coarse: strategy == Strategy::Hybrid && script.text_len() >= MIN_COARSE,
            keep: None,
            first_query: None,
            hints: Arc::default(),
            cancelled: Arc::default(),
        }
    }
}
