//! Ends lists: infers the sort that follows, and checks the children.

use super::binders::is_named;
use super::{Frame, Walk};
use crate::sexpr::Node;
use crate::smtlib::grammar::{Part, Shape};
use crate::smtlib::name::{Token, name, token};
use crate::smtlib::{Role, Sort, theory};

impl Walk<'_, '_> {
    /// Ends a list, all of whose children were visited.
    pub(super) fn close(&mut self, frame: Frame) {
        let shape = frame.part.shape();
        self.require(shape.rest.is_some() || shape.takes(frame.seen()));
        match frame.part {
            Part::Command => {
                if let Some(shape) = self.shape {
                    self.end_command(frame, shape);
                }
            }
            Part::Application => self.end_application(frame),
            Part::Let => self.take_sort(frame.index(), 2),
            Part::Quantifier => self.end_quantifier(frame),
            Part::Match => self.end_match(frame),
            Part::Annotated => {
                self.require(frame.seen >= 3);
                self.take_sort(frame.index(), 1);
            }
            Part::Bindings | Part::Binders | Part::Parameters => {
                self.require(frame.seen > 0 || frame.part == Part::Parameters);
                self.bind_all(frame);
            }
            Part::Names | Part::SortDeclarations => {
                let names = self.node(frame.index()).children().filter_map(Node::leaf).map(name);
                self.sort_parameters.extend(names);
            }
            Part::Signature => {
                let sort = self.child_sort(frame.index(), 2);
                if let Some(signature) = self.signatures.last_mut().filter(|_| frame.seen == 3) {
                    signature.1 = sort;
                }
            }
            Part::Bodies => self.end_bodies(frame),
            Part::Group => {
                self.sort_parameters.clear();
                self.require(frame.seen > 0);
            }
            Part::Constructors | Part::Constructor => self.require(frame.seen > 0),
            Part::Groups => {
                let names = self.analysis.parent(frame.index()).and_then(|command| self.node(command).child(1));
                let count = names.map_or(0, Node::arity);
                let is_old = self.old_datatypes(&frame);
                let has_names =
                    !self.symbols.is_strict || frame.seen > 0 && self.node(frame.index()).children().all(is_named);
                self.require(is_old && has_names || frame.seen() == count && count > 0);
            }
            _ => {}
        }
        let is_term = frame.part.role() == Role::Term;
        if is_term || matches!(frame.part, Part::Case | Part::Command) {
            self.unbind(frame.bound as usize);
        }
        self.formula(self.node(frame.index()), frame.is_formula);
    }

    pub(super) fn child_sort(&self, index: usize, child: usize) -> Sort {
        let child = self.node(index).child(child);
        child.map_or(Sort::Unknown, |node| self.analysis.sort(node.index()).clone())
    }

    /// Gives a list the sort of one of its children.
    fn take_sort(&mut self, index: usize, child: usize) {
        let sort = self.child_sort(index, child);
        self.set(index, sort);
    }

    fn end_bodies(&mut self, frame: Frame) {
        self.unbind(self.live.len());
        self.require(frame.seen() == self.signatures.len() && frame.seen > 0);
        let bodies: Vec<usize> = self.node(frame.index()).children().map(Node::index).collect();
        for (i, body) in bodies.into_iter().enumerate() {
            let Some((_, sort)) = self.signatures.get(i) else { return };
            let fits = self.fits(sort, self.analysis.sort(body));
            self.require(fits);
        }
    }

    fn end_quantifier(&mut self, frame: Frame) {
        let node = self.node(frame.index());
        let body = self.child_sort(frame.index(), 2);
        let sort = match node.head() {
            Some(b"forall" | b"exists") => {
                self.require(frame.seen == 3);
                self.require(theory::may_be(&Sort::Bool, &body));
                Sort::Bool
            }
            Some(b"choice") => {
                self.require(frame.seen == 3 && theory::may_be(&Sort::Bool, &body));
                let binder = node.child(1).and_then(|binders| binders.child(0));
                binder.map_or(Sort::Unknown, |binder| self.child_sort(binder.index(), 1))
            }
            Some(b"lambda") => {
                self.require(frame.seen == 3);
                let binders = node.child(1).into_iter().flat_map(Node::children);
                let sorts = binders.map(|binder| self.child_sort(binder.index(), 1)).chain([body]);
                // In a first-order logic it is an array to z3, and unknown here.
                let is_function = self.symbols.has_function_sorts();
                if is_function { Sort::app(b"->", sorts.collect::<Vec<_>>()) } else { Sort::Unknown }
            }
            _ if frame.seen == 4 => Sort::app(b"Set", [self.child_sort(frame.index(), 3)]),
            _ => Sort::Unknown,
        };
        self.set(frame.index(), sort);
    }

    fn end_match(&mut self, frame: Frame) {
        let cases = self.node(frame.index()).child(2).into_iter().flat_map(Node::children);
        let bodies: Vec<usize> = cases.filter_map(|case| case.child(1)).map(Node::index).collect();
        self.require(!bodies.is_empty());
        let known = bodies.iter().map(|&body| self.analysis.sort(body)).find(|sort| sort.is_known());
        let sort = known.cloned().unwrap_or(Sort::Unknown);
        for body in bodies {
            let fits = self.fits(&sort, self.analysis.sort(body));
            self.require(fits);
        }
        self.set(frame.index(), sort);
    }

    fn end_command(&mut self, frame: Frame, shape: &Shape) {
        let fits = shape.takes(frame.seen() - 1);
        self.require(fits);
        if fits {
            self.arguments(self.node(frame.index()));
        }
    }

    /// Checks the arguments that only one command has.
    fn arguments(&mut self, node: Node<'_>) {
        let leaf = |i: usize| node.child(i).and_then(Node::leaf);
        let is = |i: usize, wanted: Token| leaf(i).is_some_and(|text| token(text) == wanted);
        match node.head().unwrap_or_default() {
            b"define-const" => self.body(node, 2, 3),
            b"define-fun" | b"define-fun-rec" => self.body(node, 3, 4),
            b"declare-sort" => self.require(is(2, Token::Numeral)),
            b"set-logic" => self.require(is(1, Token::Symbol)),
            b"echo" => self.require(is(1, Token::String)),
            b"set-info" | b"set-option" | b"get-info" | b"get-option" => self.require(is(1, Token::Keyword)),
            b"push" | b"pop" => self.require(node.arity() == 1 || (node.arity() == 2 && is(1, Token::Numeral))),
            _ => {}
        }
    }

    fn body(&mut self, node: Node<'_>, sort: usize, body: usize) {
        let fits = self.fits(&self.child_sort(node.index(), sort), &self.child_sort(node.index(), body));
        self.require(fits);
    }
}
