//! One command as a flat pre-order tape over its text.

use super::Digest;
use std::ops::Range;

/// Distance in bytes between two stored prefix digests of a tape.
const MARK: usize = 128;

/// Where a node stands in the text of its tape, and how many nodes it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub start: u32,
    pub end: u32,
    /// Number of nodes of the subtree, this one included.
    pub size: u32,
}

impl Span {
    fn narrow(&self) -> [u8; 3] {
        [self.start as u8, self.end as u8, self.size as u8]
    }

    fn short(&self) -> [u8; 6] {
        let [[a, b], [c, d], [e, f]] = [self.start, self.end, self.size].map(|n| (n as u16).to_le_bytes());
        [a, b, c, d, e, f]
    }

    fn wide(&self) -> [u8; 12] {
        let mut bytes = [0; 12];
        let numbers = [self.start, self.end, self.size];
        bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers).for_each(|(to, n)| *to = n.to_le_bytes());
        bytes
    }
}

/// One top-level item: its text, and its nodes in pre-order.
///
/// The text includes the gap before the item and, where gaps are canonical,
/// the line break behind it, so that the texts of a script's tapes follow one
/// another without anything in between.
pub struct Tape {
    /// The text, the spans of the nodes, the sums of the marks, in one piece:
    /// of most scripts half the memory would else be what allocations cost.
    bytes: Box<[u8]>,
    text_len: u32,
    nodes: u32,
    /// The digest of the text, whose length is known.
    sums: [u64; 2],
}

impl Tape {
    pub(super) fn new(text: &[u8], spans: &[Span]) -> Tape {
        let width = width(text.len());
        let marks = text.len() / MARK;
        let mut bytes = vec![0; text.len() + spans.len() * 3 * width + marks * 16];
        let (to_text, rest) = bytes.split_at_mut(text.len());
        let (to_spans, to_marks) = rest.split_at_mut(spans.len() * 3 * width);
        to_text.copy_from_slice(text);
        match width {
            1 => to_spans.as_chunks_mut::<3>().0.iter_mut().zip(spans).for_each(|(to, span)| *to = span.narrow()),
            2 => to_spans.as_chunks_mut::<6>().0.iter_mut().zip(spans).for_each(|(to, span)| *to = span.short()),
            _ => to_spans.as_chunks_mut::<12>().0.iter_mut().zip(spans).for_each(|(to, span)| *to = span.wide()),
        }
        let mut digest = Digest::EMPTY;
        let (chunks, rest) = text.as_chunks::<MARK>();
        for (to, chunk) in to_marks.as_chunks_mut::<16>().0.iter_mut().zip(chunks) {
            digest = digest.with(chunk);
            let [a, b, _] = digest.to_words();
            *to = (u128::from(a) | u128::from(b) << 64).to_le_bytes();
        }
        let [a, b, _] = digest.with(rest).to_words();
        Tape { bytes: bytes.into(), text_len: text.len() as u32, nodes: spans.len() as u32, sums: [a, b] }
    }

    /// The text, with its gaps.
    pub fn text(&self) -> &[u8] {
        &self.bytes[..self.text_len as usize]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes as usize
    }

    /// Whether the tape has no node; no tape of a script is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes == 0
    }

    /// The digest of the text.
    pub fn digest(&self) -> Digest {
        Digest::from_words([self.sums[0], self.sums[1], self.text_len.into()])
    }

    /// Where node `index` stands.
    fn span(&self, index: usize) -> Span {
        let spans = &self.bytes[self.text_len as usize..];
        match width(self.text_len as usize) {
            1 => {
                let [start, end, size] = spans.as_chunks::<3>().0[index].map(u32::from);
                Span { start, end, size }
            }
            2 => {
                let [a, b, c, d, e, f] = spans.as_chunks::<6>().0[index];
                let [start, end, size] = [[a, b], [c, d], [e, f]].map(|n| u16::from_le_bytes(n).into());
                Span { start, end, size }
            }
            _ => {
                let span: [u8; 12] = spans.as_chunks::<12>().0[index];
                let number = |i: usize| u32::from_le_bytes(span.as_chunks::<4>().0[i]);
                Span { start: number(0), end: number(1), size: number(2) }
            }
        }
    }

    /// The digest of the first `end` bytes of the text.
    pub(super) fn prefix(&self, end: usize) -> Digest {
        let mark = end / MARK;
        let known = mark.checked_sub(1).map_or(Digest::EMPTY, |i| self.mark(i));
        known.with(&self.text()[mark * MARK..end])
    }

    /// The digest of the text before mark number `i`.
    fn mark(&self, i: usize) -> Digest {
        let marks = self.text().len() + self.len() * 3 * width(self.text().len());
        let sums = self.bytes[marks..].as_chunks::<8>().0;
        let len = (i as u64 + 1) * MARK as u64;
        Digest::from_words([u64::from_le_bytes(sums[2 * i]), u64::from_le_bytes(sums[2 * i + 1]), len])
    }

    /// The number of the first node that starts at byte `start` or later.
    pub fn first_from(&self, start: usize) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match (self.span(middle).start as usize) < start {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }

    /// The item itself, as command number `command` of its script.
    pub fn root(&self, command: usize) -> Node<'_> {
        self.node(command, 0)
    }

    /// The node with pre-order number `index`.
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

/// How many bytes each number of a span takes in a text of this length: no
/// text has more nodes than bytes.
fn width(text_len: usize) -> usize {
    match text_len {
        0..0x100 => 1,
        0x100..0x1_0000 => 2,
        _ => 4,
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

    /// The tape that holds this node.
    pub fn tape(self) -> &'a Tape {
        self.tape
    }

    /// The number of the command that holds this node.
    pub fn command(self) -> usize {
        self.command as usize
    }

    /// The pre-order number within the command; the command itself has 0.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The bytes of the tape's text that this node covers.
    pub fn range(self) -> Range<usize> {
        let span = self.span();
        span.start as usize..span.end as usize
    }

    /// The text of this node, parentheses included.
    pub fn text(self) -> &'a [u8] {
        &self.tape.text()[self.range()]
    }

    /// Whether this is a list; `()` is one.
    pub fn is_list(self) -> bool {
        self.tape.text()[self.span().start as usize] == b'('
    }

    /// Whether this is a leaf.
    pub fn is_leaf(self) -> bool {
        !self.is_list()
    }

    /// The text of a leaf.
    pub fn leaf(self) -> Option<&'a [u8]> {
        self.is_leaf().then(|| self.text())
    }

    /// Whether this is the leaf `text`.
    pub fn is(self, text: &str) -> bool {
        self.leaf() == Some(text.as_bytes())
    }

    /// The number of nodes of the subtree, this one included.
    pub fn size(self) -> usize {
        self.span().size as usize
    }

    /// The children from left to right; a leaf has none.
    pub fn children(self) -> Children<'a> {
        let end = self.index + self.span().size;
        Children { node: Node { index: self.index + 1, ..self }, end }
    }

    /// The number of children.
    pub fn arity(self) -> usize {
        self.children().count()
    }

    /// The child at position `i`, from 0.
    pub fn child(self, i: usize) -> Option<Node<'a>> {
        self.children().nth(i)
    }

    /// The text of the first child, if that is a leaf.
    pub fn head(self) -> Option<&'a [u8]> {
        self.children().next()?.leaf()
    }

    /// Whether this is a list whose first child is the leaf `head`.
    pub fn has_head(self, head: &str) -> bool {
        self.head() == Some(head.as_bytes())
    }

    /// The head of a list and its other children, for slice patterns.
    pub fn app(self) -> Option<(&'a [u8], Vec<Node<'a>>)> {
        let mut children = self.children();
        let head = children.next()?.leaf()?;
        Some((head, children.collect()))
    }

    /// This node and all below it, in pre-order.
    pub fn subtree(self) -> impl DoubleEndedIterator<Item = Node<'a>> + Clone {
        (self.index..self.index + self.span().size).map(move |index| Node { index, ..self })
    }

    /// The lists that hold this node, from the command down to the parent.
    ///
    /// Costs the number of elder siblings on the way.
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

    /// The list of which this node is a child.
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
