//! The header of a journal: verdicts of another run must not be trusted.

use super::record::framed;
use humantime::format_rfc3339_nanos as utc;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::Path;

/// Number of bytes of a program that are read at once.
const CHUNK: u64 = 1 << 16;

/// The first word of every journal.
pub const TITLE: &str = "ddsmt-journal ";

/// Facts by name, on which every verdict of a journal depends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header(pub Vec<(String, String)>);

impl Header {
    /// Returns the first line of a journal.
    pub fn line(&self) -> Vec<u8> {
        framed(TITLE, self)
    }

    /// Parses the header from the words of a line whose checksum was right.
    pub(super) fn of(words: &str) -> Option<Header> {
        serde_json::from_str(words.strip_prefix(TITLE)?).ok()
    }

    /// Returns the fact with this name.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, fact)| fact.as_str())
    }

    /// Returns the differences from the present facts, one line for each fact.
    pub fn differences(&self, now: &Header) -> Vec<String> {
        let added = now.0.iter().filter(|(name, _)| self.fact(name).is_none());
        let names = self.0.iter().chain(added).map(|(name, _)| name);
        let told = |fact: Option<&str>| fact.map_or("nothing".to_owned(), |fact| format!("'{fact}'"));
        names
            .filter(|name| self.fact(name) != now.fact(name))
            .map(|name| format!("{name}: {} then, {} now", told(self.fact(name)), told(now.fact(name))))
            .collect()
    }
}

/// Returns the length and a hash of a file's content, of which little is in memory at a time. A solver has megabytes,
/// for which a [`Digest`](crate::sexpr::Digest) would take as long as several runs of it.
fn content_of(path: &Path) -> io::Result<String> {
    let (mut file, mut chunk) = (File::open(path)?, Vec::with_capacity(CHUNK as usize));
    let (mut hasher, mut length) = (FxHasher::default(), 0);
    while file.by_ref().take(CHUNK).read_to_end(&mut chunk)? > 0 {
        hasher.write(&chunk);
        length += chunk.len();
        chunk.clear();
    }
    Ok(format!("{length} bytes with hash {:016x}", hasher.finish()))
}

/// Returns what identifies a version of a program, each with its name: its path, time, and content.
pub fn identity(program: &Path) -> [(&'static str, String); 3] {
    let path = fs::canonicalize(program).unwrap_or_else(|_| program.to_owned());
    let known = fs::metadata(&path);
    let modified = known.and_then(|known| known.modified()).map_or("unknown".to_owned(), |time| utc(time).to_string());
    let content = content_of(&path).unwrap_or_else(|_| "unreadable".to_owned());
    [("solver", path.display().to_string()), ("time of the solver", modified), ("content of the solver", content)]
}
