//! The strategies: pure functions of the oracle's answers.
//!
//! A strategy is a function from a [`State`] and an [`Oracle`] to the next state. Where the oracle has no
//! answer yet, the step returns the [`Pending`] questions instead and is taken again when they are answered. A
//! strategy never sees the clock, the number of jobs, a thread, a file or a process, so the same verdicts lead
//! to the same states, in whatever order they are found.
//!
//! The files, each importing only those before it:
//!
//! ```text
//! oracle, spelling, rejected_edits
//! settings     what a search is given
//! passes       which mutators, in which order, on which nodes
//! probes       candidates of which only a few are asked
//! hybrid       the phases of each strategy: ddmin, hierarchical, or both
//! plan         what does not change during a search
//! cursor       where in a phase a search is
//! batch        questions about one script
//! state        where a search stands, and what it allows
//! collector    turns edits into proposals that are worth a question
//! fold         the outcome of a batch whose questions are answered
//! ddmin, hierarchical, coarse     the next batch of each
//! place        where a search is, to show it to the user
//! step         from one state to the next
//! ```

mod batch;
mod coarse;
mod collector;
mod cursor;
mod ddmin;
mod fold;
mod hierarchical;
mod hybrid;
mod oracle;
mod passes;
mod place;
mod plan;
mod probes;
mod rejected_edits;
mod settings;
mod spelling;
mod state;
mod step;
pub use batch::Pruned;
pub use cursor::Stage;
pub use fold::{Accepted, Report};
pub use oracle::{Answers, Oracle, Pending, Question};
pub use place::Place;
pub use settings::{IllSortedPolicy, SearchSettings, Selection, Strategy};
pub use state::State;
pub use step::{Halt, Observer, Resolution, Step};
