//! The output that a run is expected to print, and how much of it has come.

use crate::check::SlotPaths;
use memchr::memmem;
use std::os::unix::ffi::OsStrExt;

/// An expected output with placeholders for the paths of the slot.
///
/// Slots differ in their paths, so a slot fills in its own; the output of a candidate need not be searched for paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExpectedOutput {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// A text of at least one byte.
    Text(Vec<u8>),
    /// The folder of the slot's input file.
    Folder,
    /// The temporary folder of the slot.
    Scratch,
}

impl Piece {
    /// Returns the piece as it is printed in a slot.
    fn bytes<'p>(&'p self, paths: &'p SlotPaths) -> &'p [u8] {
        match self {
            Piece::Text(text) => text,
            Piece::Folder => paths.folder.as_os_str().as_bytes(),
            Piece::Scratch => paths.scratch.as_os_str().as_bytes(),
        }
    }
}

impl ExpectedOutput {
    /// Returns the output that is expected in any slot, given an output of the slot with these paths.
    pub fn of(output: &[u8], paths: &SlotPaths) -> Self {
        let mut found = Vec::new();
        for piece in [Piece::Folder, Piece::Scratch] {
            found.extend(memmem::find_iter(output, piece.bytes(paths)).map(|at| (at, piece.clone())));
        }
        found.sort_by_key(|&(at, _)| at);
        let mut pieces = Vec::new();
        let mut rest = 0;
        for (at, piece) in found {
            pieces.push(Piece::Text(output[rest..at].to_vec()));
            rest = at + piece.bytes(paths).len();
            pieces.push(piece);
        }
        pieces.push(Piece::Text(output[rest..].to_vec()));
        pieces.retain(|piece| *piece != Piece::Text(Vec::new()));
        ExpectedOutput { pieces }
    }

    /// Returns the start of the expected output in the slot with these paths.
    pub fn start<'g>(&'g self, paths: &'g SlotPaths) -> Position<'g> {
        Position { pieces: &self.pieces, paths, rest: b"" }
    }
}

/// What of the expected output is still to come.
pub(super) struct Position<'g> {
    pieces: &'g [Piece],
    paths: &'g SlotPaths,
    rest: &'g [u8],
}

impl Position<'_> {
    /// Compares the next bytes. Returns false at the first byte that differs or is behind the end.
    pub fn feed(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.rest.is_empty() {
                let Some((piece, pieces)) = self.pieces.split_first() else {
                    return false;
                };
                self.pieces = pieces;
                self.rest = piece.bytes(self.paths);
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

    /// Whether the whole expected output has come.
    pub fn is_complete(&self) -> bool {
        self.rest.is_empty() && self.pieces.is_empty()
    }
}
