//! Which mutators are on: the toggles of the command line, whose order counts, and the groups that no option names.

use crate::mutators::{Group, Mutator, REGISTRY};
use log::Level;
use std::collections::BTreeMap;

/// The groups that are useful only if the input uses their theory; all others are kept for any input.
const THEORIES: [&str; 5] = ["arithmetic", "bv", "datatypes", "fp", "strings"];

/// The state of a mutator that options have set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Toggle {
    is_on: bool,
    /// Whether its own option has switched it on, so that detection leaves it alone.
    is_asked_for: bool,
}

/// The state of all toggles after the options so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toggles {
    /// The user's settings of the groups that options name.
    groups: BTreeMap<&'static str, bool>,
    /// The mutators that options have set. All others are on, unless they are optional.
    mutators: BTreeMap<&'static str, Toggle>,
}

impl Toggles {
    /// `--x` or `--no-x`: switches the mutator of this name only, or the group of this name with all its mutators, but
    /// no optional one on.
    pub(crate) fn set(&mut self, name: &str, on: bool) {
        for group in REGISTRY {
            for mutator in group.mutators {
                if mutator.name == name {
                    self.mutators.insert(mutator.name, Toggle { is_on: on, is_asked_for: on });
                } else if group.name == name {
                    let is_on = on && (self.is_on(mutator) || !mutator.is_optional);
                    self.mutators.insert(mutator.name, Toggle { is_on, is_asked_for: false });
                }
            }
            self.groups.extend((group.name == name).then_some((group.name, on)));
        }
    }

    fn is_on(&self, mutator: &Mutator) -> bool {
        self.mutators.get(mutator.name).map_or(!mutator.is_optional, |toggle| toggle.is_on)
    }

    /// `--shortest`: switches the optional mutators on.
    pub(crate) fn set_optional(&mut self) {
        let optional = REGISTRY.iter().flat_map(|group| group.mutators).filter(|mutator| mutator.is_optional);
        self.mutators.extend(optional.map(|mutator| (mutator.name, Toggle { is_on: true, is_asked_for: true })));
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
        REGISTRY.iter().flat_map(|group| group.mutators).map(|mutator| (mutator.name, self.is_on(mutator)))
    }

    /// Returns every group with the user's setting; `None` if no option names the group.
    pub fn groups(&self) -> impl Iterator<Item = (&'static str, Option<bool>)> {
        REGISTRY.iter().map(|group| (group.name, self.groups.get(group.name).copied()))
    }

    /// Switches off the groups that no option names and that are irrelevant to the input. Returns a message about each
    /// group. A mutator that was switched on by its own option stays on: the user knows better than the detection.
    pub fn detect(&mut self, relevant: impl Fn(&str) -> bool) -> Vec<(Level, String)> {
        let decide = |group: &Group| match (group.name, self.groups.get(group.name)) {
            (name, Some(true)) => (Level::Debug, format!("{name} was specified by the user: True")),
            (name, Some(false)) => (Level::Debug, format!("{name} was specified by the user: False")),
            (name, None) if !THEORIES.contains(&name) => (Level::Debug, format!("{name} can not be disabled")),
            (name, None) if relevant(name) => (Level::Debug, format!("keeping {name} mutators enabled")),
            (name, None) => {
                for mutator in group.mutators {
                    let toggle = self.mutators.entry(mutator.name).or_default();
                    toggle.is_on = toggle.is_asked_for;
                }
                (Level::Info, format!("automatically disabling {name} mutators. Use --{name} to enable."))
            }
        };
        REGISTRY.iter().map(decide).collect()
    }
}
