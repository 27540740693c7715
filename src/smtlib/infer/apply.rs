//! Infers the sorts of applications, and of identifiers with indices or a sort.

use super::{Frame, Global, Walk, numeral};
use crate::sexpr::Node;
use crate::smtlib::name::{is_natural, name};
use crate::smtlib::theory::{self, Typed, UNKNOWN, WRONG};
use crate::smtlib::{Role, Sort, Symbol, SymbolKind};

impl<'t> Walk<'t, '_> {
    /// Infers the sort of `(head arguments...)`.
    pub(super) fn end_application(&mut self, frame: Frame) {
        let node = self.node(frame.index());
        let mut children = node.children();
        let Some(head) = children.next() else { return self.wrong() };
        let arguments: Vec<usize> = children.map(Node::index).collect();
        self.require(!arguments.is_empty());
        let (sort, fits) = match head.leaf() {
            Some(leaf) => {
                if let Some(bound) = self.variable(name(leaf)) {
                    self.analysis.bind(head.index(), bound);
                }
                self.apply_name(name(leaf), &arguments)
            }
            None if head.has_head("_") => self.apply_indexed(head, &arguments),
            None if head.has_head("as") => self.apply_qualified(head, &arguments),
            None => theory::function_value(self.analysis.sort(head.index()), &self.sorts(&arguments)),
        };
        self.require(fits);
        self.set(frame.index(), sort);
    }

    fn sorts(&self, arguments: &[usize]) -> Vec<&Sort> {
        arguments.iter().map(|&index| self.analysis.sort(index)).collect()
    }

    fn apply_name(&mut self, key: &'t [u8], arguments: &[usize]) -> Typed {
        let function = match self.variable(key) {
            Some(bound) => Some(self.analysis.table[self.analysis.bound[bound as usize].sort as usize].clone()),
            None => (self.outer)(key),
        };
        if let Some(function) = function {
            return theory::function_value(&function, &self.sorts(arguments));
        }
        match self.global(key) {
            Global::Symbol(symbol) => {
                let result = self.apply_symbol(symbol, &self.sorts(arguments), None);
                let partial = arguments.len() < symbol.domain().len() && self.summary.higher_order;
                // Some solvers overload the theories' operators.
                if !result.1 && (partial || theory::is_operator(key)) { UNKNOWN } else { result }
            }
            Global::Overloaded => self.apply_overloaded(key, arguments),
            Global::None if theory::is_operator(key) => self.apply_operator(key, &self.sorts(arguments)),
            Global::None => self.apply_unknown(key, arguments),
        }
    }

    fn apply_operator(&self, key: &[u8], sorts: &[&Sort]) -> Typed {
        let (sort, fits) = theory::apply(key, &[], sorts);
        (sort, fits && !(self.symbols.is_strict && theory::needs_conversion(key, sorts)))
    }

    /// Returns the sort by the only declaration that fits.
    fn apply_overloaded(&self, key: &[u8], arguments: &[usize]) -> Typed {
        let sorts = self.sorts(arguments);
        let overloads = self.symbols.overloads(key, self.command);
        let mut fitting = overloads.map(|s| self.apply_symbol(s, &sorts, None)).filter(|(_, fits)| *fits);
        match (fitting.next(), fitting.next()) {
            (Some(result), None) => result,
            _ => UNKNOWN,
        }
    }

    fn apply_unknown(&mut self, key: &'t [u8], arguments: &[usize]) -> Typed {
        if let Some(constructor) = key.strip_prefix(b"is-")
            && let Global::Symbol(symbol) = self.global(constructor)
            && symbol.kind == SymbolKind::Constructor
        {
            return tester(symbol, &self.sorts(arguments));
        }
        self.missing(key, Sort::Unknown)
    }

    /// Returns the sort of an undeclared name, which would make a term of this sort.
    fn missing(&mut self, key: &'t [u8], sort: Sort) -> Typed {
        self.undeclared(key);
        (sort, true)
    }

    fn apply_indexed(&mut self, head: Node<'t>, arguments: &[usize]) -> Typed {
        let Some((_, parts)) = head.app() else { return UNKNOWN };
        let Some((Some(operator), indices)) = parts.split_first().map(|(name, rest)| (name.leaf(), rest)) else {
            return WRONG;
        };
        match (operator, indices) {
            (b"is", [of]) => {
                let constructor = of.leaf().or_else(|| of.head());
                return match constructor.map(|leaf| (name(leaf), self.global(name(leaf)))) {
                    Some((_, Global::Symbol(symbol))) if symbol.kind == SymbolKind::Constructor => {
                        tester(symbol, &self.sorts(arguments))
                    }
                    Some((key, Global::None)) => self.missing(key, Sort::Bool),
                    _ => (Sort::Bool, true),
                };
            }
            (b"update" | b"update-field", [of]) => return self.update(*of, arguments),
            (b"map", [of]) => return self.map(*of, arguments),
            _ => {}
        }
        if literal(&parts).0.is_known() {
            return WRONG;
        }
        let numbers: Option<Vec<u32>> = indices.iter().map(|index| index.leaf().and_then(numeral)).collect();
        match numbers {
            Some(numbers) if !numbers.is_empty() => theory::apply(operator, &numbers, &self.sorts(arguments)),
            _ => UNKNOWN,
        }
    }

    /// Returns the sort of `((_ update selector) value field)`.
    fn update(&mut self, of: Node<'t>, arguments: &[usize]) -> Typed {
        let selector = of.leaf().map(|leaf| (name(leaf), self.global(name(leaf))));
        let sorts = self.sorts(arguments);
        match (selector, sorts.as_slice()) {
            (Some((_, Global::Symbol(symbol))), [value, field]) if symbol.kind == SymbolKind::Selector => {
                let (sort, fits) = self.apply_symbol(symbol, &[value], None);
                ((*value).clone(), fits && self.fits(&sort, field))
            }
            (Some((_, Global::Symbol(symbol))), _) if symbol.kind == SymbolKind::Selector => WRONG,
            (Some((key, Global::None)), _) => self.missing(key, Sort::Unknown),
            _ => UNKNOWN,
        }
    }

    /// Returns the sort of `((_ map function) arrays...)`.
    fn map(&mut self, of: Node<'t>, arguments: &[usize]) -> Typed {
        let sorts: Vec<Sort> = self.sorts(arguments).into_iter().cloned().collect();
        let arrays: Option<Vec<(&Sort, &Sort)>> = sorts.iter().map(Sort::as_array).collect();
        let (Some(key), Some(arrays)) = (of.leaf().map(name), arrays) else { return UNKNOWN };
        let elements: Vec<&Sort> = arrays.iter().map(|(_, element)| *element).collect();
        let (element, fits) = match self.global(key) {
            Global::Symbol(symbol) => self.apply_symbol(symbol, &elements, None),
            Global::None if theory::is_operator(key) => self.apply_operator(key, &elements),
            _ => UNKNOWN,
        };
        let index = arrays.first().map_or(Sort::Unknown, |(index, _)| (*index).clone());
        let is_same = arrays.iter().all(|(other, _)| self.fits(&index, other));
        (Sort::app(b"Array", [index, element]), fits && is_same)
    }

    fn apply_qualified(&mut self, head: Node<'t>, arguments: &[usize]) -> Typed {
        let result = self.analysis.sort(head.index()).clone();
        let Some(key) = head.child(1).and_then(Node::leaf).map(name) else { return (result, true) };
        if key == b"const" {
            let sorts = self.sorts(arguments);
            return match (result.as_array(), sorts.as_slice()) {
                (Some((_, element)), [value]) => (result.clone(), self.fits(element, value)),
                (Some(_), _) => (result, false),
                (None, _) if result.is_known() => WRONG,
                _ => (result, true),
            };
        }
        match self.global(key) {
            Global::Symbol(symbol) => self.apply_symbol(symbol, &self.sorts(arguments), Some(&result)),
            Global::None if !theory::is_operator(key) => self.missing(key, result),
            _ => (result, true),
        }
    }

    /// Returns the sort of a declared symbol applied to arguments, where `result` is the sort that `as` demands.
    fn apply_symbol(&self, symbol: &Symbol, arguments: &[&Sort], result: Option<&Sort>) -> Typed {
        let parameters = symbol.sort_parameters();
        let (mut fits, mut values) = symbol.instance(result.unwrap_or(&Sort::Unknown));
        match (symbol.domain().len(), arguments.len()) {
            (taken, given) if taken == given => {}
            (0, _) if !symbol.range.is_known() => return UNKNOWN,
            (taken, given) if taken < given && symbol.range.arguments("->").is_some() => {
                return theory::function_value(&symbol.function_sort(), arguments);
            }
            _ => return (symbol.range.substitute(parameters, &values), false),
        }
        for (wanted, sort) in symbol.domain().iter().zip(arguments) {
            fits &= wanted.unify(sort, parameters, &mut values) || self.fits(wanted, sort);
        }
        let sort = match result {
            Some(result) => result.clone(),
            None => symbol.range.substitute(parameters, &values),
        };
        (sort, fits)
    }

    /// Reads the operator `(_ name indices)` or `(as name sort)`. Returns the number of the next node.
    pub(super) fn identifier(&mut self, node: Node<'t>) -> usize {
        self.mark(node, Role::Head);
        if node.has_head("as") {
            self.qualifier(node);
        } else if node.arity() < 3 {
            self.wrong();
        }
        node.index() + node.size()
    }

    /// Reads the sort of `(as name sort)`, which becomes the sort of the node.
    fn qualifier(&mut self, node: Node<'t>) -> Sort {
        let (index, parts) = (node.index(), node.children().collect::<Vec<_>>());
        let [_, _, sort] = parts.as_slice() else {
            self.wrong();
            return Sort::Unknown;
        };
        let sort = self.read_sort(*sort);
        self.set(index, sort.clone());
        sort
    }

    /// Reads the term `(as name sort)`. Returns the number of the next node.
    pub(super) fn qualified_term(&mut self, node: Node<'t>) -> usize {
        self.mark(node, Role::Term);
        let sort = self.qualifier(node);
        let is_of = |family: &str| sort.arguments(family).is_some() || !sort.is_known();
        let fits = match node.child(1).and_then(Node::leaf).map(name) {
            None => true,
            Some(key) => match (self.global(key), key) {
                (Global::Symbol(symbol), _) => self.apply_symbol(symbol, &[], Some(&sort)).1,
                (Global::Overloaded, _) => true,
                (_, b"seq.empty") => is_of("Seq") || sort == Sort::String && !self.symbols.is_strict,
                (_, b"set.empty" | b"set.universe" | b"emptyset" | b"univset") => is_of("Set"),
                (_, b"bag.empty" | b"emptybag") => is_of("Bag"),
                (_, b"nullable.null") => is_of("Nullable"),
                (_, b"sep.nil") => true,
                _ if theory::constant(key).is_some() || theory::is_operator(key) || key.starts_with(b"ff") => true,
                _ => self.missing(key, Sort::Unknown).1,
            },
        };
        self.require(fits);
        node.index() + node.size()
    }

    /// Returns the sort of `(_ as-array function)`.
    fn array_of(&mut self, function: Node<'t>) -> Sort {
        match self.global(name(function.text())) {
            Global::Symbol(symbol) if symbol.domain().len() == 1 => {
                Sort::app(b"Array", [symbol.domain()[0].clone(), symbol.range.clone()])
            }
            _ => Sort::Unknown,
        }
    }

    /// Reads the term `(_ name indices)`. Returns the number of the next node.
    pub(super) fn indexed_term(&mut self, node: Node<'t>) -> usize {
        self.mark(node, Role::Term);
        let (sort, fits) = match node.app() {
            Some((_, parts)) if node.size() == 2 + parts.len() => match parts[..] {
                [head, function] if head.is("as-array") => (self.array_of(function), true),
                _ => literal(&parts),
            },
            // No index of a term is a list.
            _ => WRONG,
        };
        self.require(fits);
        self.set(node.index(), sort);
        node.index() + node.size()
    }
}

/// Returns the sort of `(_ bv5 8)`, `(_ NaN 8 24)`, `(_ char #x41)`.
fn literal(parts: &[Node<'_>]) -> Typed {
    let Some((head, indices)) = parts.split_first() else { return WRONG };
    let number = |i: usize| indices.get(i).and_then(|n: &Node<'_>| numeral(n.text()));
    match (head.text(), indices.len()) {
        (_, 0) => WRONG,
        ([b'b', b'v', digits @ ..], 1) if is_natural(digits) => match number(0) {
            Some(0) => WRONG,
            Some(width) => (Sort::BitVec(width), true),
            None => UNKNOWN,
        },
        (b"+oo" | b"-oo" | b"+zero" | b"-zero" | b"NaN", 2) => match (number(0), number(1)) {
            (Some(e), Some(s)) if e > 1 && s > 1 => (Sort::Float(e, s), true),
            _ => WRONG,
        },
        (b"char" | b"Char", 1) => (Sort::String, true),
        (b"fmf.card", 2) => (Sort::Bool, true),
        _ => UNKNOWN,
    }
}

fn tester(constructor: &Symbol, arguments: &[&Sort]) -> Typed {
    let [argument] = arguments else { return (Sort::Bool, false) };
    (Sort::Bool, constructor.instance(argument).0)
}
