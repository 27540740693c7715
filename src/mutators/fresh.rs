//! New symbols, and where they are declared.

use super::smtlib::names::quoted;
use crate::sexpr::{Edit, Node, Script};
use crate::smtlib::name::is_simple;

/// Returns a symbol that occurs nowhere in `script`. It is made of a symbol of the script, so that two edits of
/// one batch never choose the same.
///
/// A quoted symbol stays quoted. A list or a literal cannot give its name; there `stem` is used.
pub(super) fn fresh(script: &Script, from: Node<'_>, stem: &str, before: &str, after: &str) -> Vec<u8> {
    let inner = from.leaf().and_then(quoted);
    let name = inner.or(from.leaf().filter(|leaf| is_simple(leaf))).unwrap_or(stem.as_bytes());
    let wish = [before.as_bytes(), name, after.as_bytes()].concat();
    let spelled = |name: Vec<u8>| if inner.is_some() { [b"|", &*name, b"|"].concat() } else { name };
    let numbered = (1..).map(|i: u64| [&*wish, format!("!{i}").as_bytes()].concat());
    let free = std::iter::once(wish.clone()).chain(numbered).find(|name| !is_used(script, name));
    spelled(free.unwrap_or(wish))
}

/// Inserts declarations before the first command that is no setting.
pub(super) fn declare(script: &Script, declarations: &[u8]) -> Edit {
    Edit::insert(after_settings(script), declarations)
}

/// Returns the number of the first command that is no setting.
pub(super) fn after_settings(script: &Script) -> usize {
    let is_setting = |command: &Node<'_>| matches!(command.head(), Some(b"set-logic" | b"set-info" | b"set-option"));
    script.commands().take_while(is_setting).count()
}

/// Whether a symbol occurs in the script, with or without quotes.
fn is_used(script: &Script, name: &[u8]) -> bool {
    script.every_node().filter_map(Node::leaf).any(|leaf| quoted(leaf).unwrap_or(leaf) == name)
}
