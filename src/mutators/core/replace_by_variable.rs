//! The mutator that replaces terms by variables.

use super::super::{About, Edits, Example, Mutator};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::{Token, token};
use crate::smtlib::{Context, Role, SymbolKind};

const ABOUT: About = About {
    name: "replace-by-variable",
    class: "ReplaceByVariable",
    summary: "substitute by existing variable",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const a Int)\n(declare-const b Int)\n(assert (= a b (f 0)))",
            after: &["(declare-const a Int)\n(declare-const b Int)\n(assert (= b b (f 0)))"],
        },
        Example {
            before: "(declare-const p Bool)\n(assert (exists ((q Bool)) (not q)))\n(declare-const r Bool)",
            after: &[
                "(declare-const p Bool)\n(assert p)\n(declare-const r Bool)",
                "(declare-const p Bool)\n(assert (exists ((q Bool)) q))\n(declare-const r Bool)",
                "(declare-const p Bool)\n(assert (exists ((q Bool)) p))\n(declare-const r Bool)",
            ],
        },
        Example { before: "(declare-const a Int)\n(assert (= a 1))", after: &[] },
    ],
};

/// Which variables may stand in the place of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Those behind it in the order of bytes: `inc`.
    #[default]
    Larger,
    /// Those before it in the order of bytes: `dec`.
    Smaller,
}

/// Replaces a term by a variable of the same sort that is in scope.
#[derive(Clone, Copy, Debug)]
pub struct ReplaceByVariable {
    /// Which variables may replace a variable.
    pub mode: Mode,
}

/// Whether a term is a literal.
fn is_literal(node: Node<'_>) -> bool {
    match node.leaf() {
        Some(leaf) => token(leaf) != Token::Symbol || matches!(leaf, b"true" | b"false"),
        None => {
            let digits = |n: Node<'_>| n.text().iter().all(u8::is_ascii_digit);
            let fraction = node.has_head("/") && node.arity() == 3 && node.children().skip(1).all(digits);
            fraction || node.has_head("fp") || node.has_head("_")
        }
    }
}

impl Mutator for ReplaceByVariable {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.role(node) == Role::Term && !is_literal(node)
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let sort = context.sort(node);
        let mut names: Vec<&'a [u8]> = Vec::new();
        if sort.is_known() {
            let locals = context.locals(node).into_iter().filter(|local| local.sort == sort);
            let globals = context.symbols().nullary(&sort, node.command());
            let variables = globals.filter(|symbol| symbol.kind != SymbolKind::Constructor);
            names.extend(locals.map(|local| local.symbol.text()));
            let visible = variables.filter(|symbol| !context.shadowed(&symbol.name, node));
            // As it is spelled where it is declared: not all solvers know that bars mean nothing.
            names.extend(
                visible.map(|symbol| context.script().tape(symbol.command).node(symbol.command, symbol.node()).text()),
            );
        }
        let fits = move |name: &&[u8]| match (node.leaf(), self.mode) {
            (None, _) => true,
            (Some(leaf), Mode::Larger) => *name > leaf,
            (Some(leaf), Mode::Smaller) => *name < leaf,
        };
        Box::new(names.into_iter().filter(fits).map(move |name| Edit::replace(node, name)))
    }
}
