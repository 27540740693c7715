//! The mutator that replaces terms by variables.

use super::super::{Edits, Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::{Token, token};
use crate::smtlib::{Context, Role, Symbol, SymbolKind};

/// Replaces a term by a variable of the same sort that is in scope.
#[allow(clippy::declare_interior_mutable_const, reason = "it has no rules")]
const REPLACE_BY_VARIABLE: Mutator = Mutator {
    name: "replace-by-variable",
    summary: "substitute by existing variable",
    examples: r"
        (declare-const a Int) (declare-const b Int) |- (assert (= a b (f 0))) => (assert (= b b (f 0)))
        (declare-const p Bool) |- (assert (exists ((q Bool)) (not q))) (declare-const r Bool)
            => (assert p) (declare-const r Bool) | (assert (exists ((q Bool)) q)) (declare-const r Bool)
             | (assert (exists ((q Bool)) p)) (declare-const r Bool)
        (declare-const a Int) (assert (= a 1)) => none
    ",
    filter: |context, node| context.role(node) == Role::Term && !is_literal(node),
    local: |context, node| variables(context, node, Mode::Larger),
    ..Mutator::DEFAULT
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

/// The usual variant.
pub(super) static BY_LARGER: Mutator = REPLACE_BY_VARIABLE;

/// The other variant.
pub static BY_SMALLER: Mutator =
    Mutator { local: |context, node| variables(context, node, Mode::Smaller), ..REPLACE_BY_VARIABLE };

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

fn variables<'a>(context: &'a Context, node: Node<'a>, mode: Mode) -> Edits<'a> {
    let sort = context.sort(node);
    if !sort.is_known() {
        return none();
    }
    let globals = context.symbols().nullary(&sort, node.command());
    let variables = globals.filter(|symbol| symbol.kind != SymbolKind::Constructor);
    let visible = variables.filter(move |symbol| !context.shadowed(&symbol.name, node));
    // As it is spelled where it is declared: not all solvers know that bars mean nothing.
    let spelled = |symbol: &'a Symbol| context.script().tape(symbol.command).node(symbol.command, symbol.node()).text();
    let locals = context.locals(node).filter(move |local| local.sort == sort).map(|local| local.symbol.text());
    let fits = move |name: &&[u8]| match (node.leaf(), mode) {
        (None, _) => true,
        (Some(leaf), Mode::Larger) => *name > leaf,
        (Some(leaf), Mode::Smaller) => *name < leaf,
    };
    Box::new(locals.chain(visible.map(spelled)).filter(fits).map(move |name| Edit::replace(node, name)))
}
