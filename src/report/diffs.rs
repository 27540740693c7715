//! `--dump-diffs`: a file for every simplification.

use crate::report::output::replace;
use crate::sexpr::{Script, pretty};
use similar::TextDiff;

/// Writes `.simp-N.diff`, where `N` is `number`: what the mutators `names` made of `before`.
pub fn write(number: u64, names: &[&str], before: &Script, after: &Script) -> Result<(), String> {
    let path = format!(".simp-{number}.diff");
    let text = [format!("{}\n", names.join(", ")).as_bytes(), &unified(before, after)].concat();
    replace(path.as_ref(), &text).map_err(|error| format!("{path}: {error}"))
}

/// Returns the differences of two scripts, indented.
pub(super) fn unified(before: &Script, after: &Script) -> Vec<u8> {
    let (old, new) = (pretty(before), pretty(after));
    let mut text = Vec::new();
    // Writing into memory cannot fail.
    let _ = TextDiff::from_lines(&old[..], &new[..]).unified_diff().header("", "").to_writer(&mut text);
    text
}
