//! The questions that the strategy may ask next, the most likely first.
//!
//! Imagined answers lead the strategy into scenarios, which form a tree; the questions of a scenario are worth as
//! much as the scenario is likely. The tree is made anew for every answer: keeping and pruning it takes less time,
//! but fills the slots with questions that are less likely to be useful, and makes real runs slower.

use super::predictor::{Features, Predictor};
use super::step_cache::StepCache;
use crate::reduce::verdicts::Verdicts;
use crate::sexpr::{Candidate, Digest};
use crate::strategy::{Oracle, Pending, Question, State};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// Largest average number of scenarios that are examined for each question.
const LOOKAHEAD: usize = 64;

/// The answers on which a scenario rests.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions {
    imagined: Arc<FxHashMap<Digest, bool>>,
    /// The question whose answer is the opposite of the imagined one.
    otherwise: Option<Digest>,
}

impl Assumptions {
    /// Returns the answer to a question, if it is imagined.
    pub fn answer(&self, digest: Digest) -> Option<bool> {
        self.imagined.get(&digest).map(|&answer| answer != (self.otherwise == Some(digest)))
    }

    /// Returns these assumptions with the opposite answer to the question `otherwise`.
    pub fn except(&self, otherwise: Option<Digest>) -> Assumptions {
        Assumptions { otherwise, ..self.clone() }
    }

    /// Returns these assumptions and further answers.
    pub fn and(&self, more: impl Iterator<Item = (Digest, bool)>) -> Assumptions {
        let mut imagined = (*self.imagined).clone();
        if let Some(answer) = self.otherwise.and_then(|digest| imagined.get_mut(&digest)) {
            *answer = !*answer;
        }
        imagined.extend(more);
        Assumptions { imagined: Arc::new(imagined), otherwise: None }
    }
}

/// The runs that have not ended, by the digest of their candidates.
pub(super) type Running = FxHashMap<Digest, UnfinishedRun>;

pub(super) struct UnfinishedRun {
    pub features: Features,
    pub since: Duration,
    pub assumptions: Assumptions,
    /// Whether an answer contradicts the assumptions of the run, or no likely scenario asks for it any more.
    pub is_doubtful: bool,
}

/// The knowledge from which scenarios are made.
pub(super) struct Known<'a> {
    pub verdicts: &'a Verdicts,
    pub predictor: &'a Predictor,
    pub running: &'a Running,
    pub now: Duration,
    pub step_cache: &'a mut StepCache,
}

/// The scenarios behind the questions of a state, and their own questions.
pub(super) struct Lookahead {
    scenarios: BinaryHeap<Scenario>,
    /// Questions of the scenarios that have not been handed out.
    found: VecDeque<Speculative>,
    asked: FxHashSet<Digest>,
    looked: usize,
}

impl Lookahead {
    /// Returns the scenarios of `state` once it has the answers to `ask`.
    pub fn new(state: &State, ask: &Pending, known: Known<'_>) -> Lookahead {
        let asked = ask.questions.iter().map(|question| question.candidate.digest()).collect();
        let mut lookahead = Lookahead { scenarios: BinaryHeap::new(), found: VecDeque::new(), asked, looked: 0 };
        known.step_cache.look_anew();
        let now = Scenario { likelihood: 1.0, state: state.clone(), assumptions: Assumptions::default() };
        lookahead.branch(&now, ask, &known);
        lookahead
    }

    /// Whether the present state or a scenario examined so far asks this question.
    pub fn asks(&self, digest: Digest) -> bool {
        self.asked.contains(&digest)
    }

    /// Returns the next question of the most likely scenario. Gives up when an answer arrives, which may rule
    /// out some scenarios.
    pub fn next(&mut self, known: Known<'_>, mut has_answer: impl FnMut() -> bool) -> Option<Speculative> {
        while self.found.is_empty() && self.looked <= LOOKAHEAD * self.asked.len() && !has_answer() {
            let scenario = self.scenarios.pop()?;
            self.looked += 1;
            match scenario.state.resolve(&Imagined { verdicts: known.verdicts, scenario: &scenario }) {
                Ok(resolution) if !known.step_cache.has_room(&scenario.state, &resolution) => {}
                Ok(resolution) => {
                    let step = known.step_cache.step(&scenario.state, &resolution);
                    self.scenarios.extend(step.state.clone().map(|state| Scenario { state, ..scenario }));
                }
                Err(ask) => {
                    let new = ask.questions.iter().filter(|question| self.asked.insert(question.candidate.digest()));
                    let Scenario { likelihood, assumptions, .. } = &scenario;
                    let wanted = |question: &Question| Speculative {
                        question: question.clone(),
                        assumptions: assumptions.clone(),
                        likelihood: *likelihood,
                    };
                    self.found.extend(new.map(wanted));
                    self.branch(&scenario, &ask, &known);
                }
            }
        }
        self.found.pop_front()
    }

    /// Adds the scenarios in which `ask` has been answered: the most likely one, and those in which one
    /// answer differs from it.
    fn branch(&mut self, scenario: &Scenario, ask: &Pending, known: &Known<'_>) {
        let likelihoods: Vec<f64> = ask.questions.iter().map(|question| known.likelihood(question)).collect();
        let all: f64 = likelihoods.iter().map(|p| p.max(1.0 - p)).product();
        let imagined =
            ask.questions.iter().zip(&likelihoods).map(|(question, p)| (question.candidate.digest(), *p > 0.5));
        let assumptions = scenario.assumptions.and(imagined);
        let as_likely = |likelihood, otherwise| Scenario {
            likelihood: scenario.likelihood * likelihood,
            state: scenario.state.clone(),
            assumptions: assumptions.except(otherwise),
        };
        self.scenarios.push(as_likely(all, None));
        for (question, p) in ask.questions.iter().zip(&likelihoods) {
            let likelihood = all / p.max(1.0 - p) * p.min(1.0 - p);
            self.scenarios.push(as_likely(likelihood, Some(question.candidate.digest())));
        }
    }
}

impl Known<'_> {
    /// Returns the likelihood that the candidate of a question is accepted.
    fn likelihood(&self, question: &Question) -> f64 {
        let digest = question.candidate.digest();
        if let Some(suspected) = self.verdicts.suspect(digest) {
            return if suspected { 0.9 } else { 0.1 };
        }
        let runs = self.running.get(&digest).map(|run| self.now.saturating_sub(run.since));
        self.predictor.likelihood(Features::of(question), runs.unwrap_or_default())
    }
}

/// A question of a scenario, and how likely the scenario is.
pub(super) struct Speculative {
    pub question: Question,
    pub assumptions: Assumptions,
    pub likelihood: f64,
}

impl Speculative {
    /// A question that is asked in any case.
    pub fn now(question: Question) -> Speculative {
        Speculative { question, assumptions: Assumptions::default(), likelihood: 1.0 }
    }

    pub fn digest(&self) -> Digest {
        self.question.candidate.digest()
    }
}

/// A state that may be reached.
pub(super) struct Scenario {
    likelihood: f64,
    state: State,
    assumptions: Assumptions,
}

impl PartialEq for Scenario {
    fn eq(&self, other: &Scenario) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Scenario {}

impl PartialOrd for Scenario {
    fn partial_cmp(&self, other: &Scenario) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scenario {
    fn cmp(&self, other: &Scenario) -> std::cmp::Ordering {
        self.likelihood.total_cmp(&other.likelihood)
    }
}

/// The verdicts, extended by the imagined answers of a scenario.
struct Imagined<'a> {
    verdicts: &'a Verdicts,
    scenario: &'a Scenario,
}

impl Oracle for Imagined<'_> {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        let digest = candidate.digest();
        let imagined = || self.scenario.assumptions.answer(digest);
        self.verdicts.find(digest).or_else(imagined).or_else(|| self.verdicts.suspect(digest))
    }
}
