//! A search for a text that may come in parts.

use memchr::memmem;

/// A search for a text that may come in parts.
pub(super) struct TextSearch<'g> {
    needle: &'g [u8],
    /// The last bytes so far, fewer than the needle has.
    tail: Vec<u8>,
}

impl<'g> TextSearch<'g> {
    /// The start of a search.
    pub fn new(needle: &'g [u8]) -> TextSearch<'g> {
        TextSearch { needle, tail: Vec::new() }
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
