//! Ties sorts that terms force to be equal: by operators, binders, applications.

use super::Type;
use super::gather::{Command, Gather};
use crate::sexpr::Node;
use crate::smtlib::name::name;
use crate::smtlib::theory::{self, SortPattern};
use crate::smtlib::{Sort, Symbol, SymbolKind};

/// The type that each width, format, number and variable of a signature stands for.
type BoundTypes<'s> = Vec<(&'s SortPattern, Type)>;

impl<'c> Gather<'c> {
    /// Ties the sorts of the term `node` and of its parts.
    pub(super) fn term(&mut self, command: &Command<'c>, node: Node<'c>) {
        let whole = command.type_of(node.index());
        let unknown = Type { sort: Sort::Unknown, start: 0 };
        let body = |i: usize| node.child(i).map_or(unknown, |body| command.type_of(body.index()));
        match node.head() {
            Some(b"let") => {
                self.binders(command, node);
                self.tie(&whole, &body(2));
            }
            Some(b"forall" | b"exists") => self.binders(command, node),
            Some(b"lambda" | b"set.comprehension" | b"comprehension" | b"choice") => {
                self.binders(command, node);
                let inside = node.index()..node.index() + node.size();
                inside.for_each(|index| self.fix(&command.type_of(index)));
            }
            Some(b"match") => self.matching(command, node, &whole),
            Some(b"!") => self.tie(&whole, &body(1)),
            Some(b"_") => {}
            Some(b"as") => self.qualified(command, node, &[], &whole),
            _ => self.application(command, node, &whole),
        }
    }

    /// Ties the variables of a binder to their terms or sorts.
    fn binders(&mut self, command: &Command<'c>, node: Node<'c>) {
        for binder in node.child(1).into_iter().flat_map(Node::children) {
            let bound = binder.child(0).and_then(|symbol| command.type_of_bound(symbol.index()));
            if let (Some(bound), Some(value)) = (bound, binder.child(1)) {
                self.tie(&bound, &command.type_of(value.index()));
            }
        }
    }

    fn matching(&mut self, command: &Command<'c>, node: Node<'c>, whole: &Type) {
        let cases = node.child(2).into_iter().flat_map(Node::children);
        for case in cases {
            if let (Some(pattern), Some(body)) = (case.child(0), case.child(1)) {
                let bound = pattern.subtree().filter_map(|leaf| command.type_of_bound(leaf.index()));
                bound.for_each(|variable| self.fix(&variable));
                self.tie(whole, &command.type_of(body.index()));
            }
        }
        if let Some(value) = node.child(1) {
            self.fix(&command.type_of(value.index()));
        }
    }

    fn application(&mut self, command: &Command<'c>, node: Node<'c>, whole: &Type) {
        let mut children = node.children();
        let Some(head) = children.next() else { return };
        let nodes: Vec<Node<'c>> = children.collect();
        let arguments: Vec<Type> = nodes.iter().map(|argument| command.type_of(argument.index())).collect();
        // The format is that of the indices, whatever term is rounded.
        let is_rounded = head.has_head("_") && head.child(1).is_some_and(|name| name.is("to_fp")) && nodes.len() == 2;
        let known = whole.sort.is_known() && (is_rounded || arguments.iter().all(|argument| argument.sort.is_known()));
        let done = known
            && match (head.leaf(), head.child(1).and_then(Node::leaf)) {
                (Some(_), _) => self.named(command, node, &arguments, whole),
                (None, Some(_)) if head.has_head("as") => {
                    self.tie(whole, &command.type_of(head.index()));
                    self.qualified(command, head, &arguments, whole);
                    true
                }
                (None, Some(operator)) if head.has_head("_") => {
                    self.of_datatype(operator, head, &arguments, whole)
                        || self.special(operator, &arguments, whole, node.place())
                }
                _ => false,
            };
        if !done {
            self.fix(whole);
            arguments.iter().for_each(|argument| self.fix(argument));
        }
    }

    fn named(&mut self, command: &Command<'c>, node: Node<'c>, arguments: &[Type], whole: &Type) -> bool {
        let key = name(node.head().unwrap_or_default());
        let bound = command.analysis.variable_named(key, node).is_some();
        let mut overloads = self.context.symbols().overloads(key, node.command());
        match (overloads.next(), overloads.next()) {
            _ if bound => false,
            (Some(symbol), None) => self.applied(symbol, arguments, whole),
            (Some(_), Some(_)) => false,
            (None, _) => self.special(key, arguments, whole, node.place()) || self.theory(key, arguments, whole),
        }
    }

    /// Ties the application of a declared function. Returns false if it does not fit.
    fn applied(&mut self, symbol: &Symbol, arguments: &[Type], whole: &Type) -> bool {
        if symbol.domain().len() != arguments.len() {
            return false;
        }
        let mut values = vec![None; symbol.sort_parameters().len()];
        for (k, argument) in arguments.iter().enumerate() {
            self.instance(&self.domain(symbol, k), argument, symbol.sort_parameters(), &mut values);
        }
        self.instance(&self.range(symbol), whole, symbol.sort_parameters(), &mut values);
        true
    }

    /// Ties a declared sort to the sort at a use.
    fn instance(&mut self, own: &Type, used: &Type, parameters: &[Box<[u8]>], values: &mut [Option<Type>]) {
        match (own.sort.compound(), used.sort.compound()) {
            (Some((head, [])), _) if let Some(i) = parameters.iter().position(|p| **p == *head) => match &values[i] {
                Some(value) => self.tie(&value.clone(), used),
                None => values[i] = Some(used.clone()),
            },
            (Some((head, [_, ..])), Some((other, _))) if head == other && own.sort != used.sort => {
                self.operated(own);
                self.operated(used);
                for (own, used) in own.arguments().iter().zip(&used.arguments()) {
                    self.instance(own, used, parameters, values);
                }
            }
            _ => self.tie(own, used),
        }
    }

    /// Ties `(as name sort)`, applied or not.
    fn qualified(&mut self, command: &Command<'c>, head: Node<'c>, arguments: &[Type], whole: &Type) {
        let Some(key) = head.child(1).and_then(Node::leaf).map(name) else { return self.fix(whole) };
        let element = whole.sort.as_array().and_then(|_| whole.arguments().pop());
        let symbol = self.context.symbols().term(key, command.root.command());
        match (key, symbol, arguments, element) {
            (b"const", _, [value], Some(element)) => {
                self.operated(whole);
                self.tie(&element, value);
            }
            (_, Some(symbol), ..) => {
                if !self.applied(symbol, arguments, whole) {
                    self.fix(whole);
                }
            }
            (b"seq.empty" | b"set.empty" | b"set.universe" | b"emptyset" | b"univset" | b"bag.empty", ..) => {
                self.operated(whole);
            }
            _ => {
                self.fix(whole);
                arguments.iter().for_each(|argument| self.fix(argument));
            }
        }
    }

    /// Ties `(_ is constructor)` and `(_ update selector)`. Returns whether it was one of these.
    fn of_datatype(&mut self, operator: &[u8], head: Node<'c>, arguments: &[Type], whole: &Type) -> bool {
        let symbols = self.context.symbols();
        let symbol = head.child(2).and_then(Node::leaf).and_then(|leaf| symbols.term(leaf, head.command()));
        match (operator, symbol.map(|symbol| (symbol.kind, symbol)), arguments) {
            (b"is", Some((SymbolKind::Constructor, _)), [of]) => self.operated(of),
            (b"update" | b"update-field", Some((SymbolKind::Selector, selector)), [of, value]) => {
                self.applied(selector, std::slice::from_ref(of), value);
                self.tie(of, whole);
            }
            _ => return false,
        }
        true
    }

    /// Ties operators whose sorts depend on indices or on one another's size. Returns whether `key` is such
    /// an operator.
    fn special(&mut self, key: &[u8], arguments: &[Type], whole: &Type, place: (usize, usize)) -> bool {
        match (key, arguments) {
            (b"concat" | b"extract" | b"zero_extend" | b"sign_extend" | b"repeat" | b"to_real" | b"to_int", _) => {}
            (b"rotate_left" | b"rotate_right", [argument]) => self.tie(argument, whole),
            (b"int2bv" | b"int_to_bv" | b"nat2bv", [argument]) => {
                self.fix(argument);
                self.convert(whole, place);
                return true;
            }
            (b"fp", [sign, _, _]) => self.fix(sign),
            (b"to_fp" | b"to_fp_unsigned", [.., argument]) if argument.sort.is_arithmetic() => self.fix(argument),
            (b"to_fp" | b"to_fp_unsigned" | b"to_fp_bv", [_] | [_, _]) => {}
            (b"fp.to_ubv" | b"fp.to_sbv" | b"fp.to_ieee_bv", _) => {}
            (b"set.insert" | b"insert", [elements @ .., set]) if !self.context.symbols().declares(key) => {
                let (Some(_), Some(element)) = (set.sort.arguments("Set"), set.arguments().pop()) else {
                    return false;
                };
                self.operated(set);
                elements.iter().for_each(|other| self.tie(&element, other));
                self.tie(set, whole);
                return true;
            }
            _ => return false,
        }
        arguments.iter().for_each(|argument| self.convert(argument, place));
        self.convert(whole, place);
        true
    }

    /// Ties operators of the tables. Returns whether one fits.
    fn theory(&mut self, key: &[u8], arguments: &[Type], whole: &Type) -> bool {
        let sorts: Vec<&Sort> = arguments.iter().map(|argument| &argument.sort).collect();
        // A Boolean term may stand for a bit, as in scripts for solvers that represent both in the same way.
        let bit = Sort::BitVec(1);
        let bits = || sorts.iter().map(|&sort| if *sort == Sort::Bool { &bit } else { sort }).collect::<Vec<_>>();
        let signature = theory::signature(key, &sorts).or_else(|| theory::signature(key, &bits()));
        let Some(signature) = signature else { return false };
        let mut bindings = BoundTypes::new();
        for (i, argument) in arguments.iter().enumerate() {
            if let Some(pattern) = signature.argument(i) {
                self.pattern(pattern, argument, &mut bindings);
            }
        }
        self.pattern(signature.result(), whole, &mut bindings);
        // Only reals may be divided.
        let number = bindings.iter().find(|(pattern, _)| matches!(pattern, SortPattern::Number));
        if let (SortPattern::Sort(Sort::Real), Some((_, number))) = (signature.result(), number) {
            self.fix(number);
        }
        true
    }

    /// Ties a sort to the pattern of a signature that it fits.
    fn pattern<'s>(&mut self, pattern: &'s SortPattern, of: &Type, bindings: &mut BoundTypes<'s>) {
        match pattern {
            SortPattern::Sort(_) => return self.fix(of),
            SortPattern::App(..) if of.sort.compound().is_none() => return self.fix(of),
            SortPattern::App(_, patterns) => {
                self.operated(of);
                for (pattern, argument) in patterns.iter().zip(&of.arguments()) {
                    self.pattern(pattern, argument, bindings);
                }
                return;
            }
            SortPattern::Width | SortPattern::Format | SortPattern::Number => self.used(of),
            SortPattern::Variable(_) => {}
        }
        match bindings.iter().find(|(known, _)| *known == pattern) {
            Some((_, first)) => self.tie(first, of),
            None => bindings.push((pattern, of.clone())),
        }
    }
}
