//! What a solver that answers rightly tells about a script.
//!
//! A model says which value each constant may have, an unsatisfiable core which
//! assertions do not matter. Where another solver is wrong about the script, what
//! is right about it stays right after edits that follow these.

use super::name::name;
use super::symbols::declared_constant;
use crate::sexpr::{Digest, Gaps, Node, Script, parse_leniently};
use std::collections::{HashMap, HashSet};

/// What a solver that answers rightly has told about the input of a search.
///
/// Commands are known by their text, so nothing is told of one that was edited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The value of what a command declares.
    values: HashMap<Digest, Vec<u8>>,
    /// The assertions that no core needs.
    outside: HashSet<Digest>,
}

impl Hints {
    /// Whether nothing was told.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.outside.is_empty()
    }

    /// The number of values, and that of assertions outside of the core.
    pub fn len(&self) -> (usize, usize) {
        (self.values.len(), self.outside.len())
    }

    /// What the constant that `command` declares is in the model.
    pub fn value(&self, command: Node<'_>) -> Option<&[u8]> {
        self.values.get(&command.tape().digest()).map(Vec::as_slice)
    }

    /// Whether the script has no model without the assertion `command` either.
    pub fn is_outside(&self, command: Node<'_>) -> bool {
        self.outside.contains(&command.tape().digest())
    }
}

/// What is asked of a solver to have [`Hints`] about a script.
#[derive(Clone, Debug)]
pub struct Inquiry<'a> {
    script: &'a Script,
    /// How many commands there are before the query.
    end: usize,
}

/// What the name of an assertion begins with that has none; its number follows.
const PREFIX: &str = "ddsmt-";

/// What makes a solver keep what is asked for.
const OPTIONS: &[u8] = b"(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n";

impl<'a> Inquiry<'a> {
    /// Asks about query number `query` of a script, from 0; behind all commands
    /// where it has fewer.
    pub fn new(script: &'a Script, query: usize) -> Inquiry<'a> {
        let mut queries = script.commands().filter(|command| is_query(*command));
        let end = queries.nth(query).map_or(script.len(), |query| query.command());
        Inquiry { script, end }
    }

    fn commands(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.script.commands().take(self.end)
    }

    /// The script to run: the query alone, and behind it what asks for the model
    /// and the core.
    pub fn text(&self) -> Vec<u8> {
        [self.query(), b"(get-model)\n(get-unsat-core)\n".to_vec()].concat()
    }

    /// The script to run where the error of a model that is not there has ended
    /// the solver before it came to the core.
    pub fn text_for_core(&self) -> Vec<u8> {
        [self.query(), b"(get-unsat-core)\n".to_vec()].concat()
    }

    fn query(&self) -> Vec<u8> {
        let mut text = OPTIONS.to_vec();
        for command in self.commands().filter(|command| !is_query(*command)) {
            match command.head() {
                // Nothing of what was before counts any more.
                Some(b"reset") => text = OPTIONS.to_vec(),
                Some(b"exit" | b"echo") => {}
                Some(head) if head.starts_with(b"get-") => {}
                Some(b"set-option") if command.child(1).is_some_and(is_ours) => {}
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

    /// What the solver has told by what it has printed; nothing where it gives no
    /// answer, or neither a model nor a core that can be read.
    pub fn hints(&self, printed: &[u8]) -> Option<Hints> {
        let printed = parse_leniently(printed, Gaps::Canonical);
        let mut answer = printed.commands().skip_while(|line| !line.is("sat") && !line.is("unsat"));
        let is_sat = answer.next()?.is("sat");
        let mut lists = answer.filter(|list| list.is_list() && !list.has_head("error"));
        match is_sat {
            true => self.of_model(lists.next()?),
            false => Some(self.of_core(lists.find(|list| list.children().all(Node::is_leaf))?)),
        }
    }

    /// Whether the script has no model, so that it is worth asking for the core alone.
    pub fn is_unsat(&self, printed: &[u8]) -> bool {
        parse_leniently(printed, Gaps::Canonical).commands().next().is_some_and(|line| line.is("unsat"))
    }

    /// The definitions in a list, of constants only.
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
        // Of two that read the same the core may hold one.
        let outside = assertions().map(digest).filter(|assertion| !needed.contains(assertion)).collect();
        Hints { outside, ..Hints::default() }
    }
}

/// Whether a command asks whether the assertions are satisfiable, also in a way that only some
/// solvers know.
pub fn is_query(command: Node<'_>) -> bool {
    command.head().is_some_and(|head| head.starts_with(b"check-sat"))
}

/// Whether an option is one of [`OPTIONS`].
fn is_ours(option: Node<'_>) -> bool {
    option.is(":produce-models") || option.is(":produce-unsat-cores")
}

/// The assertion with a name.
fn named(command: Node<'_>) -> Vec<u8> {
    let text = command.text();
    let Some(term) = command.child(1).filter(|_| given_name(command).is_none()) else { return text.to_vec() };
    let behind = format!(" :named {})", our_name(command));
    [&text[..term.range().start], b"(! ", term.text(), behind.as_bytes(), &text[term.range().end..]].concat()
}

fn our_name(command: Node<'_>) -> String {
    format!("{PREFIX}{}", command.command())
}

/// The name of an assertion that has one.
fn given_name(command: Node<'_>) -> Option<&[u8]> {
    let term = command.child(1).filter(|term| term.has_head("!"))?;
    let mut attributes = term.children().skip_while(|child| !child.is(":named"));
    attributes.nth(1).and_then(Node::leaf).map(name)
}

/// A constant and its value in a model, unless other solvers cannot read it.
fn definition(line: Node<'_>) -> Option<(&[u8], Node<'_>)> {
    let (head, parts) = line.app()?;
    match (head, &*parts) {
        (b"define-fun", [symbol, parameters, _, value]) if parameters.is_list() && parameters.arity() == 0 => {
            value.subtree().all(is_portable).then_some((name(symbol.leaf()?), *value))
        }
        _ => None,
    }
}

/// Whether a part of a value means the same to all solvers. Values of declared
/// sorts, abbreviations, and algebraic numbers have no standard form.
fn is_portable(part: Node<'_>) -> bool {
    let Some(leaf) = part.leaf() else { return true };
    let is_special = ["as-array", "root-obj", "real_algebraic_number"].iter().any(|word| part.is(word));
    let is_private = leaf.iter().any(|byte| b"!@".contains(byte));
    leaf.starts_with(b"\"") || !is_special && !is_private
}
