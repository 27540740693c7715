//! Infers sorts and roles of all nodes of a command, in one pass without recursion.

mod apply;
mod binders;
mod commands;

use super::analysis::{Analysis, Summary, Use};
use super::grammar::{Part, Shape};
use super::name::{Token, is_natural, name, numeral, token};
use super::symbols::parse_sort;
use super::{Role, Sort, Symbol, Symbols, grammar, theory};
use crate::sexpr::{Node, Tape};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Returns the sort of a name from outside of the tape: of a variable that is bound further out.
pub(super) type Outer<'s> = &'s dyn Fn(&[u8]) -> Option<Sort>;

/// Infers the facts of command number `command`.
pub(super) fn command(tape: &Arc<Tape>, symbols: &Symbols, command: usize) -> Analysis {
    let mut walk = Walk::new(tape, symbols, command, &|_| None);
    walk.run(Part::Command);
    walk.finish(Some(tape.clone()))
}

/// The first byte of a name that stands for a term that has been read before; no symbol starts with it.
pub(super) const STAND_IN: u8 = 1;

/// Infers the facts of a term somewhere in command number `command`; `outer` knows the variables that are bound
/// around it.
pub(super) fn term(tape: &Tape, symbols: &Symbols, command: usize, outer: Outer<'_>) -> Analysis {
    let mut walk = Walk::new(tape, symbols, command, outer);
    walk.run(Part::Term);
    walk.finish(None)
}

/// Whether a term of this sort can stand where `wanted` is asked for.
pub(super) fn fits(symbols: &Symbols, wanted: &Sort, sort: &Sort) -> bool {
    theory::may_be(wanted, sort) && !(symbols.is_strict && theory::converts(wanted, sort))
}

/// An open list.
#[derive(Clone, Copy)]
struct Frame {
    node: u32,
    end: u32,
    /// Number of children that were visited.
    seen: u32,
    /// Number of variables that the list has bound.
    bound: u32,
    /// What the list is, which decides how its children are read.
    part: Part,
    /// Whether it must be `Bool`.
    is_formula: bool,
}

impl Frame {
    fn index(self) -> usize {
        self.node as usize
    }

    fn seen(self) -> usize {
        self.seen as usize
    }
}

/// The meaning of a name outside of all binders.
#[derive(Clone, Copy)]
enum Global<'s> {
    Symbol(&'s Symbol),
    Overloaded,
    None,
}

/// One pass over a command in pre-order, with the lists that are open.
struct Walk<'t, 's> {
    tape: &'t Tape,
    command: usize,
    symbols: &'s Symbols,
    outer: Outer<'s>,
    analysis: Analysis,
    summary: Summary,
    ids: FxHashMap<Sort, u32>,
    /// The meanings of names where no binder binds them.
    globals: FxHashMap<&'t [u8], Global<'s>>,
    /// The innermost variable of each name.
    variables: FxHashMap<&'t [u8], u32>,
    /// The shape of the command, if it is known.
    shape: Option<&'static Shape>,
    /// Names of sorts that were looked up, with their fingerprints.
    sort_uses: FxHashMap<&'t [u8], u64>,
    undeclared: FxHashSet<&'t [u8]>,
    frames: Vec<Frame>,
    /// The variables in force, innermost last.
    live: Vec<u32>,
    scope: u32,
    /// Parameters of `define-sort` and `par`.
    sort_parameters: Vec<&'t [u8]>,
    /// The parameters of each signature of `define-funs-rec`, and its sort.
    signatures: Vec<(std::ops::Range<u32>, Sort)>,
}

impl<'t, 's> Walk<'t, 's> {
    fn new(tape: &'t Tape, symbols: &'s Symbols, command: usize, outer: Outer<'s>) -> Walk<'t, 's> {
        let len = tape.len();
        let analysis = Analysis {
            sorts: vec![0; len],
            table: vec![Sort::Unknown],
            parents: vec![0; len],
            roles: vec![Role::Unknown; len],
            ..Analysis::default()
        };
        let summary = Summary {
            numerals_are_real: symbols.numerals_are_real(),
            higher_order: symbols.is_higher_order(),
            ..Summary::default()
        };
        Walk {
            tape,
            command,
            symbols,
            outer,
            analysis,
            summary,
            ids: FxHashMap::from_iter([(Sort::Unknown, 0)]),
            globals: FxHashMap::default(),
            variables: FxHashMap::default(),
            shape: None,
            sort_uses: FxHashMap::default(),
            undeclared: FxHashSet::default(),
            frames: Vec::new(),
            live: Vec::new(),
            scope: 0,
            sort_parameters: Vec::new(),
            signatures: Vec::new(),
        }
    }

    fn run(&mut self, part: Part) {
        let mut index = self.enter(self.node(0), part);
        loop {
            while let Some(frame) = self.frames.last().copied()
                && frame.end as usize == index
            {
                self.frames.pop();
                self.close(frame);
            }
            let Some(frame) = self.frames.last_mut() else { return };
            let seen = frame.seen();
            frame.seen += 1;
            let frame = *frame;
            let node = self.node(index);
            self.analysis.set_parent(index, frame.index());
            let part = self.part(&frame, seen, node);
            index = self.enter(node, part);
        }
    }

    fn finish(self, tape: Option<Arc<Tape>>) -> Analysis {
        let (mut analysis, mut summary) = (self.analysis, self.summary);
        let terms = self.globals.keys().map(|&name| Use {
            name: name.into(),
            is_sort: false,
            fingerprint: self.symbols.term_fingerprint(name, self.command),
        });
        let sorts =
            self.sort_uses.iter().map(|(&name, &fingerprint)| Use { name: name.into(), is_sort: true, fingerprint });
        summary.uses = terms.chain(sorts).collect();
        summary.undeclared = self.undeclared.into_iter().map(Into::into).collect();
        summary.undeclared.sort();
        analysis.summary = Arc::new(summary);
        analysis.tape = tape;
        analysis.table.shrink_to_fit();
        analysis
    }

    fn node(&self, index: usize) -> Node<'t> {
        self.tape.node(self.command, index)
    }

    fn wrong(&mut self) {
        self.summary.wrong += 1;
    }

    fn require(&mut self, holds: bool) {
        if !holds {
            self.wrong();
        }
    }

    fn fits(&self, wanted: &Sort, sort: &Sort) -> bool {
        fits(self.symbols, wanted, sort)
    }

    fn id(&mut self, sort: Sort) -> u32 {
        *self.ids.entry(sort).or_insert_with_key(|sort| {
            self.analysis.table.push(sort.clone());
            self.analysis.table.len() as u32 - 1
        })
    }

    fn set(&mut self, index: usize, sort: Sort) {
        let id = self.id(sort);
        self.analysis.sorts[index] = id;
    }

    /// Visits a node. Returns the next node to visit, inside of it or after it.
    fn enter(&mut self, node: Node<'t>, part: Part) -> usize {
        let index = node.index();
        self.analysis.roles[index] = part.role();
        self.analysis.enter_scope(index, self.scope);
        match part {
            Part::Sort => return self.sort(node),
            Part::Pattern => return self.pattern(node),
            _ if node.is_leaf() => {
                self.leaf(node, part);
                return index + 1;
            }
            _ => {}
        }
        let is_formula = part == Part::Formula;
        let part = match part {
            Part::Command => {
                self.shape = node.head().and_then(grammar::command);
                self.require(node.head().is_some());
                Part::Command
            }
            Part::Term | Part::Formula => match node.head() {
                Some(b"let") => Part::Let,
                Some(b"forall" | b"exists" | b"lambda" | b"set.comprehension" | b"comprehension") => Part::Quantifier,
                Some(b"choice") if matches!(self.global(b"choice"), Global::None) => Part::Quantifier,
                Some(b"match") => Part::Match,
                Some(b"!") => Part::Annotated,
                Some(b"_") => return self.indexed_term(node),
                Some(b"as") => return self.qualified_term(node),
                _ => Part::Application,
            },
            Part::Head if node.has_head("_") || node.has_head("as") => return self.identifier(node),
            Part::Head => {
                // A term in the place of a function: a `lambda`, or an error.
                self.analysis.roles[index] = Role::Term;
                return self.enter(node, Part::Term);
            }
            Part::Definition | Part::Function | Part::Keyword => {
                self.wrong();
                Part::Unknown
            }
            part => part,
        };
        let end = (index + node.size()) as u32;
        self.frames.push(Frame { node: index as u32, end, seen: 0, bound: 0, part, is_formula });
        index + 1
    }

    fn leaf(&mut self, node: Node<'t>, part: Part) {
        match part {
            Part::Term | Part::Formula => {
                self.atom(node);
                self.formula(node, part == Part::Formula);
            }
            Part::Definition | Part::Function => {
                let leaf = node.text();
                self.require(token(leaf) == Token::Symbol && !(name(leaf) == leaf && needs_bars(leaf)));
            }
            Part::FunctionName if matches!(self.global(name(node.text())), Global::None) => {
                self.undeclared(name(node.text()));
            }
            // Constructors without parentheses are older than SMT-LIB 2.6.
            Part::Constructor => self.analysis.roles[node.index()] = Role::Definition,
            Part::Nonterminal => {
                if let Some(bound) = self.variable(name(node.text())) {
                    self.analysis.bind(node.index(), bound);
                }
            }
            Part::Head
            | Part::FunctionName
            | Part::Keyword
            | Part::Argument
            | Part::Attribute
            | Part::Value
            | Part::Unknown => {}
            // A leaf where a list must stand.
            _ => self.wrong(),
        }
    }

    fn formula(&mut self, node: Node<'t>, is_formula: bool) {
        if is_formula {
            self.require(theory::may_be(&Sort::Bool, self.analysis.sort(node.index())));
        }
    }

    fn atom(&mut self, node: Node<'t>) {
        let leaf = node.text();
        let sort = match token(leaf) {
            Token::Numeral if self.summary.numerals_are_real => Sort::Real,
            Token::Numeral => Sort::Int,
            Token::Decimal => Sort::Real,
            Token::Binary(width) | Token::Hexadecimal(width) => Sort::BitVec(width),
            Token::String => Sort::String,
            Token::Keyword => return self.wrong(),
            Token::Odd => return self.require(!leaf.starts_with(b"#b") && !leaf.starts_with(b"#x")),
            Token::Symbol => match finite_field(leaf) {
                Some(sort) => sort,
                None => return self.symbol(node),
            },
        };
        self.set(node.index(), sort);
    }

    fn symbol(&mut self, node: Node<'t>) {
        let (index, key) = (node.index(), name(node.text()));
        if let Some(bound) = self.variable(key) {
            return self.analysis.bind(index, bound);
        }
        if let Some(sort) = (self.outer)(key) {
            return self.set(index, sort);
        }
        match self.global(key) {
            Global::Symbol(symbol) if symbol.is_nullary() => self.set(index, symbol.range.clone()),
            // A constructor without `as`, or one whose sort is ambiguous.
            Global::Symbol(symbol) if symbol.domain().is_empty() => {}
            Global::Symbol(symbol) => {
                self.require(self.summary.higher_order);
                if self.symbols.has_function_sorts() && symbol.sort_parameters().is_empty() {
                    self.set(index, symbol.function_sort());
                }
            }
            Global::Overloaded => {}
            Global::None => match theory::constant(key) {
                Some(sort) => self.set(index, sort.clone()),
                None if needs_bars(key) => self.wrong(),
                None if theory::is_operator(key) => self.require(self.summary.higher_order),
                None => self.undeclared(key),
            },
        }
    }

    fn undeclared(&mut self, key: &'t [u8]) {
        if key.first() != Some(&STAND_IN) {
            self.undeclared.insert(key);
        }
    }

    /// Returns the innermost bound variable of a name.
    fn variable(&self, key: &[u8]) -> Option<u32> {
        self.variables.get(key).copied()
    }

    /// Returns the meaning of a name that no binder binds.
    fn global(&mut self, key: &'t [u8]) -> Global<'s> {
        *self.globals.entry(key).or_insert_with(|| {
            let mut symbols = self.symbols.overloads(key, self.command);
            match (symbols.next(), symbols.next()) {
                (None, _) => Global::None,
                (Some(symbol), None) => Global::Symbol(symbol),
                (Some(symbol), Some(other)) if symbol.fingerprint == other.fingerprint => Global::Symbol(symbol),
                _ => Global::Overloaded,
            }
        })
    }

    /// Reads a sort with all nodes below it. Returns the number of the next node.
    fn sort(&mut self, node: Node<'t>) -> usize {
        let sort = self.read_sort(node);
        self.set(node.index(), sort);
        node.index() + node.size()
    }

    fn read_sort(&mut self, node: Node<'t>) -> Sort {
        let parsed = parse_sort(node, self.symbols, self.command, &self.sort_parameters);
        self.sort_uses.extend(parsed.uses);
        for key in parsed.undeclared {
            self.undeclared(key);
        }
        self.require(!parsed.malformed);
        self.mark(node, Role::Sort);
        parsed.sort
    }

    /// Gives roles to all nodes of a sort or identifier.
    fn mark(&mut self, node: Node<'t>, role: Role) {
        let root = node.index();
        self.analysis.roles[root] = role;
        for list in node.subtree().filter(|n| n.is_list()) {
            let outer = self.analysis.roles[list.index()];
            let indexed = list.has_head("_");
            for (i, child) in list.children().enumerate() {
                self.analysis.set_parent(child.index(), list.index());
                self.analysis.roles[child.index()] = match (i, indexed, outer) {
                    (0, true, _) => Role::Keyword,
                    (1, true, Role::Sort) => Role::SortHead,
                    (1, true, _) => Role::HeadName,
                    (_, true, _) | (_, _, Role::Index) => Role::Index,
                    (0, _, Role::Sort) => Role::SortHead,
                    (_, _, Role::Sort) => Role::Sort,
                    // `(as name sort)`.
                    (0, ..) => Role::Keyword,
                    (1, ..) => Role::HeadName,
                    _ => Role::Sort,
                };
            }
        }
    }
}

/// Returns the sort of `#f3m17`, which is a value of a finite field.
fn finite_field(leaf: &[u8]) -> Option<Sort> {
    let (value, order) = std::str::from_utf8(leaf.strip_prefix(b"#f")?).ok()?.split_once('m')?;
    let value = value.strip_prefix('-').unwrap_or(value);
    (is_natural(value.as_bytes()) && is_natural(order.as_bytes()))
        .then(|| Sort::app(format!("(_ FiniteField {order})").as_bytes(), []))
}

/// Whether no symbol is spelled so without bars.
fn needs_bars(leaf: &[u8]) -> bool {
    !leaf.starts_with(b"|") && !super::name::is_simple(leaf) && leaf.is_ascii()
}
