//! Where words end: 64 bytes at a time.
//!
//! Words are a few bytes long, of unpredictable length: a loop over the bytes of
//! each costs a mispredicted branch, which is more than the rest of parsing it.

/// How many bytes are looked at together.
const BLOCK: usize = 64;

/// The bytes of an input that cannot be part of a word.
pub(super) struct Delimiters<'a> {
    input: &'a [u8],
    /// The number of the block that was looked at last.
    block: usize,
    /// Bit `i` says whether byte `i` of that block is a delimiter; so is what
    /// follows the input.
    bits: u64,
}

impl Delimiters<'_> {
    pub fn of(input: &[u8]) -> Delimiters<'_> {
        Delimiters { input, block: 0, bits: bits_of(input, 0) }
    }

    /// The first delimiter at `from`, which is within the input, or behind it.
    pub fn next(&mut self, from: usize) -> usize {
        let block = from / BLOCK;
        if block != self.block {
            (self.block, self.bits) = (block, bits_of(self.input, block));
        }
        let bits = self.bits >> (from % BLOCK);
        if bits != 0 {
            return from + bits.trailing_zeros() as usize;
        }
        loop {
            self.block += 1;
            self.bits = bits_of(self.input, self.block);
            if self.bits != 0 {
                return self.block * BLOCK + self.bits.trailing_zeros() as usize;
            }
        }
    }
}

/// The delimiters of block number `block`.
fn bits_of(input: &[u8], block: usize) -> u64 {
    let rest = input.get(block * BLOCK..).unwrap_or_default();
    if let Some(bytes) = rest.first_chunk() {
        return bits(bytes);
    }
    let mut bytes = [b' '; BLOCK];
    bytes[..rest.len()].copy_from_slice(rest);
    bits(&bytes)
}

fn bits(bytes: &[u8; BLOCK]) -> u64 {
    let flags = bytes.map(|byte| u8::from(is_delimiter(byte)));
    let (eights, _) = flags.as_chunks::<8>();
    // The factor moves the lowest bit of each of the eight bytes into the highest byte.
    let gathered = eights.iter().map(|eight| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    gathered.rev().fold(0, |bits, eight| bits << 8 | eight)
}

/// Not `is_plain`, as comparisons: the compiler makes them for many bytes at once.
fn is_delimiter(byte: u8) -> bool {
    let blank = (byte == b' ') | (byte == b'\t') | (byte == b'\n') | (byte == b'\r');
    let parenthesis = (byte == b'(') | (byte == b')');
    blank | parenthesis | (byte == b'"') | (byte == b'|') | (byte == b';')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::is_plain;

    #[test]
    fn a_delimiter_is_what_is_not_plain() {
        for byte in 0..=255 {
            assert_eq!(is_delimiter(byte), !is_plain(byte), "{byte}");
        }
    }

    #[test]
    fn words_of_any_length_at_any_place_end_where_a_look_at_each_byte_says() {
        for (before, length, after) in
            (0..70).flat_map(|b| (0..140).flat_map(move |l| [(b, l, 0), (b, l, 1), (b, l, 80)]))
        {
            let input = [vec![b' '; before], vec![b'x'; length], vec![b')'; after]].concat();
            let mut delimiters = Delimiters::of(&input);
            for from in before..before + length {
                assert_eq!(delimiters.next(from), before + length);
            }
        }
    }
}
