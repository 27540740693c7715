//! Recipes: what to type for each kind of failure (`--help-recipes`).

/// The text of `--help-recipes`: a paragraph for each kind of failure, the most frequent first.
pub const TEXT: &str = include_str!("recipes.txt");

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What is wrong, as a user would say it.
    pub kind: &'static str,
    /// The options, in front of the files and the command.
    pub call: &'static str,
    /// What else there is to know; may be empty.
    pub note: &'static str,
}

/// Returns the recipes of the text.
pub fn recipes() -> impl Iterator<Item = Recipe> {
    TEXT.split("\n\n").skip(1).map(|paragraph| {
        let (kind, rest) = paragraph.split_once("\n  ddsmt ").unwrap_or_default();
        let (call, note) = rest.trim_end().split_once("\n  (").unwrap_or((rest.trim_end(), ""));
        Recipe { kind, call, note: note.strip_suffix(')').unwrap_or(note) }
    })
}
