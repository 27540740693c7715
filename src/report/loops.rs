//! `--check-loops`: whether a search comes back to where it has been.

use crate::sexpr::{Digest, Script};
use std::collections::HashSet;

/// All scripts that were committed, by digest.
#[derive(Debug, Default)]
pub struct Loops {
    seen: HashSet<Digest>,
}

impl Loops {
    /// Notes a script.
    ///
    /// # Errors
    ///
    /// If it has been noted before; the message shows it.
    pub fn note(&mut self, script: &Script) -> Result<(), String> {
        match self.seen.insert(script.digest()) {
            true => Ok(()),
            false => {
                let text = String::from_utf8_lossy(&script.text()).into_owned();
                Err(format!("The following input has already been seen before:\n{text}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn a_script_that_comes_back_is_shown() {
        let scripts = ["(a)", "(b)", "(a)"].map(|text| parse(text.as_bytes(), Gaps::Canonical).expect("input parses"));
        let mut loops = Loops::default();
        assert_eq!(loops.note(&scripts[0]), Ok(()));
        assert_eq!(loops.note(&scripts[1]), Ok(()));
        let message = "The following input has already been seen before:\n(a)\n";
        assert_eq!(loops.note(&scripts[2]), Err(message.into()));
    }
}
