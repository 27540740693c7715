//! Which mutators are on: the toggles of the command line, whose order counts,
//! and what becomes of groups that nobody named.

use crate::mutators::{Mutator, REGISTRY};
use log::Level;

/// The groups that are of use only where the input has their theory; all
/// others are kept whatever it looks like.
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
    /// Switched on by its own option, so detection must leave it alone.
    asked_for: bool,
}

impl Default for Toggles {
    /// Everything on and no group named, as before the first option.
    fn default() -> Toggles {
        let mutator = |mutator: &&Mutator| MutatorState { name: mutator.name, enabled: true, asked_for: false };
        let groups = REGISTRY.iter().map(|group| GroupState {
            name: group.name,
            setting: None,
            mutators: group.mutators.iter().map(mutator).collect(),
        });
        Toggles { groups: groups.collect() }
    }
}

impl Toggles {
    /// `--x` or `--no-x`: this mutator only.
    pub(crate) fn set_mutator(&mut self, group: usize, mutator: usize, on: bool) {
        let state = &mut self.groups[group].mutators[mutator];
        state.enabled = on;
        state.asked_for = on;
    }

    /// `--g` or `--no-g`: the group, and all its mutators are overwritten.
    pub(crate) fn set_group(&mut self, group: usize, on: bool) {
        let state = &mut self.groups[group];
        state.setting = Some(on);
        for mutator in &mut state.mutators {
            mutator.enabled = on;
            mutator.asked_for = false;
        }
    }

    /// `--disable-all`: every group and every mutator off.
    pub(crate) fn disable_all(&mut self) {
        for group in 0..self.groups.len() {
            self.set_group(group, false);
        }
    }

    /// The names of the enabled mutators, in the order of the registry.
    pub fn enabled(&self) -> Vec<&'static str> {
        self.mutators().filter(|(_, on)| *on).map(|(name, _)| name).collect()
    }

    /// Every mutator with its switch, in the order of the registry.
    pub fn mutators(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let all = self.groups.iter().flat_map(|group| &group.mutators);
        all.map(|mutator| (mutator.name, mutator.enabled))
    }

    /// Every group with what the user said about it; `None` means nothing.
    pub fn groups(&self) -> impl Iterator<Item = (&'static str, Option<bool>)> {
        self.groups.iter().map(|group| (group.name, group.setting))
    }

    /// Switches off the groups that the user did not name and that have nothing
    /// to do with the input, and tells of each group what becomes of it. A mutator that
    /// was switched on by its own option stays on: the user knows better than the detection.
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
