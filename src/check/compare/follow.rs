//! Positions in what a run is expected to print.

use crate::check::golden::Piece;
use crate::check::slot::Places;
use memchr::memmem;

/// A position in an expected output.
pub(super) struct Follow<'g> {
    pieces: &'g [Piece],
    places: &'g Places,
    rest: &'g [u8],
}

impl<'g> Follow<'g> {
    /// The start of an output in the slot with these places.
    pub fn new(pieces: &'g [Piece], places: &'g Places) -> Follow<'g> {
        Follow { pieces, places, rest: b"" }
    }

    /// Moves on; false at the first byte that differs, or behind the end.
    pub fn feed(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.rest.is_empty() {
                let Some((piece, pieces)) = self.pieces.split_first() else {
                    return false;
                };
                self.pieces = pieces;
                self.rest = piece.bytes(self.places);
                continue;
            }
            let common = bytes.len().min(self.rest.len());
            if bytes[..common] != self.rest[..common] {
                return false;
            }
            self.rest = &self.rest[common..];
            bytes = &bytes[common..];
        }
        true
    }

    /// Whether nothing more is expected.
    pub fn is_complete(&self) -> bool {
        self.rest.is_empty() && self.pieces.is_empty()
    }
}

/// A search for a text that may come in parts.
pub(super) struct Needle<'g> {
    needle: &'g [u8],
    /// The last bytes so far, fewer than the needle has.
    tail: Vec<u8>,
}

impl<'g> Needle<'g> {
    /// The start of a search.
    pub fn new(needle: &'g [u8]) -> Needle<'g> {
        Needle { needle, tail: Vec::new() }
    }

    /// Whether the needle has come with these bytes. An empty one comes with
    /// nothing.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        let Some(overlap) = self.needle.len().checked_sub(1) else { return true };
        self.tail.extend_from_slice(&bytes[..overlap.min(bytes.len())]);
        if memmem::find(&self.tail, self.needle).is_some() || memmem::find(bytes, self.needle).is_some() {
            return true;
        }
        if bytes.len() > overlap {
            self.tail.clear();
            self.tail.extend_from_slice(&bytes[bytes.len() - overlap..]);
        }
        self.tail.drain(..self.tail.len().saturating_sub(overlap));
        false
    }
}
