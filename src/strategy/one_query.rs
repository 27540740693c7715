//! The question whether one query of many suffices.

use super::batch::Batch;
use super::collector::Collector;
use super::cursor::Cursor;
use super::passes::Task;
use super::state::State;
use crate::mutators;

/// Asks for the query with this number alone, once.
pub(super) fn next_batch(state: &State, task: &Task, number: usize, asked: bool) -> State {
    let question = || {
        let edit = mutators::leave_query(&state.context, number)?;
        Collector::new(state).admit(edit, task)
    };
    match if asked { None } else { question() } {
        Some(proposal) => {
            let batch = Batch { alternatives: vec![vec![proposal]], ..Batch::default() };
            state.with_batch(batch, Cursor::OneQuery(true))
        }
        None => state.next_phase(),
    }
}
