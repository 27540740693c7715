//! From the input file to a script, and from a script to the output file.

use crate::reduce::criteria::{Criteria, Format};
use crate::reduce::options::Layout;
use crate::sexpr::{Gaps, Script, parse, parse_leniently, pretty, tight, wrapped};
use anyhow::{Result, bail};
use std::path::Path;

/// The first bytes of files that gzip, bzip2, xz, zstd and zip have compressed.
const COMPRESSED: [&[u8]; 5] = [b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"];

/// Reads a script, of which a file holds this text, as the options say; the error says where it is malformed.
pub(crate) fn read(file: &Path, criteria: &Criteria, input: &[u8], gaps: Gaps) -> Result<Script> {
    let gaps = if criteria.format == Format::Lines { Gaps::Lines } else { gaps };
    if criteria.lenient {
        return Ok(parse_leniently(input, gaps));
    }
    let file = file.display();
    if gaps != Gaps::Lines && COMPRESSED.iter().any(|start| input.starts_with(start)) {
        bail!("{file}: it is compressed: unpack it first");
    }
    parse(input, gaps).map_err(|error| {
        let (line, column) = error.position(input);
        let option = if input.contains(&b'(') { "--lenient goes on" } else { "--format lines takes any text" };
        anyhow::anyhow!("{file}:{line}:{column}: {}; {option}", error.message)
    })
}

/// Returns the text of a script in a layout.
pub fn render(script: &Script, layout: Layout) -> Vec<u8> {
    match (layout, script.gaps()) {
        (Layout::Indented, Gaps::Canonical) => pretty(script),
        (Layout::Wrapped, Gaps::Canonical) => wrapped(script),
        (Layout::Tight, Gaps::Canonical) => tight(script),
        // A script with its original layout may fail only in that layout.
        _ => script.text(),
    }
}
