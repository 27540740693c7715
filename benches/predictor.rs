//! How well answers are predicted: `cargo bench --bench predictor -- PATH...`.
//!
//! A path is an input, a journal of its reduction with the usual settings, or a folder
//! with any number of both: `scripts/bench --keep` leaves journals. Each search is taken
//! again with the answers from its journal. Printed are the bits that it takes to tell
//! an answer to whoever knows how likely it was: what was predicted perfectly takes none.

use ddsmt::reduce::journal::JournalContents;
use ddsmt::reduce::{Features, Predictor};
use ddsmt::sexpr::{Candidate, Digest, Gaps, Script, parse};
use ddsmt::strategy::{Oracle, Pending, Settings, State, Step, Strategy};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Searches with more answers than this count no more than one with so many.
const MOST: f64 = 300.0;

/// How likely a yes was by the answers before, and what the answer was.
type Answers = Vec<(f64, bool)>;

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let searches = searches(&paths.iter().flat_map(|path| files(Path::new(path))).collect::<Vec<_>>());
    if searches.is_empty() {
        return println!("predictor: no journal together with its input; see the first lines of benches/predictor.rs");
    }
    let [mut told, mut weight] = [0.0; 2];
    for answers in &searches {
        let each = (MOST / answers.len() as f64).min(1.0);
        told += each * answers.iter().map(|&(likelihood, answer)| bits(likelihood, answer)).sum::<f64>();
        weight += each * answers.len() as f64;
    }
    let answers: usize = searches.iter().map(Vec::len).sum();
    println!("{answers} answers of {} searches; {:.3} bits for each", searches.len(), told / weight);
}

/// The files below a path.
fn files(path: &Path) -> Vec<PathBuf> {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().flat_map(|entry| files(&entry.path())).collect(),
        Err(_) => vec![path.to_owned()],
    }
}

/// The searches whose input and journal are among these files.
fn searches(files: &[PathBuf]) -> Vec<Answers> {
    let is_journal = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "journal");
    let (journals, inputs): (Vec<_>, Vec<_>) = files.iter().partition(is_journal);
    let fact = |text: &[u8]| {
        let [a, b, length] = Digest::of(text).to_words();
        format!("{length} bytes, digest {a:016x}{b:016x}")
    };
    let inputs: HashMap<String, Vec<u8>> = inputs.iter().flat_map(fs::read).map(|text| (fact(&text), text)).collect();
    let mut journals: Vec<_> = journals.iter().filter_map(|path| JournalContents::read(path).ok()?).collect();
    journals.sort_by_key(|past| past.header.line());
    let search = |past: &JournalContents| {
        let input = inputs.get(past.header.fact("input")?)?;
        Some(answers(parse(input, Gaps::Canonical).ok()?, past))
    };
    journals.iter().filter_map(search).filter(|answers| !answers.is_empty()).collect()
}

/// What a journal knows of a search, up to the first answer that it lacks.
fn answers(script: Script, past: &JournalContents) -> Answers {
    let known: HashMap<Digest, bool> = past.findings.iter().map(|(digest, found)| (*digest, found.verdict)).collect();
    let mut given = Given(HashMap::new());
    let mut predictor = Predictor::default();
    let mut answers = Vec::new();
    let settings = Settings::new(Strategy::Hybrid, &script);
    let mut state = State::new(script, &settings);
    loop {
        match state.step(&given) {
            Ok(Step { state: Some(next), .. }) => state = next,
            Ok(Step { state: None, .. }) => return answers,
            Err(Pending(questions)) => {
                for question in questions {
                    let digest = question.candidate.digest();
                    let Some(&answer) = known.get(&digest) else { return answers };
                    let features = Features::of(&question);
                    answers.push((predictor.by_answers(features), answer));
                    predictor.learn(features, answer, Duration::ZERO);
                    given.0.insert(digest, answer);
                }
            }
        }
    }
}

/// The answers that have been given.
struct Given(HashMap<Digest, bool>);

impl Oracle for Given {
    fn verdict(&self, candidate: &Candidate) -> Option<bool> {
        self.0.get(&candidate.digest()).copied()
    }
}

/// The bits that it takes to tell an answer.
fn bits(likelihood: f64, answer: bool) -> f64 {
    -if answer { likelihood } else { 1.0 - likelihood }.log2()
}
