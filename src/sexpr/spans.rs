//! Packs the spans of a tape's nodes into bytes.
//!
//! The spans of a text of up to 64 KB follow one another, with numbers of one or of two bytes. In a longer text
//! each node has a word of four bytes:
//!
//! * the distance from the start of its block of nodes, 16 bits;
//! * a clear bit and the length of a leaf, 15 bits; or a set bit, the number of
//!   nodes, 6 bits, and the length, 9 bits.
//!
//! A span that does not fit has 0 for the number of nodes, and is stored whole after the words and the blocks.
//! Most nodes are leaves or short lists.

/// The number of nodes in a block.
const BLOCK: usize = 64;

/// The number of blocks whose memory is freed together: 12 MB.
const GIVEN_BACK: usize = 1 << 14;

/// Bit that is set in the word of every node except for leaves.
const LIST: u32 = 1 << 31;

/// The place of a node in the text of its tape, and the number of its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Returns the word of a node whose block begins at byte `block`, if the node fits into a word.
    fn word(&self, block: u32) -> Option<u32> {
        let (distance, len) = (self.start - block, self.end - self.start);
        let code = match self.size {
            1 if len < 1 << 15 => len << 16,
            size if size < 1 << 6 && len < 1 << 9 => LIST | size << 25 | len << 16,
            _ => return None,
        };
        (distance < 1 << 16).then_some(code | distance)
    }
}

/// Returns how many spans of a block that begins at byte `start` do not fit into a word.
fn wide(start: u32, block: &[Span]) -> usize {
    block.iter().filter(|span| span.word(start).is_none()).count()
}

/// Returns how many bytes the spans of a text of this length take.
pub(super) fn size(text_len: usize, spans: &[Span]) -> usize {
    match text_len {
        0..0x100 => spans.len() * 3,
        0x100..0x1_0000 => spans.len() * 6,
        _ => {
            let wholes: usize = spans.chunks(BLOCK).map(|block| wide(block[0].start, block)).sum();
            spans.len() * 4 + spans.len().div_ceil(BLOCK) * 8 + wholes * 12
        }
    }
}

/// Writes the spans of a text of this length into `to`, which has as many bytes as [`size`] returns.
///
/// The spans of a long text are written from the last to the first, and the memory of those that are written is freed.
pub(super) fn write(to: &mut [u8], text_len: usize, spans: &mut Vec<Span>) {
    match text_len {
        0..0x100 => to.as_chunks_mut::<3>().0.iter_mut().zip(&*spans).for_each(|(to, span)| *to = span.narrow()),
        0x100..0x1_0000 => to.as_chunks_mut::<6>().0.iter_mut().zip(&*spans).for_each(|(to, span)| *to = span.short()),
        _ => {
            let (words, rest) = to.split_at_mut(spans.len() * 4);
            let (firsts, wholes) = rest.split_at_mut(spans.len().div_ceil(BLOCK) * 8);
            let (words, wholes) = (words.as_chunks_mut::<4>().0, wholes.as_chunks_mut::<12>().0);
            let mut before = wholes.len();
            let to = words.chunks_mut(BLOCK).zip(firsts.as_chunks_mut::<8>().0);
            for (number, (words, first)) in to.enumerate().rev() {
                let block = &spans[number * BLOCK..];
                let start = block[0].start;
                before -= wide(start, block);
                *first = (u64::from(start) | (before as u64) << 32).to_le_bytes();
                let mut written = 0;
                for (span, word) in block.iter().zip(words) {
                    let known = span.word(start).unwrap_or_else(|| {
                        wholes[before + written] = span.wide();
                        written += 1;
                        LIST | (written as u32 - 1) << 16
                    });
                    *word = known.to_le_bytes();
                }
                spans.truncate(number * BLOCK);
                if number % GIVEN_BACK == 0 {
                    spans.shrink_to_fit();
                }
            }
        }
    }
}

/// Returns span number `index` of the `nodes` of a text of this length.
pub(super) fn read(bytes: &[u8], text_len: usize, nodes: usize, index: usize) -> Span {
    match text_len {
        0..0x100 => {
            let [start, end, size] = bytes.as_chunks::<3>().0[index];
            Span { start: start.into(), end: end.into(), size: size.into() }
        }
        0x100..0x1_0000 => {
            let [a, b, c, d, e, f] = bytes.as_chunks::<6>().0[index];
            let number = |low, high| u16::from_le_bytes([low, high]).into();
            Span { start: number(a, b), end: number(c, d), size: number(e, f) }
        }
        _ => {
            let word = u32::from_le_bytes(bytes.as_chunks::<4>().0[index]);
            let firsts = &bytes[nodes * 4..];
            let first = u64::from_le_bytes(firsts.as_chunks::<8>().0[index / BLOCK]);
            let start = first as u32 + (word & 0xffff);
            if word & LIST == 0 {
                return Span { start, end: start + (word >> 16), size: 1 };
            }
            let (size, low) = (word >> 25 & 0x3f, word >> 16 & 0x1ff);
            if size > 0 {
                return Span { start, end: start + low, size };
            }
            let wholes = firsts[nodes.div_ceil(BLOCK) * 8..].as_chunks::<12>().0;
            let whole = wholes[(first >> 32) as usize + low as usize].as_chunks::<4>().0;
            let [start, end, size] = [0, 1, 2].map(|i| u32::from_le_bytes(whole[i]));
            Span { start, end, size }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_written() {
        for text_len in [200, 60_000, 1 << 16, 1 << 24] {
            let step = text_len / 200;
            let spans: Vec<Span> = (0..199)
                .flat_map(|i| {
                    let start = i * step;
                    let list = Span { start, end: if i % 2 == 0 { text_len } else { start + 1 }, size: 1 + i % 70 };
                    [list, Span { start, end: start + step, size: 1 }]
                })
                .collect();
            let text_len = text_len as usize;
            let mut bytes = vec![0; size(text_len, &spans)];
            write(&mut bytes, text_len, &mut spans.clone());
            // What follows the spans does no harm.
            bytes.extend([1; 7]);
            for (i, span) in spans.iter().enumerate() {
                assert_eq!(read(&bytes, text_len, spans.len(), i), *span, "{i} of {text_len}");
            }
        }
    }
}
