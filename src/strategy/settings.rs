//! The settings of a search: strategy, mutators, limits.

use super::{IllSortedPolicy, Selection};
use crate::sexpr::{Gaps, Script};
use crate::smtlib::Hints;
use regex::bytes::Regex;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The bytes from which on a script is worth the coarse phase: on a smaller one the strategy itself
/// is as quick.
pub(super) const SMALL: u64 = 2_000;

/// A strategy of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Each mutator on groups of nodes, the groups halved.
    Ddmin,
    /// Each node with all mutators, breadth first.
    Hierarchical,
    /// Ddmin, then hierarchical.
    #[default]
    Hybrid,
}

/// What a search is made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The strategy.
    pub strategy: Strategy,
    /// The mutators that take part.
    pub selection: Selection,
    /// What becomes of candidates that are not well-sorted, in the order in
    /// which the phases of the strategy are run.
    pub ill_sorted: Vec<IllSortedPolicy>,
    /// By how many bytes all edits together may lengthen the script. Moves that
    /// do so, such as inlining, are paid from it, so that a search ends.
    pub growth: u64,
    /// How many answers the end game of hybrid may use.
    pub end_game: u32,
    /// By how many bytes an edit must shorten the script as long as there are
    /// such edits: the phases are run with this bound first.
    pub min_gain: u64,
    /// Whether the search begins with the questions that promise most, whatever mutator asks them.
    pub coarse: bool,
    /// Commands that stay as they are: those whose text this matches.
    pub keep: Option<Regex>,
    /// The query that is tried alone before anything else: the one that takes
    /// longest, without which every further check would wait for the others.
    pub first_query: Option<usize>,
    /// What a solver that answers rightly has told of the script.
    pub hints: Arc<Hints>,
    /// Set by others when the search has to end: a step under way looks at no further
    /// node, and what it comes to must not be used.
    pub cancelled: Arc<AtomicBool>,
}

impl Settings {
    /// What is usual for a script.
    pub fn new(strategy: Strategy, script: &Script) -> Settings {
        let ill_sorted = match script.is_malformed() || script.gaps() == Gaps::Lines {
            true => vec![IllSortedPolicy::Unchecked],
            false => vec![IllSortedPolicy::Skip, IllSortedPolicy::Probe],
        };
        Settings {
            strategy,
            selection: Selection::default(),
            ill_sorted,
            growth: script.text_len() / 4 + 4096,
            min_gain: 0,
            end_game: 1200,
            coarse: strategy == Strategy::Hybrid && script.text_len() >= SMALL,
            keep: None,
            first_query: None,
            hints: Arc::default(),
            cancelled: Arc::default(),
        }
    }
}
