//! The solver of the benchmark: sleeps, and fails if it was recorded so.
//!
//! usage: solver FAILING MILLISECONDS INPUT
//!
//! A program of its own, linked statically: starting it shall cost little beside
//! the time that it sleeps.

#[path = "../../src/sexpr/digest.rs"]
#[allow(dead_code)]
mod digest;

use digest::Digest;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

fn main() -> ExitCode {
    let start = Instant::now();
    let words: Vec<String> = env::args().collect();
    let read = |i: usize| words.get(i).and_then(|path| fs::read(path).ok()).unwrap_or_default();
    let [sum, ..] = Digest::of(&read(3)).to_words();
    // What is recorded of each input that fails are 24 bits, in order.
    let key = (sum as u32 & 0xff_ffff).to_be_bytes();
    let fails = read(1).as_chunks::<4>().0.binary_search(&key).is_ok();
    let sleep = words.get(2).and_then(|word| word.parse().ok()).map_or(Duration::ZERO, Duration::from_millis);
    thread::sleep(sleep.saturating_sub(start.elapsed()));
    ExitCode::from(if fails { 9 } else { 0 })
}
