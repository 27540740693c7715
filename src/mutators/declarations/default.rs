//! The mutator that deletes a declaration and puts a constant, or another symbol applied to
//! constants, where its symbol is used.

use super::declaration::declares_one;
use super::{About, Declaration, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Sort, Symbol, SymbolKind};

const ABOUT: About = About {
    name: "declaration-default",
    class: "DeclarationDefault",
    summary: "replace declared symbol by a constant",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-fun f (Int) Bool)\n(assert (forall ((x Int)) (=> (f x) (f 3))))",
            after: &["(assert (forall ((x Int)) (=> false false)))", "(assert (forall ((x Int)) (=> true true)))"],
        },
        Example {
            before: "(declare-const a Real)\n(assert (let ((b a) (a 2.0)) (> a b)))",
            after: &["(assert (let ((b 0.0) (a 2.0)) (> a b)))", "(assert (let ((b 1.0) (a 2.0)) (> a b)))"],
        },
        Example {
            before: "(declare-fun f () (_ FloatingPoint 3 4))\n(assert (fp.isZero f))",
            after: &["(assert (fp.isZero (_ +zero 3 4)))"],
        },
        Example { before: "(declare-sort U 0)\n(declare-const u U)\n(assert (p u))", after: &[] },
        Example {
            before: "(declare-sort U 0)\n(declare-const a (Array Int U))\n(declare-const u U)\n(assert (= u (select a 1)))",
            after: &["(declare-sort U 0)\n(declare-const a (Array Int U))\n(assert (= (select a 0) (select a 1)))"],
        },
    ],
};

/// Deletes a constant or function and puts a constant of its sort, or what
/// another symbol makes of constants, in the place of every use.
pub(super) struct DeclarationDefault;

/// How many constants of a sort are tried.
const CONSTANTS: usize = 2;

/// The constants that are tried for a sort, simplest first.
fn constants(context: &Context, sort: &Sort, command: usize) -> Vec<Vec<u8>> {
    // The other spelling of a zero holds three numbers, and is longer than what it replaces.
    if let Sort::Float(exponent, significand) = sort {
        return vec![format!("(_ +zero {exponent} {significand})").into_bytes()];
    }
    let mut constants = context.constants(sort, command);
    constants.truncate(CONSTANTS);
    constants
}

/// For sorts without literals: what the first other symbol that can makes a term of this sort of constants:
/// a function applied to them, or what is at one of them in an array.
fn applied(context: &Context, declaration: &Declaration<'_>) -> Option<Vec<u8>> {
    let symbol = declaration.symbol;
    let constant = |sort: &Sort| context.constants(sort, symbol.command).into_iter().next();
    let apply = |other: &Symbol| {
        let (opening, domain) = match other.range.as_array() {
            Some((index, element)) if other.domain().is_empty() && *element == symbol.range => {
                ("(select ", std::slice::from_ref(index))
            }
            _ if !other.domain().is_empty() && other.range == symbol.range => ("(", other.domain()),
            _ => return None,
        };
        let constants = domain.iter().map(constant).collect::<Option<Vec<_>>>()?.join(&b' ');
        let name = context.script().tape(other.command).node(other.command, other.node()).text();
        Some([opening.as_bytes(), name, b" ", &constants, b")"].concat())
    };
    let others = context.symbols().all().iter().filter(|other| other.kind == SymbolKind::Function);
    others.filter(|other| !std::ptr::eq(*other, symbol)).find_map(apply)
}

impl Mutator for DeclarationDefault {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        declares_one(node)
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let Some(terms) = declaration.terms() else { return none() };
        if terms.is_empty() {
            return some([Edit::delete(node)]);
        }
        let sort = &declaration.symbol.range;
        let constants = constants(context, sort, node.command());
        // Where a literal does not do, neither does what hangs on another symbol's value.
        let is_plain = !constants.is_empty() && sort.as_array().is_none();
        let applied = if is_plain { None } else { applied(context, &declaration) };
        Box::new(
            constants.into_iter().chain(applied).filter_map(move |constant| declaration.replaced(&terms, &constant)),
        )
    }
}
