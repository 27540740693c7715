//! The mutator that replaces truth values by predicates on what is read of an array.

use super::super::Mutator;
use super::pool::{Pool, agree, can_stand, literals, spared};
use super::predicate::{TERM_TO_PREDICATE, predicates};
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::is_constant;
use crate::smtlib::name::{Token, token};
use crate::smtlib::{Context, Role, Sort};
use std::collections::BTreeSet;

/// Puts a predicate on a read of an array in the place of a truth value, where no rewriting
/// decides what is read: an array that was written, below the truth value, is read where a
/// symbol says, with one leaf of it a literal that it was not; and a symbol that is used
/// nowhere else gives way to a read of another array at a literal.
pub(super) static ARRAY_TO_PREDICATE: Mutator = Mutator {
    name: "array-to-predicate",
    summary: "substitute by a predicate on a read of an array",
    examples: r"
        (declare-sort U 0) (declare-const m (Array U Int)) (declare-const i U)
            |- (assert (< (select m i) (select (store m i 2) i) (select m i)))
            => (assert (= 0 (select (store m i 2) i))) | (assert (= 1 (select (store m i 2) i)))
             | (assert (= 0 (select (store m i 0) i))) | (assert (= 0 (select (store m i 1) i)))
             | (assert (= 1 (select (store m i 0) i))) | (assert (= 1 (select (store m i 1) i)))
        (declare-const m (Array Int Real)) (declare-const p Bool) |- (assert (f (not p) m))
            => (assert (f (< 0.0 (select m 0)) m)) | (assert (f (< 0.0 (select m 1)) m))
             | (assert (f (= 0.0 (select m 0)) m)) | (assert (f (= 0.0 (select m 1)) m))
             | (assert (f (= 1.0 (select m 0)) m)) | (assert (f (= 1.0 (select m 1)) m))
        (declare-const m (Array Int Int)) (assert (= 0 (select (store m 1 2) 3))) => none
    ",
    enumerates: true,
    filter: |context, node| TERM_TO_PREDICATE.filter(context, node),
    local: |context, node| {
        let terms = context.script().commands().flat_map(Node::subtree);
        let arrays = terms.filter(|term| context.role(*term) == Role::Term && can_stand(context, *term, node));
        let mut texts = BTreeSet::new();
        for array in arrays {
            let Some((index, element)) = context.sort(array).as_array().map(|(i, e)| (i.clone(), e.clone())) else {
                continue;
            };
            match (array.is_list(), node.holds(array)) {
                (true, true) => texts.extend(elsewhere(context, node, array, &index, &element)),
                (false, false) => texts.extend(instead(context, node, array, &index, &element)),
                _ => {}
            }
        }
        let mut seen = BTreeSet::new();
        let new = texts.into_iter().filter_map(move |(.., text)| seen.insert(text.clone()).then_some(text));
        Box::new(new.take(MOST).map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// How many predicates are tried for a truth value.
const MOST: usize = 64;

/// How many indices are tried for an array.
const INDICES: usize = 6;

/// What an array that was written holds where symbols say, or a read of another array, if that
/// gains a seventh.
fn elsewhere(
    context: &Context,
    node: Node<'_>,
    array: Node<'_>,
    index: &Sort,
    element: &Sort,
) -> Vec<(bool, usize, Vec<u8>)> {
    let most = 6 * node.text().len() / 7;
    let pool = Pool::leaves(context, &[node], b"");
    let is_symbol = |word: &[u8]| token(word) == Token::Symbol && !matches!(word, b"true" | b"false");
    // A symbol, or one operator on it alone.
    let is_open = |text: &Vec<u8>| {
        let words: Vec<&[u8]> = text.split(|byte| b" ()".contains(byte)).filter(|word| !word.is_empty()).collect();
        words.len() < 3 && words.last().is_some_and(|word| is_symbol(word))
    };
    let indices = pool.terms(index, most).into_iter().filter(is_open).take(INDICES);
    let indices: Vec<Vec<u8>> = indices.chain(read_as_index(context, node, index)).collect();
    let arrays = std::iter::once((false, array.text().to_vec()));
    let arrays = arrays.chain(changed(context, array).into_iter().map(|text| (true, text)));
    let mut texts = Vec::new();
    for (is_changed, array) in arrays {
        for index in &indices {
            for before in predicates(element).into_iter().take(2) {
                let text = [before.as_bytes(), b"(select ", &array, b" ", index, b"))"].concat();
                texts.extend((text.len() <= most).then_some((is_changed, text.len(), text)));
            }
        }
    }
    texts
}

/// What tells the sign of a read of an array that is a symbol, where a truth value can be an index.
fn read_as_index(context: &Context, node: Node<'_>, index: &Sort) -> Option<Vec<u8>> {
    let mut leaves = node.subtree().filter(|leaf| leaf.is_leaf() && context.role(*leaf) == Role::Term);
    let array = leaves.find(|leaf| context.sort(*leaf).as_array().is_some())?;
    let sort = context.sort(array);
    let (at, element) = sort.as_array().filter(|_| agree(context, index, &Sort::Bool))?;
    let at = literals(context, at, node.command()).into_iter().next()?;
    Some([signed(element)?.as_bytes(), b"(select ", array.text(), b" ", &at, b"))"].concat())
}

/// Not to be negative. A negated relation is another term to some solvers than its opposite.
fn signed(sort: &Sort) -> Option<String> {
    sort.width().and_then(|_| Some(predicates(sort).first()?.replacen('=', "bvsle", 1)))
}

/// The array with one other leaf: a literal.
fn changed(context: &Context, array: Node<'_>) -> Vec<Vec<u8>> {
    let leaves = array.subtree().filter(|leaf| context.role(*leaf) == Role::Term);
    let leaves = leaves.filter(|leaf| leaf.is_leaf() || is_constant(*leaf));
    let mut texts = Vec::new();
    for leaf in leaves {
        let sort = context.sort(leaf);
        for literal in literals(context, &sort, array.command()).into_iter().take(2) {
            let (start, end) = (leaf.range().start - array.range().start, leaf.range().end - array.range().start);
            let text = [&array.text()[..start], &literal, &array.text()[end..]].concat();
            texts.extend((text != array.text()).then_some(text));
        }
    }
    texts
}

/// What an array holds at a literal, instead of the last use of a symbol.
fn instead(
    context: &Context,
    node: Node<'_>,
    array: Node<'_>,
    index: &Sort,
    element: &Sort,
) -> Vec<(bool, usize, Vec<u8>)> {
    let spared = spared(context, node, array);
    let mut predicates = predicates(element);
    predicates.extend(signed(element));
    let mut texts = Vec::new();
    for index in literals(context, index, node.command()).into_iter().take(2).filter(|_| spared > 0) {
        for before in &predicates {
            let text = [before.as_bytes(), b"(select ", array.text(), b" ", &index, b"))"].concat();
            texts.extend((text.len() < node.text().len() + spared).then_some((false, text.len(), text)));
        }
    }
    texts
}
