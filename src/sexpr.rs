//! S-expressions: parser, tape, splices and hash.
//!
//! A [`Script`] is a list of commands, each a flat pre-order [`Tape`] over its own text. A candidate is a
//! script and a sorted list of [`Splice`]s; computing its length and its digest takes time in proportion to the
//! splices. Nothing in this folder knows SMT-LIB, does I/O, or recurses on the input.

mod candidate;
mod digest;
mod edit;
mod layout;
mod merger;
mod parse;
mod script;
mod spans;
mod splice;
mod tape;

pub use candidate::Candidate;
pub use digest::Digest;
pub use edit::{Edit, Term};
pub use layout::{pretty, pretty_commands, tight, wrapped};
pub(crate) use merger::{MAX_GROWTH, Merger};
pub use parse::{ParseError, parse, parse_leniently};
pub(crate) use parse::{depth, is_plain};
pub use script::{Gaps, Script};
pub use splice::{Splice, Splices};
pub use tape::{Children, Node, Tape};
