//! Examples of mutators: documentation that is also the test.

use ddsmt::sexpr::{Gaps, parse};

/// A script, and every candidate that a mutator proposes for it.
///
/// Written as `given |- before => after | after`: the commands of `given` stand before each of the scripts, `none`
/// means no candidate, and `nothing` the empty script. A line that is indented further than the first line of an
/// example continues it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The script, one command per line.
    pub before: String,
    /// The candidates in order: by node in pre-order, local before global ones.
    /// Empty where the mutator does not apply.
    pub after: Vec<String>,
}

impl Example {
    /// Reads the examples of a mutator.
    ///
    /// # Panics
    ///
    /// If an example lacks its `=>`, or one of its scripts does not parse.
    pub fn all(text: &str) -> Vec<Example> {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let mut examples: Vec<(usize, String)> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match examples.last_mut() {
                Some((margin, example)) if indent(line) > *margin => *example += &format!(" {}", line.trim()),
                _ => examples.push((indent(line), line.trim().to_owned())),
            }
        }
        examples.iter().map(|(_, example)| Example::read(example)).collect()
    }

    fn read(text: &str) -> Example {
        let (before, after) = text.split_once(" => ").unwrap_or_else(|| panic!("no example: {text}"));
        let (given, before) = before.split_once(" |- ").unwrap_or(("", before));
        let script = |text: &str| {
            let text = format!("{given} {}", if text == "nothing" { "" } else { text });
            let script = parse(text.as_bytes(), Gaps::Canonical).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
            String::from_utf8_lossy(&script.text()).trim_end_matches('\n').to_owned()
        };
        let after = if after == "none" { Vec::new() } else { after.split(" | ").map(script).collect() };
        Example { before: script(before), after }
    }
}
