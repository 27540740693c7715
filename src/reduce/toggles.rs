//! Which mutators are on: the toggles of the command line, whose order counts,
//! and what becomes of groups that nobody named.

use crate::mutators::{Group, Mutator};
use crate::report::log::Level;

/// A group of mutators as the command line sees it: `--[no-]NAME` and one
/// `--[no-]OPTION` for each mutator.
#[derive(Clone, Debug)]
pub struct ToggleGroup {
    /// The name of the group, such as `bv`.
    pub name: &'static str,
    /// Its mutators, in the order of the help text.
    pub mutators: Vec<Toggle>,
}

/// A mutator as the command line sees it.
#[derive(Clone, Copy, Debug)]
pub struct Toggle {
    /// The name of the option, such as `bv-to-bool`.
    pub name: &'static str,
    /// The name in ddSMT's documentation, which `--mutator` takes as well.
    pub class: &'static str,
    /// The line of the help text.
    pub summary: &'static str,
}

/// The toggles of a registry of mutators.
pub fn toggle_groups(registry: &[Group]) -> Vec<ToggleGroup> {
    let toggle = |mutator: &&Mutator| Toggle { name: mutator.name, class: mutator.class, summary: mutator.summary };
    let group = |group: &Group| ToggleGroup { name: group.name, mutators: group.mutators.iter().map(toggle).collect() };
    registry.iter().map(group).collect()
}

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

impl Toggles {
    /// Everything on and no group named, as before the first option.
    pub fn new(groups: &[ToggleGroup]) -> Toggles {
        let mutator = |toggle: &Toggle| MutatorState { name: toggle.name, enabled: true, asked_for: false };
        let group = |group: &ToggleGroup| GroupState {
            name: group.name,
            setting: None,
            mutators: group.mutators.iter().map(mutator).collect(),
        };
        Toggles { groups: groups.iter().map(group).collect() }
    }

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

    /// Whether the mutator of this option name is on; unknown names are off.
    pub fn is_enabled(&self, mutator: &str) -> bool {
        self.mutators().any(|(name, on)| on && name == mutator)
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
    /// to do with the input. A mutator that was switched on by its own option
    /// stays on: the user knows better than the detection.
    pub fn detect(&mut self, relevant: impl Fn(&str) -> bool) -> Vec<Detection> {
        let mut detections = Vec::with_capacity(self.groups.len());
        for group in &mut self.groups {
            let decision = match group.setting {
                Some(on) => Decision::Specified(on),
                None if !THEORIES.contains(&group.name) => Decision::AlwaysKept,
                None if relevant(group.name) => Decision::Kept,
                None => Decision::Disabled,
            };
            if decision == Decision::Disabled {
                for mutator in &mut group.mutators {
                    mutator.enabled = mutator.asked_for;
                }
            }
            detections.push(Detection { group: group.name, decision });
        }
        detections
    }
}

/// What detection decided about one group, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The user named the group and said on or off.
    Specified(bool),
    /// The group is for every input.
    AlwaysKept,
    /// The input uses the group's theory.
    Kept,
    /// The input does not use the group's theory.
    Disabled,
}

/// One line of the log about the detection of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detection {
    /// The name of the group.
    pub group: &'static str,
    /// What becomes of it.
    pub decision: Decision,
}

impl Detection {
    /// The level of the log line: a loss is worth knowing where something is missed.
    pub fn level(&self) -> Level {
        match self.decision {
            Decision::Disabled => Level::Info,
            _ => Level::Debug,
        }
    }

    /// The log line, in the words that scripts look for.
    pub fn line(&self) -> String {
        let group = self.group;
        match self.decision {
            Decision::Specified(true) => format!("{group} was specified by the user: True"),
            Decision::Specified(false) => format!("{group} was specified by the user: False"),
            Decision::AlwaysKept => format!("{group} can not be disabled"),
            Decision::Kept => format!("keeping {group} mutators enabled"),
            Decision::Disabled => {
                format!("automatically disabling {group} mutators. Use --{group} to enable.")
            }
        }
    }
}
