//! Which mutators are on: the toggles of the command line, whose order counts, and the groups that no option names.

use crate::mutators::{Mutator, REGISTRY};
use log::Level;

/// The groups that are useful only if the input uses their theory; all others are kept for any input.
const THEORIES: [&str; 5] = ["arithmetic", "bv", "datatypes", "fp", "strings"];

/// The state of all toggles after the options so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toggles {
    groups: Vec<GroupState>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct GroupState {
    name: &'static str,
    setting: Option<bool>,
    mutators: Vec<MutatorState>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct MutatorState {
    name: &'static str,
    enabled: bool,
    is_optional: bool,
    /// Whether the mutator was switched on by its own option, so that detection leaves it alone.
    asked_for: bool,
}

impl GroupState {
    /// Overwrites the state of all mutators of the group, but switches no optional one on.
    fn set(&mut self, on: bool) {
        self.setting = Some(on);
        for mutator in &mut self.mutators {
            mutator.enabled = on && (mutator.enabled || !mutator.is_optional);
            mutator.asked_for = false;
        }
    }
}

impl Default for Toggles {
    /// Everything on but what is optional, and no group named, as before the first option.
    fn default() -> Toggles {
        let mutator = |mutator: &&Mutator| MutatorState {
            name: mutator.name,
            enabled: !mutator.is_optional,
            is_optional: mutator.is_optional,
            asked_for: false,
        };
        let groups = REGISTRY.iter().map(|group| GroupState {
            name: group.name,
            setting: None,
            mutators: group.mutators.iter().map(mutator).collect(),
        });
        Toggles { groups: groups.collect() }
    }
}

impl Toggles {
    /// `--x` or `--no-x`: switches the mutator of this name only, or the group of this name with all its mutators.
    pub(crate) fn set(&mut self, name: &str, on: bool) {
        for group in &mut self.groups {
            if group.name == name {
                group.set(on);
            }
            let own = group.mutators.iter_mut().filter(|state| state.name == name);
            own.for_each(|state| (state.enabled, state.asked_for) = (on, on));
        }
    }

    /// `--shortest`: switches the optional mutators on.
    pub(crate) fn set_optional(&mut self) {
        let all = self.groups.iter_mut().flat_map(|group| &mut group.mutators);
        all.filter(|state| state.is_optional).for_each(|state| (state.enabled, state.asked_for) = (true, true));
    }

    /// `--disable-all`: switches every group and every mutator off.
    pub(crate) fn disable_all(&mut self) {
        self.groups.iter_mut().for_each(|group| group.set(false));
    }

    /// Returns the names of the enabled mutators, in the order of the registry.
    pub fn enabled(&self) -> Vec<&'static str> {
        self.mutators().filter(|(_, on)| *on).map(|(name, _)| name).collect()
    }

    /// Returns every mutator with its state, in the order of the registry.
    pub fn mutators(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let all = self.groups.iter().flat_map(|group| &group.mutators);
        all.map(|mutator| (mutator.name, mutator.enabled))
    }

    /// Returns every group with the user's setting; `None` if no option names the group.
    pub fn groups(&self) -> impl Iterator<Item = (&'static str, Option<bool>)> {
        self.groups.iter().map(|group| (group.name, group.setting))
    }

    /// Switches off the groups that no option names and that are irrelevant to the input. Returns a message about each
    /// group. A mutator that was switched on by its own option stays on: the user knows better than the detection.
    pub fn detect(&mut self, relevant: impl Fn(&str) -> bool) -> Vec<(Level, String)> {
        let decide = |group: &mut GroupState| {
            let name = group.name;
            match group.setting {
                Some(true) => (Level::Debug, format!("{name} was specified by the user: True")),
                Some(false) => (Level::Debug, format!("{name} was specified by the user: False")),
                None if !THEORIES.contains(&name) => (Level::Debug, format!("{name} can not be disabled")),
                None if relevant(name) => (Level::Debug, format!("keeping {name} mutators enabled")),
                None => {
                    group.mutators.iter_mut().for_each(|mutator| mutator.enabled = mutator.asked_for);
                    (Level::Info, format!("automatically disabling {name} mutators. Use --{name} to enable."))
                }
            }
        };
        self.groups.iter_mut().map(decide).collect()
    }
}
