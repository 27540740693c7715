//! The contents of a journal that was written earlier.

use super::header::Header;
use super::record::{Entry, Start, unframed};
use crate::check::Finding;
use crate::sexpr::Digest;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The records of a journal, and with them the facts about the run that wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JournalContents {
    /// The facts on which the verdicts depend.
    pub header: Header,
    /// The input of the run, if the run was to overwrite it.
    pub input: Option<Vec<u8>>,
    /// How the search began, if it did.
    pub start: Option<Start>,
    /// Whether runs disturb each other; `None` if the search has not begun again.
    pub are_disturbed: Option<bool>,
    /// The findings of the run, in their order.
    pub findings: Vec<(Digest, Finding)>,
    /// The versions of the output file, each with the digest of its script.
    pub outputs: HashMap<Digest, Digest>,
    /// Number of bytes of whole records; the rest was torn off.
    pub whole: u64,
}

impl JournalContents {
    /// Reads a journal up to the first record that is not whole; `None` if there is no journal, or its header
    /// is not whole.
    pub fn read(path: &Path) -> io::Result<Option<JournalContents>> {
        if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
            // Reading a pipe or a device may never end.
            return Err(io::Error::other("it is no file"));
        }
        match fs::read(path) {
            Ok(bytes) => Ok(JournalContents::of(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads the journal of a run that was interrupted; `None` if there is no journal, or its run has
    /// finished, which its last bytes tell.
    pub fn of_interrupted(path: &Path) -> Option<JournalContents> {
        let done = Entry::Done.line();
        let length = fs::metadata(path).ok().filter(fs::Metadata::is_file)?.len();
        let mut end = vec![0; done.len()];
        File::open(path).ok()?.read_exact_at(&mut end, length.checked_sub(done.len() as u64)?).ok()?;
        if end == done { None } else { JournalContents::read(path).ok()? }
    }

    /// Reads a journal from its bytes, up to the first record that is not whole.
    pub fn of(bytes: &[u8]) -> Option<JournalContents> {
        let mut rest = bytes;
        let header = Header::of(line(&mut rest)?)?;
        let mut contents = JournalContents { header, ..JournalContents::default() };
        contents.whole = (bytes.len() - rest.len()) as u64;
        while let Some(words) = line(&mut rest) {
            let Some(entry) = Entry::of(words) else { break };
            match entry {
                Entry::Done => {}
                Entry::Input(length, digest) => {
                    let Some((input, [b'\n', behind @ ..])) = rest.split_at_checked(length) else { break };
                    if Digest::of(input) != digest {
                        break;
                    }
                    contents.input = Some(input.to_vec());
                    rest = behind;
                }
                Entry::Start(start) => contents.start = Some(start),
                Entry::Finding(digest, finding) => contents.findings.push((digest, finding)),
                Entry::Forget(are_disturbed) => {
                    contents.findings.clear();
                    contents.are_disturbed = Some(are_disturbed);
                }
                Entry::Output(output, script) => drop(contents.outputs.insert(output, script)),
            }
            contents.whole = (bytes.len() - rest.len()) as u64;
        }
        Some(contents)
    }
}

/// Takes the next line off, if it is whole.
fn line<'b>(rest: &mut &'b [u8]) -> Option<&'b str> {
    let end = memchr::memchr(b'\n', rest)?;
    let words = unframed(&rest[..end])?;
    *rest = &rest[end + 1..];
    Some(words)
}
