//! A script: a list of shared tapes.

use super::{Digest, Node, Splice, Tape};
use std::collections::HashSet;
use std::sync::Arc;

/// The largest number of commands in a chunk.
const CHUNK: usize = 256;

/// The number of nodes above which it pays to pack a command.
const MANY: u64 = 1 << 18;

/// How comments and white space are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// One command per line, one blank between siblings, no comments.
    Canonical,
    /// Every byte stays as it is in the input.
    Original,
    /// Every byte stays as it is, and the text is no list of S-expressions: every line is one token.
    Lines,
}

/// A list of commands; cheap to clone.
///
/// Commands are held in chunks, which scripts share where they are equal: an edit of one command among a
/// million makes only one chunk anew.
#[derive(Clone, Debug)]
pub struct Script(Arc<ScriptData>);

#[derive(Debug)]
struct ScriptData {
    chunks: Vec<Arc<Chunk>>,
    /// The number of commands up to the end of each chunk.
    ends: Vec<usize>,
    /// Digests of all text before each chunk, and before the tail.
    prefix: Vec<Digest>,
    /// The text after the last command; empty where gaps are canonical.
    tail: Arc<[u8]>,
    gaps: Gaps,
    /// Whether some tokens are malformed.
    is_malformed: bool,
    nodes: u64,
}

/// Commands that follow one another.
#[derive(Debug)]
pub(super) struct Chunk {
    tapes: Box<[Arc<Tape>]>,
    /// Digests of the chunk's text before every other command. That of a command in between is computed on
    /// demand: a million commands would need much memory for theirs.
    prefix: Box<[Digest]>,
    /// Digest of the chunk's whole text.
    digest: Digest,
    nodes: u64,
}

impl Chunk {
    fn new(tapes: Vec<Arc<Tape>>) -> Chunk {
        let mut prefix = Vec::with_capacity(tapes.len().div_ceil(2));
        let mut digest = Digest::EMPTY;
        for pair in tapes.chunks(2) {
            prefix.push(digest);
            digest = pair.iter().fold(digest, |digest, tape| digest.then(tape.digest()));
        }
        let nodes = tapes.iter().map(|tape| tape.len() as u64).sum();
        Chunk { tapes: tapes.into(), prefix: prefix.into(), digest, nodes }
    }

    fn before(&self, i: usize) -> Digest {
        let before = self.prefix[i / 2];
        if i.is_multiple_of(2) { before } else { before.then(self.tapes[i - 1].digest()) }
    }

    /// Returns the length of the chunk's text before command `i`.
    fn offset(&self, i: usize) -> u64 {
        let before = self.prefix[i / 2].text_len();
        if i.is_multiple_of(2) { before } else { before + self.tapes[i - 1].text().len() as u64 }
    }

    /// Returns the number of commands.
    pub fn len(&self) -> usize {
        self.tapes.len()
    }
}

/// Builds a script.
#[derive(Default)]
pub(super) struct Builder {
    chunks: Vec<Arc<Chunk>>,
    /// The commands after the last chunk.
    open: Vec<Arc<Tape>>,
}

impl Builder {
    /// Adds a command.
    pub fn push(&mut self, tape: Arc<Tape>) {
        self.open.push(tape);
        if self.open.len() == CHUNK {
            self.close();
        }
    }

    /// Adds the commands of a chunk. The chunk is shared, unless it fits together with the commands before it
    /// into one chunk.
    pub fn share(&mut self, chunk: &Arc<Chunk>) {
        if self.open.is_empty()
            && let Some(last) = self.chunks.pop_if(|last| last.len() + chunk.len() <= CHUNK)
        {
            self.open.extend_from_slice(&last.tapes);
        }
        if self.open.is_empty() || self.open.len() + chunk.len() > CHUNK {
            self.close();
            self.chunks.push(chunk.clone());
        } else {
            chunk.tapes.iter().for_each(|tape| self.push(tape.clone()));
        }
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            self.chunks.push(Arc::new(Chunk::new(std::mem::take(&mut self.open))));
        }
    }

    /// Returns the script, given the text after its last command.
    pub fn finish(mut self, tail: Arc<[u8]>, gaps: Gaps, is_malformed: bool) -> Script {
        self.close();
        let chunks = self.chunks;
        let mut prefix = vec![Digest::EMPTY];
        let mut ends = Vec::with_capacity(chunks.len());
        let (mut digest, mut end) = (Digest::EMPTY, 0);
        for chunk in &chunks {
            digest = digest.then(chunk.digest);
            prefix.push(digest);
            end += chunk.len();
            ends.push(end);
        }
        let nodes = chunks.iter().map(|chunk| chunk.nodes).sum();
        Script(Arc::new(ScriptData { chunks, ends, prefix, tail, gaps, is_malformed, nodes }))
    }
}

impl Script {
    /// Returns the number of commands.
    pub fn len(&self) -> usize {
        self.0.ends.last().copied().unwrap_or(0)
    }

    /// Whether there is no command.
    pub fn is_empty(&self) -> bool {
        self.0.chunks.is_empty()
    }

    /// Returns the number of the chunk that holds command `i`, and the command's number in the chunk. After the
    /// last command there is no such chunk.
    fn place(&self, i: usize) -> (usize, usize) {
        let chunk = self.0.ends.partition_point(|&end| end <= i);
        (chunk, i - chunk.checked_sub(1).map_or(0, |before| self.0.ends[before]))
    }

    /// Returns the tape of command number `i`, from 0, if there is one.
    pub fn find(&self, i: usize) -> Option<&Arc<Tape>> {
        let (chunk, i) = self.place(i);
        self.0.chunks.get(chunk)?.tapes.get(i)
    }

    /// Returns the tape of command number `i`, from 0.
    ///
    /// # Panics
    ///
    /// If there are no more than `i` commands.
    pub fn tape(&self, i: usize) -> &Arc<Tape> {
        self.find(i).expect("a command has this number")
    }

    /// Returns the tapes of the commands in order.
    pub fn tapes(&self) -> impl DoubleEndedIterator<Item = &Arc<Tape>> + Clone {
        self.0.chunks.iter().flat_map(|chunk| &*chunk.tapes)
    }

    /// Returns the chunk that starts with command `i`.
    pub(super) fn chunk_from(&self, i: usize) -> Option<&Arc<Chunk>> {
        match self.place(i) {
            (chunk, 0) => self.0.chunks.get(chunk),
            _ => None,
        }
    }

    /// Returns command number `i`, from 0.
    ///
    /// # Panics
    ///
    /// If there are no more than `i` commands.
    pub fn command(&self, i: usize) -> Node<'_> {
        self.tape(i).root(i)
    }

    /// Returns all commands in order.
    pub fn commands(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator + Clone {
        self.commands_from(0)
    }

    /// Returns all commands from number `first` on. To skip those before it would take time for each.
    pub fn commands_from(&self, first: usize) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator + Clone {
        (first..self.len()).map(|i| self.command(i))
    }

    /// Returns the nodes of all commands, in pre-order.
    pub fn every_node(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + Clone {
        self.commands().flat_map(Node::subtree)
    }

    /// Returns the number of nodes of all commands.
    pub fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Returns the number of nodes in those chunks of this script that it does not share with `other`.
    pub fn nodes_beside(&self, other: &Script) -> u64 {
        let shared: HashSet<*const Chunk> = other.0.chunks.iter().map(Arc::as_ptr).collect();
        let own = self.0.chunks.iter().filter(|chunk| !shared.contains(&Arc::as_ptr(chunk)));
        own.map(|chunk| chunk.nodes).sum()
    }

    /// Returns a script of the same text in which each command with very many nodes is a single token, which
    /// takes half the memory.
    #[must_use]
    pub fn packed(&self) -> Script {
        let mut script = Builder::default();
        for chunk in &self.0.chunks {
            if chunk.nodes > MANY {
                let packed = |tape: &Arc<Tape>| Arc::new(tape.packed());
                let is_long = |tape: &Arc<Tape>| tape.len() as u64 > MANY;
                let tapes = chunk.tapes.iter().map(|tape| if is_long(tape) { packed(tape) } else { tape.clone() });
                tapes.for_each(|tape| script.push(tape));
            } else {
                script.share(chunk);
            }
        }
        script.finish(self.0.tail.clone(), self.0.gaps, self.0.is_malformed)
    }

    /// Returns the number of lists, which ddSMT calls s-expressions.
    pub fn lists(&self) -> u64 {
        self.every_node().filter(|node| node.is_list()).count() as u64
    }

    /// Returns how gaps are treated.
    pub fn gaps(&self) -> Gaps {
        self.0.gaps
    }

    /// Whether some tokens are parentheses or quotes without partner; see [`super::parse_leniently`].
    pub fn is_malformed(&self) -> bool {
        self.0.is_malformed
    }

    /// Whether a splice deletes its command as a whole.
    pub fn is_deleted_by(&self, splice: Splice<'_>) -> bool {
        let length = self.find(splice.command).map(|tape| tape.text().len());
        splice.text.is_empty() && splice.start == 0 && length == Some(splice.end)
    }

    pub(super) fn tail(&self) -> &Arc<[u8]> {
        &self.0.tail
    }

    /// Returns the digest of the text.
    pub fn digest(&self) -> Digest {
        self.prefix(self.len(), self.0.tail.len())
    }

    /// Returns the length of the text in bytes.
    pub fn text_len(&self) -> u64 {
        self.digest().text_len()
    }

    /// Returns the offset in the whole text at which the text of command `i` starts.
    pub fn offset(&self, i: usize) -> u64 {
        let (chunk, i) = self.place(i);
        self.0.prefix[chunk].text_len() + self.0.chunks.get(chunk).map_or(0, |chunk| chunk.offset(i))
    }

    /// Returns the number of the command whose text holds byte `at` of the whole text, or one past the last.
    pub fn command_at(&self, at: u64) -> usize {
        let chunk = self.0.prefix[1..].partition_point(|before| before.text_len() <= at);
        let Some(inside) = self.0.chunks.get(chunk) else { return self.len() };
        let at = at - self.0.prefix[chunk].text_len();
        let pair = inside.prefix[1..].partition_point(|before| before.text_len() <= at);
        let second = 2 * pair + 1 < inside.len() && inside.offset(2 * pair + 1) <= at;
        self.0.ends[chunk] - inside.len() + 2 * pair + usize::from(second)
    }

    /// Returns the byte of the whole text at which `node` starts.
    pub fn offset_of(&self, node: Node<'_>) -> u64 {
        self.offset(node.command()) + node.range().start as u64
    }

    /// Returns the nodes that start at byte `at` of the whole text or later, in pre-order.
    pub fn nodes_from(&self, at: u64) -> impl Iterator<Item = Node<'_>> {
        let first = self.command_at(at);
        (first..self.len()).flat_map(move |i| {
            let tape = self.tape(i);
            let skip = if i == first { tape.first_from(at.saturating_sub(self.offset(i)) as usize) } else { 0 };
            (skip..tape.len()).map(move |index| tape.node(i, index))
        })
    }

    /// Returns the text in slices, one for each command.
    pub fn slices(&self) -> impl Iterator<Item = &[u8]> {
        self.tapes().map(|tape| tape.text()).chain([&*self.0.tail])
    }

    /// Whether the script's text is `text`.
    pub fn is_text(&self, mut text: &[u8]) -> bool {
        self.slices().all(|slice| text.strip_prefix(slice).map(|rest| text = rest).is_some()) && text.is_empty()
    }

    /// Returns the text in one piece.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.text_len() as usize);
        self.slices().for_each(|slice| text.extend_from_slice(slice));
        text
    }

    /// Returns the text of command `i`; one past the last command stands the tail.
    pub(super) fn piece(&self, i: usize) -> &[u8] {
        self.find(i).map_or(&self.0.tail, |tape| tape.text())
    }

    /// Returns the digest of all text before byte `end` of command `i`.
    pub(super) fn prefix(&self, i: usize, end: usize) -> Digest {
        let (number, inside) = self.place(i);
        let before = self.0.prefix[number];
        match self.0.chunks.get(number) {
            Some(chunk) if end == 0 => before.then(chunk.before(inside)),
            Some(chunk) => before.then(chunk.before(inside)).then(chunk.tapes[inside].prefix(end)),
            None => before.with(&self.0.tail[..end]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Candidate, Edit, parse};

    fn numbered(commands: usize) -> Script {
        let text: String = (0..commands).map(|i| format!("(c {i})\n")).collect();
        parse(text.as_bytes(), Gaps::Canonical).expect("made here")
    }

    /// Returns the number of chunks of `script` that are shared with `base`.
    fn shared(base: &Script, script: &Script) -> usize {
        script.0.chunks.iter().filter(|chunk| base.0.chunks.iter().any(|other| Arc::ptr_eq(chunk, other))).count()
    }

    #[test]
    fn every_command_is_found_by_its_number_and_by_its_bytes() {
        for commands in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7] {
            let script = numbered(commands);
            assert_eq!((script.len(), script.commands().len()), (commands, commands));
            assert_eq!(script.tapes().count(), commands);
            let mut at = 0;
            for (i, command) in script.commands().enumerate() {
                assert_eq!(
                    (command.child(1).expect("number").text(), command.command()),
                    (i.to_string().as_bytes(), i)
                );
                assert_eq!((script.offset(i), script.command_at(at), script.command_at(at + 1)), (at, i, i));
                at += command.tape().text().len() as u64;
                assert_eq!(script.prefix(i, 2), Digest::of(&script.text()[..script.offset(i) as usize + 2]));
            }
            assert_eq!((script.offset(commands), script.command_at(at)), (at, commands));
            assert!(script.is_text(&script.text()) && !script.is_text(b"(c 0"));
        }
    }

    #[test]
    fn an_edit_of_one_command_makes_one_chunk_anew() {
        let base = numbered(100 * CHUNK);
        let deleted = |command: usize| Candidate::new(&base, Edit::delete(base.command(command))).script();
        for command in [0, 1, 50 * CHUNK, 50 * CHUNK + 3, 100 * CHUNK - 1] {
            let next = deleted(command).expect("commands");
            assert_eq!((next.len(), shared(&base, &next)), (100 * CHUNK - 1, 99));
            assert_eq!((next.nodes_beside(&base), next.nodes_beside(&next)), (3 * (CHUNK as u64 - 1), 0));
        }
    }

    #[test]
    fn small_chunks_are_joined() {
        let base = numbered(100 * CHUNK);
        let most = base.commands().filter(|command| command.command() % 100 > 0);
        let edit = Edit::all(most.map(Edit::delete)).expect("commands");
        let next = Candidate::new(&base, edit).script().expect("commands");
        assert_eq!((next.len(), next.0.chunks.len()), (CHUNK, 1));
    }
}
