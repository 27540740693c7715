//! A cache of steps that were taken ahead of the answers.

use crate::strategy::{Resolution, State, Step};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The most memory for steps taken ahead, in nodes: the analysis of a script may take more memory than the script.
const MAX_MEMORY: u64 = 1 << 23;

/// The memory beyond which steps that can no longer be reached are forgotten, in nodes.
const ENOUGH: u64 = 1 << 20;

/// The least memory of a step, in nodes.
const MIN_STEP: u64 = 256;

/// About the number of bytes that a node takes, with its analysis.
const NODE: u64 = 32;

/// A cache of steps, each taken once, however many scenarios contain it.
#[derive(Debug)]
pub(super) struct StepCache {
    /// The steps, by the key of their resolution.
    steps: HashMap<u64, Taken>,
    /// The memory of all steps, in nodes.
    size: u64,
    /// The memory beyond which [`StepCache::is_full`] holds, in nodes.
    enough: u64,
    /// Number of the current look at the scenarios.
    look: u64,
    /// Number of the latest look for which other steps were forgotten.
    cleared: u64,
}

#[derive(Debug)]
struct Taken {
    /// The key of the state from which the step leads.
    from: u64,
    step: Arc<Step>,
    /// The memory of the step, in nodes.
    size: u64,
    /// Number of the latest look in which a scenario contained the step.
    look: u64,
}

impl Default for StepCache {
    fn default() -> StepCache {
        StepCache { steps: HashMap::new(), size: 0, enough: ENOUGH, look: 0, cleared: 0 }
    }
}

impl StepCache {
    /// Begins a new look at the scenarios.
    pub fn look_anew(&mut self) {
        self.look += 1;
    }

    pub fn step(&mut self, state: &State, resolution: &Resolution) -> Arc<Step> {
        let size = &mut self.size;
        let take = || {
            let taken = Taken::new(state.key, state.advance(resolution));
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
        let look = self.look;
        if std::mem::replace(&mut self.cleared, look) == look {
            return false;
        }
        self.retain(|_, taken| taken.look == look);
        self.fits(nodes)
    }

    /// Whether steps that can no longer be reached should be forgotten before a step is taken from `state`.
    pub fn is_full(&self, state: &State) -> bool {
        self.size > self.enough || !self.fits(state.script().nodes())
    }

    fn fits(&self, nodes: u64) -> bool {
        self.size + nodes <= MAX_MEMORY
    }

    /// Forgets all steps except the one with this key and those behind it.
    pub fn keep_from(&mut self, key: u64) {
        let mut next: HashMap<u64, Vec<u64>> = HashMap::new();
        self.steps.iter().for_each(|(key, taken)| next.entry(taken.from).or_default().push(*key));
        let (mut kept, mut open) = (HashSet::from([key]), vec![key]);
        while let Some(key) = open.pop() {
            let steps = next.remove(&key).unwrap_or_default();
            kept.extend(&steps);
            open.extend(steps);
        }
        self.retain(|key, _| kept.contains(key));
        self.enough = ENOUGH.max(2 * self.size);
    }

    pub fn discard(&mut self) {
        drop_aside(std::mem::take(self));
    }

    fn retain(&mut self, keeps: impl Fn(&u64, &Taken) -> bool) {
        let forgotten: Vec<_> = self.steps.extract_if(|key, taken| !keeps(key, taken)).collect();
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
    fn new(from: u64, step: Step) -> Taken {
        let questions = step.state.as_ref().map_or(0, |state| state.batch_memory() / NODE);
        let changed = step.state.as_ref().filter(|_| !step.report.accepted.is_empty());
        let nodes = changed.map_or(0, |state| state.script().nodes());
        Taken { from, step: Arc::new(step), size: MIN_STEP + nodes + questions, look: 0 }
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
