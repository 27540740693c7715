//! The paths of a slot that its solver may print.

use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotPaths {
    /// The folder of the input file.
    pub folder: PathBuf,
    /// The folder for temporary files, the solver's `TMPDIR`.
    pub scratch: PathBuf,
    pub input: PathBuf,
}
