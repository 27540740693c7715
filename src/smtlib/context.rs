//! A script with the facts that mutators ask for.

use super::Sort;
use crate::sexpr::{Node, Script};

/// A script and what is known about its symbols and terms.
///
/// Facts are made when they are first asked for and shared with the contexts
/// of later scripts as long as what they rest on does not change.
#[derive(Clone, Debug)]
pub struct Context {
    script: Script,
}

impl Context {
    /// The facts of a script, none of them known yet.
    pub fn new(script: Script) -> Context {
        Context { script }
    }

    /// The facts of a script that follows from this one by an edit.
    pub fn next(&self, script: Script) -> Context {
        Context::new(script)
    }

    /// The script.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The sort of a term; unknown for what is no term.
    pub fn sort(&self, _node: Node<'_>) -> Sort {
        Sort::Unknown
    }
}
