//! The plan of a search, which does not change while it runs: its phases, and the commands that it must not touch.

use super::hybrid;
use super::passes::{self, Body};
use super::{IllSortedPolicy, SearchSettings, Strategy};
use crate::mutators;
use crate::sexpr::Script;
use regex::bytes::Regex;
use std::sync::Arc;

/// A part of a strategy, run to its fixpoint.
#[derive(Debug)]
pub(super) struct Phase {
    pub body: Body,
    pub ill_sorted: IllSortedPolicy,
    /// Number of bytes that each edit has to gain, if that is more than the measure asks for.
    pub min_gain: i64,
    /// Number of answers that the phase may use. If a phase with a budget changes something, the search goes on
    /// with hierarchical from its start.
    pub budget: Option<u32>,
}

/// The part of a search to which a phase belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchPart {
    /// The strategy itself.
    Main,
    /// The phases that have a budget of their own.
    EndGame,
    /// Behind the last phase.
    Over,
}

/// The plan of a search, which does not change while it runs.
#[derive(Debug)]
pub(super) struct Plan {
    pub phases: Vec<Phase>,
    /// Whether a declaration is deleted in the step that leaves it without a use.
    pub erases_unused: bool,
    pub settings: SearchSettings,
}

impl Plan {
    /// Returns the plan that follows from the settings.
    pub fn new(settings: &SearchSettings) -> Plan {
        let erases_unused = mutators::find("erase-node").is_some_and(|mutator| settings.selection.allows(mutator));
        Plan { phases: phases(settings), erases_unused, settings: settings.clone() }
    }

    /// Returns for each command whether it stays; empty if none has to.
    pub fn kept(&self, script: &Script) -> Arc<[bool]> {
        let is_kept = |keep: &Regex| script.tapes().map(|tape| keep.is_match(tape.text())).collect();
        self.settings.keep.as_ref().map_or_else(|| [].into(), is_kept)
    }

    /// Returns the part of the search to which a phase belongs.
    pub fn part(&self, phase: usize) -> SearchPart {
        match self.phases.get(phase) {
            None => SearchPart::Over,
            Some(phase) if phase.budget.is_some() => SearchPart::EndGame,
            Some(_) => SearchPart::Main,
        }
    }

    /// Returns the phase from which a search goes on that has to look at everything once more.
    pub fn first(&self) -> usize {
        let position = |is: fn(&Body) -> bool| self.phases.iter().position(|phase| is(&phase.body));
        let hierarchical = position(|body| matches!(body, Body::Hierarchical(_)));
        hierarchical.or_else(|| position(|body| matches!(body, Body::Ddmin(_)))).unwrap_or(self.phases.len())
    }
}

/// Returns the phases of a search: the query to begin with, the strategy on what gains much, the strategy on
/// everything, once for each policy, and hybrid's end game.
fn phases(settings: &SearchSettings) -> Vec<Phase> {
    let Some(&strictest) = settings.ill_sorted.first() else { return Vec::new() };
    let phase = |body, ill_sorted, min_gain, budget| Phase { body, ill_sorted, min_gain, budget };
    let any = i64::MIN;
    let mut phases = Vec::new();
    if let (Some(task), Some(query)) = (passes::task(&settings.selection, "one-query"), settings.first_query) {
        phases.push(phase(Body::OneQuery(task, query), strictest, any, None));
    }
    if settings.coarse && settings.strategy != Strategy::Hierarchical {
        phases.push(phase(passes::coarse(&settings.selection), strictest, any, None));
    }
    if settings.min_gain > 0 {
        let least = i64::try_from(settings.min_gain).unwrap_or(i64::MAX);
        phases.extend(bodies(settings).into_iter().map(|body| phase(body, strictest, least, None)));
    }
    for body in bodies(settings) {
        phases.extend(settings.ill_sorted.iter().map(|&policy| phase(body.clone(), policy, any, None)));
    }
    if settings.strategy == Strategy::Hybrid {
        let last = settings.ill_sorted.last().copied().unwrap_or(strictest);
        let parts = hybrid::end_game(&settings.selection);
        // The last part is cheap, and the other parts must leave some answers for it.
        let others = settings.end_game - settings.end_game / 12;
        let budgets = [others, others, others, settings.end_game];
        let parts = parts.into_iter().zip(budgets).filter(|(passes, _)| !passes.is_empty());
        phases.extend(parts.map(|(passes, budget)| phase(Body::Hierarchical(passes), last, any, Some(budget))));
    }
    phases
}

/// Returns the parts of the strategy, each of which runs to its fixpoint.
fn bodies(settings: &SearchSettings) -> Vec<Body> {
    let selection = &settings.selection;
    match settings.strategy {
        Strategy::Ddmin => vec![passes::ddmin(selection)],
        Strategy::Hierarchical => vec![passes::hierarchical(selection)],
        Strategy::Hybrid => hybrid::ddmin_then_hierarchical(selection).into(),
    }
}
