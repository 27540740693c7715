//! Anonymizes scripts: replaces or deletes all that tells where a script comes from.

use super::super::binders::attributes;
use super::super::strings::characters;
use super::{NAMELESS, Uses, is_word, names, naming, renamed, symbols};
use crate::sexpr::{Candidate, Edit, Node, Script};
use crate::smtlib::name::{Token, is_among, name, token};
use crate::smtlib::{Context, is_of_theory};
use std::collections::{HashMap, HashSet};

/// Returns a script under other names. Its own symbols and the names in `others` get the shortest names in order of
/// use; remarks and the names of files that it writes are deleted. If `with_strings` is set, strings become others
/// of the same length, equal ones equal ones. Numbers stay.
///
/// Comments stay where the script holds them.
pub fn anonymized(script: &Script, with_strings: bool, others: &[Vec<u8>]) -> Script {
    let context = Context::new(script.clone());
    let mut own = symbols(&context);
    let is_other = |uses: &Uses<'_>| others.iter().any(|other| other == name(uses[0].0.text()));
    let strange: Vec<Uses<'_>> = strangers(&context, &own).into_iter().filter(is_other).collect();
    own.extend(strange);
    let is_own = places(&own);
    let leaves = || script.every_node().filter_map(|node| Some((node.place(), node.leaf()?)));
    let taken: HashSet<&[u8]> =
        leaves().filter(|(place, _)| !is_own.contains(place)).map(|(_, text)| name(text)).collect();
    let mut free = names().filter(|name| !taken.contains(&**name) && !is_of_theory(name));
    let mut edits: Vec<Edit> = own.iter().zip(&mut free).flat_map(|(uses, new)| renamed(uses, &new)).collect();
    let mut new_labels: HashMap<&[u8], Vec<u8>> = HashMap::new();
    let mut strings = Strings::default();
    for command in script.commands() {
        if is_remark(command) {
            edits.push(Edit::delete(command));
            continue;
        }
        for node in command.subtree() {
            for label in labels(node).into_iter().filter(|label| !is_own.contains(&label.place())) {
                let new = new_labels.entry(label.text()).or_insert_with(|| free.next().unwrap_or_default());
                edits.push(Edit::replace(label, new));
            }
            let is_text = node.leaf().is_some_and(|leaf| token(leaf) == Token::String);
            let is_nameless = command.head().is_some_and(|head| NAMELESS.contains(&head) && head != b"echo");
            if is_text && with_strings && !is_nameless {
                edits.push(Edit::replace(node, &strings.other(node.text())));
            }
        }
    }
    Edit::all(edits).and_then(|edit| Candidate::new(script, edit).script().ok()).unwrap_or_else(|| script.clone())
}

/// Returns the names in a script that it does not declare, and that are no words of SMT-LIB or of a theory, in order.
/// They may be words of a solver.
pub fn undeclared(script: &Script) -> Vec<Vec<u8>> {
    let context = Context::new(script.clone());
    strangers(&context, &symbols(&context)).iter().map(|uses| name(uses[0].0.text()).to_vec()).collect()
}

/// Returns the uses of each such name; `own` are those of the symbols that the script declares.
fn strangers<'a>(context: &'a Context, own: &[Uses<'a>]) -> Vec<Uses<'a>> {
    let mut known = places(own);
    let (mut numbers, mut found): (HashMap<&[u8], usize>, Vec<Uses<'a>>) = Default::default();
    for command in naming(context) {
        known.extend(command.child(0).map(Node::place));
        known.extend(command.subtree().flat_map(labels).map(Node::place));
        let leaves = command.subtree().filter_map(|node| Some((node, name(node.leaf()?))));
        for (leaf, text) in leaves.filter(|(leaf, text)| !known.contains(&leaf.place()) && may_be_name(text)) {
            let number = *numbers.entry(text).or_insert(found.len());
            found.resize_with(found.len().max(number + 1), Vec::new);
            found[number].push((leaf, ""));
        }
    }
    found
}

fn places(uses: &[Uses<'_>]) -> HashSet<(usize, usize)> {
    uses.iter().flatten().map(|(leaf, _)| leaf.place()).collect()
}

/// Whether a leaf is a symbol of the user's. `-1` is a number for many solvers.
fn may_be_name(leaf: &[u8]) -> bool {
    let is_number = matches!(leaf, [b'-', b'0'..=b'9', ..]) || is_among(leaf, "+oo -oo +zero -zero");
    token(leaf) == Token::Symbol && !is_number && !is_word(leaf)
}

/// Returns the names in a node that only label it.
fn labels(node: Node<'_>) -> Vec<Node<'_>> {
    let (is_term, is_command) = (node.has_head("!"), node.index() == 0);
    let has_label = |keyword: Node<'_>| is_term || is_command && keyword.is(":id");
    let values = attributes(node).into_iter().filter(|(keyword, _)| has_label(*keyword)).map(|(_, value)| value);
    let rule = node.child(2).filter(|_| is_command && node.has_head("rule"));
    values.chain(rule).filter(|label| label.leaf().is_some_and(may_be_name)).collect()
}

/// Whether a command only informs people, or says where to write.
fn is_remark(command: Node<'_>) -> bool {
    let (keyword, value) = (command.child(1), command.child(2));
    let writes = |value: Node<'_>| ![b"\"stdout\"".as_slice(), b"\"stderr\""].contains(&value.text());
    match command.head() {
        Some(b"set-info") => {
            let is_answer = value.is_some_and(|value| ["sat", "unsat", "unknown"].iter().any(|word| value.is(word)));
            !keyword.is_some_and(|keyword| keyword.is(":status") && is_answer)
        }
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
        let other = |with_strings| String::from_utf8(anonymized(&script, with_strings, &[]).text()).expect("text");
        assert_eq!(other(true), want);
        let kept = other(false);
        assert!(kept.contains("(= \"acme\" \"wing\"") && !kept.contains("ACME"), "{kept}");
    }

    #[test]
    fn names_that_are_not_declared_may_be_renamed() {
        let text = "(set-info :status acme)\n(set-logic QF_ACME)\n(declare-const a Bool)\n(declare-rel r (Wing))\n\
            (assert (wing a |b| |the wing| (- -1) 2.5 #b1 ((_ bv10 8) RNE) :keyword))\n\
            (assert (wing b (_ +oo 8 24) (as const (Array Int Int)) ((_ is cons) re.all)))\n\
            (check-sat-assuming (a (not lit)))\n(minimize a :id cost)\n(rule (r a) label)\n";
        let script = parse(text.as_bytes(), Gaps::Canonical).expect("it parses");
        let names = undeclared(&script);
        assert_eq!(names.join(&b' '), b"Wing wing b |the wing| lit");
        let want = "(set-logic QF_ACME)\n(declare-const a Bool)\n(declare-rel b (c))\n\
            (assert (d a e f (- -1) 2.5 #b1 ((_ bv10 8) RNE) :keyword))\n\
            (assert (d e (_ +oo 8 24) (as const (Array Int Int)) ((_ is cons) re.all)))\n\
            (check-sat-assuming (a (not g)))\n(minimize a :id h)\n(rule (b a) i)\n";
        assert_eq!(String::from_utf8_lossy(&anonymized(&script, true, &names).text()), want);
        let want = "(rule (c a) e)\n";
        assert!(String::from_utf8_lossy(&anonymized(&script, true, &[]).text()).ends_with(want));
    }
}
