//! Finds the tokens of a text that are in another text, too.

use similar::{Algorithm, ChangeTag, TextDiff};
use std::time::Duration;

/// Time limit for comparing two texts; tokens that are not compared by then count as different.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// A piece of a text, and whether it is in the other text, too.
pub type Piece = (bool, String);

/// Returns both texts in pieces: what stayed of the first one, and what is not new in the second.
pub fn marks(before: &str, after: &str) -> [Vec<Piece>; 2] {
    let (before, after) = (tokens(before), tokens(after));
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).timeout(TIME_LIMIT).diff_slices(&before, &after);
    let mut sides = [Vec::new(), Vec::new()];
    for change in diff.iter_all_changes() {
        // What was deleted is not on the second side, and what was inserted not on the first one.
        for (side, other) in sides.iter_mut().zip([ChangeTag::Insert, ChangeTag::Delete]) {
            if change.tag() != other {
                add(side, change.tag() == ChangeTag::Equal, change.value());
            }
        }
    }
    sides
}

fn add(pieces: &mut Vec<Piece>, stayed: bool, text: &str) {
    match pieces.last_mut() {
        Some((last, all)) if *last == stayed => all.push_str(text),
        _ => pieces.push((stayed, text.to_owned())),
    }
}

/// Returns the tokens of a text: parentheses, white space, comments, quoted texts, and what lies between.
fn tokens(mut text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    while let Some(first) = text.chars().next() {
        let end = match first {
            '(' | ')' => Some(1),
            ';' => text.find('\n'),
            '|' | '"' => text[1..].find(first).map(|at| at + 2),
            _ if first.is_whitespace() => text.find(|c: char| !c.is_whitespace()),
            _ => text.find(|c: char| c.is_whitespace() || "();|\"".contains(c)),
        };
        let (token, rest) = text.split_at(end.unwrap_or(text.len()));
        tokens.push(token);
        text = rest;
    }
    tokens
}
