//! A composable digest of text: two polynomial hashes and the length.
//!
//! The digest of a concatenation follows from the digests of its parts, so the
//! digest of a candidate costs in proportion to its edits, not to its text.

/// The Mersenne prime 2^61 - 1, the modulus of both polynomials.
const P: u64 = (1 << 61) - 1;

/// The two bases: fixed, odd, and without structure.
const BASES: [u64; 2] = [0x15d3_7c1b_9e2f_6a45, 0x0b4e_96d1_57f3_82cd];

/// The number of powers that are at hand: those for most commands and gaps.
const KNOWN: usize = 1024;

/// Powers 0 to `KNOWN` of both bases.
static POWERS: [[u64; KNOWN + 1]; 2] = [powers(BASES[0]), powers(BASES[1])];

const fn powers(base: u64) -> [u64; KNOWN + 1] {
    let mut table = [1; KNOWN + 1];
    let mut i = 1;
    while i <= KNOWN {
        table[i] = multiply(table[i - 1], base);
        i += 1;
    }
    table
}

const fn reduce(x: u128) -> u64 {
    let folded = (x as u64 & P) as u128 + (x >> 61);
    let folded = (folded as u64 & P) + (folded >> 61) as u64;
    if folded >= P { folded - P } else { folded }
}

const fn multiply(x: u64, y: u64) -> u64 {
    reduce(x as u128 * y as u128)
}

/// What a text of this length does to the sums of what stands before it.
fn shift(len: u64) -> [u64; 2] {
    let (mut high, low) = (len / KNOWN as u64, len as usize % KNOWN);
    let mut result = [POWERS[0][low], POWERS[1][low]];
    let mut square = [POWERS[0][KNOWN], POWERS[1][KNOWN]];
    while high > 0 {
        for i in 0..2 {
            if high & 1 == 1 {
                result[i] = multiply(result[i], square[i]);
            }
            square[i] = multiply(square[i], square[i]);
        }
        high >>= 1;
    }
    result
}

/// The sum over one base behind eight more bytes.
fn after_eight(sum: u64, bytes: &[u8; 8], powers: &[u64; KNOWN + 1]) -> u64 {
    // One more than the byte, so that a leading NUL counts.
    let term = |i: usize| (bytes[i] as u64 + 1) as u128 * powers[7 - i] as u128;
    let low = (term(0) + term(1)) + (term(2) + term(3));
    let high = (term(4) + term(5)) + (term(6) + term(7));
    reduce(sum as u128 * powers[8] as u128 + (low + high))
}

/// The digest of a text: 122 bits of hash and its length in bytes.
///
/// Two different texts of the same length collide with a probability of about
/// `(length / 2^61)^2`; no secret is involved, so an adversary could do better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest {
    sums: [u64; 2],
    len: u64,
}

impl Digest {
    /// The digest of the empty text.
    pub const EMPTY: Digest = Digest { sums: [0, 0], len: 0 };

    /// The digest of `text`.
    pub fn of(text: &[u8]) -> Digest {
        Digest::EMPTY.with(text)
    }

    /// The digest of this text followed by `text`, byte by byte.
    pub fn with(self, text: &[u8]) -> Digest {
        let mut sums = self.sums;
        let (eights, rest) = text.as_chunks::<8>();
        for eight in eights {
            sums = [after_eight(sums[0], eight, &POWERS[0]), after_eight(sums[1], eight, &POWERS[1])];
        }
        for byte in rest {
            for (sum, base) in sums.iter_mut().zip(BASES) {
                *sum = reduce(*sum as u128 * base as u128 + *byte as u128 + 1);
            }
        }
        Digest { sums, len: self.len + text.len() as u64 }
    }

    /// The digest of this text followed by another.
    pub fn then(self, next: Digest) -> Digest {
        let shift = shift(next.len);
        let sum = |i: usize| reduce(self.sums[i] as u128 * shift[i] as u128 + next.sums[i] as u128);
        Digest { sums: [sum(0), sum(1)], len: self.len + next.len }
    }

    /// The digest of what follows `prefix` in this text.
    pub fn without_prefix(self, prefix: Digest) -> Digest {
        let len = self.len - prefix.len;
        let shift = shift(len);
        let sum = |i: usize| reduce(self.sums[i] as u128 + (P - multiply(prefix.sums[i], shift[i])) as u128);
        Digest { sums: [sum(0), sum(1)], len }
    }

    /// The length of the text in bytes.
    pub fn text_len(self) -> u64 {
        self.len
    }

    /// The two hashes and the length, for a journal.
    pub fn to_words(self) -> [u64; 3] {
        [self.sums[0], self.sums[1], self.len]
    }

    /// The digest that [`Digest::to_words`] took apart.
    pub fn from_words([a, b, len]: [u64; 3]) -> Digest {
        Digest { sums: [a, b], len }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_of_parts_make_the_digest_of_the_whole() {
        let text: Vec<u8> = (0..1000u32).map(|i| (i * 7 % 251) as u8).collect();
        let whole = Digest::of(&text);
        for cut in [0, 1, 7, 8, 9, 500, 999, 1000] {
            let (left, right) = (Digest::of(&text[..cut]), Digest::of(&text[cut..]));
            assert_eq!(left.then(right), whole);
            assert_eq!(left.with(&text[cut..]), whole);
            assert_eq!(whole.without_prefix(left), right);
        }
    }

    #[test]
    fn texts_that_differ_have_different_digests() {
        let texts: [&[u8]; 7] = [b"", b"\0", b"\0\0", b"a", b"b", b"ab", b"ba"];
        for (i, a) in texts.iter().enumerate() {
            for (j, b) in texts.iter().enumerate() {
                assert_eq!(Digest::of(a) == Digest::of(b), i == j);
            }
        }
    }
}
