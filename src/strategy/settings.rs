//! What a search is given, and the plan that it makes of it.

use super::passes::{Body, Phase};
use super::savings::Saving;
use super::{Forms, Strategy, Toggles};
use crate::mutators;
use crate::sexpr::{Gaps, Script};
use crate::smtlib::Hints;
use regex::bytes::Regex;
use std::sync::Arc;

/// What a search is made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The strategy.
    pub strategy: Strategy,
    /// The mutators that take part.
    pub toggles: Toggles,
    /// What becomes of candidates that are not well-sorted, in the order in
    /// which the phases of the strategy are run.
    pub forms: Vec<Forms>,
    /// By how many bytes all edits together may lengthen the script. Moves that
    /// do so, such as inlining, are paid from it, so that a search ends.
    pub growth: u64,
    /// How many answers the end game of hybrid may use.
    pub end_game: u32,
    /// By how many bytes an edit must shorten the script as long as there are
    /// such edits: the phases are run with this bound first.
    pub min_gain: u64,
    /// Commands that stay as they are: those whose text this matches.
    pub keep: Option<Regex>,
    /// The query that is tried alone before anything else: the one that takes
    /// longest, without which every further check would wait for the others.
    pub first_query: Option<usize>,
    /// What a solver that answers rightly has told of the script.
    pub hints: Arc<Hints>,
    /// Savings that are switched off.
    pub without: Vec<Saving>,
}

impl Settings {
    /// What is usual for a script.
    pub fn new(strategy: Strategy, script: &Script) -> Settings {
        let forms = match script.is_malformed() || script.gaps() == Gaps::Lines {
            true => vec![Forms::All],
            false => vec![Forms::WellFormed, Forms::IllFormedToo],
        };
        Settings {
            strategy,
            toggles: Toggles::default(),
            forms,
            growth: script.text_len() / 4 + 4096,
            min_gain: 0,
            end_game: 400,
            keep: None,
            first_query: None,
            hints: Arc::default(),
            without: Vec::new(),
        }
    }
}

/// What part of a search a phase belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The strategy itself.
    Main,
    /// What has a budget of its own.
    EndGame,
    /// Behind the last phase.
    Over,
}

/// What does not change during a search.
#[derive(Debug)]
pub(super) struct Plan {
    pub phases: Vec<Phase>,
    /// Whether a declaration goes in the step that leaves it without a use.
    pub prunes: bool,
    /// Which commands stay.
    pub keep: Option<Regex>,
    /// Savings that are switched off.
    without: Vec<Saving>,
}

impl Plan {
    /// What the settings make of it.
    pub fn new(settings: &Settings) -> Plan {
        let erases = mutators::find("erase-node").is_some_and(|mutator| settings.toggles.allows(mutator));
        Plan {
            phases: settings.strategy.phases(settings),
            prunes: erases,
            keep: settings.keep.clone(),
            without: settings.without.clone(),
        }
    }

    /// Whether a saving is on.
    pub fn saves(&self, saving: Saving) -> bool {
        !self.without.contains(&saving)
    }

    /// By command, whether it stays; empty if none has to.
    pub fn kept(&self, script: &Script) -> Arc<[bool]> {
        let is_kept = |keep: &Regex| script.tapes().map(|tape| keep.is_match(tape.text())).collect();
        self.keep.as_ref().map_or_else(|| [].into(), is_kept)
    }

    /// What part of the search a phase belongs to.
    pub fn part(&self, phase: usize) -> Part {
        match self.phases.get(phase) {
            None => Part::Over,
            Some(phase) if phase.budget.is_some() => Part::EndGame,
            Some(_) => Part::Main,
        }
    }

    /// The phase with which a search goes on that has to look at everything once more.
    pub fn first(&self) -> usize {
        let position = |is: fn(&Body) -> bool| self.phases.iter().position(|phase| is(&phase.body));
        let hierarchical = position(|body| matches!(body, Body::Hierarchical(_)));
        hierarchical.or_else(|| position(|body| matches!(body, Body::Ddmin(_)))).unwrap_or(self.phases.len())
    }
}
