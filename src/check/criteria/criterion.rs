//! Compares a run with the golden run while the solver prints.

use super::golden::Golden;
use super::matcher::Matcher;
use super::requirement::{CheckContext, Requirement, Requirements};
use crate::check::{Listener, Outcome, OutputPrefix, Recording, SlotPaths, Stream};
use std::ops::ControlFlow;

/// The requirements on one run, decided while its output arrives.
pub struct Criterion<'g> {
    comparison: &'g Requirements,
    matchers: Vec<Matcher<'g>>,
    /// The output so far, by stream, if a requirement reads it as a whole.
    prefix: OutputPrefix,
    /// Whether a requirement reads the whole output, by [`Stream`].
    reads_back: [bool; 2],
}

impl<'g> Criterion<'g> {
    /// Returns a criterion for a run in the slot with these paths, given the context of earlier runs of the same check.
    pub fn new(comparison: &'g Requirements, golden: &'g Golden, paths: &SlotPaths, context: &'g CheckContext) -> Self {
        let all = comparison.0.iter();
        let matchers = all.clone().map(|requirement| Matcher::new(requirement, golden, paths, context)).collect();
        let reads_back = Stream::BOTH.map(|stream| all.clone().any(|requirement| requirement.reads_back(stream)));
        Criterion { comparison, matchers, prefix: OutputPrefix::default(), reads_back }
    }

    /// Returns the requirements that the run, which has ended, does not meet; none if it shows the same failure as the
    /// golden run.
    pub fn unmet(&self, outcome: &Outcome) -> Vec<&'g Requirement> {
        let unmet = self.matchers.iter().filter(|matcher| !matcher.holds_after(outcome, &self.prefix));
        unmet.map(|matcher| matcher.requirement).collect()
    }

    /// Returns the context for later runs of the same check.
    pub fn context(&self, outcome: &Outcome, earlier: &CheckContext) -> CheckContext {
        let mut context = earlier.clone();
        self.matchers.iter().for_each(|matcher| matcher.testify(outcome, &mut context));
        context
    }
}

impl Listener for Criterion<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> ControlFlow<()> {
        if self.reads_back[stream as usize] {
            self.prefix[stream as usize].extend_from_slice(bytes);
        }
        self.matchers.iter_mut().for_each(|matcher| matcher.hear(stream, bytes, &self.prefix));
        let mut standings = self.matchers.iter().map(|matcher| matcher.standing);
        let settled = standings.clone().any(|holds| holds == Some(false)) || standings.all(|holds| holds == Some(true));
        if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants(&self, stream: Stream) -> bool {
        self.comparison.wants(stream)
    }
}

impl Recording {
    /// Returns the requirements that the run itself does not meet, so that no other run can be expected to,
    /// and the context for later runs of the same check.
    pub fn unmet<'c>(
        &'c self,
        comparison: &'c Requirements,
        context: &CheckContext,
    ) -> (Vec<Requirement>, CheckContext) {
        Golden::of(self, comparison).judged(comparison, self, context, |criterion| {
            let unmet = criterion.unmet(&self.outcome);
            (unmet.into_iter().cloned().collect(), criterion.context(&self.outcome, context))
        })
    }
}

impl Golden {
    /// Whether another run counts as the same, given the context of earlier runs of the same check.
    pub fn matches(&self, comparison: &Requirements, other: &Recording, context: &CheckContext) -> bool {
        self.judged(comparison, other, context, |criterion| criterion.unmet(&other.outcome).is_empty())
    }

    fn judged<T>(
        &self,
        comparison: &Requirements,
        run: &Recording,
        context: &CheckContext,
        tell: impl FnOnce(&Criterion<'_>) -> T,
    ) -> T {
        let mut criterion = Criterion::new(comparison, self, &run.paths, context);
        for stream in Stream::BOTH {
            // The run has ended already, so there is nothing to stop.
            let _ = criterion.hear(stream, run.output(stream));
        }
        tell(&criterion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::criteria::pattern::Pattern;

    #[test]
    fn output_that_no_requirement_needs_is_not_kept() {
        let paths = SlotPaths { input: "i".into(), folder: "f".into(), scratch: "s".into() };
        let outcome = Outcome::cancelled();
        let run = Recording { outcome, stdout: vec![], stderr: vec![], longest_query: 0, paths: paths.clone() };
        let pattern = Pattern::new("sat").expect("a pattern");
        let comparison = Requirements(vec![Requirement::Matches(Stream::Stdout, pattern)]);
        let (golden, context) = (Golden::of(&run, &comparison), CheckContext::default());
        let mut criterion = Criterion::new(&comparison, &golden, &paths, &context);
        for stream in Stream::BOTH {
            assert!(criterion.hear(stream, b"unknown").is_continue());
        }
        assert_eq!(criterion.prefix, [b"unknown".to_vec(), vec![]]);
        assert_eq!(Stream::BOTH.map(|stream| criterion.wants(stream)), [true, false]);
    }
}
