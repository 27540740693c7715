//! Reads written sorts.

use super::{SymbolKind, Symbols};
use crate::sexpr::Node;
use crate::smtlib::Sort;
use crate::smtlib::name::{is_among, name, numeral};
use std::ops::RangeInclusive;

/// Sort constructors of the theories and extensions, several names to a row, with the numbers of arguments they take.
const THEORY: &[(&str, RangeInclusive<usize>)] = &[
    ("Array", 2..=2),
    ("Seq Set Bag Nullable", 1..=1),
    ("UnitTuple Unicode", 0..=0),
    ("->", 2..=usize::MAX),
    ("Tuple Relation Table", 0..=usize::MAX),
];

/// A sort node that was read, and what is wrong with it.
pub struct Parsed<'a> {
    /// The sort, with abbreviations expanded.
    pub sort: Sort,
    /// Names that no command declares.
    pub undeclared: Vec<&'a [u8]>,
    /// Names of declared sorts, with the fingerprints of their declarations.
    pub uses: Vec<(&'a [u8], u64)>,
    /// Whether it is certainly malformed.
    pub malformed: bool,
}

/// The symbols, the number of the command, and names that stand for sorts.
type Scope<'s> = (&'s Symbols, usize, &'s [&'s [u8]]);

/// Reads a sort in command number `command`; `parameters` are names that stand for sorts.
pub fn parse_sort<'a>(node: Node<'a>, symbols: &Symbols, command: usize, parameters: &[&[u8]]) -> Parsed<'a> {
    let mut parsed = Parsed { sort: Sort::Unknown, undeclared: Vec::new(), uses: Vec::new(), malformed: false };
    let scope = (symbols, command, parameters);
    // Open lists: head, end, and the number of sorts before its arguments.
    let mut open: Vec<(&[u8], usize, usize)> = Vec::new();
    let mut done: Vec<Sort> = Vec::new();
    let (mut index, end) = (node.index(), node.index() + node.size());
    loop {
        while let Some(&(head, list_end, before)) = open.last()
            && list_end == index
        {
            open.pop();
            let arguments = done.split_off(before);
            done.push(parsed.apply(head, arguments, scope));
        }
        if index == end {
            break;
        }
        let at = node.tape().node(node.command(), index);
        if let Some(leaf) = at.leaf() {
            done.push(parsed.apply(leaf, Vec::new(), scope));
            index += 1;
        } else if at.has_head("_") {
            let sort = indexed(at);
            parsed.malformed |= sort.is_none();
            done.push(sort.unwrap_or(Sort::Unknown));
            index += at.size();
        } else if let Some(head) = at.head()
            && at.size() > 2
        {
            open.push((head, index + at.size(), done.len()));
            index += 2;
        } else {
            parsed.malformed = true;
            done.push(Sort::Unknown);
            index += at.size();
        }
    }
    parsed.sort = done.pop().unwrap_or(Sort::Unknown);
    parsed
}

/// Returns the sort `(_ name indices)`; none if it is certainly no sort.
fn indexed(node: Node<'_>) -> Option<Sort> {
    let (_, arguments) = node.app()?;
    let index = |i: usize| arguments.get(i).and_then(|n| n.leaf()).and_then(numeral);
    let head = arguments.first()?.leaf()?;
    let numerals = arguments[1..].iter().all(|n| n.leaf().is_some_and(|l| l.iter().all(u8::is_ascii_digit)));
    match (head, arguments.len() - 1) {
        (b"BitVec", 1) if numerals => index(1).map_or(Some(Sort::Unknown), |w| (w > 0).then_some(Sort::BitVec(w))),
        (b"FloatingPoint", 2) if numerals => match (index(1), index(2)) {
            (Some(e), Some(s)) => (e > 1 && s > 1).then_some(Sort::Float(e, s)),
            _ => Some(Sort::Unknown),
        },
        (b"BitVec" | b"FloatingPoint", _) => None,
        _ if node.size() < 16 => Some(Sort::app(node.text(), [])),
        _ => Some(Sort::Unknown),
    }
}

impl<'a> Parsed<'a> {
    fn apply(&mut self, head: &'a [u8], arguments: Vec<Sort>, (symbols, command, parameters): Scope<'_>) -> Sort {
        let head = name(head);
        if parameters.contains(&head) {
            self.malformed |= !arguments.is_empty();
            return Sort::app(head, arguments);
        }
        if let Some(symbol) = symbols.sort(head, command) {
            self.uses.push((head, symbol.fingerprint));
            let arity = symbol.sort_parameters().len();
            if arity != arguments.len() {
                self.malformed |= symbol.range.is_known();
                return Sort::Unknown;
            }
            return match symbol.kind {
                SymbolKind::Abbreviation => symbol.range.substitute(symbol.sort_parameters(), &arguments),
                _ if symbol.range.is_known() && arity > 0 => Sort::app(head, arguments),
                _ => symbol.range.clone(),
            };
        }
        self.uses.push((head, 0));
        if arguments.is_empty()
            && let Some(sort) = Sort::named(head)
        {
            return sort;
        }
        match arity(head) {
            Some(arity) => {
                self.malformed |= !arity.contains(&arguments.len());
                self.malformed |= head == b"->" && symbols.is_strict && !symbols.has_function_sorts();
                match head {
                    _ if self.malformed => Sort::Unknown,
                    b"Relation" => Sort::app(b"Set", [Sort::app(b"Tuple", arguments)]),
                    b"Table" => Sort::app(b"Bag", [Sort::app(b"Tuple", arguments)]),
                    _ => Sort::app(head, arguments),
                }
            }
            None if Sort::named(head).is_some() => {
                self.malformed = true;
                Sort::Unknown
            }
            None => {
                self.undeclared.push(head);
                Sort::Unknown
            }
        }
    }
}

/// Returns how many arguments a sort constructor of a theory takes.
fn arity(name: &[u8]) -> Option<&'static RangeInclusive<usize>> {
    THEORY.iter().find(|(names, _)| is_among(name, names)).map(|(_, arity)| arity)
}

/// Whether a name is a sort, or a constructor of sorts, of a theory.
pub fn is_builtin(name: &[u8]) -> bool {
    Sort::named(name).is_some() || arity(name).is_some()
}
