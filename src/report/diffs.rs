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
    /// Writes into `folder`, from number 1 on.
    pub fn new(folder: impl Into<PathBuf>) -> Diffs {
        Diffs { folder: folder.into(), written: 0 }
    }

    /// Writes `.simp-N.diff`: what the mutators `names` made of `before`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written; the message names it.
    pub fn write(&mut self, names: &[&str], before: &Script, after: &Script) -> Result<(), String> {
        self.written += 1;
        let path = self.folder.join(format!(".simp-{}.diff", self.written));
        let text = [format!("{}\n", names.join(", ")).as_bytes(), &unified(before, after)].concat();
        replace(&path, &text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// The differences of two scripts, indented.
pub(super) fn unified(before: &Script, after: &Script) -> Vec<u8> {
    let (old, new) = (pretty(before), pretty(after));
    let mut text = Vec::new();
    // Nothing goes wrong while writing into memory.
    let _ = TextDiff::from_lines(&old[..], &new[..]).unified_diff().header("", "").to_writer(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn a_difference_is_that_of_the_indented_scripts() {
        let [before, after] = ["(assert (and a b))\n(exit)", "(assert (and a))\n(exit)"]
            .map(|text| parse(text.as_bytes(), Gaps::Canonical).expect("input parses"));
        let folder = tempfile::tempdir().expect("folder");
        let mut diffs = Diffs::new(folder.path());
        diffs.write(&["erase node", "constants"], &before, &after).expect("writable");
        diffs.write(&["constants"], &after, &after).expect("writable");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
        let first =
            "erase node, constants\n--- \n+++ \n@@ -1,4 +1,4 @@\n (assert\n-  (and a b)\n+  (and a)\n )\n (exit)\n";
        assert_eq!(read(".simp-1.diff"), first);
        assert_eq!(read(".simp-2.diff"), "constants\n");
        assert!(Diffs::new(folder.path().join("none")).write(&[], &before, &after).is_err());
    }
}
