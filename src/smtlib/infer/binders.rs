//! Determines the part of each child of a list, and binds the variables of binders.

use super::{Frame, Global, Walk};
use crate::sexpr::Node;
use crate::smtlib::analysis::Bound;
use crate::smtlib::grammar::{Part, Shape, WITH_GRAMMAR};
use crate::smtlib::name::name;
use crate::smtlib::{Role, Sort, SymbolKind};

/// Whether a datatype begins with its name, as in the syntax before SMT-LIB 2.6.
pub(super) fn is_named(group: Node<'_>) -> bool {
    group.head().is_some_and(|head| head != b"par")
}

impl<'t> Walk<'t, '_> {
    /// Returns the part of child number `seen` of an open list.
    pub(super) fn part(&mut self, frame: &Frame, seen: usize, node: Node<'t>) -> Part {
        match (frame.part, seen) {
            (Part::Command, 1..) => {
                let Some(shape) = self.shape else { return Part::Unknown };
                self.grammar(frame, shape, seen - 1).unwrap_or_else(|| shape.part(seen - 1))
            }
            (Part::Annotated, 2..) => self.attribute(node),
            (Part::Bodies, i) => {
                self.unbind(self.live.len());
                if let Some((parameters, _)) = self.signatures.get(i) {
                    parameters.clone().for_each(|id| self.bring_into_force(id));
                }
                Part::Term
            }
            (Part::SortDeclarations, _) if node.is_leaf() => Part::Definition,
            (Part::Groups, _) if self.old_datatypes(frame) && is_named(node) => Part::NamedGroup,
            (Part::Groups, _) if self.old_datatypes(frame) => Part::Value,
            (Part::Group, i) if self.node(frame.index()).has_head("par") => match i {
                0 => Part::Keyword,
                1 => Part::Names,
                _ => Part::Constructors,
            },
            (part, i) => part.shape().part(i),
        }
    }

    /// Returns the part of argument number `i` of a command if it belongs to a grammar.
    fn grammar(&self, frame: &Frame, shape: &Shape, i: usize) -> Option<Part> {
        let (command, before) = (self.node(frame.index()), shape.first.len());
        let part = [Part::Binders, Part::Grammar].get(i.checked_sub(before)?).copied();
        let has_grammar = command.head().is_some_and(|head| WITH_GRAMMAR.contains(&head))
            && command.arity() == before + 3
            && command.children().skip(1 + before).all(Node::is_list);
        part.filter(|_| has_grammar)
    }

    /// Whether `groups` are datatypes in the syntax before SMT-LIB 2.6.
    pub(super) fn old_datatypes(&self, groups: &Frame) -> bool {
        let command = self.analysis.parent(groups.index()).map(|command| self.node(command));
        command.and_then(|command| command.child(1)).is_some_and(|names| names.children().all(Node::is_leaf))
    }

    /// Returns the part of a child of `(! term ...)` after the term.
    fn attribute(&self, node: Node<'t>) -> Part {
        let before = self.node(node.index() - 1);
        match before.leaf() {
            _ if node.leaf().is_some_and(|leaf| leaf.starts_with(b":")) => Part::Attribute,
            Some(b":pattern") => Part::Terms,
            Some(b":no-pattern") => Part::Term,
            Some(b":named") => Part::Definition,
            _ => Part::Value,
        }
    }

    /// Makes a variable of a symbol in a binder; none if the symbol is no leaf.
    fn variable_of(&mut self, symbol: Node<'t>, sort: u32, outer: u32) -> Option<u32> {
        symbol.leaf()?;
        let id = self.analysis.bound.len() as u32;
        self.analysis.bound.push(Bound { outer, symbol: symbol.index() as u32, hidden: 0, sort });
        Some(id)
    }

    fn bring_into_force(&mut self, id: u32) {
        let key = name(self.node(self.analysis.bound[id as usize].symbol as usize).text());
        let hidden = self.variables.insert(key, id);
        self.analysis.bound[id as usize].hidden = hidden.map_or(0, |hidden| hidden + 1);
        self.live.push(id);
        self.scope = id + 1;
    }

    /// Ends the scope of the innermost `count` variables.
    pub(super) fn unbind(&mut self, count: usize) {
        for id in self.live.split_off(self.live.len() - count).into_iter().rev() {
            let bound = self.analysis.bound[id as usize];
            let key = name(self.node(bound.symbol as usize).text());
            match bound.hidden {
                0 => self.variables.remove(key),
                hidden => self.variables.insert(key, hidden - 1),
            };
            self.scope = bound.outer;
        }
    }

    /// Binds the variables of a list of binders that has just been closed.
    pub(super) fn bind_all(&mut self, list: Frame) {
        let for_later = matches!(self.frames.last(), Some(Frame { part: Part::Signature, .. }));
        let first = self.analysis.bound.len() as u32;
        let mut outer = self.scope;
        for binder in self.node(list.index()).children() {
            let mut parts = binder.children();
            let Some(symbol) = parts.next() else { continue };
            let sort = parts.next().map_or(0, |value| self.analysis.sort_id(value.index()));
            let Some(id) = self.variable_of(symbol, sort, outer) else { continue };
            // A quantifier may bind a name twice; the latter hides the former.
            let is_twice = self.variable(name(symbol.text())).is_some_and(|other| other >= first);
            self.require(!is_twice || list.part == Part::Binders);
            outer = id + 1;
            if !for_later {
                self.bring_into_force(id);
            }
        }
        let count = self.analysis.bound.len() - first as usize;
        match self.frames.last_mut() {
            _ if for_later => self.signatures.push((first..first + count as u32, Sort::Unknown)),
            Some(frame) => frame.bound += count as u32,
            None => {}
        }
    }

    /// Reads a pattern of a `match` case and binds its variables.
    pub(super) fn pattern(&mut self, node: Node<'t>) -> usize {
        let scrutinee = match self.frames.as_slice() {
            [.., matching, _, _] => self.child_sort(matching.index(), 1),
            _ => Sort::Unknown,
        };
        let (index, end) = (node.index(), node.index() + node.size());
        self.analysis.roles[index] = Role::Pattern;
        if let Some(leaf) = node.leaf() {
            match self.global(name(leaf)) {
                Global::Symbol(symbol) if symbol.kind == SymbolKind::Constructor => {
                    self.require(symbol.instance(&scrutinee).0);
                }
                _ if leaf == b"_" => {}
                _ => self.pattern_variable(node, scrutinee),
            }
            return end;
        }
        let Some((head, variables)) = node.app().filter(|_| node.subtree().skip(1).all(Node::is_leaf)) else {
            self.mark(node, Role::Unknown);
            return end;
        };
        let children = node.children().map(Node::index).collect::<Vec<_>>();
        for child in children {
            self.analysis.set_parent(child, index);
            self.analysis.roles[child] = Role::HeadName;
        }
        let domain = match self.global(name(head)) {
            Global::Symbol(symbol) if symbol.kind == SymbolKind::Constructor => {
                let (fits, values) = symbol.instance(&scrutinee);
                self.require(fits && symbol.domain().len() == variables.len());
                let sorts = symbol.domain().iter();
                sorts.map(|sort| sort.substitute(symbol.sort_parameters(), &values)).collect()
            }
            Global::None => {
                self.undeclared(name(head));
                Vec::new()
            }
            _ => Vec::new(),
        };
        for (i, variable) in variables.into_iter().enumerate() {
            self.pattern_variable(variable, domain.get(i).cloned().unwrap_or(Sort::Unknown));
        }
        end
    }

    fn pattern_variable(&mut self, symbol: Node<'t>, sort: Sort) {
        self.analysis.roles[symbol.index()] = Role::Definition;
        let sort = self.id(sort);
        if let Some(id) = self.variable_of(symbol, sort, self.scope) {
            self.bring_into_force(id);
            if let Some(case) = self.frames.last_mut() {
                case.bound += 1;
            }
        }
    }
}
