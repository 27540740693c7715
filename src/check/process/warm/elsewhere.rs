//! Where there are no warm runs, since registers have other names.

use super::listener::Listener;
use super::outcome::Outcome;
use super::runner::Runner;
use crate::check::command::SolverCommand;
use crate::check::limits::Limits;
use crate::check::slot_paths::SlotPaths;

/// The templates of one slot, of which there are none.
#[derive(Debug, Default)]
pub struct Warm;

impl Warm {
    /// Runs nothing.
    pub fn run(
        &mut self,
        _: &mut Runner,
        _: &SolverCommand,
        _: (&SlotPaths, &str),
        _: &Limits,
        _: &mut dyn Listener,
    ) -> Option<Outcome> {
        None
    }

    /// Does nothing.
    pub fn cool(&mut self) {}
}
