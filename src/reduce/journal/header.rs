//! The header of a journal: verdicts of another run must not be trusted.

use super::record::framed;
use crate::sexpr::Digest;
use humantime::format_rfc3339_nanos as utc;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Number of bytes of a program that are read at once.
const CHUNK: usize = 1 << 16;

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

/// Returns the digest of a file's content, of which little is in memory at a time.
fn digest_of(path: &Path) -> io::Result<Digest> {
    let (mut file, mut chunk, mut digest) = (File::open(path)?, vec![0; CHUNK], Digest::EMPTY);
    loop {
        match file.read(&mut chunk) {
            Ok(0) => return Ok(digest),
            Ok(count) => digest = digest.with(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns what identifies a version of a program, each with its name: its path, time, and content.
pub fn identity(program: &Path) -> [(&'static str, String); 3] {
    let path = fs::canonicalize(program).unwrap_or_else(|_| program.to_owned());
    let known = fs::metadata(&path);
    let modified = known.and_then(|known| known.modified()).map_or("unknown".to_owned(), |time| utc(time).to_string());
    let content = digest_of(&path).map_or("unreadable".to_owned(), |digest| digest.in_words());
    [("solver", path.display().to_string()), ("time of the solver", modified), ("content of the solver", content)]
}
