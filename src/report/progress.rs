//! Where every effect of a search that can be seen takes place.

use super::log::{self, Level};
use crate::search::{Observer, Stage, Step};
use crate::sexpr::Script;
use std::collections::BTreeMap;
use std::time::Instant;

/// The number of earlier scripts that are kept to step back to.
const HISTORY: usize = 64;

/// Logs what is committed and hands every new best script on.
pub struct Progress<'a> {
    started: Instant,
    /// The committed scripts, the best one last.
    history: Vec<Script>,
    publish: Box<dyn FnMut(&Script) + 'a>,
    checks: u64,
    successes: u64,
    /// By stage and class: verdicts used, and accepted ones.
    effort: BTreeMap<(&'static str, &'static str), (u64, u64)>,
}

impl<'a> Progress<'a> {
    /// Starts from `script`; `publish` is called with every better one.
    pub fn new(started: Instant, script: Script, publish: impl FnMut(&Script) + 'a) -> Progress<'a> {
        Progress {
            started,
            history: vec![script],
            publish: Box::new(publish),
            checks: 0,
            successes: 0,
            effort: BTreeMap::new(),
        }
    }

    /// The number of verdicts that were used, and the committed scripts.
    pub fn finish(self) -> (u64, Vec<Script>) {
        for ((stage, class), (asked, accepted)) in &self.effort {
            log::emit(Level::Debug, &format!("effort: {stage}: {class}: {asked} answers used, {accepted} accepted"));
        }
        (self.checks, self.history)
    }
}

impl Observer for Progress<'_> {
    fn committed(&mut self, step: &Step, checks: usize) {
        self.checks += checks as u64;
        let stage = match step.report.stage {
            Stage::Hierarchical => "hierarchical",
            Stage::Ddmin(..) | Stage::Between => "ddmin",
        };
        for (class, (asked, accepted)) in &step.report.asked {
            let effort = self.effort.entry((stage, class)).or_default();
            *effort = (effort.0 + u64::from(*asked), effort.1 + u64::from(*accepted));
        }
        let (Some(state), false) = (&step.state, step.report.accepted.is_empty()) else { return };
        let script = state.script();
        for accepted in &step.report.accepted {
            self.successes += 1;
            let seconds = self.started.elapsed().as_secs_f64();
            let (level, line) = match step.report.stage {
                Stage::Ddmin(class, block) => (
                    Level::Info,
                    format!("{class}: gran: {block}, diff {:+} bytes, {} nodes", -accepted.gain, script.nodes()),
                ),
                _ => {
                    let (count, class, nodes) = (self.successes, accepted.class, script.nodes());
                    (Level::Chat, format!("#{count}: {class} ({seconds:.2}s, {nodes} expressions)"))
                }
            };
            log::emit(level, &line);
        }
        if self.history.len() == HISTORY {
            self.history.remove(1);
        }
        self.history.push(script.clone());
        (self.publish)(script);
    }
}
