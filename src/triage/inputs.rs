//! Which files are inputs.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf, absolute};

/// What the names of inputs in a folder end with.
const EXTENSIONS: &[&str] = &["smt2", "smt", "sy", "sl", "cvc", "p", "tptp"];

/// The inputs that a path names: those in a folder and the folders in it, or the
/// lines of a list. In order, with absolute paths.
///
/// # Errors
///
/// If the folder or the list cannot be read, or a file of the list is not there.
pub fn list(path: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if path.is_dir() {
        let mut pending = vec![absolute(path)?];
        while let Some(folder) = pending.pop() {
            for entry in fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))? {
                let path = entry?.path();
                let is_input = |end: &std::ffi::OsStr| EXTENSIONS.iter().any(|known| end == *known);
                match path.is_dir() {
                    true => pending.push(path),
                    false if path.extension().is_some_and(is_input) => found.push(path),
                    false => {}
                }
            }
        }
    } else {
        let lines = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            found.push(absolute(line)?);
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}
