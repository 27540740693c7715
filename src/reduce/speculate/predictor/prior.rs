//! What is known of questions before a search has asked any.
//!
//! Some classes of edits are accepted more often than others, and small parts of a
//! script go more easily than large ones, whatever the solver. By how much was learned
//! from the journals of other searches (`cargo bench --bench guesses`).

use super::Kind;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::LazyLock;

/// What was learned, and is used.
pub(super) static LEARNED: LazyLock<Prior> = LazyLock::new(|| include_str!("prior.txt").parse().unwrap_or_default());

/// How a likelihood is corrected by what is asked, in logarithms of odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Prior {
    /// What the answers of this search say counts so many times.
    pub trust: f64,
    weights: FxHashMap<String, f64>,
}

impl Default for Prior {
    /// Corrects nothing.
    fn default() -> Prior {
        Prior { trust: 1.0, weights: FxHashMap::default() }
    }
}

impl Prior {
    /// The likelihood of a yes to a question of this kind, if the answers of this
    /// search say `likelihood`; the same where candidates are joined, as that is like
    /// nothing else.
    pub fn corrected(&self, kind: Kind, likelihood: f64) -> f64 {
        if kind.joined {
            return likelihood;
        }
        let weights: f64 = kind.traits().iter().filter_map(|name| self.weights.get(*name)).sum();
        let odds = self.trust * log_odds(likelihood) + weights;
        1.0 / (1.0 + (-odds).exp())
    }

    /// Learns from an answer, by one step of this size down the slope of the bits that
    /// it takes to tell it (logistic regression).
    pub fn learn(&mut self, kind: Kind, likelihood: f64, answer: bool, step: f64) {
        if kind.joined {
            return;
        }
        let error = f64::from(u8::from(answer)) - self.corrected(kind, likelihood);
        self.trust += step * error * log_odds(likelihood);
        for name in kind.traits() {
            *self.weights.entry(name.to_owned()).or_default() += step * error;
        }
    }

    /// The traits that it knows.
    pub fn traits(&self) -> impl Iterator<Item = &str> {
        self.weights.keys().map(String::as_str)
    }
}

fn log_odds(likelihood: f64) -> f64 {
    let likelihood = likelihood.clamp(1e-4, 1.0 - 1e-4);
    (likelihood / (1.0 - likelihood)).ln()
}

/// The name of the line that tells the trust.
const TRUST: &str = "trust";

impl fmt::Display for Prior {
    /// One line for each trait: its weight and its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:+.2}\t{TRUST}", self.trust)?;
        let mut weights: Vec<_> = self.weights.iter().collect();
        weights.sort_by_key(|(name, _)| *name);
        weights.iter().try_for_each(|(name, weight)| writeln!(f, "{weight:+.2}\t{name}"))
    }
}

impl std::str::FromStr for Prior {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Prior, Self::Err> {
        let mut prior = Prior::default();
        for (weight, name) in text.lines().filter_map(|line| line.split_once('\t')) {
            let weight = weight.parse()?;
            match name {
                TRUST => prior.trust = weight,
                _ => _ = prior.weights.insert(name.to_owned(), weight),
            }
        }
        Ok(prior)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutators::REGISTRY;

    #[test]
    fn what_was_learned_is_readable_and_of_classes_that_exist() {
        let text = include_str!("prior.txt");
        let learned: Prior = text.parse().expect("numbers");
        assert_eq!(learned.to_string(), text);
        let mutators = || REGISTRY.iter().flat_map(|group| group.mutators);
        let is_share = |name: &str| Kind::SHARES.contains(&name) || name == Kind::LONGER;
        let exists = |name: &str| is_share(name) || mutators().any(|mutator| mutator.name() == name);
        let unknown: Vec<&str> = learned.traits().filter(|name| !exists(name)).collect();
        assert!(unknown.is_empty(), "learn anew: {unknown:?}");
    }

    #[test]
    fn a_class_that_is_accepted_more_often_becomes_more_likely() {
        let kind = |mutator| Kind { mutator, joined: false, gain: None, share: None, begins: Default::default() };
        let mut prior = Prior::default();
        assert!((prior.corrected(kind("a"), 0.3) - 0.3).abs() < 1e-9);
        for _ in 0..100 {
            prior.learn(kind("a"), 0.3, true, 0.1);
            prior.learn(kind("b"), 0.3, false, 0.1);
        }
        let [a, b, new] = ["a", "b", "c"].map(|mutator| prior.corrected(kind(mutator), 0.3));
        assert!(a > 0.8 && b < 0.2 && (b..a).contains(&new), "{a} {b} {new}");
    }
}
