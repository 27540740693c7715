//! What does not change during a search: its phases, and what it must not touch.

use super::hybrid;
use super::passes::{self, Body};
use super::{IllSortedPolicy, Settings, Strategy};
use crate::mutators;
use crate::sexpr::Script;
use regex::bytes::Regex;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A part of a strategy, run to its fixed point.
#[derive(Debug)]
pub(super) struct Phase {
    pub body: Body,
    pub ill_sorted: IllSortedPolicy,
    /// What each edit has to gain, in bytes, if that is more than the measure asks for.
    pub min_gain: i64,
    /// How many answers may be used for it. What comes behind such a phase is
    /// the start of hierarchical again, as long as it changes something.
    pub budget: Option<u32>,
}

/// What part of a search a phase belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchPart {
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
    pub erases_unused: bool,
    /// Which commands stay.
    pub keep: Option<Regex>,
    /// Whether the search has to end.
    pub cancelled: Arc<AtomicBool>,
}

impl Plan {
    /// What the settings make of it.
    pub fn new(settings: &Settings) -> Plan {
        let erases = mutators::find("erase-node").is_some_and(|mutator| settings.selection.allows(mutator));
        Plan {
            phases: phases(settings),
            erases_unused: erases,
            keep: settings.keep.clone(),
            cancelled: settings.cancelled.clone(),
        }
    }

    /// By command, whether it stays; empty if none has to.
    pub fn kept(&self, script: &Script) -> Arc<[bool]> {
        let is_kept = |keep: &Regex| script.tapes().map(|tape| keep.is_match(tape.text())).collect();
        self.keep.as_ref().map_or_else(|| [].into(), is_kept)
    }

    /// What part of the search a phase belongs to.
    pub fn part(&self, phase: usize) -> SearchPart {
        match self.phases.get(phase) {
            None => SearchPart::Over,
            Some(phase) if phase.budget.is_some() => SearchPart::EndGame,
            Some(_) => SearchPart::Main,
        }
    }

    /// The phase with which a search goes on that has to look at everything once more.
    pub fn first(&self) -> usize {
        let position = |is: fn(&Body) -> bool| self.phases.iter().position(|phase| is(&phase.body));
        let hierarchical = position(|body| matches!(body, Body::Hierarchical(_)));
        hierarchical.or_else(|| position(|body| matches!(body, Body::Ddmin(_)))).unwrap_or(self.phases.len())
    }
}

/// The phases of a search: the query with which to begin, the strategy on what gains
/// much, the strategy on everything, once for each policy, and hybrid's end game.
fn phases(settings: &Settings) -> Vec<Phase> {
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
    for part in 0..bodies(settings).len() {
        for &policy in &settings.ill_sorted {
            phases.push(phase(bodies(settings).swap_remove(part), policy, any, None));
        }
    }
    if settings.strategy == Strategy::Hybrid {
        let last = settings.ill_sorted.last().copied().unwrap_or(strictest);
        let parts = hybrid::end_game(&settings.selection);
        // What comes last is cheap, and no other part may leave nothing for it.
        let others = settings.end_game - settings.end_game / 12;
        let budgets = [others, others, settings.end_game];
        let parts = parts.into_iter().zip(budgets).filter(|(part, _)| !part.is_empty());
        phases.extend(parts.map(|(part, budget)| phase(part, last, any, Some(budget))));
    }
    phases
}

/// The parts of the strategy, each of which runs to its fixed point.
fn bodies(settings: &Settings) -> Vec<Body> {
    let selection = &settings.selection;
    match settings.strategy {
        Strategy::Ddmin => vec![passes::ddmin(selection)],
        Strategy::Hierarchical => vec![passes::hierarchical(selection)],
        Strategy::Hybrid => hybrid::ddmin_then_hierarchical(selection).into(),
    }
}
