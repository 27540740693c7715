//! Mutators that replace a Boolean term by a predicate on a term.

use super::super::{Mutator, all_from, some};
use super::pool::{Pool, agree, can_stand, keeps_most, literals, spared};
use super::{has_few_nodes, is_truth};
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::{BitVector, is_constant};
use crate::smtlib::name::{Token, token};
use crate::smtlib::{Context, Sort};
use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Deref;

/// Puts a division of zero by zero, whose value is left open, in the place of a division and of the only variable of a
/// quantifier; and in the place of a Boolean term with two arguments of which one is a division, whatever its symbol,
/// an equality or an inequality of such a value.
pub(super) static DIVISION_BY_ZERO: Mutator = Mutator {
    name: "division-by-zero",
    summary: "divide zero by zero",
    examples: r"
        (declare-const x Int) |- (assert (< (* x x) (- (div x 2) 3)))
            => (assert (< (* x x) (- (mod 0 0) 3))) | (assert (< (* x x) (- (/ 0 0) 3)))
        (assert (forall ((a Int)) (= a 0))) => (assert (= (/ 0 0) 0))
        (declare-const b Real) (assert (= b (/ b b)))
            => (declare-const b Real) (assert (= 0 (mod 0 0))) | (declare-const b Real) (assert (< (/ 0 0) 0))
             | (declare-const b Real) (assert (= b (/ 0 0)))
        (declare-const x Int) (assert (exists ((a Bool)) (< 9 (* x x)))) => none
    ",
    filter: |context, node| has_few_nodes(context) && context.is_term(node),
    local: |context, node| {
        let (head, length) = (node.child(0)?, node.text().len());
        let (texts, limit): (&[&str], usize) = if division(node).is_some() {
            (&DIVISIONS, length + 1)
        } else if relates_division(node) && context.sort(node) == Sort::Bool {
            // The symbols of the arguments may go, too.
            (&RELATIONS, length + spared(context, node, head))
        } else {
            (&[], 0)
        };
        let by_zero = texts.iter().filter(move |text| text.len() < limit && text.as_bytes() != node.text());
        let by_zero = by_zero.map(move |text| Edit::replace(node, text.as_bytes()));
        some(instance(context, node).into_iter().chain(by_zero))
    },
    ..Mutator::DEFAULT
};

/// Divisions of zero by zero: of integers and of real numbers.
const DIVISIONS: [&str; 2] = ["(mod 0 0)", "(/ 0 0)"];

/// A relation of each of them to zero, one an equality and one an inequality.
const RELATIONS: [&str; 2] = ["(= 0 (mod 0 0))", "(< (/ 0 0) 0)"];

/// Returns the operator of a division.
fn division(term: Node<'_>) -> Option<&[u8]> {
    term.head().filter(|head| matches!(*head, b"/" | b"div" | b"mod") && term.arity() == 3)
}

/// Whether a term has two arguments, of which one at least is a division.
fn relates_division(term: Node<'_>) -> bool {
    term.arity() == 3 && term.children().skip(1).any(|argument| division(argument).is_some())
}

/// Returns the edit that puts a division by zero for the number that a quantifier binds.
fn instance(context: &Context, quantifier: Node<'_>) -> Option<Edit> {
    let is_quantifier = quantifier.has_head("forall") || quantifier.has_head("exists");
    let (binders, body) = (quantifier.child(1)?, quantifier.child(2).filter(|_| is_quantifier)?);
    let binder = binders.child(0).filter(|_| binders.arity() == 1)?;
    let is_number = binder.child(1).is_some_and(|sort| sort.is("Int") || sort.is("Real"));
    let uses = context.uses(binder.child(0).filter(|_| is_number)?);
    let is_inside = !uses.is_empty() && uses.iter().all(|leaf| body.holds(*leaf));
    let uses = uses.into_iter().map(|leaf| (leaf, &b"(/ 0 0)"[..]));
    let text = body.text_with(uses);
    (is_inside && text.len() < quantifier.text().len()).then(|| Edit::replace(quantifier, &text))
}

/// Takes all integer divisions for real ones, whose operator is shorter, in a logic with real numbers.
pub(super) static REAL_DIVISION: Mutator = Mutator {
    name: "real-division",
    summary: "divide real numbers instead of integers",
    examples: r"
        (set-logic QF_NIA) (assert (= (div (mod 0 0) 0) 1)) => (set-logic QF_NRA) (assert (= (/ (/ 0 0) 0) 1))
        (set-logic QF_NIRA) (assert (= (/ 0 0) 1)) => none
    ",
    filter: |context, node| context.is_term(node) && divides_integers(node),
    global: |context, node| {
        let divisions = all_from(context, node, |term| context.is_term(*term) && divides_integers(*term))?;
        let logics = context.script().commands().filter(|command| command.has_head("set-logic"));
        let real = logics.filter_map(|command| {
            let name = command.child(1)?;
            Some(Edit::replace(name, &[name.leaf()?.strip_suffix(b"IA")?, b"RA"].concat()))
        });
        let heads = divisions.iter().filter_map(|term| term.child(0)).map(|head| Edit::replace(head, b"/"));
        some(Edit::all(heads.chain(real)))
    },
    ..Mutator::DEFAULT
};

fn divides_integers(term: Node<'_>) -> bool {
    division(term).is_some_and(|operator| operator != b"/")
}

/// Replaces a Boolean term by the shortest predicates on a term in it: what the failure needs is often that term
/// alone, if it holds most of what is nested in the Boolean term. A single bit is taken for a Boolean term, too,
/// as by [`BIT_AS_BOOL`](super::BIT_AS_BOOL); an extracted bit may also become a `bvcomp`. Of constants only
/// floating-point numbers that are made of bits are worth a predicate.
pub(super) static TERM_TO_PREDICATE: Mutator = Mutator {
    name: "term-to-predicate",
    summary: "substitute by a predicate on a term in it",
    examples: r#"
        (declare-const x (_ BitVec 2)) |- (assert (= #b1 ((_ extract 1 1) x)))
            => (assert (= #b00 x)) | (assert (= #b01 x)) | (assert (= #b11 x)) | (assert (bvult #b00 x))
             | (assert (= #b1 (= #b00 x))) | (assert (= #b1 (= #b01 x))) | (assert (= #b1 (= #b11 x)))
             | (assert (= #b1 (bvult #b00 x))) | (assert (= #b1 (bvcomp #b00 x))) | (assert (= #b1 (bvcomp #b01 x)))
             | (assert (= #b1 (bvcomp #b11 x)))
        (declare-const x Float16) |- (assert (fp.eq x (fp.neg x))) => (assert (fp.isNaN x)) | (assert (fp.isZero x))
        (declare-fun f ((_ FloatingPoint 2 2)) Bool) |- (assert (f (fp #b0 #b00 #b0)))
            => (assert (fp.isNaN (fp #b0 #b00 #b0))) | (assert (fp.isZero (fp #b0 #b00 #b0)))
        (declare-const s String) (assert (= "" s)) => none
        (declare-const s String) |- (assert (= "ab" (str.++ s (str.++ s (str.++ s (str.++ s (str.++ s s)))))))
            => (assert (= "" (str.++ s s))) | (assert (= "" (str.++ s (str.++ s s))))
             | (assert (= "" (str.++ s (str.++ s (str.++ s s)))))
             | (assert (= "" (str.++ s (str.++ s (str.++ s (str.++ s s))))))
             | (assert (= "" (str.++ s (str.++ s (str.++ s (str.++ s (str.++ s s)))))))
    "#,
    enumerates: true,
    filter: |context, node| {
        let is_truth = || matches!(context.sort(node), Sort::Bool | Sort::BitVec(1));
        has_few_nodes(context) && node.is_list() && context.is_term(node) && is_truth()
    },
    local: |context, node| {
        let below = node.subtree().skip(1).filter(|term| context.is_term(*term));
        let is_extract = node.child(0).is_some_and(|operator| operator.has_head("_"));
        let is_extract = is_extract && !agree(context, &context.sort(node), &Sort::Bool);
        let mut texts = BTreeSet::new();
        let says_more = |term: &Node<'_>| !is_constant(*term) || term.has_head("fp");
        for term in below.filter(|term| says_more(term) && can_stand(context, *term, node)) {
            let limit = node.text().len() + spared(context, node, term);
            let mut predicates = predicates(&context.sort(term));
            if is_extract {
                let equal = predicates.iter().filter(|before| before.starts_with("(= #"));
                let compared: Vec<String> = equal.map(|before| before.replacen('=', "bvcomp", 1)).collect();
                predicates.extend(compared);
            }
            for (i, before) in predicates.into_iter().enumerate() {
                let text = [before.as_bytes(), term.text(), b")"].concat();
                if text.len() < limit && keeps_most(node, &text, 4) {
                    texts.insert((term.text().len(), term.index(), i, text));
                }
            }
        }
        let mut seen = BTreeSet::new();
        let new = texts.into_iter().filter_map(move |(.., text)| seen.insert(text.clone()).then_some(text));
        some(new.map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// Returns the predicates that are tried on a term, each as the text before the term.
pub(super) fn predicates(sort: &Sort) -> Vec<String> {
    match sort {
        Sort::BitVec(width) => {
            let literal = |bits: &BitVector| String::from_utf8_lossy(&bits.shortest()).into_owned();
            let literals: Vec<String> = BitVector::simplest(*width).iter().map(literal).collect();
            let mut rows: Vec<String> = literals.iter().map(|literal| format!("(= {literal} ")).collect();
            rows.dedup();
            rows.push(format!("(bvult {} ", literals[0]));
            rows
        }
        Sort::Int => vec!["(= 0 ".into(), "(= 1 ".into(), "(< 0 ".into()],
        Sort::Real => vec!["(= 0.0 ".into(), "(= 1.0 ".into(), "(< 0.0 ".into()],
        Sort::Float(..) => vec!["(fp.isNaN ".into(), "(fp.isZero ".into()],
        Sort::String => vec!["(= \"\" ".into()],
        Sort::RegLan => vec!["(str.in_re \"\" ".into()],
        _ => Vec::new(),
    }
}

/// Replaces a Boolean term by one in it together with an equality of a symbol that no rewriting decides, joined
/// by `xor` or `=`; or by a predicate on an array of Boolean indices that is read at the inner Boolean term.
///
/// A symbol that is itself a Boolean term is left to [`SHORTER_TERM`](super::SHORTER_TERM).
pub(super) static TRUTH_BESIDE_SYMBOL: Mutator = Mutator {
    name: "truth-beside-symbol",
    summary: "substitute by a Boolean term in it and an equality of a symbol",
    examples: r"
        (declare-const a Int) |- (assert (= 0 (- a (ite (< (* a a) (+ a a)) 1 a))))
            => (assert (= (< (* a a) (+ a a)) (= a 0))) | (assert (= (< (* a a) (+ a a)) (= a 1)))
             | (assert (xor (< (* a a) (+ a a)) (= a 0))) | (assert (xor (< (* a a) (+ a a)) (= a 1)))
        (declare-const m (Array Bool Int)) |- (assert (and (= m (store m true 2)) (= (select m true) 3)))
            => (assert (= 0 (select m (= m (store m true 2))))) | (assert (= 1 (select m (= m (store m true 2)))))
             | (assert (= 0 (select m (= (select m true) 3)))) | (assert (= 1 (select m (= (select m true) 3))))
        (declare-const a Int) (assert (not (< a 1))) => none
    ",
    enumerates: true,
    filter: |context, node| has_few_nodes(context) && node.is_list() && is_truth(context, node),
    local: |context, node| {
        let truths = node.subtree().skip(1).filter(|term| term.is_list() && is_truth(context, *term));
        let truths = truths.filter(|truth| can_stand(context, *truth, node));
        let symbols = symbols(context, node);
        let mut texts = BTreeSet::new();
        for truth in truths {
            let said = said(context, node, &symbols, truth.text());
            let said = said.into_iter().filter(|text| text.len() < node.text().len() && keeps_most(node, text, 3));
            texts.extend(said.map(|text| (Reverse(truth.text().len()), text.len(), text)));
        }
        some(texts.into_iter().take(MAX_BESIDE).map(move |(.., text)| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// Number of terms that are tried for a Boolean term.
const MAX_BESIDE: usize = 12;

/// Returns the symbols in a term that mean the same in its place, each once.
fn symbols<'a>(context: &Context, node: Node<'a>) -> Vec<Node<'a>> {
    let leaves = node.subtree().filter(|leaf| leaf.is_leaf() && context.is_term(*leaf) && !is_constant(*leaf));
    let symbols = leaves.filter(|leaf| context.sort(*leaf).is_known() && can_stand(context, *leaf, node));
    let mut seen = BTreeSet::new();
    symbols.filter(|leaf| seen.insert(leaf.text())).collect()
}

/// Returns the terms that join `truth` with an equality of a symbol, or read an array at `truth`.
fn said(context: &Context, node: Node<'_>, symbols: &[Node<'_>], truth: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    for (i, symbol) in symbols.iter().enumerate() {
        let sort = context.sort(*symbol);
        if let Some((_, element)) = sort.as_array().filter(|(index, _)| agree(context, index, &Sort::Bool)) {
            let read = |before: String| [before.as_bytes(), b"(select ", symbol.text(), b" ", truth, b"))"].concat();
            texts.extend(predicates(element).into_iter().take(2).map(read));
        }
        let mut others: Vec<Vec<u8>> = literals(context, &sort, node.command());
        others.truncate(2);
        let same = symbols[..i].iter().filter(|other| context.sort(**other) == sort);
        others.extend(same.map(|other| other.text().to_vec()));
        for other in others.iter().filter(|_| sort != Sort::Bool) {
            for operator in ["xor", "="] {
                let atom = [b"(= ", symbol.text(), b" ", other, b")"].concat();
                texts.push([b"(", operator.as_bytes(), b" ", truth, b" ", &atom, b")"].concat());
            }
        }
    }
    texts
}

/// Replaces a Boolean term by a predicate on a read of an array, where no rewriting decides what is read. An array
/// that is written, in the Boolean term, is read at an index that a symbol determines, as it is or with one leaf
/// changed to a literal. A Boolean term that holds the last use of a symbol gives way to a read of another array at
/// a literal.
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
        let terms = context.script().every_node();
        let arrays = terms.filter(|term| context.is_term(*term) && can_stand(context, *term, node));
        let mut texts = BTreeSet::new();
        let pool = LazyCell::new(|| Pool::leaves(context, &[node], b""));
        for array in arrays {
            match (array.is_list(), node.holds(array)) {
                (true, true) => texts.extend(elsewhere(context, node, array, &pool)),
                (false, false) => texts.extend(instead(context, node, array)),
                _ => {}
            }
        }
        let mut seen = BTreeSet::new();
        let new = texts.into_iter().filter_map(move |(.., text)| seen.insert(text.clone()).then_some(text));
        some(new.take(MAX_PREDICATES).map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// Texts behind what ranks them: whether they change the array, and their length.
type Ranked = Vec<(bool, usize, Vec<u8>)>;

/// Number of predicates that are tried for a Boolean term.
const MAX_PREDICATES: usize = 64;

/// Number of indices that are tried for an array.
const MAX_INDICES: usize = 6;

/// Returns predicates on reads of a written array, at indices that symbols determine or that compare a read of
/// another array, if they gain a seventh of the Boolean term.
fn elsewhere<'a>(
    context: &'a Context,
    node: Node<'_>,
    array: Node<'_>,
    pool: &impl Deref<Target = Pool<'a>>,
) -> Ranked {
    let sort = context.sort(array);
    let Some((index, element)) = sort.as_array() else { return Vec::new() };
    let most = 6 * node.text().len() / 7;
    let is_symbol = |word: &[u8]| token(word) == Token::Symbol && !matches!(word, b"true" | b"false");
    // A symbol, or one operator on it alone.
    let is_open = |text: &Vec<u8>| {
        let words: Vec<&[u8]> = text.split(|byte| b" ()".contains(byte)).filter(|word| !word.is_empty()).collect();
        words.len() < 3 && words.last().is_some_and(|word| is_symbol(word))
    };
    let indices = pool.terms(index, most).into_iter().filter(is_open).take(MAX_INDICES);
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

/// Returns the test that a read of an array, a symbol, is not negative; as an index, where an index can be a
/// Boolean term.
fn read_as_index(context: &Context, node: Node<'_>, index: &Sort) -> Option<Vec<u8>> {
    let mut leaves = node.subtree().filter(|leaf| leaf.is_leaf() && context.is_term(*leaf));
    let array = leaves.find(|leaf| context.sort(*leaf).as_array().is_some())?;
    let sort = context.sort(array);
    let (at, element) = sort.as_array().filter(|_| agree(context, index, &Sort::Bool))?;
    let at = literals(context, at, node.command()).into_iter().next()?;
    Some([signed(element)?.as_bytes(), b"(select ", array.text(), b" ", &at, b"))"].concat())
}

/// Returns the predicate of bit-vectors not to be negative. To some solvers a negated relation is another term
/// than the opposite relation.
fn signed(sort: &Sort) -> Option<String> {
    sort.width().and_then(|_| Some(predicates(sort).first()?.replacen('=', "bvsle", 1)))
}

/// Returns the texts of the array with one leaf replaced by a literal.
fn changed(context: &Context, array: Node<'_>) -> Vec<Vec<u8>> {
    let leaves = array.subtree().filter(|leaf| context.is_term(*leaf) && (leaf.is_leaf() || is_constant(*leaf)));
    let texts = leaves.flat_map(|leaf| {
        let literals = literals(context, &context.sort(leaf), array.command()).into_iter().take(2);
        literals.map(move |literal| array.text_with([(leaf, &*literal)]))
    });
    texts.filter(|text| text != array.text()).collect()
}

/// Returns predicates on reads of `array` at a literal, where the last use of a symbol goes with `node`.
fn instead(context: &Context, node: Node<'_>, array: Node<'_>) -> Ranked {
    let sort = context.sort(array);
    let Some((index, element)) = sort.as_array() else { return Vec::new() };
    let spared = spared(context, node, array);
    let mut predicates = predicates(element);
    predicates.extend(signed(element));
    let indices = literals(context, index, node.command()).into_iter().take(2).filter(|_| spared > 0);
    let texts = indices.flat_map(|index| {
        let read = |before: &String| [before.as_bytes(), b"(select ", array.text(), b" ", &index, b"))"].concat();
        predicates.iter().map(read).collect::<Vec<_>>()
    });
    let shorter = texts.filter(|text| text.len() < node.text().len() + spared);
    shorter.map(|text| (false, text.len(), text)).collect()
}
