//! Which mutators are on: the toggles of the command line, whose order counts, and the groups that no option names.

use crate::mutators::{Group, Mutator, REGISTRY};
use log::Level;
use std::collections::BTreeMap;

/// The groups that are useful only if the input uses their theory; all others are kept for any input.
const THEORIES: [&str; 5] = ["arithmetic", "bv", "datatypes", "fp", "strings"];

/// The state of all toggles after the options so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toggles {
    /// The user's settings of the groups that options name.
    groups: BTreeMap<&'static str, bool>,
    mutators: Vec<MutatorState>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct MutatorState {
    name: &'static str,
    group: &'static str,
    is_optional: bool,
    enabled: bool,
    /// Whether the mutator was switched on by its own option, so that detection leaves it alone.
    asked_for: bool,
}

impl Default for Toggles {
    /// Everything on but what is optional, and no group named, as before the first option.
    fn default() -> Toggles {
        let state = |group: &Group, &Mutator { name, is_optional, .. }: &Mutator| MutatorState {
            name,
            group: group.name,
            is_optional,
            enabled: !is_optional,
            asked_for: false,
        };
        let all = REGISTRY.iter().flat_map(|group| group.mutators.iter().map(move |mutator| state(group, mutator)));
        Toggles { groups: BTreeMap::new(), mutators: all.collect() }
    }
}

impl Toggles {
    /// `--x` or `--no-x`: switches the mutator of this name only, or the group of this name with all its mutators, but
    /// no optional one on.
    pub(crate) fn set(&mut self, name: &str, on: bool) {
        self.groups.extend(REGISTRY.iter().filter(|group| group.name == name).map(|group| (group.name, on)));
        for state in &mut self.mutators {
            if state.name == name {
                (state.enabled, state.asked_for) = (on, on);
            } else if state.group == name {
                (state.enabled, state.asked_for) = (on && (state.enabled || !state.is_optional), false);
            }
        }
    }

    /// `--shortest`: switches the optional mutators on.
    pub(crate) fn set_optional(&mut self) {
        let optional = self.mutators.iter_mut().filter(|state| state.is_optional);
        optional.for_each(|state| (state.enabled, state.asked_for) = (true, true));
    }

    /// `--disable-all`: switches every group and every mutator off.
    pub(crate) fn disable_all(&mut self) {
        REGISTRY.iter().for_each(|group| self.set(group.name, false));
    }

    /// Returns the names of the enabled mutators, in the order of the registry.
    pub fn enabled(&self) -> Vec<&'static str> {
        self.mutators().filter(|(_, on)| *on).map(|(name, _)| name).collect()
    }

    /// Returns every mutator with its state, in the order of the registry.
    pub fn mutators(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.mutators.iter().map(|mutator| (mutator.name, mutator.enabled))
    }

    /// Returns every group with the user's setting; `None` if no option names the group.
    pub fn groups(&self) -> impl Iterator<Item = (&'static str, Option<bool>)> {
        REGISTRY.iter().map(|group| (group.name, self.groups.get(group.name).copied()))
    }

    /// Switches off the groups that no option names and that are irrelevant to the input. Returns a message about each
    /// group. A mutator that was switched on by its own option stays on: the user knows better than the detection.
    pub fn detect(&mut self, relevant: impl Fn(&str) -> bool) -> Vec<(Level, String)> {
        let all: Vec<_> = self.groups().collect();
        let decide = |(name, setting)| match setting {
            Some(true) => (Level::Debug, format!("{name} was specified by the user: True")),
            Some(false) => (Level::Debug, format!("{name} was specified by the user: False")),
            None if !THEORIES.contains(&name) => (Level::Debug, format!("{name} can not be disabled")),
            None if relevant(name) => (Level::Debug, format!("keeping {name} mutators enabled")),
            None => {
                let own = self.mutators.iter_mut().filter(|mutator| mutator.group == name);
                own.for_each(|mutator| mutator.enabled = mutator.asked_for);
                (Level::Info, format!("automatically disabling {name} mutators. Use --{name} to enable."))
            }
        };
        all.into_iter().map(decide).collect()
    }
}
