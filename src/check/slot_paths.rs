//! The paths that a solver of a slot may print.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The paths that a solver of a slot may print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotPaths {
    /// The folder of the input file.
    pub folder: PathBuf,
    /// The folder for temporary files, the solver's `TMPDIR`.
    pub scratch: PathBuf,
    /// The input file.
    pub input: PathBuf,
}

impl SlotPaths {
    pub(super) fn folder_bytes(&self) -> &[u8] {
        bytes(&self.folder)
    }

    pub(super) fn scratch_bytes(&self) -> &[u8] {
        bytes(&self.scratch)
    }
}

fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}
