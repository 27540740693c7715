//! A cache of steps that were taken ahead of the answers.

use crate::strategy::{Resolution, State, Step};
use std::collections::HashMap;
use std::sync::Arc;

/// The most memory for steps taken ahead, in nodes: the analysis of a script may take more memory than the script.
const MAX_MEMORY: u64 = 1 << 23;

/// The memory beyond which steps that are no longer likely are forgotten, in nodes.
const ENOUGH: u64 = 1 << 20;

/// The least memory of a step, in nodes.
const MIN_STEP: u64 = 256;

/// About the number of bytes that a node takes, with its analysis.
const NODE: u64 = 32;

/// A cache of steps, each taken once, however many scenarios contain it.
#[derive(Debug, Default)]
pub(super) struct StepCache {
    /// The steps, by the key of their resolution.
    steps: HashMap<u64, Taken>,
    /// The memory of all steps, in nodes.
    size: u64,
    /// The memory beyond which steps are forgotten, in nodes.
    enough: u64,
    /// Number of the current look at the scenarios.
    look: u64,
    /// Number of the latest look for which other steps were forgotten.
    cleared: u64,
}

#[derive(Debug)]
struct Taken {
    step: Arc<Step>,
    /// The memory of the step, in nodes.
    size: u64,
    /// Number of the latest look in which a scenario contained the step.
    look: u64,
}

impl StepCache {
    /// Begins a new look at the scenarios.
    pub fn look_anew(&mut self) {
        self.look += 1;
    }

    pub fn step(&mut self, state: &State, resolution: &Resolution) -> Arc<Step> {
        let size = &mut self.size;
        let take = || {
            let taken = Taken::new(state.advance(resolution));
            *size += taken.size;
            taken
        };
        let taken = self.steps.entry(resolution.key).or_insert_with(take);
        taken.look = self.look;
        taken.step.clone()
    }

    /// Whether there is room for the step behind a resolution of `state`. If necessary, steps are forgotten
    /// that the current look at the scenarios has not met.
    pub fn has_room(&mut self, state: &State, resolution: &Resolution) -> bool {
        let nodes = if resolution.changes() { state.script().nodes() } else { 0 };
        if self.steps.contains_key(&resolution.key) || self.fits(nodes) {
            return true;
        }
        if std::mem::replace(&mut self.cleared, self.look) == self.look {
            return false;
        }
        self.keep_present_look();
        self.fits(nodes)
    }

    /// Returns the step behind a resolution that is committed, which no scenario contains any more. If all steps take
    /// too much memory, forgets those that the current look has not met.
    pub fn commit(&mut self, state: &State, resolution: &Resolution) -> Arc<Step> {
        if self.size > self.enough.max(ENOUGH) || !self.fits(state.script().nodes()) {
            self.keep_present_look();
            self.enough = 2 * self.size;
        }
        let taken = self.steps.remove(&resolution.key);
        self.size -= taken.as_ref().map_or(0, |taken| taken.size);
        taken.map_or_else(|| Arc::new(state.advance(resolution)), |taken| taken.step)
    }

    fn fits(&self, nodes: u64) -> bool {
        self.size + nodes <= MAX_MEMORY
    }

    pub fn discard(&mut self) {
        drop_aside(std::mem::take(self));
    }

    fn keep_present_look(&mut self) {
        let look = self.look;
        let forgotten: Vec<_> = self.steps.extract_if(|_, taken| taken.look != look).collect();
        self.size = self.steps.values().map(|taken| taken.size).sum();
        drop_aside(forgotten);
    }
}

/// Drops steps on a separate thread: that can take ten milliseconds, and answers would have to wait.
fn drop_aside(steps: impl Send + 'static) {
    // If no thread can be had, the steps are dropped here.
    let _ = std::thread::Builder::new().spawn(move || drop(steps));
}

impl Taken {
    fn new(step: Step) -> Taken {
        let questions = step.state.as_ref().map_or(0, |state| state.batch_memory() / NODE);
        let changed = step.state.as_ref().filter(|_| !step.report.accepted.is_empty());
        let nodes = changed.map_or(0, |state| state.script().nodes());
        Taken { step: Arc::new(step), size: MIN_STEP + nodes + questions, look: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Candidate, Gaps, parse};
    use crate::strategy::{Oracle, SearchSettings, Strategy};

    /// An oracle that rejects every candidate.
    struct No;

    impl Oracle for No {
        fn verdict(&self, _: &Candidate) -> Option<bool> {
            Some(false)
        }
    }

    #[test]
    fn a_full_memory_loses_what_the_present_look_has_not_met() {
        let script = parse(b"(assert p)\n", Gaps::Canonical).expect("it parses");
        let resolved = |state: &State| state.resolve(&No).expect("all is answered");
        let first = State::new(script.clone(), &SearchSettings::new(Strategy::Hybrid, &script));
        let second = first.advance(&resolved(&first)).state.expect("something is asked");
        let mut ahead = StepCache::default();
        ahead.look_anew();
        ahead.step(&first, &resolved(&first));
        ahead.steps.values_mut().for_each(|taken| taken.size = MAX_MEMORY + 1);
        ahead.size = MAX_MEMORY + 1;
        assert!(ahead.has_room(&first, &resolved(&first)), "it has been taken");
        assert!(!ahead.has_room(&second, &resolved(&second)) && ahead.steps.len() == 1);
        ahead.look_anew();
        assert!(ahead.has_room(&second, &resolved(&second)) && ahead.steps.is_empty());
    }
}
