//! Mutators that use, make or chain equalities and other relations.

use super::super::{Mutator, some};
use super::pool::can_stand;
use super::{has_few_nodes, is_truth};
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::is_constant;
use crate::smtlib::name::numeral;
use crate::smtlib::{Context, Sort};
use std::cmp::Reverse;

/// Drops an equality from the arguments of a Boolean term and puts one of its sides in the place of the other in
/// the remaining arguments: an equality is often no more than a name. The new side may contain the replaced one.
pub(super) static USE_EQUALITY: Mutator = Mutator {
    name: "use-equality",
    summary: "use an equality in what stands beside it",
    examples: r"
        (declare-const m (Array Int Int)) |- (assert (= (= m (store m 0 1)) (= 0 (select m 2))))
            => (assert (= 0 (select (store m 0 1) 2)))
        (assert (and (= a b) p (or (f a a) (let ((c p)) a))))
            => (assert (and p (or (f b b) (let ((c p)) b))))
        (assert (and (= a 1) p)) (assert (or (= a b c) a)) => none
    ",
    filter: |context, node| has_few_nodes(context) && node.arity() > 2 && is_truth(context, node),
    local: |context, node| {
        let equalities = node.children().skip(1).filter(|side| side.has_head("=") && side.arity() == 3);
        let sides = equalities.filter_map(|equality| Some((equality, equality.child(1)?, equality.child(2)?)));
        let both = sides.flat_map(|(equality, left, right)| [(equality, left, right), (equality, right, left)]);
        let named = both.filter(|(_, symbol, _)| symbol.is_leaf() && !is_constant(*symbol));
        some(named.filter_map(move |(equality, symbol, value)| {
            let others = node.children().skip(1).filter(|other| other.index() != equality.index());
            let is_use = |leaf: &Node<'_>| leaf.text() == symbol.text() && context.is_term(*leaf);
            let uses: Vec<Node<'_>> = others.clone().flat_map(Node::subtree).filter(is_use).collect();
            let is_same = |leaf: &Node<'_>| {
                let means = |term, at| can_stand(context, term, at);
                means(*leaf, symbol) && means(symbol, *leaf) && means(value, *leaf)
            };
            let left = match others.collect::<Vec<_>>()[..] {
                _ if uses.is_empty() || !uses.iter().all(is_same) => return None,
                [other] => Edit::hoist(node, other),
                _ => Edit::delete(equality),
            };
            Edit::all([left].into_iter().chain(uses.iter().map(|leaf| Edit::replace(*leaf, value.text()))))
        }))
    },
    ..Mutator::DEFAULT
};

/// Replaces a Boolean term by a relation between two of its subterms: the failure often needs both subterms, but not
/// the predicates around them. If the term has more than two arguments, the others stay. Two Boolean subterms, one of
/// which is part of another term, are joined by a connective. The two sides of a denied equality differ in the new
/// relation, too.
///
/// Terms without arguments are left to [`SHORTER_TERM`](super::SHORTER_TERM).
pub(super) static RELATE_TERMS: Mutator = Mutator {
    name: "relate-terms",
    summary: "substitute by a relation between two terms in it",
    examples: r"
        (declare-fun f (Int) Int) |- (assert (and (= 0 (f 1)) (not (> 2 (f (f 3))))))
            => (assert (= (f 1) (f (f 3)))) | (assert (< (f 1) (f (f 3)))) | (assert (> (f 1) (f (f 3))))
             | (assert (= (f 1) (f 3))) | (assert (< (f 1) (f 3))) | (assert (> (f 1) (f 3)))
        (declare-fun f (Int) Int) (declare-const p Bool) |- (assert (and (= 0 (f 1)) p (= 0 (f 2))))
            => (assert (and (= (f 1) (f 2)) p)) | (assert (and (< (f 1) (f 2)) p)) | (assert (and (> (f 1) (f 2)) p))
        (declare-fun f (Int) Bool) |- (assert (= 0 (ite (f 1) 0 (ite (f 2) 1 0))))
            => (assert (or (f 1) (f 2))) | (assert (or (f 2) (f 1))) | (assert (and (f 1) (f 2)))
             | (assert (= (f 1) (f 2)))
        (declare-fun f (Int) Int) |- (assert (not (= (f 1) (f 2))))
            => (assert (< (f 1) (f 2))) | (assert (> (f 1) (f 2)))
        (declare-fun f (Int) Bool) |- (assert (not (= (f 1) (f 2)))) => (assert (xor (f 1) (f 2)))
        (declare-fun f (Int) Bool) (assert (or (f 1) (not (f 2)))) => none
    ",
    filter: |context, node| {
        has_few_nodes(context) && (2..=MAX_CHILDREN).contains(&node.arity()) && is_truth(context, node)
    },
    local: |context, node| {
        let is_truth = |term: &Node<'_>| context.sort(*term) == Sort::Bool;
        let arguments: Vec<Node<'_>> = node.children().skip(1).collect();
        let are_truths = arguments.iter().all(is_truth);
        let argument = |term: Node<'_>| arguments.iter().position(|argument| argument.holds(term));
        let is_denied = |term: Node<'_>| {
            node.has_head("not")
                && context.parent(term).is_some_and(|equality| equality.place() == arguments[0].place())
        };
        let terms = below(context, node);
        let mut pairs = Vec::new();
        for (i, one) in terms.iter().enumerate() {
            for other in terms[i + 1..].iter().filter(|other| !one.holds(**other)) {
                let sort = context.sort(*one);
                let is_apart = argument(*one) != argument(*other);
                let is_wanted = match sort {
                    _ if is_denied(*one) => is_denied(*other) && (sort == Sort::Bool || sort.is_arithmetic()),
                    Sort::Bool => is_part(context, node, *one) || is_part(context, node, *other),
                    _ if arguments.len() > 2 => are_truths && is_apart,
                    _ => (is_apart || !are_truths) && !arguments.iter().any(|argument| argument.index() == one.index()),
                };
                if sort.is_known() && sort == context.sort(*other) && is_wanted && one.text() != other.text() {
                    pairs.push((*one, *other, sort, is_denied(*one)));
                }
            }
        }
        pairs.sort_by_key(|(one, other, ..)| Reverse(one.text().len() + other.text().len()));
        pairs.truncate(MAX_PAIRS);
        let edit = move |one: Node<'_>, other: Node<'_>, relation: &str, sort: &Sort| {
            let text = [b"(", relation.as_bytes(), b" ", one.text(), b" ", other.text(), b")"].concat();
            if arguments.len() <= 2 || *sort == Sort::Bool {
                return (text.len() < node.text().len()).then(|| Edit::replace(node, &text));
            }
            let argument = |term: Node<'_>| arguments.iter().find(|argument| argument.holds(term));
            Edit::replace(*argument(one)?, &text).and(&Edit::delete(*argument(other)?))
        };
        some(pairs.into_iter().flat_map(move |(one, other, sort, is_denied)| {
            let rows = match &sort {
                Sort::Bool if is_denied => vec![("xor", one, other)],
                _ if is_denied => vec![("<", one, other), (">", one, other)],
                Sort::Bool => vec![("or", one, other), ("or", other, one), ("and", one, other), ("=", one, other)],
                _ if sort.is_arithmetic() => vec![("=", one, other), ("<", one, other), (">", one, other)],
                _ => vec![("=", one, other)],
            };
            let edits = rows.into_iter().filter_map(|(relation, one, other)| edit(one, other, relation, &sort));
            edits.collect::<Vec<Edit>>()
        }))
    },
    ..Mutator::DEFAULT
};

/// Number of pairs of terms that are tried.
const MAX_PAIRS: usize = 4;

/// Largest number of children of a Boolean term that is looked at.
const MAX_CHILDREN: usize = 6;

/// Returns the terms with arguments below another term that mean the same in its place.
fn below<'a>(context: &Context, term: Node<'a>) -> Vec<Node<'a>> {
    let lists = term.subtree().skip(1).filter(|inner| inner.is_list());
    lists.filter(|inner| context.is_term(*inner) && can_stand(context, *inner, term)).collect()
}

/// Whether there is a term that is no Boolean term between a term and the Boolean term that holds it.
fn is_part(context: &Context, truth: Node<'_>, term: Node<'_>) -> bool {
    let above = std::iter::successors(context.parent(term), |above| context.parent(*above));
    let mut between = above.take_while(|above| above.index() != truth.index());
    between.any(|above| context.is_term(above) && context.sort(above) != Sort::Bool)
}

/// Joins two conjuncts that are equalities or comparisons into one. If they share a side, both keep their
/// orders; otherwise all sides of one come before those of the other.
pub(super) static CHAIN_RELATIONS: Mutator = Mutator {
    name: "chain-relations",
    summary: "chain relations",
    examples: r"
        (assert (and (= a (f b)) (= c a))) => (assert (= c a (f b)))
        (assert (and (= a b) p (= b c))) => (assert (and (= a b c) p))
        (assert (and (= a (f b)) (= a c))) => (assert (= (f b) a c)) | (assert (= a (f b) c))
        (assert (and (> x 0) p (< x 9))) => (assert (and (< 0 x 9) p))
        (assert (and (<= x y 5) (< 0 x))) => (assert (<= 0 x y 5)) | (assert (< 0 x y 5))
        (assert (and (= 0 a) (< 1 a))) => (assert (= 0 a 1)) | (assert (= 1 a 0)) | (assert (< 1 a 0))
        (assert (and (< 1 x 5) (< (f x) x))) => (assert (< 1 (f x) x 5)) | (assert (< (f x) 1 x 5))
        (declare-const y Int) |- (assert (and (> y 0) (<= y 1))) => (assert (< 0 y 2))
        (declare-const x Int) (declare-const y Int) |- (assert (and (> x 0) (< y 1 2)))
            => (assert (< 0 x y 1 2)) | (assert (< y 1 2 x))
        (declare-const x Int) |- (assert (= (< x 1) (> x 0))) => (assert (< 0 x 1))
        (declare-const x Int) |- (assert (and (<= x 18446744073709551615) (< 0 x)))
            => (assert (<= 0 x 18446744073709551615)) | (assert (< 0 x 18446744073709551615))
        (declare-const x Int) (declare-const +5 Int) |- (assert (and (<= +5 x) (< x 9)))
            => (assert (<= +5 x 9)) | (assert (< +5 x 9))
        (declare-const x Int) (declare-const p Bool) (assert (and (= x 0) (= p true))) => none
        (assert (and (= a b) (> c d) (p a))) => none
    ",
    filter: |context, node| {
        let is_pair = || node.arity() == 3 && node.head().is_some_and(|head| BINARY.contains(&head));
        has_few_nodes(context) && (node.has_head("and") || is_pair())
    },
    local: |context, node| {
        let conjuncts: Vec<Node<'_>> = node.children().skip(1).collect();
        let later = |i: usize| (i + 1..conjuncts.len()).map(move |second| (i, second));
        let pairs: Vec<(usize, usize)> = (0..conjuncts.len()).flat_map(later).collect();
        some(pairs.into_iter().flat_map(move |(i, second)| {
            let (first, second) = (conjuncts[i], conjuncts[second]);
            chains(context, first, second).into_iter().filter_map(move |chain| match node.arity() {
                3 => Some(Edit::replace(node, &chain)),
                _ => Edit::replace(first, &chain).and(&Edit::delete(second)),
            })
        }))
    },
    ..Mutator::DEFAULT
};

/// Operators whose two relations are chained as if they were conjuncts, as a guess.
const BINARY: [&[u8]; 5] = [b"=", b"or", b"=>", b"xor", b"distinct"];

/// Relations that chain, each with its reverse.
const RELATIONS: [[&str; 2]; 6] =
    [["=", "="], ["<", ">"], ["<=", ">="], ["distinct", "distinct"], ["fp.lt", "fp.gt"], ["fp.leq", "fp.geq"]];

/// A relation and its sides from the smallest to the largest.
#[derive(Clone)]
struct Relation {
    head: &'static str,
    sides: Vec<Vec<u8>>,
    sort: Sort,
}

impl Relation {
    fn of(context: &Context, term: Node<'_>) -> Option<Relation> {
        let (name, sides) = term.app()?;
        let [head, reverse] = RELATIONS.into_iter().find(|names| names.iter().any(|known| known.as_bytes() == name))?;
        let sort = context.sort(*sides.first()?);
        let mut sides: Vec<Vec<u8>> = sides.iter().map(|side| side.text().to_vec()).collect();
        if head != reverse && name == reverse.as_bytes() {
            sides.reverse();
        }
        Some(Relation { head, sides, sort })
    }

    /// Returns a relation `<=` of integers as `<`, where one of its two sides is a numeral.
    fn strict(self) -> Relation {
        let [low, high] = &self.sides[..] else { return self };
        if self.head != "<=" || self.sort != Sort::Int {
            return self;
        }
        let text = |number: u64| number.to_string().into_bytes();
        let below = numeral::<u64>(low).and_then(|low| low.checked_sub(1)).map(text);
        let above = numeral::<u64>(high).and_then(|high| high.checked_add(1)).map(text);
        let sides = match (below, above) {
            (Some(below), None) => vec![below, high.clone()],
            (None, Some(above)) => vec![low.clone(), above],
            _ => return self,
        };
        Relation { head: "<", sides, ..self }
    }

    /// Returns the sides; those of an equality with the shared side at an end. What equals the last side of an
    /// order may stand behind that side.
    fn oriented(&self, shared: &Vec<u8>, is_last: bool) -> Vec<Vec<u8>> {
        if !is_symmetric(self.head) {
            return self.sides.clone();
        }
        let others: Vec<Vec<u8>> = self.sides.iter().filter(|side| *side != shared).cloned().collect();
        let shared = std::slice::from_ref(shared);
        if is_last { [shared, &*others].concat() } else { [&*others, shared].concat() }
    }
}

/// Returns relations with all sides of two relations that may say the same as both.
fn chains(context: &Context, first: Node<'_>, second: Node<'_>) -> Vec<Vec<u8>> {
    let (Some(one), Some(other)) = (Relation::of(context, first), Relation::of(context, second)) else {
        return Vec::new();
    };
    let (one, other) = match (one.head, other.head) {
        ("<", _) => (one, other.strict()),
        (_, "<") => (one.strict(), other),
        _ => (one, other),
    };
    let mut heads = vec![one.head, other.head];
    heads.dedup();
    let mut orders = match one.sides.iter().find(|side| other.sides.contains(side)).cloned() {
        Some(shared) => {
            let one = one.oriented(&shared, other.sides.last() == Some(&shared));
            let other = other.oriented(&shared, one.last() == Some(&shared));
            vec![merged(&one, &other, &shared), merged(&other, &one, &shared)]
        }
        None if heads.len() == 1 && one.sort.is_known() && one.sort == other.sort => {
            vec![behind(&one.sides, &other.sides), behind(&other.sides, &one.sides)]
        }
        None => return Vec::new(),
    };
    let is_equality = heads.iter().all(|head| is_symmetric(head));
    orders.truncate(if is_equality { 1 } else { 2 });
    if is_equality && one.sides[0] == other.sides[0] {
        // To some solvers the order of an equality matters, too.
        orders.push([&one.sides[..], &other.sides[1..]].concat());
    }
    orders.dedup();
    let text = |head: &str, sides: &[Vec<u8>]| [b"(", head.as_bytes(), b" ", &sides.join(&b' '), b")"].concat();
    let mut texts: Vec<Vec<u8>> = orders.iter().flat_map(|sides| heads.iter().map(|head| text(head, sides))).collect();
    if heads.len() > 1 && is_symmetric(one.head) {
        // To some solvers the order of an equality matters, too.
        let others = other.sides.iter().filter(|side| !one.sides.contains(side));
        texts.insert(0, text(one.head, &one.sides.iter().chain(others).cloned().collect::<Vec<_>>()));
    }
    texts
}

/// Returns the sides of both relations before a side that they share, that side, and their sides behind it.
fn merged(one: &[Vec<u8>], other: &[Vec<u8>], shared: &Vec<u8>) -> Vec<Vec<u8>> {
    let split = |sides: &[Vec<u8>]| {
        let at = sides.iter().position(|side| side == shared).unwrap_or_default();
        (sides[..at].to_vec(), sides[at + 1..].to_vec())
    };
    let ((before, after), (other_before, other_after)) = (split(one), split(other));
    let mut sides = [before, other_before, vec![shared.clone()], after].concat();
    for side in other_after {
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    sides
}

/// Returns the sides of one and then those of the other. If two numerals meet, only the larger one stays.
fn behind(low: &[Vec<u8>], high: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let (Some(end), Some(start)) = (low.last(), high.first()) else { return Vec::new() };
    match (numeral::<u64>(end), numeral::<u64>(start)) {
        (Some(end), Some(start)) if end < start => [&low[..low.len() - 1], high].concat(),
        (Some(_), Some(_)) => [low, &high[1..]].concat(),
        _ => [low, high].concat(),
    }
}

fn is_symmetric(head: &str) -> bool {
    matches!(head, "=" | "distinct")
}
