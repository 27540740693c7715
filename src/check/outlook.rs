//! What the strategy may ask next, the most likely first.
//!
//! Imagined answers lead the strategy into futures, which form a tree; what they
//! ask is worth as much as they are likely. Likelihoods change with every answer, so
//! the tree is made anew where there is time for it. Where there is not, the old one
//! serves: an answer cuts off the futures that it rules out and makes the others
//! likelier.

use super::ahead::Ahead;
use super::guesses::{Guesses, Kind};
use super::memory::Memory;
use super::scheduler::Running;
use crate::search::{Ask, Memo, Question, State};
use crate::sexpr::{Candidate, Digest};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Duration;

/// The number of imagined states looked at for each question that is sought.
const LOOKAHEAD: usize = 64;

/// The most futures that are kept until the next answer.
const MOST_FUTURES: usize = 1 << 12;

/// What is known of answers to come.
pub(super) struct Known<'a> {
    pub memory: &'a Memory,
    pub guesses: &'a Guesses,
    pub running: &'a Running,
    pub now: Duration,
}

impl Known<'_> {
    /// The likelihood that a question is answered with yes.
    fn likelihood(&self, question: &Question) -> f64 {
        let digest = question.candidate.digest();
        if let Some(suspected) = self.memory.suspect(digest) {
            return if suspected { 0.9 } else { 0.1 };
        }
        let runs = self.running.get(&digest).map(|(_, since)| self.now.saturating_sub(*since));
        self.guesses.likelihood(Kind::of(question), runs.unwrap_or_default())
    }
}

/// Futures, and what they ask.
#[derive(Default)]
pub(super) struct Outlook {
    futures: BinaryHeap<Future>,
    /// What futures ask that were looked at, the most likely first.
    wanted: Vec<(Path, Question)>,
}

impl Outlook {
    /// Takes account of an answer.
    pub fn settle(&mut self, digest: Digest, answer: bool) {
        let mut futures = std::mem::take(&mut self.futures).into_vec();
        futures.retain_mut(|future| future.path.settle(digest, answer));
        self.futures = futures.into();
        self.wanted.retain_mut(|(path, question)| question.candidate.digest() != digest && path.settle(digest, answer));
        self.wanted.sort_by(|(a, _), (b, _)| b.likelihood.total_cmp(&a.likelihood));
    }

    /// What futures ask that were looked at and are still possible.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.wanted.iter().map(|(_, question)| question)
    }

    /// Adds to `chosen` what the most likely futures behind `ask` want to know, up to
    /// `most` questions in all. No more is worked out once `is_interrupted`, which is
    /// given the number of questions that there are.
    ///
    /// Returns whether those that were added are the most likely ones.
    pub fn choose(
        &mut self,
        (state, ask): (&State, &Ask),
        known: &Known<'_>,
        ahead: &mut Ahead,
        is_interrupted: &mut dyn FnMut(usize) -> bool,
        most: usize,
        chosen: &mut Vec<Question>,
    ) -> bool {
        if self.futures.is_empty() && self.wanted.is_empty() {
            self.branch(state, &Path::default(), ask, known);
        }
        let mut taken: FxHashSet<Digest> = chosen.iter().map(|question| question.candidate.digest()).collect();
        let mut looks = LOOKAHEAD * most.saturating_sub(self.wanted.len()).max(1);
        let mut complete = true;
        let mut next = 0;
        while chosen.len() < most {
            let wanted = self.wanted.get(next).map_or(-1.0, |(path, _)| path.likelihood);
            let is_likelier = self.futures.peek().is_some_and(|future| future.path.likelihood > wanted);
            let looks_on = complete && looks > 0 && is_likelier;
            if looks_on && is_interrupted(chosen.len() + self.wanted.len() - next) {
                complete = false;
            } else if looks_on && let Some(future) = self.futures.pop() {
                looks -= 1;
                self.look(future, next, known, ahead);
            } else if let Some((_, question)) = self.wanted.get(next) {
                if taken.insert(question.candidate.digest()) {
                    chosen.push(question.clone());
                }
                next += 1;
            } else {
                break;
            }
        }
        if self.futures.len() > MOST_FUTURES {
            let mut futures = std::mem::take(&mut self.futures).into_vec();
            futures.select_nth_unstable_by(MOST_FUTURES, |a, b| b.cmp(a));
            futures.truncate(MOST_FUTURES);
            self.futures = futures.into();
        }
        complete
    }

    /// Follows a future to the next questions, which become wanted as number `next`.
    fn look(&mut self, future: Future, next: usize, known: &Known<'_>, ahead: &mut Ahead) {
        let Future { path, state } = future;
        match state.resolve(&Imagined { memory: known.memory, path: &path }) {
            Ok(resolution) if !ahead.has_room(&state, &resolution) => {}
            Ok(resolution) => {
                let step = ahead.step(&state, &resolution);
                self.futures.extend(step.state.clone().map(|state| Future { path, state }));
            }
            Err(ask) => {
                let asked = ask.0.iter().map(|question| (path.clone(), question.clone()));
                self.wanted.splice(next..next, asked);
                self.branch(&state, &path, &ask, known);
            }
        }
    }

    /// The futures in which `ask` has been answered: the most likely one, and
    /// those in which one answer differs from it.
    fn branch(&mut self, state: &State, path: &Path, ask: &Ask, known: &Known<'_>) {
        let guesses =
            ask.0.iter().map(|question| (question.candidate.digest(), Guess::new(known.likelihood(question))));
        let guesses: Vec<(Digest, Guess)> = guesses.collect();
        let all: f64 = guesses.iter().map(|(_, guess)| guess.likelihood()).product();
        let mut imagined = (*path.imagined).clone();
        if let Some(guess) = path.otherwise.and_then(|digest| imagined.get_mut(&digest)) {
            *guess = guess.otherwise();
        }
        imagined.extend(guesses.iter().copied());
        let imagined = Arc::new(imagined);
        let as_likely = |likelihood, otherwise| Future {
            path: Path { likelihood: path.likelihood * likelihood, imagined: imagined.clone(), otherwise },
            state: state.clone(),
        };
        self.futures.push(as_likely(all, None));
        for (digest, guess) in &guesses {
            let likelihood = all / guess.likelihood() * guess.otherwise().likelihood();
            self.futures.push(as_likely(likelihood, Some(*digest)));
        }
    }
}

/// An imagined answer.
#[derive(Clone, Copy, Debug)]
struct Guess {
    answer: bool,
    /// The likelihood of a yes.
    yes: f64,
}

impl Guess {
    /// The likelier answer.
    fn new(yes: f64) -> Guess {
        Guess { answer: yes > 0.5, yes }
    }

    /// The other answer.
    fn otherwise(self) -> Guess {
        Guess { answer: !self.answer, ..self }
    }

    fn likelihood(self) -> f64 {
        if self.answer { self.yes } else { 1.0 - self.yes }
    }
}

/// The imagined answers that lead to a future.
#[derive(Clone, Debug)]
struct Path {
    /// That of the answers that have not arrived.
    likelihood: f64,
    imagined: Arc<FxHashMap<Digest, Guess>>,
    /// The question whose answer is not the one imagined.
    otherwise: Option<Digest>,
}

impl Default for Path {
    fn default() -> Path {
        Path { likelihood: 1.0, imagined: Arc::default(), otherwise: None }
    }
}

impl Path {
    fn find(&self, digest: Digest) -> Option<Guess> {
        let guess = *self.imagined.get(&digest)?;
        Some(if self.otherwise == Some(digest) { guess.otherwise() } else { guess })
    }

    /// Whether the future is still possible after an answer.
    fn settle(&mut self, digest: Digest, answer: bool) -> bool {
        let Some(guess) = self.find(digest) else { return true };
        self.likelihood /= guess.likelihood();
        guess.answer == answer
    }
}

/// A state that may be reached.
struct Future {
    path: Path,
    state: State,
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
        self.path.likelihood.total_cmp(&other.path.likelihood)
    }
}

/// The memory with imagined verdicts over it.
struct Imagined<'a> {
    memory: &'a Memory,
    path: &'a Path,
}

impl Memo for Imagined<'_> {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        let digest = candidate.digest();
        let imagined = || self.path.find(digest).map(|guess| guess.answer);
        self.memory.find(digest).or_else(imagined).or_else(|| self.memory.suspect(digest))
    }
}
