//! The mutator that deletes a declaration and puts a constant, or another symbol applied to
//! constants, where its symbol is used.

use super::declaration::declares_one;
use super::{Declaration, Mutator, none, some};
use crate::sexpr::Edit;
use crate::smtlib::{Context, Sort, Symbol, SymbolKind};

/// Deletes a constant or function and puts a constant of its sort, or what
/// another symbol makes of constants, in the place of every use.
pub(super) static DECLARATION_DEFAULT: Mutator = Mutator {
    name: "declaration-default",
    summary: "replace declared symbol by a constant",
    examples: r"
        (declare-fun f (Int) Bool) (assert (forall ((x Int)) (=> (f x) (f 3))))
            => (assert (forall ((x Int)) (=> false false))) | (assert (forall ((x Int)) (=> true true)))
        (declare-const a Real) (assert (let ((b a) (a 2.0)) (> a b)))
            => (assert (let ((b 0.0) (a 2.0)) (> a b))) | (assert (let ((b 1.0) (a 2.0)) (> a b)))
        (declare-fun f () (_ FloatingPoint 3 4)) (assert (fp.isZero f)) => (assert (fp.isZero (_ +zero 3 4)))
        (declare-sort U 0) (declare-const u U) (assert (p u)) => none
        (declare-sort U 0) (declare-const a (Array Int U)) |- (declare-const u U) (assert (= u (select a 1)))
            => (assert (= (select a 0) (select a 1)))
    ",
    filter: |_, node| declares_one(node),
    global: |context, node| {
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
    },
    ..Mutator::DEFAULT
};

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
        Some([opening.as_bytes(), context.spelled(other), b" ", &constants, b")"].concat())
    };
    let others = context.symbols().all().iter().filter(|other| other.kind == SymbolKind::Function);
    others.filter(|other| !std::ptr::eq(*other, symbol)).find_map(apply)
}
