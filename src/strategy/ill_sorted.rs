//! Candidates that our sort checker rejects: what becomes of them, and what the
//! solver has said of those that were asked.

use std::collections::BTreeMap;
use std::sync::Arc;

/// What becomes of candidates that our sort checker rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllSortedPolicy {
    /// They are not asked.
    Skip,
    /// A few of each mutator are asked, and more as long as the solver accepts some.
    Probe,
    /// Nothing is checked, because the failure itself is an error of form.
    Unchecked,
}

/// How many ill-sorted candidates of a mutator are asked before the mutator's are
/// given up because none was accepted.
const PROBES: u32 = 16;

/// What the solver has said of ill-sorted candidates, by mutator.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Probes(Arc<BTreeMap<&'static str, (u32, u32)>>);

impl Probes {
    /// Whether ill-sorted candidates of this mutator are still worth a question.
    pub fn are_open(&self, mutator: &'static str) -> bool {
        self.0.get(mutator).is_none_or(|&(asked, accepted)| asked < PROBES || accepted > 0)
    }

    /// Whether anything has been counted since both were the same.
    pub fn differ_from(&self, earlier: &Probes) -> bool {
        !Arc::ptr_eq(&self.0, &earlier.0)
    }

    /// Counts one answer.
    pub fn count(&mut self, mutator: &'static str, accepted: bool) {
        let entry = Arc::make_mut(&mut self.0).entry(mutator).or_default();
        entry.0 += 1;
        entry.1 += u32::from(accepted);
    }
}
