//! How well answers are guessed: `cargo bench --bench guesses -- PATH...`.
//!
//! A path is an input, a journal of its reduction with the usual settings, or a folder
//! with any number of both: `scripts/bench --keep` leaves journals. Each search is taken
//! again with the answers from its journal. Printed are the bits that it takes to tell
//! an answer to whoever knows how likely it was: what was guessed perfectly takes none.
//!
//! `--learn` learns from these journals what is known before a search begins, and writes
//! it to `src/check/guesses/prior.txt`. Printed is then how well each quarter of the
//! searches is guessed by what the other three teach.

use ddsmt::reduce::journal::Past;
use ddsmt::reduce::{Guesses, Kind, Prior};
use ddsmt::sexpr::{Candidate, Digest, Gaps, Script, parse};
use ddsmt::strategy::{Oracle, Pending, Settings, State, Step, Strategy};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where what was learned is kept.
const PRIOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/check/guesses/prior.txt");

/// Searches with more answers than this count no more than one with so many.
const MOST: f64 = 300.0;

/// The times that all answers are learned from, and the size of the first step; it falls
/// with each time.
const EPOCHS: u32 = 60;
const STEP: f64 = 0.02;

/// The parts of the searches of which each is guessed from the others.
const PARTS: usize = 4;

/// What was asked in a search, how likely a yes was by the answers before, and what the
/// answer was.
type Answers = Vec<(Kind, f64, bool)>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let (switches, paths): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.starts_with('-'));
    let learns = switches.iter().any(|word| *word == "--learn");
    let searches = searches(&paths.iter().flat_map(|path| files(Path::new(path))).collect::<Vec<_>>());
    if searches.is_empty() {
        return println!("guesses: no journal together with its input; see the first lines of benches/guesses.rs");
    }
    let known: Prior = fs::read_to_string(PRIOR).unwrap_or_default().parse().expect("numbers");
    let [mut by_answers, mut corrected, mut weight] = [0.0; 3];
    for part in 0..PARTS {
        let is_left_out = |i: &usize| i % PARTS == part;
        let others = (0..searches.len()).filter(|i| !is_left_out(i)).map(|i| &searches[i]);
        let prior = if learns { learned(&others.collect::<Vec<_>>()) } else { known.clone() };
        for answers in (0..searches.len()).filter(is_left_out).map(|i| &searches[i]) {
            let each = weight_of(answers);
            for &(kind, likelihood, answer) in answers {
                by_answers += each * bits(likelihood, answer);
                corrected += each * bits(prior.corrected(kind, likelihood), answer);
                weight += each;
            }
        }
    }
    let answers: usize = searches.iter().map(Vec::len).sum();
    println!("{answers} answers of {} searches; bits for each:", searches.len());
    println!("{:.3} by the answers before it", by_answers / weight);
    println!("{:.3} with what is known before a search begins", corrected / weight);
    if learns {
        let all = learned(&searches.iter().collect::<Vec<_>>());
        fs::write(PRIOR, all.to_string()).expect("writable");
    }
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
    let mut journals: Vec<_> = journals.iter().filter_map(|path| Past::read(path).ok()?).collect();
    journals.sort_by_key(|past| past.header.line());
    let search = |past: &Past| {
        let input = inputs.get(past.header.fact("input")?)?;
        Some(answers(parse(input, Gaps::Canonical).ok()?, past))
    };
    journals.iter().filter_map(search).filter(|answers| !answers.is_empty()).collect()
}

/// What a journal knows of a search, up to the first answer that it lacks.
fn answers(script: Script, past: &Past) -> Answers {
    let known: HashMap<Digest, bool> = past.findings.iter().map(|(digest, found)| (*digest, found.verdict)).collect();
    let mut given = Given(HashMap::new());
    let mut guesses = Guesses::default();
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
                    let kind = Kind::of(&question);
                    answers.push((kind, guesses.by_answers(kind), answer));
                    guesses.learn(kind, answer, Duration::ZERO);
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

fn weight_of(answers: &Answers) -> f64 {
    (MOST / answers.len() as f64).min(1.0)
}

/// The bits that it takes to tell an answer.
fn bits(likelihood: f64, answer: bool) -> f64 {
    -if answer { likelihood } else { 1.0 - likelihood }.log2()
}

/// What these searches teach.
fn learned(searches: &[&Answers]) -> Prior {
    let mut prior = Prior::default();
    for epoch in 1..=EPOCHS {
        for answers in searches {
            let step = STEP / f64::from(epoch).sqrt() * weight_of(answers);
            answers.iter().for_each(|&(kind, likelihood, answer)| prior.learn(kind, likelihood, answer, step));
        }
    }
    prior
}
