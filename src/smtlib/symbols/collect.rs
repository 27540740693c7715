//! Collects the symbols that a script declares.

use super::levels::Levels;
use super::{Details, FOREVER, NONE, Symbol, SymbolKind, Symbols, parse_sort};
use crate::sexpr::{Node, Script};
use crate::smtlib::grammar::{self, Part, declares_function};
use crate::smtlib::name::{name, numeral};
use crate::smtlib::{Sort, theory};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

pub(super) fn symbols(script: &Script) -> Symbols {
    let mut collector = SymbolCollector::default();
    // Reserved memory that is not used costs nothing.
    collector.symbols.all.reserve(script.len());
    script.commands().for_each(|command| collector.command(command));
    Symbols { unmatched_pops: collector.levels.unmatched_pops, ..collector.symbols }
}

#[derive(Default)]
struct SymbolCollector {
    symbols: Symbols,
    levels: Levels,
}

type Parameters = Box<[Box<[u8]>]>;

impl SymbolCollector {
    fn command(&mut self, command: Node<'_>) {
        let Some((head, arguments)) = command.app() else { return };
        if let Some(first) = self.levels.ended_by(command, self.symbols.all.len()) {
            let open = self.symbols.all[first..].iter_mut().filter(|symbol| symbol.until == FOREVER);
            open.for_each(|symbol| symbol.until = command.command() as u32);
        }
        match (head, &arguments[..]) {
            (b"define-funs-rec", [signatures, bodies]) => {
                for (signature, body) in signatures.children().zip(bodies.children()) {
                    self.function(b"define-fun", &signature.children().chain([body]).collect::<Vec<_>>());
                }
            }
            (b"declare-sort", [symbol, arity @ ..]) => self.sort(*symbol, arity.first().copied()),
            (b"declare-sort-parameter", &[symbol]) => {
                self.add(symbol, SymbolKind::Sort, Sort::Unknown, Details::default());
            }
            (b"define-sort", &[symbol, parameters, sort]) => self.abbreviation(symbol, parameters, sort),
            (b"declare-datatype" | b"declare-codatatype", &[symbol, constructors]) => {
                self.datatype_symbol(symbol, parameters_of(constructors));
                self.constructors(symbol, constructors);
            }
            (b"declare-datatypes" | b"declare-codatatypes", &[names, groups]) => self.datatypes(names, groups),
            (b"set-logic", [logic]) => self.symbols.logic = logic.leaf().map(Into::into),
            _ if declares_function(command) => self.function(head, &arguments),
            _ => {}
        }
        self.named(command);
    }

    /// Adds a constant or function, or one that is to be synthesized, from the parts that its command has.
    fn function(&mut self, head: &[u8], parts: &[Node<'_>]) {
        let Some(shape) = grammar::command(head).filter(|shape| shape.takes(parts.len())) else { return };
        let kind = match head {
            _ if head.starts_with(b"define-") => SymbolKind::Definition,
            _ if head.starts_with(b"synth-") || head == b"declare-var" => SymbolKind::Synthesis,
            _ => SymbolKind::Function,
        };
        let (mut range, mut details) = (Sort::Bool, Details::default());
        for (i, &part) in parts.iter().enumerate() {
            match shape.part(i) {
                Part::Sort => range = self.parse(part, &[]),
                Part::Sorts => details.domain = part.children().map(|sort| self.parse(sort, &[])).collect(),
                Part::Parameters => (details.parameters, details.domain) = self.parameters(part),
                Part::Term => details.body = Some(part.index()),
                _ => {}
            }
        }
        self.add(parts[0], kind, range, details);
    }

    fn parameters(&self, list: Node<'_>) -> (Parameters, Box<[Sort]>) {
        let parameter = |binder: Node<'_>| -> (Box<[u8]>, Sort) {
            let symbol = binder.head().map_or(&[] as &[u8], name);
            (symbol.into(), binder.child(1).map_or(Sort::Unknown, |sort| self.parse(sort, &[])))
        };
        let (names, sorts): (Vec<_>, Vec<_>) = list.children().map(parameter).unzip();
        (names.into(), sorts.into())
    }

    fn sort(&mut self, symbol: Node<'_>, arity: Option<Node<'_>>) {
        let arity = arity.map_or(0, |n| n.leaf().and_then(numeral).unwrap_or(0)).min(255);
        let parameters = (0..arity).map(|i| format!("{i}").into_bytes().into()).collect();
        self.sort_symbol(symbol, SymbolKind::Sort, Sort::app(name(symbol.text()), []), parameters);
    }

    fn abbreviation(&mut self, symbol: Node<'_>, parameters: Node<'_>, sort: Node<'_>) {
        let names = names_in(parameters);
        let range = self.parse(sort, &names);
        self.sort_symbol(symbol, SymbolKind::Abbreviation, range, names.into_iter().map(Into::into).collect());
    }

    fn sort_symbol(&mut self, symbol: Node<'_>, kind: SymbolKind, range: Sort, sort_parameters: Parameters) {
        self.add(symbol, kind, range, Details { sort_parameters, ..Details::default() });
    }

    fn datatypes(&mut self, names: Node<'_>, groups: Node<'_>) {
        if names.children().all(Node::is_leaf) {
            return self.old_datatypes(names, groups);
        }
        let declared = names.children().zip(groups.children());
        let datatypes = declared.filter_map(|(declared, group)| Some((declared.child(0)?, group)));
        // All sorts come first: constructors of one datatype mention the others.
        datatypes.clone().for_each(|(symbol, group)| self.datatype_symbol(symbol, parameters_of(group)));
        datatypes.for_each(|(symbol, group)| self.constructors(symbol, group));
    }

    /// Adds datatypes in the syntax before SMT-LIB 2.6: `((T) ((List nil (cons (hd T) (tl List)))))`.
    fn old_datatypes(&mut self, parameters: Node<'_>, groups: Node<'_>) {
        let parameters = names_in(parameters);
        for symbol in groups.children().filter_map(|group| group.children().next()) {
            self.datatype_symbol(symbol, parameters.clone());
        }
        for group in groups.children() {
            let mut parts = group.children();
            let Some(symbol) = parts.next() else { continue };
            parts.for_each(|constructor| self.constructor(symbol, constructor, &parameters));
        }
    }

    fn datatype_symbol(&mut self, symbol: Node<'_>, parameters: Vec<&[u8]>) {
        let range = Sort::app(name(symbol.text()), []);
        self.sort_symbol(symbol, SymbolKind::Datatype, range, parameters.into_iter().map(Into::into).collect());
    }

    fn constructors(&mut self, datatype: Node<'_>, group: Node<'_>) {
        let parameters = parameters_of(group);
        let list = if group.has_head("par") { group.child(2) } else { Some(group) };
        for constructor in list.into_iter().flat_map(Node::children) {
            self.constructor(datatype, constructor, &parameters);
        }
    }

    fn constructor(&mut self, datatype: Node<'_>, constructor: Node<'_>, parameters: &[&[u8]]) {
        let (symbol, selectors) = (constructor.child(0).unwrap_or(constructor), constructor.children().skip(1));
        let (Some(constructor), Some(owner)) = (symbol.leaf().map(name), datatype.leaf().map(name)) else { return };
        let arguments: Vec<Sort> = parameters.iter().map(|p| Sort::app(p, [])).collect();
        let own = Sort::app(owner, arguments);
        let names: Parameters = parameters.iter().map(|&p| p.into()).collect();
        let range = |sort: Node<'_>| self.parse(sort, parameters);
        let parts: Vec<(Option<Node<'_>>, Sort)> =
            selectors.map(|selector| (selector.child(0), selector.child(1).map_or(Sort::Unknown, range))).collect();
        let made = Details {
            domain: parts.iter().map(|(_, sort)| sort.clone()).collect(),
            sort_parameters: names.clone(),
            owner: Some(owner.into()),
            ..Details::default()
        };
        self.add(symbol, SymbolKind::Constructor, own.clone(), made);
        for (symbol, range) in parts {
            let Some(symbol) = symbol else { continue };
            let (domain, sort_parameters) = (Box::new([own.clone()]) as Box<[Sort]>, names.clone());
            let details = Details { domain, sort_parameters, owner: Some(constructor.into()), ..Details::default() };
            self.add(symbol, SymbolKind::Selector, range, details);
        }
    }

    /// Adds the names of terms, `(! term :named symbol)`.
    fn named(&mut self, command: Node<'_>) {
        if memchr::memmem::find(command.text(), b":named").is_none() {
            return;
        }
        let asserted = command.child(1).filter(|_| command.has_head("assert")).map(Node::index);
        let mut names: Vec<(Node<'_>, Node<'_>)> = Vec::new();
        for list in command.subtree().filter(|list| list.has_head("!")) {
            let attributes = list.children().skip(2).zip(list.children().skip(3));
            names.extend(attributes.filter(|(key, _)| key.is(":named")).map(|(_, symbol)| (symbol, list)));
        }
        names.sort_by_key(|(symbol, _)| symbol.index());
        for (symbol, list) in names {
            let term = list.child(1).filter(|_| Some(list.index()) != asserted);
            let range = term.map_or(Sort::Bool, |term| self.sort_of(term));
            self.add(symbol, SymbolKind::Named, range, Details::default());
        }
    }

    /// Returns the sort of a term as far as its operator alone tells it.
    fn sort_of(&self, term: Node<'_>) -> Sort {
        let Some(operator) = term.leaf().or_else(|| term.head()) else { return Sort::Unknown };
        let declared = self.symbols.term(operator, term.command());
        let fits = |symbol: &&Symbol| {
            let is_plain = symbol.sort_parameters().is_empty() && !symbol.has_earlier();
            is_plain && symbol.domain().len() + 1 == term.arity().max(1)
        };
        match (operator, declared) {
            (_, Some(symbol)) => Some(symbol).filter(fits).map_or(Sort::Unknown, |symbol| symbol.range.clone()),
            (b"forall" | b"exists", _) => Sort::Bool,
            _ if term.is_leaf() => theory::constant(operator).cloned().unwrap_or(Sort::Unknown),
            _ => theory::only_result(operator).cloned().unwrap_or(Sort::Unknown),
        }
    }

    fn parse(&self, sort: Node<'_>, parameters: &[&[u8]]) -> Sort {
        parse_sort(sort, &self.symbols, sort.command(), parameters).sort
    }

    fn add(&mut self, symbol: Node<'_>, kind: SymbolKind, range: Sort, details: Details) {
        let Some(leaf) = symbol.leaf() else { return };
        let symbols = &mut self.symbols;
        let Details { domain, sort_parameters, parameters, body, owner } = &details;
        let hash = FxBuildHasher.hash_one((kind, domain, &range, sort_parameters, owner));
        symbols.integers |= range == Sort::Int || domain.contains(&Sort::Int);
        let is_constant = domain.is_empty() && sort_parameters.is_empty() && parameters.is_empty();
        let has_details = !is_constant || body.is_some() || owner.is_some();
        let id = u32::try_from(symbols.all.len()).unwrap_or(NONE);
        let names = if kind.is_sort() { &mut symbols.sorts } else { &mut symbols.terms };
        let before = names.put(name(leaf), id, &symbols.all);
        let command = symbol.tape().root(symbol.command());
        let is_recursive = kind == SymbolKind::Definition && command.head().is_some_and(|head| head.ends_with(b"-rec"));
        let symbol = Symbol {
            name: name(leaf).into(),
            kind,
            command: symbol.command(),
            range,
            node: symbol.index() as u32,
            is_visible_at_once: kind == SymbolKind::Datatype || is_recursive,
            until: FOREVER,
            before: before.unwrap_or(NONE),
            // The fingerprint 0 stands for a name that is not declared.
            fingerprint: hash | 1,
            details: has_details.then(|| Box::new(details)),
        };
        let in_force = before.map(|id| &symbols.all[id as usize]).filter(|other| other.until == FOREVER);
        let same = in_force.is_some_and(|other| symbol.kind.is_sort() || other.domain() == symbol.domain());
        symbols.redeclared += usize::from(same);
        symbols.overloaded += usize::from(in_force.is_some() && !same);
        if symbol.is_nullary() && symbol.range.is_known() {
            symbols.nullary.entry(symbol.range.clone()).or_default().push(id);
        }
        symbols.all.push(symbol);
    }
}

/// Returns the sort parameters of `(par (T ...) ...)`.
fn parameters_of(group: Node<'_>) -> Vec<&[u8]> {
    group.child(1).filter(|_| group.has_head("par")).map_or_else(Vec::new, names_in)
}

fn names_in(list: Node<'_>) -> Vec<&[u8]> {
    list.children().filter_map(Node::leaf).map(name).collect()
}
