//! Compares a run with the golden run while it prints.

use super::golden::Golden;
use super::matcher::{Matcher, Standing};
use super::requirement::{CheckContext, Comparison, Requirement};
use crate::check::process::{Listener, Outcome, OutputPrefix, Stream};
use crate::check::recording::Recording;
use crate::check::slot_paths::SlotPaths;
use std::ops::ControlFlow;

/// Bytes of each output that are kept whatever is compared, for those who look
/// for an error message.
const HEAD: usize = 4096;

/// Compares a run with the golden run while it prints.
pub struct Criterion<'g> {
    comparison: &'g Comparison,
    matchers: Vec<(Matcher<'g>, Standing)>,
    prefix: OutputPrefix,
    /// How many bytes of each output are kept.
    most: usize,
}

impl<'g> Criterion<'g> {
    /// A criterion for a run in the slot with these paths, after other runs of the
    /// same check have left this context.
    ///
    /// `prefix` are buffers to reuse; what they hold is dropped.
    pub fn new(
        comparison: &'g Comparison,
        golden: &'g Golden,
        paths: &'g SlotPaths,
        mut prefix: OutputPrefix,
        context: &'g CheckContext,
    ) -> Self {
        prefix.iter_mut().for_each(Vec::clear);
        let matchers = comparison.0.iter().map(|requirement| Matcher::new(requirement, golden, paths, context));
        let matchers = matchers.map(|matcher| (matcher, Standing::Open)).collect();
        let most = if comparison.0.iter().any(Requirement::reads_back) { usize::MAX } else { HEAD };
        Criterion { comparison, matchers, prefix, most }
    }

    /// Whether the run was the same, now that it has ended.
    pub fn is_same(&self, outcome: &Outcome) -> bool {
        self.unmet(outcome).is_empty()
    }

    /// The requirements that the run does not meet, now that it has ended.
    pub fn unmet(&self, outcome: &Outcome) -> Vec<&'g Requirement> {
        let holds = |(matcher, standing): &(Matcher<'g>, Standing)| match standing {
            Standing::Open => matcher.holds_after(outcome, &self.prefix),
            standing => *standing == Standing::Holds,
        };
        let verdicts = self.comparison.0.iter().zip(self.matchers.iter().map(holds));
        verdicts.filter(|(_, holds)| !holds).map(|(requirement, _)| requirement).collect()
    }

    /// What the run tells to those that come later in the same check.
    pub fn context(&self, outcome: &Outcome, earlier: &CheckContext) -> CheckContext {
        let mut context = earlier.clone();
        self.matchers.iter().for_each(|(matcher, _)| matcher.testify(outcome, &mut context));
        context
    }

    /// The beginnings of both outputs.
    pub fn into_prefix(mut self) -> OutputPrefix {
        self.prefix.iter_mut().for_each(|kept| kept.truncate(HEAD));
        self.prefix
    }
}

impl Listener for Criterion<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> ControlFlow<()> {
        let kept = &mut self.prefix[stream as usize];
        let room = self.most.saturating_sub(kept.len()).min(bytes.len());
        kept.extend_from_slice(&bytes[..room]);
        for (matcher, standing) in &mut self.matchers {
            if *standing == Standing::Open {
                *standing = matcher.hear(stream, bytes, &self.prefix);
            }
        }
        let mut standings = self.matchers.iter().map(|(_, standing)| *standing);
        let settled = standings.clone().any(|s| s == Standing::Fails) || standings.all(|s| s == Standing::Holds);
        if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants(&self, stream: Stream) -> bool {
        self.comparison.wants(stream)
    }
}

impl Recording {
    /// The requirements that the run itself does not meet, so that no other
    /// can be expected to, and what it tells to later ones of the same check.
    pub fn unmet<'c>(&'c self, comparison: &'c Comparison, context: &CheckContext) -> (Vec<Requirement>, CheckContext) {
        Golden::of(self).judged(comparison, self, context, |criterion| {
            let unmet = criterion.unmet(&self.outcome);
            (unmet.into_iter().cloned().collect(), criterion.context(&self.outcome, context))
        })
    }
}

impl Golden {
    /// Whether another run counts as the same, after other runs of the same
    /// check have left this context.
    pub fn matches(&self, comparison: &Comparison, other: &Recording, context: &CheckContext) -> bool {
        self.judged(comparison, other, context, |criterion| criterion.is_same(&other.outcome))
    }

    fn judged<T>(
        &self,
        comparison: &Comparison,
        run: &Recording,
        context: &CheckContext,
        tell: impl FnOnce(&Criterion<'_>) -> T,
    ) -> T {
        let mut criterion = Criterion::new(comparison, self, &run.paths, OutputPrefix::default(), context);
        for stream in [Stream::Stdout, Stream::Stderr] {
            // The run has ended already.
            let _ = criterion.hear(stream, run.output(stream));
        }
        tell(&criterion)
    }
}
