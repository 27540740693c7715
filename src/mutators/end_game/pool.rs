//! Small terms that can stand at a node.

use crate::sexpr::Node;
use crate::smtlib::constants::{BitVector, is_constant};
use crate::smtlib::name::{Token, is_among, token};
use crate::smtlib::{Context, Meaning, Sort, Value, operators};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Whether `term` means at `node` what it means where it stands: its bound variables are the same there.
pub(super) fn can_stand(context: &Context, term: Node<'_>, node: Node<'_>) -> bool {
    context.free_variables(term).all(|symbol| context.is_visible(symbol, node))
}

/// Whether `text` has at most `lost` lists fewer than the term at `node`. A text that keeps little of a large
/// term, which the failure has needed so far, is not worth a check.
pub(super) fn keeps_most(node: Node<'_>, text: &[u8], lost: usize) -> bool {
    let lists = |text: &[u8]| text.iter().filter(|byte| **byte == b'(').count();
    lists(node.text()) <= lists(text) + lost
}

/// Returns the bytes of the declarations that lose their last use where only `kept` is left of `node`.
pub(super) fn spared(context: &Context, node: Node<'_>, kept: Node<'_>) -> usize {
    let goes = |leaf: Node<'_>| leaf.command() == node.command() && node.holds(leaf) && !kept.holds(leaf);
    let unused = |leaf: Node<'_>| match context.meaning(leaf) {
        Meaning::Global(symbol) if goes(leaf) => {
            let mut uses = context.mentions(&symbol.name).filter(|leaf| leaf.command() != symbol.command);
            uses.all(goes).then_some(symbol.command)
        }
        _ => None,
    };
    let commands: BTreeSet<usize> = node.subtree().filter(|leaf| leaf.is_leaf()).filter_map(unused).collect();
    commands.into_iter().map(|command| context.script().command(command).text().len() + 1).sum()
}

/// Whether a term of one sort can stand for a term of the other: the sorts are equal, or they are Boolean terms
/// and single bits in a script that mixes both, as [`BIT_AS_BOOL`](super::BIT_AS_BOOL) makes it.
pub(super) fn agree(context: &Context, one: &Sort, other: &Sort) -> bool {
    let are_bits = || matches!((one, other), (Sort::Bool, Sort::BitVec(1)) | (Sort::BitVec(1), Sort::Bool));
    one == other || are_bits() && context.input_is_ill_sorted()
}

/// Largest number of terms that are made with one operator for a node.
const MAX_PER_OPERATOR: usize = 8;

/// Largest number of operators that are tried where their results have the same values.
const MAX_ALIKE: usize = 2;

/// Largest number of sorts whose symbols and literals are collected.
const MAX_SORTS: usize = 8;

/// Largest number of terms, shortest first, that are tried as each argument of operators with one argument, two and
/// three: the number of applications grows with their product.
const MAX_ARGUMENTS: [usize; 3] = [4096, 96, 20];

/// A term, its sort, and its value under each valuation.
#[derive(Clone)]
struct Small {
    text: Vec<u8>,
    sort: Sort,
    values: Vec<Value>,
}

/// How a term is made of those of the pool. Most terms are left out before their values are needed.
enum Made<'a> {
    Application(&'static [u8], Vec<&'a Small>),
    Read,
}

impl Made<'_> {
    fn values(&self, text: &[u8], sort: &Sort) -> Vec<Value> {
        match self {
            Made::Read => Value::of_text(text, sort),
            Made::Application(operator, arguments) => {
                let arguments: Vec<&[Value]> = arguments.iter().map(|term| &*term.values).collect();
                Value::apply_each(operator, &arguments, sort)
            }
        }
    }
}

/// The new terms of a sort, by length and text.
type Found<'a> = BTreeMap<(usize, Vec<u8>), Made<'a>>;

/// The terms to which operators can be applied at a node.
pub(super) struct Pool<'a> {
    context: &'a Context,
    terms: Vec<Small>,
}

impl<'a> Pool<'a> {
    /// Returns a pool of literals and of the symbols that mean the same at all of these nodes, except the symbol `but`.
    pub fn leaves(context: &'a Context, nodes: &[Node<'_>], but: &[u8]) -> Pool<'a> {
        let mut pool = Pool { context, terms: Vec::new() };
        let Some(first) = nodes.iter().min_by_key(|node| node.command()) else { return pool };
        let terms = || context.script().every_node().filter(|n| context.is_term(*n));
        let mut seen = FxHashSet::default();
        let sorts = terms().map(|term| context.sort(term)).filter(|sort| sort.is_known() && seen.insert(sort.clone()));
        for sort in sorts.take(MAX_SORTS) {
            for literal in literals(context, &sort, first.command()) {
                pool.add(&literal, &sort, || Value::of(&literal, &sort));
            }
            let symbols = context.symbols().nullary(&sort, first.command()).filter(|symbol| *symbol.name != *but);
            for symbol in symbols.filter(|symbol| !nodes.iter().any(|node| context.shadowed(&symbol.name, *node))) {
                let leaf = context.spelled(symbol);
                pool.add(leaf, &sort, || Value::of_symbol(leaf, 0, &sort));
                pool.add_bit(leaf, &sort);
            }
        }
        for local in context.locals(*first) {
            let (leaf, sort) = (local.symbol, local.sort);
            if sort.is_known() && nodes.iter().all(|node| context.is_visible(leaf, *node)) {
                pool.add(leaf.text(), &sort, || Value::of_symbol(leaf.text(), leaf.index(), &sort));
            }
        }
        for literal in terms().filter(|term| is_constant(*term)) {
            let sort = context.sort(literal);
            pool.add(literal.text(), &sort, || context.values(literal));
        }
        pool
    }

    /// Returns the pool with the terms of the script that can stand at `node`.
    pub fn with_terms_for(mut self, node: Node<'_>) -> Pool<'a> {
        let context = self.context;
        let lists = context.script().every_node().filter(|term| term.is_list());
        let shorter = lists.filter(|term| term.text().len() < node.text().len() && context.is_term(*term));
        for term in shorter.filter(|term| can_stand(context, *term, node)) {
            let sort = context.sort(term);
            self.add(term.text(), &sort, || context.values(term));
            self.add_bit(term.text(), &sort);
        }
        self
    }

    /// Returns the pool with reads of its arrays at constants that can stand in `command`.
    pub fn with_reads(mut self, command: usize) -> Pool<'a> {
        for array in self.terms.clone() {
            let Some((index, element)) = array.sort.as_array() else { continue };
            for at in literals(self.context, index, command) {
                let text = read(&array.text, &at);
                self.add(&text, element, || Value::of_text(&text, element));
            }
        }
        self
    }

    /// Returns a pool of literals and of reads of arrays at an index that the script does not hold.
    pub fn new_reads(context: &'a Context, nodes: &[Node<'_>], but: &[u8]) -> Pool<'a> {
        let mut pool = Pool::leaves(context, nodes, but);
        let is_literal = |term: &Small| token(&term.text) != Token::Symbol || is_among(&term.text, "true false");
        let (literals, symbols) = pool.terms.into_iter().partition(is_literal);
        pool.terms = literals;
        for array in symbols {
            let Some((index, element)) = array.sort.as_array() else { continue };
            let Some(at) = unused(context, index) else { continue };
            let text = read(&array.text, &at);
            pool.add(&text, element, || Value::of_text(&text, element));
        }
        pool
    }

    /// Adds a Boolean term as a bit, where the script mixes both.
    fn add_bit(&mut self, text: &[u8], sort: &Sort) {
        let bit = Sort::BitVec(1);
        if *sort == Sort::Bool && agree(self.context, sort, &bit) {
            self.add(text, &bit, || Value::of_text(text, &bit));
        }
    }

    fn add(&mut self, text: &[u8], sort: &Sort, values: impl FnOnce() -> Vec<Value>) {
        if sort.is_known() && !self.terms.iter().any(|term| term.text == text && term.sort == *sort) {
            self.terms.push(Small { text: text.to_vec(), sort: sort.clone(), values: values() });
        }
    }

    /// Returns the terms of a sort that have at most one operator more than those of the pool and are shorter than
    /// `limit`, shortest first. As far as the valuations tell, one operator makes no value twice, at most [`MAX_ALIKE`]
    /// operators make the same value, and no new term has the value of a literal or of a term of the pool.
    pub fn terms(&self, sort: &Sort, limit: usize) -> Vec<Vec<u8>> {
        let short = self.terms.iter().filter(|term| term.sort == *sort && term.text.len() < limit);
        let mut all: BTreeSet<(usize, Vec<u8>)> = short.map(|term| (term.text.len(), term.text.clone())).collect();
        all.extend(self.distinct(self.applications(sort, limit), sort));
        all.into_iter().map(|(_, text)| text).collect()
    }

    /// Returns all terms of a sort that one operator makes of terms of the pool.
    fn applications(&self, sort: &Sort, limit: usize) -> Found<'_> {
        let mut found = Found::new();
        let mut seen = FxHashSet::default();
        let sorts = self.terms.iter().map(|term| &term.sort).filter(|sort| seen.insert(*sort));
        let sorts: Vec<&Sort> = sorts.collect();
        for &first in &sorts {
            self.apply(&[first], sort, limit, &mut found);
            for &second in &sorts {
                self.apply(&[first, second], sort, limit, &mut found);
            }
            if let Some((index, element)) = first.as_array() {
                self.apply(&[first, index, element], sort, limit, &mut found);
            }
        }
        self.select(sort, limit, &mut found);
        self.apply(&[&Sort::Bool, sort, sort], sort, limit, &mut found);
        self.apply(&[&Sort::RoundingMode, sort, sort], sort, limit, &mut found);
        found
    }

    /// Returns the terms whose values few others have, the shortest of those with the same operator and values.
    fn distinct(&self, found: Found<'_>, sort: &Sort) -> Vec<(usize, Vec<u8>)> {
        let own = self.terms.iter().filter(|term| term.sort == *sort);
        let known: FxHashSet<&Vec<Value>> = own.map(|term| &term.values).collect();
        let mut seen = FxHashSet::default();
        let mut count: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        let mut alike: FxHashMap<Vec<Value>, usize> = FxHashMap::default();
        let has_literals = matches!(sort, Sort::Bool | Sort::BitVec(_));
        let operator = |text: &[u8]| text.split(|byte| *byte == b' ').next().unwrap_or_default().to_vec();
        // The operators that can still give a term, with the number of their texts that are left.
        let mut open: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        for (_, text) in found.keys() {
            *open.entry(operator(text)).or_default() += 1;
        }
        let mut terms = Vec::new();
        for ((length, text), made) in found {
            if open.is_empty() {
                break;
            }
            let operator = operator(&text);
            if let Some(left) = open.get_mut(&operator) {
                *left -= 1;
                if *left == 0 {
                    open.remove(&operator);
                }
            }
            let values = made.values(&text, sort);
            let is_literal = has_literals && values.iter().all(|value| *value == values[0]);
            if is_literal || known.contains(&values) || !seen.insert((operator.clone(), values.clone())) {
                continue;
            }
            let count = count.entry(operator.clone()).or_default();
            *count += 1;
            if *count >= MAX_PER_OPERATOR {
                open.remove(&operator);
            }
            let alike = alike.entry(values).or_default();
            *alike += 1;
            if *count <= MAX_PER_OPERATOR && *alike <= MAX_ALIKE {
                terms.push((length, text));
            }
        }
        terms
    }

    /// Adds reads of arrays at indices that one operator makes of leaves.
    fn select<'p>(&'p self, sort: &Sort, limit: usize, found: &mut Found<'p>) {
        let left = |array: &Small| limit.saturating_sub("(select  )".len() + array.text.len());
        let fits = |array: &&Small| left(array) > "(not a)".len() && array.text.starts_with(b"(");
        let mut indices: FxHashMap<&Sort, Vec<Vec<u8>>> = FxHashMap::default();
        for array in self.terms.iter().filter(fits) {
            let Some((index, element)) = array.sort.as_array() else { continue };
            if element != sort || sort == index {
                continue;
            }
            let terms = indices.entry(index).or_insert_with(|| {
                let leaves = self.terms.iter().filter(|term| !term.text.starts_with(b"(")).cloned().collect();
                Pool { context: self.context, terms: leaves }.terms(index, limit)
            });
            for at in terms.iter().filter(|at| at.len() < left(array)) {
                let text = read(&array.text, at);
                found.insert((text.len(), text), Made::Read);
            }
        }
    }

    /// Adds all operators applied to all arguments of these sorts.
    fn apply<'p>(&'p self, arguments: &[&Sort], sort: &Sort, limit: usize, found: &mut Found<'p>) {
        let owned: Vec<Sort> = arguments.iter().map(|&sort| sort.clone()).collect();
        let mut operators = operators(&owned, sort);
        if owned.len() == 2 && sort.width().is_some() && Sort::joint_width(&owned) == sort.width() {
            operators.push(b"concat");
        }
        if operators.is_empty() {
            return;
        }
        let mut tuples: Vec<Vec<&Small>> = vec![Vec::new()];
        for wanted in arguments {
            let mut terms: Vec<&Small> = self.terms.iter().filter(|term| term.sort == **wanted).collect();
            terms.sort_by_key(|term| (term.text.len(), &term.text));
            terms.truncate(MAX_ARGUMENTS[arguments.len() - 1]);
            let fitting = |tuple: &Vec<&'_ Small>| {
                let length: usize = tuple.iter().map(|term| term.text.len() + 1).sum();
                // At most one of the arguments may be a list.
                let has_list = tuple.iter().any(|term| term.text.starts_with(b"("));
                let terms = terms.iter().filter(move |term| !(has_list && term.text.starts_with(b"(")));
                terms.take_while(move |term| length + term.text.len() + 4 < limit)
            };
            tuples = tuples.iter().flat_map(|tuple| fitting(tuple).map(|term| [&**tuple, &[*term]].concat())).collect();
        }
        let is_like_truth = *sort == Sort::BitVec(1) && agree(self.context, sort, &Sort::Bool);
        for (meant, tuple) in operators.iter().flat_map(|operator| tuples.iter().map(move |tuple| (operator, tuple))) {
            let operator: &&[u8] = if is_like_truth && *meant == b"bvnot" { &&b"not"[..] } else { meant };
            let texts: Vec<&[u8]> = std::iter::once(*operator).chain(tuple.iter().map(|term| &*term.text)).collect();
            let text = [b"(", &*texts.join(&b' '), b")"].concat();
            if text.len() < limit {
                found.insert((text.len(), text), Made::Application(meant, tuple.clone()));
            }
        }
    }
}

/// Returns the text of a read of an array.
fn read(array: &[u8], index: &[u8]) -> Vec<u8> {
    [b"(select ", array, b" ", index, b")"].concat()
}

/// Returns the first literal of a sort of indices that is no term of the script.
fn unused(context: &Context, index: &Sort) -> Option<Vec<u8>> {
    let mut literals = (0u32..16).filter_map(|value| match index {
        Sort::Int => Some(value.to_string().into_bytes()),
        Sort::BitVec(width) if *width > 3 || value < 1 << width => {
            Some(BitVector { value: value.into(), width: *width }.shortest())
        }
        _ => None,
    });
    let is_used = |text: &[u8]| context.script().every_node().any(|leaf| leaf.text() == text && context.is_term(leaf));
    literals.find(|text| !is_used(text))
}

/// Returns the literals of a sort that are worth a try.
pub(super) fn literals(context: &Context, sort: &Sort, command: usize) -> Vec<Vec<u8>> {
    match sort {
        Sort::BitVec(width) => BitVector::simplest(*width).iter().map(BitVector::shortest).collect(),
        Sort::Float(..) => Vec::new(),
        _ if sort.as_array().is_some() => Vec::new(),
        _ => context.constants(sort, command).into_iter().take(2).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn number_of_applications_does_not_grow_with_the_cube_of_the_symbols() {
        let made = |symbols: u32| {
            let symbols: String = (0..symbols).map(|i| format!("(declare-const a{i} Bool)")).collect();
            let script = parse((symbols + "(assert true)").as_bytes(), Gaps::Canonical).expect("input parses");
            let context = Context::new(script.clone());
            let node = script.commands().last().and_then(|command| command.child(1)).expect("a term");
            let pool = Pool::leaves(&context, &[node], b"");
            let mut found = Found::new();
            pool.apply(&[&Sort::Bool; 3], &Sort::Bool, 100, &mut found);
            found.len()
        };
        let (few, many) = (made(MAX_ARGUMENTS[2] as u32), made(4 * MAX_ARGUMENTS[2] as u32));
        assert!(few > 0);
        assert_eq!(few, many);
    }
}
