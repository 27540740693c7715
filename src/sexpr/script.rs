//! A script: a list of shared tapes.

use super::{Digest, Gaps, Node, Tape};
use std::sync::Arc;

/// A list of commands; cheap to clone.
#[derive(Clone, Debug)]
pub struct Script(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    commands: Vec<Arc<Tape>>,
    /// Digest of all text before each command, and before the tail.
    prefix: Vec<Digest>,
    /// What follows the last command; empty where gaps are canonical.
    tail: Arc<[u8]>,
    gaps: Gaps,
    /// Whether some tokens are malformed.
    is_malformed: bool,
    nodes: u64,
}

impl Script {
    pub(super) fn new(commands: Vec<Arc<Tape>>, tail: Arc<[u8]>, gaps: Gaps, is_malformed: bool) -> Script {
        let mut prefix = Vec::with_capacity(commands.len() + 1);
        let mut digest = Digest::EMPTY;
        prefix.push(digest);
        for tape in &commands {
            digest = tape.after(digest);
            prefix.push(digest);
        }
        let nodes = commands.iter().map(|tape| tape.len() as u64).sum();
        Script(Arc::new(Inner { commands, prefix, tail, gaps, is_malformed, nodes }))
    }

    /// The number of commands.
    pub fn len(&self) -> usize {
        self.0.commands.len()
    }

    /// Whether there is no command.
    pub fn is_empty(&self) -> bool {
        self.0.commands.is_empty()
    }

    /// The tapes of the commands.
    pub fn tapes(&self) -> &[Arc<Tape>] {
        &self.0.commands
    }

    /// Command number `i`, from 0.
    pub fn command(&self, i: usize) -> Node<'_> {
        self.0.commands[i].root(i)
    }

    /// All commands in order.
    pub fn commands(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator + Clone {
        self.0.commands.iter().enumerate().map(|(i, tape)| tape.root(i))
    }

    /// The number of nodes of all commands.
    pub fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The number of lists, which ddSMT calls s-expressions.
    pub fn lists(&self) -> u64 {
        self.commands().flat_map(Node::subtree).filter(|node| node.is_list()).count() as u64
    }

    /// Whether gaps are canonical or as in the input.
    pub fn gaps(&self) -> Gaps {
        self.0.gaps
    }

    /// Whether some tokens are parentheses or quotes without partner; see
    /// [`super::parse_leniently`].
    pub fn is_malformed(&self) -> bool {
        self.0.is_malformed
    }

    pub(super) fn tail(&self) -> &Arc<[u8]> {
        &self.0.tail
    }

    /// The digest of the text.
    pub fn digest(&self) -> Digest {
        self.prefix(self.len(), self.0.tail.len())
    }

    /// The length of the text in bytes.
    pub fn text_len(&self) -> u64 {
        self.digest().text_len()
    }

    /// The byte of the whole text at which the text of command `i` starts.
    pub fn offset(&self, i: usize) -> u64 {
        self.0.prefix[i].text_len()
    }

    /// The command whose text holds byte `at` of the whole text, or one past
    /// the last.
    pub fn command_at(&self, at: u64) -> usize {
        self.0.prefix[1..].partition_point(|before| before.text_len() <= at)
    }

    /// The text in slices, one for each command.
    pub fn slices(&self) -> impl Iterator<Item = &[u8]> {
        self.0.commands.iter().map(|tape| tape.text()).chain([&*self.0.tail])
    }

    /// The text in one piece.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.text_len() as usize);
        self.slices().for_each(|slice| text.extend_from_slice(slice));
        text
    }

    /// The text of command `i`; the tail stands behind the last command.
    pub(super) fn piece(&self, i: usize) -> &[u8] {
        self.0.commands.get(i).map_or(&self.0.tail, |tape| tape.text())
    }

    /// The digest of everything before byte `end` of command `i`.
    pub(super) fn prefix(&self, i: usize, end: usize) -> Digest {
        let before = self.0.prefix[i];
        match self.0.commands.get(i) {
            _ if end == 0 => before,
            Some(tape) => before.then(tape.prefix(end)),
            None => before.with(&self.0.tail[..end]),
        }
    }
}
