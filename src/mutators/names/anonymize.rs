//! Anonymizes scripts: replaces or deletes all that tells where a script comes from.

use super::super::binders::attributes;
use super::super::strings::characters;
use super::{NAMELESS, is_word, names, renamed, symbols};
use crate::sexpr::{Candidate, Edit, Node, Script};
use crate::smtlib::name::{Token, token};
use crate::smtlib::{Context, is_of_theory};
use std::collections::{HashMap, HashSet};

/// Returns the text of a script under other names. Its own symbols get the shortest names in order of use;
/// remarks and the names of files that it writes are deleted. If `with_strings` is set, strings become others
/// of the same length, equal ones equal ones. Numbers stay.
///
/// Comments stay where the script holds them.
pub fn anonymized(script: &Script, with_strings: bool) -> Vec<u8> {
    let context = Context::new(script.clone());
    let own = symbols(&context);
    let is_own: HashSet<(usize, usize)> = own.iter().flatten().map(|(leaf, _)| leaf.place()).collect();
    let leaves = || script.every_node().filter(|node| node.is_leaf());
    let taken: HashSet<&[u8]> = leaves().filter(|leaf| !is_own.contains(&leaf.place())).map(Node::text).collect();
    let mut free = names().filter(|name| !taken.contains(&**name) && !is_of_theory(name));
    let mut edits: Vec<Edit> = own.iter().zip(&mut free).flat_map(|(uses, new)| renamed(uses, &new)).collect();
    let mut labels: HashMap<&[u8], Vec<u8>> = HashMap::new();
    let mut strings = Strings::default();
    for command in script.commands() {
        if is_remark(command) {
            edits.push(Edit::delete(command));
            continue;
        }
        for node in command.subtree() {
            let values = attributes(node).into_iter().map(|(_, value)| value).filter(|_| node.has_head("!"));
            let values = values.filter(|value| value.is_leaf() && !is_own.contains(&value.place()));
            for value in values.filter(|value| token(value.text()) == Token::Symbol && !is_word(value.text())) {
                let new = labels.entry(value.text()).or_insert_with(|| free.next().unwrap_or_default());
                edits.push(Edit::replace(value, new));
            }
            let is_text = node.leaf().is_some_and(|leaf| token(leaf) == Token::String);
            let is_nameless = command.head().is_some_and(|head| NAMELESS.contains(&head) && head != b"echo");
            if is_text && with_strings && !is_nameless {
                edits.push(Edit::replace(node, &strings.other(node.text())));
            }
        }
    }
    Edit::all(edits).map_or_else(|| script.text(), |edit| Candidate::new(script, edit).text())
}

/// Whether a command only informs people, or says where to write.
fn is_remark(command: Node<'_>) -> bool {
    let (keyword, value) = (command.child(1), command.child(2));
    let writes = |value: Node<'_>| ![b"\"stdout\"".as_slice(), b"\"stderr\""].contains(&value.text());
    match command.head() {
        Some(b"set-info") => !keyword.is_some_and(|keyword| keyword.is(":status")),
        Some(b"set-option") => {
            keyword.is_some_and(|keyword| keyword.text().ends_with(b"-output-channel")) && value.is_some_and(writes)
        }
        _ => false,
    }
}

/// Strings and their replacements.
#[derive(Default)]
struct Strings<'a> {
    known: HashMap<&'a [u8], Vec<u8>>,
    /// Number of different strings of each length.
    counts: HashMap<usize, usize>,
}

impl<'a> Strings<'a> {
    fn other(&mut self, text: &'a [u8]) -> Vec<u8> {
        let counts = &mut self.counts;
        let make = || {
            let length = characters(&text[1..text.len() - 1]);
            let count = counts.entry(length).or_default();
            let mut rest = *count;
            *count += 1;
            let digit = |_| {
                let digit = b'a' + (rest % 26) as u8;
                rest /= 26;
                digit
            };
            let mut word: Vec<u8> = (0..length).map(digit).collect();
            word.reverse();
            [b"\"", &*word, b"\""].concat()
        };
        self.known.entry(text).or_insert_with(make).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn nothing_tells_where_a_script_comes_from() {
        let text = "; of ACME\n(set-info :source |ACME|)\n(set-info :status sat)\n\
            (set-option :diagnostic-output-channel \"/home/me/log\")\n(set-option :smt.string_solver \"z3str3\")\n\
            (declare-datatype Plane ((plane (speed Int))))\n(declare-const a Bool)\n(declare-const |the wing| Plane)\n\
            (assert (! (=> a ((_ is plane) |the wing|)) :named wing-law))\n\
            (assert (forall ((p Plane)) (! (> (speed p) 7) :qid |acme.12| :pattern ((speed p)))))\n\
            (assert (= \"acme\" \"wing\" \"acme\" (str.++ \"\" \"\\u{e9}\"\"\")))\n(echo \"acme\")\n(check-sat)\n";
        let want = "(set-info :status sat)\n(set-option :smt.string_solver \"z3str3\")\n\
            (declare-datatype a ((d (b Int))))\n(declare-const e Bool)\n(declare-const f a)\n\
            (assert (! (=> e ((_ is d) f)) :named g))\n\
            (assert (forall ((c a)) (! (> (b c) 7) :qid h :pattern ((b c)))))\n\
            (assert (= \"aaaa\" \"aaab\" \"aaaa\" (str.++ \"\" \"aa\")))\n(echo \"aaaa\")\n(check-sat)\n";
        let script = parse(text.as_bytes(), Gaps::Canonical).expect("it parses");
        assert_eq!(String::from_utf8_lossy(&anonymized(&script, true)), want);
        let kept = String::from_utf8(anonymized(&script, false)).expect("text");
        assert!(kept.contains("(= \"acme\" \"wing\"") && !kept.contains("ACME"), "{kept}");
    }
}
