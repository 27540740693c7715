//! Mutators that rename symbols, many at once, and that drop names of terms.

mod anonymize;

pub use anonymize::{anonymized, undeclared};

use super::binders::attributes;
use super::smtlib::declared::declared;
use super::smtlib::names::is_word;
use super::{Mutator, some};
use crate::sexpr::{Candidate, Edit, Node, Script};
use crate::smtlib::{Context, SymbolKind, is_of_theory, name::name};
use std::collections::{HashMap, HashSet};

/// Gives all symbols of the script the shortest names that are free, those used most first; then halves,
/// quarters and eighths of the symbols.
///
/// A name is replaced everywhere, and a new one occurs nowhere in the script, so no binder captures another's variable.
static RENAME_ALL: Mutator = Mutator {
    name: "rename-all",
    summary: "give all symbols short names",
    examples: r"
        (declare-const b Bool) |- (declare-const |long name| Bool) (assert (let ((let1 b)) (and let1 let1 |long name|)))
            => (declare-const c Bool) (assert (let ((a b)) (and a a c)))
             | (declare-const |long name| Bool) (assert (let ((a b)) (and a a |long name|)))
             | (declare-const c Bool) (assert (let ((let1 b)) (and let1 let1 c)))
        (declare-datatype D ((red) (mixed (s D)))) (declare-const x D)
                (assert (! (and (is-mixed x) ((_ is red) x)) :named goal)) (set-info :status red)
            => (declare-datatype D ((a) (b (s D)))) (declare-const x D)
                (assert (! (and (is-b x) ((_ is a) x)) :named c)) (set-info :status red)
             | (declare-datatype D ((a) (b (s D)))) (declare-const x D)
                (assert (! (and (is-b x) ((_ is a) x)) :named goal)) (set-info :status red)
             | (declare-datatype D ((red) (mixed (s D)))) (declare-const x D)
                (assert (! (and (is-mixed x) ((_ is red) x)) :named c)) (set-info :status red)
        (declare-const x Bool) (assert (foo x)) (declare-fun bvadd () Bool) => none
    ",
    filter: |_, node| node.place() == (0, 0),
    global: |context, _| {
        let renamings = context.renamings(|| renamings(context));
        let count = renamings.len();
        some([1, 2, 4, 8].into_iter().filter(move |parts| *parts <= count).flat_map(move |parts| {
            let groups = renamings.chunks(count.div_ceil(parts));
            groups.filter_map(|group| Edit::all(group.iter().cloned()))
        }))
    },
    ..Mutator::DEFAULT
};

pub(super) static MUTATORS: &[&Mutator] = &[&FORGET_NAME, &RENAME_ALL];

/// Returns the text of a script in which numbers stand for its own symbols. The text is the same for scripts
/// that are equal up to names.
pub fn anonymous(script: &Script) -> Vec<u8> {
    let context = Context::new(script.clone());
    let symbols = symbols(&context);
    let renamed = symbols.iter().enumerate().flat_map(|(i, uses)| renamed(uses, format!("@{i}").as_bytes()));
    let edit = Edit::all(renamed.collect::<Vec<_>>());
    edit.map_or_else(|| script.text(), |edit| Candidate::new(script, edit).text())
}

/// Commands that name no symbol.
const NAMELESS: &[&[u8]] = &[b"set-info", b"set-option", b"set-logic", b"echo", b"get-info", b"get-option"];

/// Returns the commands that may name symbols.
fn naming(context: &Context) -> impl Iterator<Item = Node<'_>> {
    context.script().commands().filter(|c| c.head().is_none_or(|head| !NAMELESS.contains(&head)))
}

/// All leaves that hold a symbol, and the text before it in each leaf.
type Uses<'a> = Vec<(Node<'a>, &'static str)>;

/// Puts a name into all uses of a symbol.
fn renamed(uses: &Uses<'_>, new: &[u8]) -> Vec<Edit> {
    uses.iter().map(|(leaf, before)| Edit::replace(*leaf, &[before.as_bytes(), new].concat())).collect()
}

/// Returns the uses of the symbols of the script that may be renamed, those used most first.
fn symbols(context: &Context) -> Vec<Uses<'_>> {
    let mut own: HashSet<&[u8]> = HashSet::new();
    let mut in_order: Vec<&[u8]> = Vec::new();
    for command in naming(context) {
        let mut named = false;
        for node in command.subtree() {
            let mut symbols = declared(context, node);
            symbols.extend(Some(node).filter(|_| named && node.is_leaf()));
            named = node.is(":named");
            for symbol in symbols.into_iter().map(|symbol| name(symbol.text())) {
                let is_symbol = !symbol.starts_with(b":") && !is_word(symbol);
                if is_symbol && own.insert(symbol) {
                    in_order.push(symbol);
                }
            }
        }
    }
    let mut uses: HashMap<&[u8], Uses<'_>> = HashMap::new();
    for leaf in naming(context).flat_map(Node::subtree).filter(|node| node.is_leaf()) {
        let whole = name(leaf.text());
        let tested = || whole.strip_prefix(b"is-").filter(|tested| own.contains(tested));
        let found = own.get(whole).map(|&symbol| (symbol, "")).or_else(|| tested().map(|symbol| (symbol, "is-")));
        if let Some((symbol, before)) = found {
            uses.entry(symbol).or_default().push((leaf, before));
        }
    }
    let mut symbols: Vec<Uses<'_>> = in_order.into_iter().filter_map(|symbol| uses.remove(symbol)).collect();
    symbols.sort_by_key(|uses| std::cmp::Reverse(uses.len()));
    symbols
}

/// Returns all names, the shortest first.
fn names() -> impl Iterator<Item = Vec<u8>> {
    let letters = || (b'a'..=b'z').chain(b'A'..=b'Z');
    let single = letters().map(|letter| vec![letter]);
    let rest = (0u32..).flat_map(move |number| letters().map(move |letter| format!("{}{number}", letter as char)));
    single.chain(rest.map(String::into_bytes))
}

/// Returns the names that occur nowhere in the script, the shortest first.
pub(super) fn free(context: &Context) -> impl Iterator<Item = Vec<u8>> {
    let leaves = context.script().every_node().filter_map(Node::leaf);
    let taken: HashSet<&[u8]> = leaves.map(name).collect();
    names().filter(move |name| !taken.contains(&**name) && !is_of_theory(name))
}

/// Returns the renamings that shorten the script, one for each symbol.
fn renamings(context: &Context) -> Vec<Edit> {
    let mut free = free(context).peekable();
    let renaming = |uses: Uses<'_>| {
        let length: usize = uses.iter().map(|(leaf, before)| leaf.text().len() - before.len()).sum();
        Edit::all(renamed(&uses, &free.next_if(|name| name.len() * uses.len() < length)?))
    };
    symbols(context).into_iter().filter_map(renaming).collect()
}

/// Drops the name of a term and puts the term where the name is used.
static FORGET_NAME: Mutator = Mutator {
    name: "forget-name",
    summary: "put named term in the place of its name",
    may_grow: true,
    examples: r"
        (assert (! (> x 0) :named a)) (assert (or a p)) (check-sat-assuming (a q))
            => (assert (> x 0)) (assert (or (> x 0) p)) (check-sat-assuming ((> x 0) q))
        (assert (! (> x 0) :named a :skolem)) (assert a) => (assert (! (> x 0) :skolem)) (assert (> x 0))
        (assert (! (> x 0) :named a)) (get-unsat-core) => none
    ",
    filter: |_, node| node.has_head("!"),
    global: |context, node| {
        let attributes = attributes(node);
        let (keyword, symbol) = *attributes.iter().find(|(keyword, _)| keyword.is(":named"))?;
        let mut declared = context.symbols().declared_by(symbol.command()).iter();
        let declared = declared.find(|other| other.kind == SymbolKind::Named && other.node() == symbol.index())?;
        let (term, uses) = (node.child(1)?, context.occurrences(declared)?);
        let is_of_use = !uses.is_empty() && context.locals(node).next().is_none();
        let unnamed = match attributes.len() {
            1 => Edit::hoist(node, term),
            _ => Edit::delete_between(keyword, symbol),
        };
        let replaced = uses.into_iter().map(|place| Edit::replace(place, term.text()));
        some(is_of_use.then(|| Edit::all(replaced.chain([unnamed]))).flatten())
    },
    ..Mutator::DEFAULT
};
