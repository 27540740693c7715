//! What the strategy may ask next, the most likely first.
//!
//! Imagined answers lead the strategy into futures, which form a tree; what they
//! ask is worth as much as they are likely. The tree is made anew for every answer:
//! one that is kept and cut down costs less time, but fills the slots with questions
//! that are less likely to be of use, and real runs take longer with it.

use super::predictor::{Guesses, Kind};
use super::step_cache::Ahead;
use crate::reduce::driver::Running;
use crate::reduce::verdicts::Memory;
use crate::sexpr::{Candidate, Digest};
use crate::strategy::{Oracle, Pending, Question, State};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// The number of imagined states looked at for each question, in the mean.
const LOOKAHEAD: usize = 64;

/// What the futures are made from.
pub(in crate::reduce) struct Known<'a> {
    pub memory: &'a Memory,
    pub guesses: &'a Guesses,
    pub running: &'a Running,
    pub now: Duration,
    pub ahead: &'a mut Ahead,
}

/// The futures behind the questions of a state, and what they ask.
pub(in crate::reduce) struct Outlook {
    futures: BinaryHeap<Future>,
    /// What they ask that has not been handed out.
    found: VecDeque<Wanted>,
    /// What has been asked.
    asked: FxHashSet<Digest>,
    looked: usize,
}

impl Outlook {
    /// The futures of `state` once it has the answers to `ask`.
    pub fn new(state: &State, ask: &Pending, mut known: Known<'_>) -> Outlook {
        let (futures, found) = Default::default();
        let asked = ask.0.iter().map(|question| question.candidate.digest()).collect();
        let mut outlook = Outlook { futures, found, asked, looked: 0 };
        known.ahead.look_anew();
        let now = Future { likelihood: 1.0, state: state.clone(), premises: Premises::default() };
        outlook.branch(&now, ask, &mut known);
        outlook
    }

    /// Whether the present or a future asks this, as far as has been looked.
    pub fn asks(&self, digest: Digest) -> bool {
        self.asked.contains(&digest)
    }

    /// What the most likely future asks next. Gives up when an answer arrives, which
    /// may rule out some futures.
    pub fn next(&mut self, mut known: Known<'_>, mut has_answer: impl FnMut() -> bool) -> Option<Wanted> {
        while self.found.is_empty() && self.looked <= LOOKAHEAD * self.asked.len() && !has_answer() {
            let future = self.futures.pop()?;
            self.looked += 1;
            match future.state.resolve(&Imagined { memory: known.memory, future: &future }) {
                Ok(resolution) if !known.ahead.has_room(&future.state, &resolution) => {}
                Ok(resolution) => {
                    let step = known.ahead.step(&future.state, &resolution);
                    self.futures.extend(step.state.clone().map(|state| Future { state, ..future }));
                }
                Err(ask) => {
                    let new = ask.0.iter().filter(|question| self.asked.insert(question.candidate.digest()));
                    let Future { likelihood, premises, .. } = &future;
                    let wanted = |question: &Question| Wanted {
                        question: question.clone(),
                        premises: premises.clone(),
                        likelihood: *likelihood,
                    };
                    self.found.extend(new.map(wanted));
                    self.branch(&future, &ask, &mut known);
                }
            }
        }
        self.found.pop_front()
    }

    /// Adds the futures in which `ask` has been answered: the most likely one, and
    /// those in which one answer differs from it.
    fn branch(&mut self, future: &Future, ask: &Pending, known: &mut Known<'_>) {
        let likelihoods: Vec<f64> = ask.0.iter().map(|question| known.likelihood(question)).collect();
        let all: f64 = likelihoods.iter().map(|p| p.max(1.0 - p)).product();
        let imagined = ask.0.iter().zip(&likelihoods).map(|(question, p)| (question.candidate.digest(), *p > 0.5));
        let premises = future.premises.and(imagined);
        let as_likely = |likelihood, otherwise| Future {
            likelihood: future.likelihood * likelihood,
            state: future.state.clone(),
            premises: Premises { otherwise, ..premises.clone() },
        };
        self.futures.push(as_likely(all, None));
        for (question, p) in ask.0.iter().zip(&likelihoods) {
            let likelihood = all / p.max(1.0 - p) * p.min(1.0 - p);
            self.futures.push(as_likely(likelihood, Some(question.candidate.digest())));
        }
    }
}

impl Known<'_> {
    /// The likelihood that a question is answered with yes.
    fn likelihood(&self, question: &Question) -> f64 {
        let digest = question.candidate.digest();
        if let Some(suspected) = self.memory.suspect(digest) {
            return if suspected { 0.9 } else { 0.1 };
        }
        let runs = self.running.get(&digest).map(|run| self.now.saturating_sub(run.since));
        self.guesses.likelihood(Kind::of(question), runs.unwrap_or_default())
    }
}

/// What a future asks, and how likely that is.
pub(in crate::reduce) struct Wanted {
    pub question: Question,
    pub premises: Premises,
    pub likelihood: f64,
}

impl Wanted {
    /// What is asked in any case.
    pub fn now(question: Question) -> Wanted {
        Wanted { question, premises: Premises::default(), likelihood: 1.0 }
    }

    pub fn digest(&self) -> Digest {
        self.question.candidate.digest()
    }
}

/// The answers that a future rests on.
#[derive(Clone, Debug, Default)]
pub(in crate::reduce) struct Premises {
    imagined: Arc<FxHashMap<Digest, bool>>,
    /// The question whose answer is not the one imagined.
    otherwise: Option<Digest>,
}

impl Premises {
    /// The answer to a question, if it is imagined.
    pub fn answer(&self, digest: Digest) -> Option<bool> {
        self.imagined.get(&digest).map(|&answer| answer != (self.otherwise == Some(digest)))
    }

    /// These answers and more.
    fn and(&self, more: impl Iterator<Item = (Digest, bool)>) -> Premises {
        let mut imagined = (*self.imagined).clone();
        if let Some(answer) = self.otherwise.and_then(|digest| imagined.get_mut(&digest)) {
            *answer = !*answer;
        }
        imagined.extend(more);
        Premises { imagined: Arc::new(imagined), otherwise: None }
    }
}

/// A state that may be reached.
pub(in crate::reduce) struct Future {
    likelihood: f64,
    state: State,
    premises: Premises,
}

impl PartialEq for Future {
    fn eq(&self, other: &Future) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Future {}

impl PartialOrd for Future {
    fn partial_cmp(&self, other: &Future) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Future {
    fn cmp(&self, other: &Future) -> std::cmp::Ordering {
        self.likelihood.total_cmp(&other.likelihood)
    }
}

/// The memory with the imagined answers of a future over it.
struct Imagined<'a> {
    memory: &'a Memory,
    future: &'a Future,
}

impl Oracle for Imagined<'_> {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        let digest = candidate.digest();
        let imagined = || self.future.premises.answer(digest);
        self.memory.find(digest).or_else(imagined).or_else(|| self.memory.suspect(digest))
    }
}
