//! Predicts answers to questions, learned from the answers so far.
//!
//! Whether a candidate is accepted depends on the mutator and on how much of the script is removed at once.
//! Rates are kept for groups of questions: all questions, those of the same gain, those of the same mutator, and
//! those that remove the like or the same. Each rate starts near that of the group before, moves away with the
//! number of its answers, and forgets old answers.

use crate::strategy::Question;
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::time::Duration;

/// The weight that an answer keeps when the next answer with the same features arrives.
const DECAY: f64 = 0.8;

/// Number of answers that weigh as much as the more general rate.
const WEIGHT: f64 = 7.0;

/// The likelihood that a single candidate is accepted, before anything is known.
const ALONE: f64 = 0.15;

/// The same of a fold of candidates that were accepted one by one.
const JOINED: f64 = 0.9;

/// Numbers of rejections and acceptances that are assumed to have taken longer than any seen so far: a run
/// that outlasts all others is rarely accepted.
const RARE: [f64; 2] = [3.0, 0.001];

/// Durations vary, so a duration says something about the answer only when it exceeds those of other runs
/// this many times.
const LATE: u32 = 8;

/// The features of a question that tell something about its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    mutator: &'static str,
    joined: bool,
    /// The order of magnitude of the number of bytes removed; `None` if the script gets longer.
    gain: Option<u32>,
    /// The first bytes of the first text that is removed.
    begins: [u8; 4],
    /// The hash of that text.
    removed: u64,
}

impl Features {
    pub fn of(question: &Question) -> Features {
        let Question { candidate, mutator, fold } = question;
        let base = candidate.base();
        let first = candidate.edit().splices().first();
        let removed = first.and_then(|splice| base.find(splice.command)?.text().get(splice.start..splice.end));
        let removed = removed.unwrap_or_default();
        let mut begins = [0; 4];
        begins.iter_mut().zip(removed).for_each(|(to, from)| *to = *from);
        let gain = u64::try_from(candidate.gain()).ok().map(|gain| (gain + 1).ilog2());
        Features { mutator, joined: *fold, gain, begins, removed: FxBuildHasher.hash_one(removed) }
    }

    /// Returns the groups to which these features belong, the most general one first.
    fn groups(self) -> impl Iterator<Item = Group> {
        let Features { mutator, joined, gain, begins, removed } = self;
        let groups = [
            Group::All { joined },
            Group::Gain { joined, gain },
            Group::Mutator(mutator),
            Group::Begins(mutator, begins),
            Group::Removed(removed),
        ];
        // A fold is like no other question.
        groups.into_iter().take(if joined { 2 } else { groups.len() })
    }
}

/// A group of questions with some features in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    All { joined: bool },
    Gain { joined: bool, gain: Option<u32> },
    Mutator(&'static str),
    Begins(&'static str, [u8; 4]),
    Removed(u64),
}

/// Number of answers, and of acceptances among them; old answers count less.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    given: f64,
    yes: f64,
}

/// The rates of all groups, and the durations of checks.
#[derive(Debug, Default)]
pub(super) struct Predictor {
    rates: HashMap<Group, Rate>,
    /// Numbers of rejections and acceptances by the order of magnitude of their duration.
    times: BTreeMap<u32, [f64; 2]>,
    /// The average duration of recent checks.
    pub usual_time: Duration,
}

/// Returns the order of magnitude of a time: two steps for each doubling.
fn magnitude(time: Duration) -> u32 {
    (2.0 * (time.as_micros() as f64 + 1.0).log2()) as u32
}

impl Predictor {
    /// Returns the likelihood that a question with these features is accepted, given that its check has been
    /// running for `running`.
    pub fn likelihood(&self, features: Features, running: Duration) -> f64 {
        let yes = self.by_answers(features);
        let [no_later, yes_later] = self.later(running);
        yes * yes_later / (yes * yes_later + (1.0 - yes) * no_later)
    }

    /// Returns the likelihood of an acceptance by the rates alone.
    fn by_answers(&self, features: Features) -> f64 {
        let before = if features.joined { JOINED } else { ALONE };
        let rates = features.groups().filter_map(|group| self.rates.get(&group));
        rates.fold(before, |general, rate| (rate.yes + WEIGHT * general) / (rate.given + WEIGHT))
    }

    /// Returns the shares of rejections and of acceptances that took at least this time.
    fn later(&self, running: Duration) -> [f64; 2] {
        let sum = |from| self.times.range(from..).fold(RARE, |sum, (_, n)| [sum[0] + n[0], sum[1] + n[1]]);
        let (all, later) = (sum(0), sum(magnitude(running / LATE)));
        [later[0] / all[0], later[1] / all[1]]
    }

    /// Learns from an answer whose check took this time.
    pub fn learn(&mut self, features: Features, answer: bool, time: Duration) {
        self.usual_time = self.usual_time.mul_f64(DECAY) + time.mul_f64(1.0 - DECAY);
        self.times.entry(magnitude(time)).or_default()[usize::from(answer)] += 1.0;
        for group in features.groups() {
            let rate = self.rates.entry(group).or_default();
            rate.given = rate.given * DECAY + 1.0;
            rate.yes = rate.yes * DECAY + f64::from(u8::from(answer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(10);
    const LONG: Duration = Duration::from_secs(2);

    fn features(mutator: &'static str, gain: u32) -> Features {
        Features { mutator, joined: false, gain: Some(gain), begins: [0; 4], removed: 0 }
    }

    #[test]
    fn answers_count_most_for_similar_candidates() {
        let mut predictor = Predictor::default();
        assert_eq!(predictor.by_answers(features("a", 3)), ALONE);
        for _ in 0..10 {
            predictor.learn(features("a", 3), true, SHORT);
        }
        let [alike, other_gain, other_mutator, other] =
            [features("a", 3), features("a", 5), features("b", 3), features("b", 5)]
                .map(|features| predictor.by_answers(features));
        assert!(alike > other_gain && alike > other_mutator && other_gain > other && other_mutator > other);
        assert!(other > ALONE && alike < 1.0);
        for _ in 0..10 {
            predictor.learn(features("a", 3), false, SHORT);
        }
        assert!(predictor.by_answers(features("a", 3)) < 0.5);
    }

    #[test]
    fn joined_candidates_are_expected_to_fail_as_the_input() {
        let predictor = Predictor::default();
        let joined = Features { joined: true, ..features("a", 3) };
        assert!((predictor.likelihood(joined, Duration::ZERO) - JOINED).abs() < 1e-9);
    }

    #[test]
    fn a_run_that_lasts_ends_as_others_that_lasted() {
        let ends = |late: &[bool]| {
            let mut predictor = Predictor::default();
            for _ in 0..10 {
                predictor.learn(features("a", 3), true, SHORT);
                predictor.learn(features("a", 3), false, SHORT);
            }
            late.iter().for_each(|answer| predictor.learn(features("a", 3), *answer, LONG));
            [Duration::ZERO, SHORT, LONG].map(|running| predictor.likelihood(features("a", 3), running))
        };
        for late in [&[][..], &[false]] {
            let [new, short, long] = ends(late);
            assert!(new == short && long < new / 2.0, "{new} {short} {long}");
        }
        let [new, short, long] = ends(&[true; 10]);
        assert!(new == short && long > new && long > 0.7, "{new} {short} {long}");
    }
}
