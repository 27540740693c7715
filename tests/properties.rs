//! Properties that hold for any bytes: one function per fuzz target of `tests/fuzz`, which panics if its property does
//! not hold. The tests here run a sample of random bytes.

#[path = "example.rs"]
pub mod example;

use ddsmt::cli::{Invocation, parse as parse_arguments};
use ddsmt::mutators::{Mutator, REGISTRY, candidates};
use ddsmt::reduce::journal::{Entry, Header, JournalContents};
use ddsmt::reduce::solver_commands::specs;
use ddsmt::sexpr::{Candidate, Digest, Edit, Gaps, Node, Script, Term, parse, parse_leniently, pretty, tight, wrapped};
use ddsmt::smtlib::Context;
use example::Example;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::sync::LazyLock;

/// A text that parses means the same after it is printed. With its original gaps it loses no byte.
pub fn parser(data: &[u8]) {
    for gaps in [Gaps::Original, Gaps::Lines] {
        assert_eq!(parse_leniently(data, gaps).text(), data, "{gaps:?}");
    }
    let lenient = parse_leniently(data, Gaps::Canonical);
    let (canonical, original) = match [Gaps::Canonical, Gaps::Original].map(|gaps| parse(data, gaps)) {
        [Ok(canonical), Ok(original)] => (canonical, original),
        [Err(one), Err(other)] => {
            assert_eq!(one, other);
            assert!(one.offset < data.len() && lenient.is_malformed());
            return;
        }
        mixed => panic!("gaps decide what parses: {mixed:?}"),
    };
    assert_eq!(original.text(), data);
    assert_eq!(lenient.text(), canonical.text());
    consistent(&original);
    consistent(&canonical);
    assert_eq!(parse(data, Gaps::Canonical).expect("parsed before").digest(), canonical.digest());
    let tokens = |script: &Script| -> Vec<(usize, Option<Vec<u8>>)> {
        let nodes = script.commands().flat_map(Node::subtree);
        nodes.map(|node| (node.size(), node.leaf().map(<[u8]>::to_vec))).collect()
    };
    assert_eq!(tokens(&original), tokens(&canonical));
}

/// Whether a text begins with U+FEFF: printed first, such a symbol is read again as a byte order mark.
fn has_mark(text: &[u8]) -> bool {
    text.starts_with("\u{feff}".as_bytes())
}

/// Every layout of a script parses as the same script.
pub fn printer(data: &[u8]) {
    let text = if data.len().is_multiple_of(2) { tree(data) } else { data.to_vec() };
    let Ok(script) = parse(&text, Gaps::Canonical) else { return };
    if has_mark(&script.text()) {
        return;
    }
    for layout in [pretty, tight, wrapped] {
        let again = parse(&layout(&script), Gaps::Canonical).expect("a layout parses");
        assert_eq!(again.digest(), script.digest());
    }
}

/// Edits, alone, joined and one after the other, leave a script whose digest is the digest of its text.
pub fn edits(data: &[u8]) {
    let Some((plan, data)) = data.split_at_checked(12) else { return };
    let gaps = if data.len().is_multiple_of(2) { Gaps::Canonical } else { Gaps::Original };
    let Ok(mut script) = parse(&tree(data), gaps) else { return };
    for together in plan.chunks(6) {
        let edits = together.chunks(3).filter_map(|choice| edit(&script, choice));
        if let Some(edit) = Edit::all(edits.collect::<Vec<_>>()) {
            let next = applied(&script, edit);
            script = next;
        }
    }
}

/// A proposal of a mutator can be applied, differs from its base, and parses. A mutator of pairs may have thousands of
/// proposals, so one byte chooses some of them.
pub fn mutators(data: &[u8]) {
    let Some((&[choice, step], data)) = data.split_first_chunk() else { return };
    let all: Vec<&Mutator> = REGISTRY.iter().flat_map(|group| group.mutators.iter().copied()).collect();
    let Ok(script) = parse(&tree(data), Gaps::Canonical) else { return };
    let context = Context::new(script.clone());
    let mutator = all[usize::from(choice) % all.len()];
    for proposal in candidates(mutator, &context).step_by(1 + usize::from(step)).take(4) {
        assert_ne!(applied(&script, proposal.edit).digest(), script.digest(), "{} proposes its input", mutator.name);
    }
}

/// A journal is read up to its first damage, and all that was written before is read again.
pub fn journal(data: &[u8]) {
    whole(data);
    let lines = data.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    let is_record = |entry: &Entry| !matches!(entry, Entry::Input(..));
    let entries: Vec<Entry> = lines.filter_map(Entry::of).filter(is_record).collect();
    let mut text = Header(vec![("data".into(), String::from_utf8_lossy(data).into_owned())]).line();
    let head = text.len();
    for entry in &entries {
        text.extend(entry.line());
    }
    let past = whole(&text).expect("a header");
    assert_eq!(past.whole, text.len() as u64);
    let findings = |entry: &Entry| matches!(entry, Entry::Finding(..));
    assert_eq!(past.findings.len(), entries.iter().filter(|entry| findings(entry)).count());
    let at = Digest::of(data).to_words()[0] as usize % text.len();
    let mut damaged = text.clone();
    damaged[at] ^= 1;
    for torn in [&text[..at], &damaged] {
        let left = whole(torn);
        assert_eq!(left.is_some(), at >= head, "the header is whole");
        let left = left.unwrap_or_default();
        assert!(left.whole <= at as u64 && past.findings.starts_with(&left.findings));
    }
}

/// Every command line is either understood or refused with a message.
pub fn arguments(data: &[u8]) {
    static OPTIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let help = parse_arguments(["--help-all".into()]).printed;
        let words = help.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
        words.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
    });
    // A byte above 127 and the next byte choose a word of the help text; all other bytes stand for themselves.
    let mut bytes = data.iter().copied();
    let mut line = Vec::new();
    while let Some(byte) = bytes.next() {
        match byte {
            0x80.. => {
                let code = usize::from(byte - 0x80) * 256 + usize::from(bytes.next().unwrap_or_default());
                line.extend_from_slice(OPTIONS[code % OPTIONS.len()].as_bytes());
            }
            _ => line.push(byte),
        }
    }
    let words: Vec<_> = line.split(|&byte| byte == b'\n').map(|word| OsString::from_vec(word.to_vec())).collect();
    match parse_arguments(words.clone()).invocation {
        Ok(Invocation::Reduce(options)) => {
            drop(specs(&options));
            assert!(words.ends_with(&options.command), "the command is what follows the files");
        }
        Ok(_) => {}
        Err(error) => assert!(error.to_string().contains("ddsmt: error: ")),
    }
}

/// Returns the script after an edit. Checks that candidate and script agree on its text, length and digest.
fn applied(script: &Script, edit: Edit) -> Script {
    let candidate = Candidate::new(script, edit);
    let text = candidate.text();
    assert_eq!(candidate.digest(), Digest::of(&text));
    assert_eq!(candidate.text_len(), text.len() as u64);
    let after = candidate.script().expect("an edited script parses");
    assert_eq!(after.text(), text);
    assert_eq!(after.digest(), candidate.digest());
    consistent(&after);
    after
}

/// Checks that a script's text has the script's digest, and parses as an equal script.
fn consistent(script: &Script) {
    let text = script.text();
    assert_eq!(script.digest(), Digest::of(&text));
    if has_mark(&text) {
        return;
    }
    let again = parse(&text, script.gaps()).expect("a printed script parses");
    assert_eq!((again.text(), again.nodes(), again.len()), (text, script.nodes(), script.len()));
}

/// Returns an edit that three bytes choose.
fn edit(script: &Script, choice: &[u8]) -> Option<Edit> {
    let nodes: Vec<Node<'_>> = script.commands().flat_map(Node::subtree).collect();
    let pick = |byte: u8| nodes.get(usize::from(byte) % nodes.len().max(1)).copied();
    let (node, other) = (pick(choice[1])?, pick(choice[2])?);
    let inside = node.subtree().nth(usize::from(choice[2]) % node.size())?;
    Some(match choice[0] % 7 {
        0 => Edit::delete(node),
        1 => Edit::replace(node, other.text()),
        2 => Edit::hoist(node, inside),
        3 => Edit::rewrite(node, Term::app("not", [Term::Keep(node)])),
        4 => Edit::rewrite(node, Term::list(node.children().collect::<Vec<_>>().into_iter().rev())),
        5 => Edit::insert(node.command(), b"(declare-const fresh Bool)\n"),
        _ => {
            let last = node.children().nth(usize::from(choice[2]) % node.arity().max(1))?;
            Edit::delete_between(node.child(0)?, last)
        }
    })
}

/// Returns the contents of a journal. Checks that its undamaged part alone has the same contents.
fn whole(bytes: &[u8]) -> Option<JournalContents> {
    let past = JournalContents::of(bytes)?;
    let length = usize::try_from(past.whole).expect("a length");
    assert_eq!(JournalContents::of(&bytes[..length]).as_ref(), Some(&past));
    Some(past)
}

/// Returns a text of balanced parentheses, and of leaves, terms and commands from the examples of the mutators. Two
/// bytes choose each of them.
fn tree(data: &[u8]) -> Vec<u8> {
    let (mut text, mut open) = (Vec::new(), 0);
    for code in data.chunks_exact(2).map(|pair| usize::from(pair[0]) * 256 + usize::from(pair[1])) {
        match code % 4 {
            0 => {
                open += 1;
                text.push(b'(');
            }
            1 if open > 0 => {
                open -= 1;
                text.push(b')');
            }
            _ => {
                text.extend_from_slice(&WORDS[code / 4 % WORDS.len()]);
                text.push(b' ');
            }
        }
    }
    text.resize(text.len() + open, b')');
    text
}

static WORDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mutators = REGISTRY.iter().flat_map(|group| group.mutators);
    let examples = mutators.flat_map(|mutator| Example::all(mutator.examples));
    let scripts = examples.map(|example| parse(example.before.as_bytes(), Gaps::Canonical).expect("an example parses"));
    let mut words: BTreeSet<Vec<u8>> = ODD.iter().map(|word| word.as_bytes().to_vec()).collect();
    for script in scripts {
        words.extend(script.commands().flat_map(Node::subtree).map(|node| node.text().to_vec()));
    }
    words.into_iter().collect()
});

/// Unusual and malformed texts, similar to those that mutators know.
const ODD: &[&str] = &[
    "|x|",
    "|0|",
    "||",
    "#b",
    "#x",
    "bv",
    "bvfoo",
    "\"\"",
    "\"a \"\"b\"",
    "\"\\u{0}\"",
    ":",
    "-",
    "1.",
    ".5",
    "00",
    "-1",
    "99999999999999999999",
    "4294967296",
    "\u{e9}",
    "(_)",
    "(let)",
    "(let (()))",
    "(forall () x)",
    "(as)",
    "(_ BitVec 0)",
    "(_ BitVec 99999999999999999999)",
    "(declare-fun)",
    "(define-fun f)",
    "(push 99999999999)",
    "(! x :named)",
];

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    #[test]
    fn the_seed_journal_of_fuzzing_is_whole() {
        let seed = include_bytes!("fuzz/seeds/journal");
        let past = whole(seed).expect("a header");
        assert_eq!(past.whole, seed.len() as u64);
        assert!(past.input.is_some() && past.start.is_some());
        assert_eq!((past.findings.len(), past.outputs.len()), (2, 1));
    }

    /// Returns `count` byte strings shorter than `below`, the same in every run.
    pub fn random_bytes(count: usize, below: usize) -> impl Iterator<Item = Vec<u8>> {
        let dice = |i: usize, j: usize| BuildHasherDefault::<DefaultHasher>::default().hash_one((i, j));
        (0..count).map(move |i| (0..dice(i, below) as usize % below).map(|j| dice(i, j) as u8).collect())
    }

    #[test]
    fn properties_hold_for_random_bytes() {
        for data in random_bytes(if crate::test::all_cases() { 200 } else { 80 }, 80) {
            [parser, printer, edits, mutators, journal, arguments].iter().for_each(|holds| holds(&data));
        }
    }
}
