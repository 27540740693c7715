//! `--dump-diffs`: a file for every simplification.

use crate::report::output::replace;
use crate::sexpr::{Script, pretty};
use similar::TextDiff;
use std::path::PathBuf;

/// Writes numbered differences into a folder.
#[derive(Debug)]
pub struct Diffs {
    folder: PathBuf,
    written: u64,
}

impl Diffs {
    /// Returns a writer into `folder` that counts from 1 on.
    pub fn new(folder: impl Into<PathBuf>) -> Diffs {
        Diffs { folder: folder.into(), written: 0 }
    }

    /// Writes `.simp-N.diff`: what the mutators `names` made of `before`.
    pub fn write(&mut self, names: &[&str], before: &Script, after: &Script) -> Result<(), String> {
        self.written += 1;
        let path = self.folder.join(format!(".simp-{}.diff", self.written));
        let text = [format!("{}\n", names.join(", ")).as_bytes(), &unified(before, after)].concat();
        replace(&path, &text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Returns the differences of two scripts, indented.
pub(super) fn unified(before: &Script, after: &Script) -> Vec<u8> {
    let (old, new) = (pretty(before), pretty(after));
    let mut text = Vec::new();
    // Writing into memory cannot fail.
    let _ = TextDiff::from_lines(&old[..], &new[..]).unified_diff().header("", "").to_writer(&mut text);
    text
}
