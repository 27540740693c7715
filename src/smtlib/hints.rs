//! Hints of a solver that answers rightly about a script.
//!
//! A model gives a value for each constant, an unsatisfiable core names the assertions that matter. The right
//! answer about the script stays the same after edits that follow these hints, whatever another solver answers.

use super::name::name;
use super::symbols::declared_constant;
use crate::sexpr::{Digest, Gaps, Node, Script, parse_leniently};
use std::collections::{HashMap, HashSet};

/// Facts about the input of a search from a solver that answers rightly.
///
/// Commands are identified by their text, so there are no hints about an edited one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The value of the constant that a command declares.
    values: HashMap<Digest, Vec<u8>>,
    /// The assertions outside of the core.
    outside: HashSet<Digest>,
}

impl Hints {
    /// Whether there are no hints.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.outside.is_empty()
    }

    /// Returns the number of values, and the number of assertions outside of the core.
    pub fn len(&self) -> (usize, usize) {
        (self.values.len(), self.outside.len())
    }

    /// Returns the value in the model of the constant that `command` declares.
    pub fn value(&self, command: Node<'_>) -> Option<&[u8]> {
        self.values.get(&command.tape().digest()).map(Vec::as_slice)
    }

    /// Whether the script has no model even without the assertion `command`.
    pub fn is_outside(&self, command: Node<'_>) -> bool {
        self.outside.contains(&command.tape().digest())
    }
}

/// The question to a solver whose answer gives [`Hints`] about a script.
#[derive(Clone, Debug)]
pub struct Inquiry<'a> {
    script: &'a Script,
    /// The number of commands before the query.
    end: usize,
}

/// The first part of the names given to assertions without a name; the number of the assertion follows.
const PREFIX: &str = "ddsmt-";

/// The options that make a solver keep what is asked for.
const OPTIONS: &[u8] = b"(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n";
const OURS: [&[u8]; 2] = [b":produce-models", b":produce-unsat-cores"];

impl<'a> Inquiry<'a> {
    /// Returns an inquiry about query number `query` of a script, from 0, or after all commands if the script
    /// has fewer queries.
    pub fn new(script: &'a Script, query: usize) -> Inquiry<'a> {
        let mut queries = script.commands().filter(|command| is_query(*command));
        let end = queries.nth(query).map_or(script.len(), |query| query.command());
        Inquiry { script, end }
    }

    fn commands(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.script.commands().take(self.end)
    }

    /// Returns the script to run: the query alone, followed by the commands that ask for the model and the core.
    pub fn text(&self) -> Vec<u8> {
        [self.query(), b"(get-model)\n(get-unsat-core)\n".to_vec()].concat()
    }

    /// Returns the script to run where the solver has stopped at the error that there is no model, before it
    /// printed the core.
    pub fn text_for_core(&self) -> Vec<u8> {
        [self.query(), b"(get-unsat-core)\n".to_vec()].concat()
    }

    fn query(&self) -> Vec<u8> {
        let mut text = OPTIONS.to_vec();
        for command in self.commands().filter(|command| !is_query(*command)) {
            match command.head() {
                // The commands before it have no effect any more.
                Some(b"reset") => text = OPTIONS.to_vec(),
                Some(b"exit" | b"echo") => {}
                Some(head) if head.starts_with(b"get-") => {}
                Some(b"set-option") if command.child(1).is_some_and(|option| OURS.contains(&option.text())) => {}
                Some(b"assert") => text.extend([named(command), b"\n".to_vec()].concat()),
                _ => text.extend([command.text(), b"\n"].concat()),
            }
        }
        match self.script.find(self.end) {
            Some(query) => text.extend_from_slice(query.root(self.end).text()),
            None => text.extend_from_slice(b"(check-sat)"),
        }
        text.push(b'\n');
        text
    }

    /// Returns the hints in what the solver printed; none if it gave no answer, or neither a model nor a core
    /// that can be read.
    pub fn hints(&self, printed: &[u8]) -> Option<Hints> {
        let printed = parse_leniently(printed, Gaps::Canonical);
        let mut answer = printed.commands().skip_while(|line| !line.is("sat") && !line.is("unsat"));
        let is_sat = answer.next()?.is("sat");
        let mut lists = answer.filter(|list| list.is_list() && !list.has_head("error"));
        if is_sat {
            self.of_model(lists.next()?)
        } else {
            Some(self.of_core(lists.find(|list| list.children().all(Node::is_leaf))?))
        }
    }

    /// Whether the script has no model, so that asking for the core alone is worthwhile.
    pub fn is_unsat(&self, printed: &[u8]) -> bool {
        parse_leniently(printed, Gaps::Canonical).commands().next().is_some_and(|line| line.is("unsat"))
    }

    /// Returns the hints of a model: its definitions of constants.
    fn of_model(&self, model: Node<'_>) -> Option<Hints> {
        let values: HashMap<&[u8], Node<'_>> = model.children().filter_map(definition).collect();
        let declared = self.commands().filter_map(|command| {
            let (symbol, _) = declared_constant(command)?;
            Some((command, *values.get(name(symbol.leaf()?))?))
        });
        let values: HashMap<Digest, Vec<u8>> =
            declared.map(|(command, value)| (command.tape().digest(), value.text().to_vec())).collect();
        (!values.is_empty()).then(|| Hints { values, ..Hints::default() })
    }

    fn of_core(&self, core: Node<'_>) -> Hints {
        let core: HashSet<&[u8]> = core.children().map(|leaf| name(leaf.text())).collect();
        let is_needed = |command: &Node<'_>| match given_name(*command) {
            Some(name) => core.contains(name),
            None => core.contains(our_name(*command).as_bytes()),
        };
        let assertions = || self.commands().filter(|command| command.has_head("assert"));
        let digest = |command: Node<'_>| command.tape().digest();
        let needed: HashSet<Digest> = assertions().filter(is_needed).map(digest).collect();
        // Of two assertions with the same text the core may hold one.
        let outside = assertions().map(digest).filter(|assertion| !needed.contains(assertion)).collect();
        Hints { outside, ..Hints::default() }
    }
}

/// Whether a command asks whether the assertions are satisfiable, also in a form that only some solvers know.
pub fn is_query(command: Node<'_>) -> bool {
    command.head().is_some_and(|head| head.starts_with(b"check-sat"))
}

/// Returns the assertion with a name.
fn named(command: Node<'_>) -> Vec<u8> {
    let unnamed = command.child(1).filter(|_| given_name(command).is_none());
    let Some(term) = unnamed else { return command.text().to_vec() };
    let named = [b"(! ", term.text(), format!(" :named {})", our_name(command)).as_bytes()].concat();
    command.text_with([(term, named.as_slice())])
}

fn our_name(command: Node<'_>) -> String {
    format!("{PREFIX}{}", command.command())
}

/// Returns the name of an assertion, if it has one.
fn given_name(command: Node<'_>) -> Option<&[u8]> {
    let term = command.child(1).filter(|term| term.has_head("!"))?;
    let mut attributes = term.children().skip_while(|child| !child.is(":named"));
    attributes.nth(1).and_then(Node::leaf).map(name)
}

/// Returns a constant and its value in a model, unless other solvers cannot read the value.
fn definition(line: Node<'_>) -> Option<(&[u8], Node<'_>)> {
    let [symbol, parameters, _, value] = line.arguments("define-fun")?;
    let is_plain = parameters.is_list() && parameters.arity() == 0 && value.subtree().all(is_portable);
    is_plain.then_some((name(symbol.leaf()?), value))
}

/// Whether a part of a value means the same to all solvers. Values of declared
/// sorts, abbreviations, and algebraic numbers have no standard form.
fn is_portable(part: Node<'_>) -> bool {
    let Some(leaf) = part.leaf() else { return true };
    let is_special = ["as-array", "root-obj", "real_algebraic_number"].iter().any(|word| part.is(word));
    let is_private = leaf.iter().any(|byte| b"!@".contains(byte));
    leaf.starts_with(b"\"") || !is_special && !is_private
}
