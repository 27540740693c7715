//! Finds the inputs of a triage.

use crate::files::At;
use crate::reduce::diagnosis::shown;
use anyhow::{Result, bail};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf, absolute};

/// The endings of the names of inputs in a folder.
const EXTENSIONS: &[&str] = &["smt2", "smt", "sy", "sl", "cvc", "p", "tptp"];

/// Returns the inputs that a path names, in order, with absolute paths: the files in a folder and in its
/// folders, each once whatever links lead to it, or the lines of a list. The folder for the output is left out.
/// What cannot be read is logged and left out. Fails if the path is an input itself, or in the folder for the
/// output, or a list that names what does not exist.
pub fn list(path: &Path, output: Option<&Path>) -> Result<Vec<PathBuf>> {
    let output = output.and_then(|output| fs::canonicalize(output).ok());
    let is_ours = |path: &Path| {
        output.as_ref().is_some_and(|output| fs::canonicalize(path).is_ok_and(|path| path.starts_with(output)))
    };
    if path.is_dir() && is_ours(path) {
        bail!("{}: the inputs are in the folder for the output: use another folder", path.display());
    }
    let mut found = if path.is_dir() { in_folder(path, &is_ours)? } else { in_list(path, &is_ours)? };
    found.sort();
    found.dedup();
    Ok(found)
}

/// Returns a hint for the user where there is no input.
pub fn hint(path: &Path) -> String {
    if path.is_dir() {
        format!("the names of inputs in a folder end with .{}; a list of paths may name others", EXTENSIONS.join(", ."))
    } else {
        "a list has the path of an input on each line".into()
    }
}

fn is_input(path: &Path) -> bool {
    EXTENSIONS.iter().any(|end| path.extension() == Some(OsStr::new(end)))
}

fn in_folder(path: &Path, is_ours: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let (mut pending, mut seen) = (vec![absolute(path)?], HashSet::new());
    fs::read_dir(path).at(path)?;
    while let Some(folder) = pending.pop() {
        if !seen.insert(fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone())) || is_ours(&folder) {
            continue;
        }
        let listed = fs::read_dir(&folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut paths: Vec<PathBuf> = listed.unwrap_or_else(|error| {
            log::warn!("{}: {error}: skipped", folder.display());
            vec![]
        });
        paths.sort();
        for path in paths.iter().filter(|path| is_input(path) && !path.is_dir()) {
            // Reading a pipe would wait, and a device may have no end.
            if path.is_file() {
                found.push(path.clone());
            } else {
                log::warn!("{}: not a file: skipped", path.display());
            }
        }
        pending.extend(paths.into_iter().rev().filter(|path| path.is_dir()));
    }
    Ok(found)
}

fn in_list(path: &Path, is_ours: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    if is_input(path) && path.is_file() {
        bail!("{}: it is an input, and no folder or list of inputs: --triage is not for one", path.display());
    }
    let (text, mut found) = (fs::read(path).at(path)?, Vec::new());
    for (i, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let input = Path::new(OsStr::from_bytes(line));
        if line.trim_ascii().is_empty() {
            continue;
        }
        // A file that exists but cannot be read is left out later.
        let missing = fs::metadata(input).err().filter(|error| error.kind() != ErrorKind::PermissionDenied);
        if let Some(error) = missing {
            bail!("{}:{}: {}: {error}: {}", path.display(), i + 1, shown(line), hint(path));
        }
        if input.is_dir() {
            bail!("{}:{}: {}: it is a folder: {}", path.display(), i + 1, shown(line), hint(path));
        }
        if is_ours(input) {
            log::warn!("{}: it is in the output folder: skipped", input.display());
        } else {
            found.push(absolute(input)?);
        }
    }
    Ok(found)
}
