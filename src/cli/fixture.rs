//! What the tests of this layer share: the toggles of ddSMT.

use super::ddsmt;
use crate::reduce::toggles::{Toggle, ToggleGroup};
use std::sync::LazyLock;

/// The groups of ddSMT, whose mutators are described by their names alone.
pub(super) static GROUPS: LazyLock<Vec<ToggleGroup>> = LazyLock::new(|| {
    let toggle = |name: &&'static str| Toggle { name, class: "", summary: "summary" };
    let groups = ddsmt::GROUPS.iter();
    groups.map(|(name, mutators)| ToggleGroup { name, mutators: mutators.iter().map(toggle).collect() }).collect()
});
