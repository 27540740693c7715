//! A composable digest of text: two polynomial hashes and the length.
//!
//! The digest of a concatenation follows from the digests of its parts, so computing the digest of a candidate
//! takes time in proportion to its edits, not to its text.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The Mersenne prime 2^61 - 1, the modulus of both polynomials.
const P: u64 = (1 << 61) - 1;

/// The two bases: fixed, odd, and without structure.
const BASES: [u64; 2] = [0x15d3_7c1b_9e2f_6a45, 0x0b4e_96d1_57f3_82cd];

/// The number of powers in the table: enough for most commands and gaps.
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

/// Returns the factors by which a text of this length shifts the sums of the text before it.
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

/// The terms that each byte, at each of eight places from the last on, adds to both sums.
static TERMS: [[[u64; 2]; 256]; 8] = terms();

const fn terms() -> [[[u64; 2]; 256]; 8] {
    let mut table = [[[0; 2]; 256]; 8];
    let mut i = 0;
    while i < 8 * 256 {
        let (place, byte) = (i / 256, i % 256);
        // One more than the byte, so that a leading NUL counts.
        let count = byte as u64 + 1;
        table[place][byte] = [multiply(POWERS[0][place], count), multiply(POWERS[1][place], count)];
        i += 1;
    }
    table
}

/// Returns the sums of up to eight bytes.
fn of_few(bytes: &[u8]) -> [u64; 2] {
    let mut sums = [0; 2];
    for (terms, byte) in TERMS[..bytes.len()].iter().rev().zip(bytes) {
        // The sum of eight numbers below 2^61 fits.
        let term = terms[usize::from(*byte)];
        sums = [sums[0] + term[0], sums[1] + term[1]];
    }
    sums
}

/// The digest of a text: 122 bits of hash and its length in bytes.
///
/// Two different texts of the same length collide with a probability of about `(length / 2^61)^2`. No secret is
/// involved, so an adversary could construct collisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Digest {
    sums: [u64; 2],
    len: u64,
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.sums;
        write!(f, "{a:016x}{b:016x}.{}", self.len)
    }
}

impl Digest {
    /// Returns the length and the digest as people read them.
    pub fn in_words(&self) -> String {
        let [a, b] = self.sums;
        format!("{} bytes with digest {a:016x}{b:016x}", self.len)
    }

    /// The digest of the empty text.
    pub const EMPTY: Digest = Digest { sums: [0, 0], len: 0 };

    /// Returns the digest of `text`.
    pub fn of(text: &[u8]) -> Digest {
        Digest::EMPTY.with(text)
    }

    /// Returns the digest of this text followed by `text`, byte by byte.
    pub fn with(self, text: &[u8]) -> Digest {
        let mut sums = self.sums;
        let (sixteens, rest) = text.as_chunks::<16>();
        for sixteen in sixteens {
            // One reduction serves both halves: each reduction has to wait for the one before it.
            let (eights, _) = sixteen.as_chunks::<8>();
            let (first, second) = (of_few(&eights[0]), of_few(&eights[1]));
            let power = |i: usize, n: usize| POWERS[i][n] as u128;
            let sum =
                |i: usize| reduce(sums[i] as u128 * power(i, 16) + first[i] as u128 * power(i, 8) + second[i] as u128);
            sums = [sum(0), sum(1)];
        }
        for few in rest.chunks(8) {
            let next = of_few(few);
            let sum = |i: usize| reduce(sums[i] as u128 * POWERS[i][few.len()] as u128 + next[i] as u128);
            sums = [sum(0), sum(1)];
        }
        Digest { sums, len: self.len + text.len() as u64 }
    }

    /// Returns the digest of this text followed by another.
    pub fn then(self, next: Digest) -> Digest {
        let shift = shift(next.len);
        let sum = |i: usize| reduce(self.sums[i] as u128 * shift[i] as u128 + next.sums[i] as u128);
        Digest { sums: [sum(0), sum(1)], len: self.len + next.len }
    }

    /// Returns the digest of what follows `prefix` in this text.
    pub fn without_prefix(self, prefix: Digest) -> Digest {
        let len = self.len - prefix.len;
        let shift = shift(len);
        let sum = |i: usize| reduce(self.sums[i] as u128 + (P - multiply(prefix.sums[i], shift[i])) as u128);
        Digest { sums: [sum(0), sum(1)], len }
    }

    /// Returns the length of the text in bytes.
    pub fn text_len(self) -> u64 {
        self.len
    }

    /// Returns the two hashes and the length, for a journal.
    pub fn to_words(self) -> [u64; 3] {
        [self.sums[0], self.sums[1], self.len]
    }

    /// Returns the digest that [`Digest::to_words`] took apart.
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
