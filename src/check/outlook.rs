//! What the strategy may ask next, the most likely first.
//!
//! Imagined answers lead the strategy into futures, which form a tree; what they
//! ask is worth as much as they are likely. The tree is made anew for every answer:
//! one that is kept and cut down costs less time, but fills the slots with questions
//! that are less likely to be of use, and real runs take longer with it.

use super::ahead::Ahead;
use super::guesses::{Guesses, Kind};
use super::memory::Memory;
use super::scheduler::Running;
use crate::search::{Ask, Memo, Question, State};
use crate::sexpr::{Candidate, Digest};
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Duration;

/// The number of imagined states looked at per wanted question.
const LOOKAHEAD: usize = 64;

/// The futures behind the questions of a state.
pub(super) struct Outlook<'a> {
    pub memory: &'a Memory,
    pub guesses: &'a Guesses,
    pub running: &'a Running,
    pub now: Duration,
    pub ahead: &'a mut Ahead,
    pub futures: BinaryHeap<Future>,
}

impl Outlook<'_> {
    /// Adds to `wanted` what the most likely futures ask once `state` has the answers
    /// to `ask`, up to `most` questions in all. Gives up when an answer arrives, which
    /// may rule out some of them, and returns whether none did.
    pub fn choose(
        &mut self,
        (state, ask): (&State, &Ask),
        most: usize,
        mut has_answer: impl FnMut() -> bool,
        wanted: &mut Vec<Question>,
    ) -> bool {
        self.ahead.look_anew();
        self.branch(&Future { likelihood: 1.0, state: state.clone(), imagined: Arc::default(), otherwise: None }, ask);
        let mut looked = 0;
        while let Some(future) = self.futures.pop() {
            looked += 1;
            if has_answer() {
                return false;
            }
            if wanted.len() >= most || looked > LOOKAHEAD * most {
                break;
            }
            match future.state.resolve(&Imagined { memory: self.memory, future: &future }) {
                Ok(resolution) if !self.ahead.has_room(&future.state, &resolution) => {}
                Ok(resolution) => {
                    let step = self.ahead.step(&future.state, &resolution);
                    self.futures.extend(step.state.clone().map(|state| Future { state, ..future }));
                }
                Err(ask) => {
                    for question in &ask.0 {
                        let is_new = wanted.iter().all(|w| w.candidate.digest() != question.candidate.digest());
                        if is_new && wanted.len() < most {
                            wanted.push(question.clone());
                        }
                    }
                    self.branch(&future, &ask);
                }
            }
        }
        true
    }

    /// The likelihood that a question is answered with yes.
    fn likelihood(&self, question: &Question) -> f64 {
        let digest = question.candidate.digest();
        if let Some(suspected) = self.memory.suspect(digest) {
            return if suspected { 0.9 } else { 0.1 };
        }
        let runs = self.running.get(&digest).map(|(_, since)| self.now.saturating_sub(*since));
        self.guesses.likelihood(Kind::of(question), runs.unwrap_or_default())
    }

    /// The futures in which `ask` has been answered: the most likely one, and
    /// those in which one answer differs from it.
    fn branch(&mut self, future: &Future, ask: &Ask) {
        let likelihoods: Vec<f64> = ask.0.iter().map(|question| self.likelihood(question)).collect();
        let all: f64 = likelihoods.iter().map(|p| p.max(1.0 - p)).product();
        let mut imagined = (*future.imagined).clone();
        if let Some(answer) = future.otherwise.and_then(|digest| imagined.get_mut(&digest)) {
            *answer = !*answer;
        }
        imagined.extend(ask.0.iter().zip(&likelihoods).map(|(question, p)| (question.candidate.digest(), *p > 0.5)));
        let imagined = Arc::new(imagined);
        let as_likely = |likelihood, otherwise| Future {
            likelihood: future.likelihood * likelihood,
            state: future.state.clone(),
            imagined: imagined.clone(),
            otherwise,
        };
        self.futures.push(as_likely(all, None));
        for (question, p) in ask.0.iter().zip(&likelihoods) {
            let likelihood = all / p.max(1.0 - p) * p.min(1.0 - p);
            self.futures.push(as_likely(likelihood, Some(question.candidate.digest())));
        }
    }
}

/// A state that may be reached, and the answers that lead to it.
pub(super) struct Future {
    likelihood: f64,
    state: State,
    imagined: Arc<FxHashMap<Digest, bool>>,
    /// The question whose answer is not the one imagined.
    otherwise: Option<Digest>,
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

impl Memo for Imagined<'_> {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        let digest = candidate.digest();
        let Future { imagined, otherwise, .. } = self.future;
        let imagined = || imagined.get(&digest).map(|&answer| answer != (*otherwise == Some(digest)));
        self.memory.find(digest).or_else(imagined).or_else(|| self.memory.suspect(digest))
    }
}
