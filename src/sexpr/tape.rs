//! One command as a flat pre-order tape over its text.

use super::Digest;
use super::spans::{self, Span};
use std::ops::Range;

/// Distance in bytes between two stored prefix digests of a tape.
const MARK: usize = 128;

/// One top-level item: its text, and its nodes in pre-order.
///
/// The text includes the gap before the item and, where gaps are canonical, the line break after it, so that
/// the texts of a script's tapes follow one another without anything in between.
pub struct Tape {
    /// The text, the spans of the nodes and the sums of the marks, in one allocation: in most scripts separate
    /// allocations would cost as much memory as their contents.
    bytes: Box<[u8]>,
    text_len: u32,
    nodes: u32,
}

impl Tape {
    /// Returns a tape of a text that is given in parts. Takes the spans out of `spans`; if they are large,
    /// their memory is freed before the text is copied.
    pub(super) fn new(parts: &[&[u8]], spans: &mut Vec<Span>) -> Tape {
        let text_len = parts.iter().map(|part| part.len()).sum();
        let (size, nodes) = (spans::size(text_len, spans), spans.len() as u32);
        let mut bytes = vec![0; text_len + size + text_len / MARK * 16];
        let (text, rest) = bytes.split_at_mut(text_len);
        let (to_spans, to_marks) = rest.split_at_mut(size);
        spans::write(to_spans, text_len, spans);
        let mut to = &mut *text;
        for part in parts {
            let (copy, rest) = to.split_at_mut(part.len());
            copy.copy_from_slice(part);
            to = rest;
        }
        let mut digest = Digest::EMPTY;
        for (to, chunk) in to_marks.as_chunks_mut::<16>().0.iter_mut().zip(text.as_chunks::<MARK>().0) {
            digest = digest.with(chunk);
            let [a, b, _] = digest.to_words();
            *to = (u128::from(a) | u128::from(b) << 64).to_le_bytes();
        }
        Tape { bytes: bytes.into(), text_len: text_len as u32, nodes }
    }

    /// Returns a tape of the same text as a single token.
    pub(super) fn packed(&self) -> Tape {
        let (text, marks) = (self.text(), &self.bytes[self.marks()..]);
        let mut spans = vec![Span { start: 0, end: self.text_len, size: 1 }];
        let mut span = vec![0; spans::size(text.len(), &spans)];
        spans::write(&mut span, text.len(), &mut spans);
        Tape { bytes: [text, &span, marks].concat().into(), text_len: self.text_len, nodes: 1 }
    }

    /// Returns the text, with its gaps.
    pub fn text(&self) -> &[u8] {
        &self.bytes[..self.text_len as usize]
    }

    /// Returns the number of nodes, which is not zero.
    pub(crate) fn len(&self) -> usize {
        self.nodes as usize
    }

    /// Returns the digest of the text.
    pub fn digest(&self) -> Digest {
        self.prefix(self.text().len())
    }

    fn span(&self, index: usize) -> Span {
        let text_len = self.text_len as usize;
        spans::read(&self.bytes[text_len..], text_len, self.nodes as usize, index)
    }

    /// Returns the digest of the first `end` bytes of the text.
    pub(super) fn prefix(&self, end: usize) -> Digest {
        let mark = end / MARK;
        let known = mark.checked_sub(1).map_or(Digest::EMPTY, |i| self.mark(i));
        known.with(&self.text()[mark * MARK..end])
    }

    /// Returns the offset in `bytes` at which the sums of the marks begin.
    fn marks(&self) -> usize {
        self.bytes.len() - self.text().len() / MARK * 16
    }

    /// Returns the digest of the text before mark number `i`.
    fn mark(&self, i: usize) -> Digest {
        let sums = self.bytes[self.marks()..].as_chunks::<8>().0;
        let len = (i as u64 + 1) * MARK as u64;
        Digest::from_words([u64::from_le_bytes(sums[2 * i]), u64::from_le_bytes(sums[2 * i + 1]), len])
    }

    /// Returns the number of the first node that starts at byte `start` or later.
    pub fn first_from(&self, start: usize) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if (self.span(middle).start as usize) < start { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// Returns the item itself, as command number `command` of its script.
    pub fn root(&self, command: usize) -> Node<'_> {
        self.node(command, 0)
    }

    /// Returns the node with pre-order number `index`.
    pub fn node(&self, command: usize, index: usize) -> Node<'_> {
        debug_assert!(index < self.len());
        Node { tape: self, command: command as u32, index: index as u32 }
    }
}

impl std::fmt::Debug for Tape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.text().escape_ascii())
    }
}

/// A borrowed view of one node: a leaf, or a list with its children.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tape: &'a Tape,
    command: u32,
    index: u32,
}

impl<'a> Node<'a> {
    fn span(self) -> Span {
        self.tape.span(self.index as usize)
    }

    /// Returns the tape that holds this node.
    pub fn tape(self) -> &'a Tape {
        self.tape
    }

    /// Returns the number of the command that holds this node.
    pub fn command(self) -> usize {
        self.command as usize
    }

    /// Returns the pre-order number within the command; the command itself has 0.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Returns the numbers of the command and of the node: its place in the script.
    pub fn place(self) -> (usize, usize) {
        (self.command(), self.index())
    }

    /// Returns the bytes of the tape's text that this node covers.
    pub fn range(self) -> Range<usize> {
        let span = self.span();
        span.start as usize..span.end as usize
    }

    /// Returns the text of this node, parentheses included.
    pub fn text(self) -> &'a [u8] {
        &self.tape.text()[self.range()]
    }

    /// Returns the text with other texts in the place of some nodes in it, which come in order.
    pub fn text_with<'t>(self, parts: impl IntoIterator<Item = (Node<'a>, &'t [u8])>) -> Vec<u8> {
        let (whole, mut text, mut at) = (self.tape.text(), Vec::new(), self.range().start);
        for (part, new) in parts {
            text.extend([&whole[at..part.range().start], new].concat());
            at = part.range().end;
        }
        text.extend_from_slice(&whole[at..self.range().end]);
        text
    }

    /// Whether this is a list; `()` is one.
    pub fn is_list(self) -> bool {
        self.tape.text()[self.span().start as usize] == b'('
    }

    /// Whether this is a leaf.
    pub fn is_leaf(self) -> bool {
        !self.is_list()
    }

    /// Returns the text, if this is a leaf.
    pub fn leaf(self) -> Option<&'a [u8]> {
        self.is_leaf().then(|| self.text())
    }

    /// Whether this is the leaf `text`.
    pub fn is(self, text: &str) -> bool {
        self.leaf() == Some(text.as_bytes())
    }

    /// Returns the number of nodes of the subtree, this node included.
    pub fn size(self) -> usize {
        self.span().size as usize
    }

    /// Returns the children from left to right; a leaf has none.
    pub fn children(self) -> Children<'a> {
        let end = self.index + self.span().size;
        Children { node: Node { index: self.index + 1, ..self }, end }
    }

    /// Returns the number of children.
    pub fn arity(self) -> usize {
        self.children().count()
    }

    /// Returns the child at position `i`, from 0.
    pub fn child(self, i: usize) -> Option<Node<'a>> {
        self.children().nth(i)
    }

    /// Returns the text of the first child, if that is a leaf.
    pub fn head(self) -> Option<&'a [u8]> {
        self.children().next()?.leaf()
    }

    /// Whether this is a list whose first child is the leaf `head`.
    pub fn has_head(self, head: &str) -> bool {
        self.head() == Some(head.as_bytes())
    }

    /// Returns the head of a list and its other children, for slice patterns.
    pub fn app(self) -> Option<(&'a [u8], Vec<Node<'a>>)> {
        let mut children = self.children();
        let head = children.next()?.leaf()?;
        Some((head, children.collect()))
    }

    /// Returns the other children of a list that begins with `head`, if there are so many.
    pub fn arguments<const N: usize>(self, head: &str) -> Option<[Node<'a>; N]> {
        let arguments = self.has_head(head).then(|| self.children().skip(1).collect::<Vec<_>>())?;
        arguments.try_into().ok()
    }

    /// Returns this node and all nodes below it, in pre-order.
    pub fn subtree(self) -> impl DoubleEndedIterator<Item = Node<'a>> + Clone {
        (self.index..self.index + self.span().size).map(move |index| Node { index, ..self })
    }

    /// Returns the lists that hold this node, from the command down to the parent.
    ///
    /// Takes time in proportion to the number of earlier siblings of the lists on the way.
    pub fn ancestors(self) -> Vec<Node<'a>> {
        let mut path = Vec::new();
        let mut at = Node { index: 0, ..self };
        while at.index != self.index {
            path.push(at);
            let Some(next) = at.children().find(|child| child.holds(self)) else { break };
            at = next;
        }
        path
    }

    /// Returns the list of which this node is a child.
    pub fn parent(self) -> Option<Node<'a>> {
        self.ancestors().pop()
    }

    /// Whether `other`, of the same tape, is this node or below it.
    pub fn holds(self, other: Node<'_>) -> bool {
        (self.index..self.index + self.span().size).contains(&other.index)
    }

    /// Whether both trees are equal, leaf by leaf; gaps do not count.
    pub fn same(self, other: Node<'_>) -> bool {
        self.size() == other.size()
            && (self.text() == other.text()
                || self.subtree().zip(other.subtree()).all(|(a, b)| {
                    a.size() == b.size() && a.is_list() == b.is_list() && (a.is_list() || a.text() == b.text())
                }))
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.text().escape_ascii())
    }
}

/// The children of a node, from left to right.
#[derive(Clone)]
pub struct Children<'a> {
    node: Node<'a>,
    end: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.node.index >= self.end {
            return None;
        }
        let child = self.node;
        self.node.index += child.span().size;
        Some(child)
    }
}
