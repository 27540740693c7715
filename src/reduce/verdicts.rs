//! The findings of the checks, by the digest of the candidate.

use super::journal::{Entry, Journal};
use crate::check::{AdaptiveTimeout, Finding, TimeBudget};
use crate::report::statistics::Cuts;
use crate::sexpr::{Candidate, Digest};
use crate::strategy::Oracle;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// All findings of a run.
#[derive(Debug, Default)]
pub struct Verdicts {
    findings: FxHashMap<Digest, Finding>,
    adaptive_timeout: AdaptiveTimeout,
    /// The limits at the beginning.
    first_timeout: AdaptiveTimeout,
    /// Statistics on limits.
    pub cuts: Cuts,
    /// Number of candidates whose findings come from an earlier run.
    pub recalled: u64,
    /// The journal for new findings.
    pub journal: Option<Journal>,
}

impl Verdicts {
    /// Returns no verdicts, with limits that follow `adaptive_timeout`.
    pub fn new(adaptive_timeout: AdaptiveTimeout) -> Verdicts {
        Verdicts { first_timeout: adaptive_timeout.clone(), adaptive_timeout, ..Verdicts::default() }
    }

    /// Keeps the finding on a candidate.
    pub fn store(&mut self, digest: Digest, finding: Finding) {
        if let Some(journal) = &self.journal {
            journal.note(Entry::Finding(digest, finding));
        }
        let before = self.findings.insert(digest, finding);
        let is_cut = finding.cut.is_some();
        match before {
            Some(Finding { cut: Some(_), .. }) => {
                self.cuts.again += 1;
                self.cuts.ended += u64::from(!is_cut);
            }
            _ => self.cuts.cut += u64::from(is_cut),
        }
    }

    /// Takes over the findings of an earlier run, in their order.
    pub fn recall(&mut self, findings: impl IntoIterator<Item = (Digest, Finding)>) {
        self.findings.extend(findings);
        self.recalled = self.findings.len() as u64;
    }

    /// Forgets all findings, in the journal, too.
    pub fn begin_anew(&mut self, are_disturbed: bool) {
        if let Some(journal) = &self.journal {
            journal.note(Entry::Forget(are_disturbed));
        }
        let journal = self.journal.take();
        *self = Verdicts { journal, ..Verdicts::new(self.first_timeout.clone()) };
    }

    /// Goes back to the limits at the beginning.
    pub fn begin_limits_anew(&mut self) {
        self.adaptive_timeout = self.first_timeout.clone();
    }

    /// Returns the verdict of the candidate with this digest, if it is settled.
    ///
    /// A check that a limit ended is settled only after a second one with the longer limit. A run that took longer
    /// than the present second limit counts as ended by it, so that the verdict does not depend on when it was checked.
    pub fn find(&self, digest: Digest) -> Option<bool> {
        let Finding { verdict, usage, cut } = *self.findings.get(&digest)?;
        let second = self.adaptive_timeout.second();
        match cut {
            None => Some(verdict && second.admits(usage)),
            Some(allowed) => (allowed.covers(&second) || self.adaptive_timeout.is_past(usage)).then_some(verdict),
        }
    }

    /// Returns the verdict as it was found, settled or not.
    pub fn suspect(&self, digest: Digest) -> Option<bool> {
        self.findings.get(&digest).map(|finding| finding.verdict)
    }

    /// Returns the time budget of the last look at the result.
    pub fn last_look(&self) -> TimeBudget {
        self.adaptive_timeout.last_look()
    }

    /// Returns the time budget of the next check of this candidate.
    pub fn budget(&self, digest: Digest) -> TimeBudget {
        if self.findings.contains_key(&digest) { self.adaptive_timeout.second() } else { self.adaptive_timeout.first() }
    }

    /// Lets the limits follow a script that has been committed.
    pub fn follow(&mut self, digest: Digest) {
        if let Some(finding) = self.findings.get(&digest) {
            self.adaptive_timeout.follow(finding.usage);
        }
    }

    /// Whether there are no findings.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }
}

impl Oracle for Verdicts {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        self.find(candidate.digest())
    }
}

/// The verdicts, with a record of those that were used.
pub(super) struct Noting<'a> {
    pub verdicts: &'a Verdicts,
    pub used: RefCell<FxHashSet<Digest>>,
}

impl Oracle for Noting<'_> {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        let verdict = self.verdicts.verdict(candidate);
        if verdict.is_some() {
            self.used.borrow_mut().insert(candidate.digest());
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::timeout::{Time, Usage};
    use std::time::Duration;

    fn taking(milliseconds: u64) -> Usage {
        let time = Duration::from_millis(milliseconds);
        Usage([Time { wall: time, cpu: time }, Time::default()])
    }

    fn verdicts(best: u64) -> Verdicts {
        Verdicts::new(AdaptiveTimeout::new([Some(Duration::from_millis(1500)), None], taking(best)))
    }

    #[test]
    fn a_check_that_a_limit_ended_decides_after_a_longer_one_only() {
        let (mut verdicts, digest) = (verdicts(5), Digest::of(b"slow"));
        let first = verdicts.budget(digest);
        verdicts.store(digest, Finding { verdict: false, usage: taking(60), cut: Some(first) });
        assert_eq!((verdicts.find(digest), verdicts.suspect(digest)), (None, Some(false)));
        let second = verdicts.budget(digest);
        assert!(second.covers(&first) && second != first);
        verdicts.store(digest, Finding { verdict: false, usage: taking(180), cut: Some(second) });
        assert_eq!(verdicts.find(digest), Some(false));
        assert_eq!(verdicts.cuts, Cuts { cut: 1, again: 1, ended: 0 });
    }

    #[test]
    fn a_second_look_may_find_the_failure() {
        let (mut verdicts, digest) = (verdicts(5), Digest::of(b"slow"));
        verdicts.store(digest, Finding { verdict: false, usage: taking(60), cut: Some(verdicts.budget(digest)) });
        verdicts.store(digest, Finding { verdict: true, usage: taking(100), cut: None });
        assert_eq!(verdicts.find(digest), Some(true));
        assert_eq!(verdicts.cuts, Cuts { cut: 1, again: 1, ended: 1 });
    }

    #[test]
    fn it_does_not_matter_under_which_limit_a_candidate_was_asked() {
        let (slow, best) = (Digest::of(b"slow"), Digest::of(b"best"));
        let mut verdicts = verdicts(50);
        verdicts.store(slow, Finding { verdict: true, usage: taking(400), cut: None });
        verdicts.store(best, Finding { verdict: true, usage: taking(5), cut: None });
        assert_eq!(verdicts.find(slow), Some(true));
        verdicts.follow(best);
        assert_eq!(verdicts.find(slow), Some(false));
        assert_eq!(verdicts.find(best), Some(true));
    }
}
