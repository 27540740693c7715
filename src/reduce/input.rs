//! The input, as bytes and as a script.

use crate::report::statistics::Size;
use crate::sexpr::Script;
use std::borrow::Cow;
use std::sync::Arc;

/// The input: its script, and its bytes if they differ from the text of the script.
pub(super) struct Input {
    pub script: Script,
    pub size: Size,
    bytes: Option<Arc<Vec<u8>>>,
}

impl Input {
    /// Returns the input with these bytes, from which `script` was parsed.
    pub fn new(bytes: Arc<Vec<u8>>, script: Script) -> Input {
        let size = Size::of(&script, bytes.len() as u64);
        Input { bytes: (!script.is_text(&bytes)).then_some(bytes), size, script }
    }

    pub fn is_text_of_script(&self) -> bool {
        self.bytes.is_none()
    }

    pub fn len(&self) -> u64 {
        self.bytes.as_ref().map_or_else(|| self.script.text_len(), |bytes| bytes.len() as u64)
    }

    pub fn bytes(&self) -> Cow<'_, [u8]> {
        self.bytes.as_ref().map_or_else(|| Cow::Owned(self.script.text()), |bytes| Cow::Borrowed(bytes.as_slice()))
    }

    pub fn parts(&self) -> Vec<&[u8]> {
        self.bytes.as_ref().map_or_else(|| self.script.slices().collect(), |bytes| vec![bytes.as_slice()])
    }
}
