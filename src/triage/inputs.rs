//! Which files are inputs.

use anyhow::{Context, Result};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf, absolute};

/// What the names of inputs in a folder end with.
const EXTENSIONS: &[&str] = &["smt2", "smt", "sy", "sl", "cvc", "p", "tptp"];

/// The inputs that a path names: the files in a folder and the folders in it, each once
/// whatever links lead to it, or the lines of a list. In order, with absolute paths. What
/// cannot be read is told and left out.
pub fn list(path: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if path.is_dir() {
        let (mut pending, mut seen) = (vec![absolute(path)?], HashSet::new());
        fs::read_dir(path).with_context(|| format!("{}", path.display()))?;
        while let Some(folder) = pending.pop() {
            if !seen.insert(fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone())) {
                continue;
            }
            let listed = fs::read_dir(&folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
            let mut paths: Vec<PathBuf> = listed.unwrap_or_else(|error| {
                log::warn!("{}: {error}: it is left out", folder.display());
                vec![]
            });
            paths.sort();
            let is_input = |path: &Path| EXTENSIONS.iter().any(|end| path.extension() == Some(OsStr::new(end)));
            // A pipe would be waited for, and a device may have no end.
            found.extend(paths.iter().filter(|path| is_input(path) && path.is_file()).cloned());
            pending.extend(paths.into_iter().rev().filter(|path| path.is_dir()));
        }
    } else {
        let lines = fs::read(path).with_context(|| format!("{}", path.display()))?;
        for line in lines.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)) {
            if !line.trim_ascii().is_empty() {
                found.push(absolute(Path::new(OsStr::from_bytes(line)))?);
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}
