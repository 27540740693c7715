//! What is done once the command line has been understood.

use super::options::Layout;
use super::{Exit, Invocation, Programs, reduce};
use crate::mutators::{Mutator, REGISTRY};
use crate::report::candidates::{Show, write_candidates};
use crate::report::log::{self, Level};
use crate::sexpr::{Gaps, Script, parse, pretty, wrapped};
use anyhow::{Context, Result, anyhow};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// Does what `invocation` says and tells how it went; errors go to stderr.
pub fn work(invocation: Invocation, programs: Option<Programs>) -> Exit {
    dispatch(invocation, programs).unwrap_or_else(|error| {
        log::emit(Level::Error, &format!("{error:#}"));
        Exit::Failure
    })
}

fn dispatch(invocation: Invocation, programs: Option<Programs>) -> Result<Exit> {
    match (invocation, programs) {
        (Invocation::Reduce(options), Some(programs)) => reduce::reduce(&options, &programs),
        (Invocation::ParserTest { input, settings }, _) => {
            let script = read(&input)?;
            print(&match settings.layout() {
                Layout::Plain => script.text(),
                Layout::Indented => pretty(&script),
                Layout::Wrapped => wrapped(&script),
            })
        }
        (Invocation::Info { input }, _) => {
            let started = Instant::now();
            let script = read(&input)?;
            let size = std::fs::metadata(&input).map_or(0, |metadata| metadata.len());
            let info = serde_json::json!({
                "parse-time": started.elapsed().as_secs_f64(),
                "file-size": size,
                "num-expressions": script.lists(),
                "num-nodes": script.nodes(),
            });
            print(format!("{info}\n").as_bytes())
        }
        (Invocation::Candidates { input, mutators, digest, .. }, _) => {
            let named = |mutator: &&dyn Mutator| mutators.contains(&mutator.name());
            let chosen: Vec<&dyn Mutator> =
                REGISTRY.iter().flat_map(|group| group.mutators).copied().filter(named).collect();
            let show = if digest { Show::Digest } else { Show::Text };
            let mut out = BufWriter::new(std::io::stdout().lock());
            let written = write_candidates(&read(&input)?, &chosen, show, &mut out).and_then(|()| out.flush());
            unless_unread(written)
        }
        (Invocation::Answered | Invocation::Reduce(_), _) => Ok(Exit::Success),
    }
}

fn print(bytes: &[u8]) -> Result<Exit> {
    unless_unread(std::io::stdout().write_all(bytes))
}

fn unless_unread(written: std::io::Result<()>) -> Result<Exit> {
    match written {
        // A reader that has gone away (`| head`) is no error.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Success),
    }
}

/// Reads a script; an error says where it is malformed.
fn read(path: &Path) -> Result<Script> {
    let input = std::fs::read(path).with_context(|| path.display().to_string())?;
    parse(&input, Gaps::Canonical).map_err(|error| {
        let (line, column) = error.position(&input);
        anyhow!("{}:{line}:{column}: {}", path.display(), error.message)
    })
}
