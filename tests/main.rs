//! Tests of the program as its users call it, by its files and messages. One module per topic; [`test::Test`] runs
//! the program. `library` and `properties` test the library.

mod ablation;
mod attacks;
mod callers;
mod candidates;
mod dialects;
mod effort;
mod endings;
mod events;
mod failures;
mod files;
mod hints;
mod launcher;
mod layers;
mod library;
mod mistakes;
mod options;
mod properties;
mod readme;
mod real;
mod recorded;
#[allow(dead_code, reason = "benches/processes.rs uses the rest")]
mod recording;
#[allow(dead_code, reason = "benches use some of it")]
mod replayed;
mod repository;
mod resume;
mod sessions;
mod shortest;
mod signals;
mod start_up;
mod terminal;
mod test;
mod triage;
mod warm_start;
mod zoo;
