//! The key of a failure, which identifies it whatever the input.

use crate::check::criteria::crash::Place;
use crate::check::{End, Recording, ReportedError, Signature};
use crate::sexpr::Digest;
use serde::{Deserialize, Serialize};

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A sanitizer has printed a summary.
    Sanitizer,
    /// An assertion has failed, or an exception was not caught.
    Assertion,
    /// A stack was printed.
    Frames,
    /// A signal, without any message.
    Signal,
    /// An exit status other than 0, without a message about a crash.
    Exit,
    /// Output without end.
    Flood,
    /// No end within the time limit.
    TimeOut,
    /// A contradicted answer.
    WrongAnswer,
    /// The failure that the options describe, and none of the above.
    AsAsked,
}

/// The key of a failure, which identifies it whatever the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The lines that tell where the command crashed, or its error, with all varying parts masked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

impl Key {
    pub(super) fn new(kind: Kind) -> Key {
        Key { kind, signal: None, exit: None, answer: None, lines: Vec::new() }
    }

    /// Returns the key of a run with this signature, if it is a failure; each is one if the user `asks` for it.
    pub(super) fn of(run: &Recording, signature: &Signature, asks: bool) -> Option<Key> {
        let key = Key::of_crash(signature).or_else(|| asks.then(|| Key::new(Kind::AsAsked).ended(signature.end)));
        let mut key = key?;
        // With criteria of the user's, the failure may well come after other errors.
        if !asks && key.is_error() {
            let error = ReportedError::of(&run.stdout, &run.stderr);
            key.lines.extend(error.map(|error| String::from_utf8_lossy(&error.words).into_owned()));
        }
        Some(key)
    }

    /// Returns the key of a run that crashed or was ended at its time limit.
    fn of_crash(signature: &Signature) -> Option<Key> {
        let kind = match (signature.place, signature.end) {
            (_, End::TimedOut | End::Idle) => Kind::TimeOut,
            _ if !signature.is_crash() => return None,
            (Place::Sanitizer, _) => Kind::Sanitizer,
            (Place::Assertion, _) => Kind::Assertion,
            (Place::Frames, _) => Kind::Frames,
            (Place::Nowhere, End::Exited(_)) => Kind::Exit,
            (Place::Nowhere, End::Flooded) => Kind::Flood,
            (Place::Nowhere, _) => Kind::Signal,
        };
        let lines = signature.lines.iter().map(|line| String::from_utf8_lossy(line).into_owned());
        let lines = if kind == Kind::TimeOut { Vec::new() } else { lines.collect() };
        Some(Key { lines, ..Key::new(kind).ended(signature.end) })
    }

    /// Whether the command has ended by itself with an error and no crash.
    pub fn is_error(&self) -> bool {
        self.kind == Kind::Exit && self.exit.is_some_and(|status| status < 128)
    }

    fn ended(self, end: End) -> Key {
        match end {
            End::Exited(status) => Key { exit: Some(status), ..self },
            End::Signaled(signal) => Key { signal: Some(signal), ..self },
            _ => self,
        }
    }

    /// Returns a name for files and tables: the kind, and a digest of the key.
    pub fn name(&self) -> String {
        let text = serde_json::json!(self);
        let [digest, ..] = Digest::of(text.to_string().as_bytes()).to_words();
        format!("{}-{:08x}", text["kind"].as_str().unwrap_or_default(), digest as u32)
    }
}
