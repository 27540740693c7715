//! The mutator that puts a new variable where a term stood.

use super::super::fresh::after_settings;
use super::super::{Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Sort};

/// Replaces an application by a new variable of the same sort.
pub(super) static INTRODUCE_FRESH_VARIABLES: Mutator = Mutator {
    name: "introduce-fresh-variables",
    class: "IntroduceFreshVariable",
    summary: "introduce fresh variable",
    examples: r"
        (set-logic QF_LIA) |- (declare-fun f (Int) Int) (assert (= 0 1))
            => (declare-const v!2!2 Bool) (declare-fun f (Int) Int) (assert v!2!2)
        (declare-sort U 0) (declare-const u U) (declare-fun f (U) U) |- (assert (g (f u)))
            => (declare-const v!3!4 U) (assert (g v!3!4))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| {
        node.is_list()
            && node.index() > 0
            && matches!(context.role(node), Role::Term)
            && !node.has_head("fp")
            && !node.has_head("_")
    },
    global: |context, node| {
        let sort = context.sort(node);
        let narrow = sort.width().is_some_and(|width| !spares_bits(context, node, width));
        let fraction = node.has_head("/") && node.children().skip(1).all(|n| n.text().iter().all(u8::is_ascii_digit));
        if !sort.is_known() || narrow || fraction {
            return none();
        }
        some(variable_instead(context, node, &sort, &context.fresh(b"v", node)))
    },
    ..Mutator::DEFAULT
};

/// Whether the sort can be named before anything is declared.
fn is_predeclared(context: &Context, sort: &Sort) -> bool {
    let Some((name, _)) = sort.compound() else { return true };
    // Arguments may be declared too, so only the theory's own names count.
    sort.text().split(|byte| b"() ".contains(byte)).all(|word| !context.symbols().declares(word)) && !name.is_empty()
}

/// The command before which a constant of this sort can be declared for `node`.
fn place(context: &Context, sort: &Sort, node: Node<'_>) -> usize {
    if !is_predeclared(context, sort) {
        return node.command();
    }
    after_settings(context.script()).min(node.command())
}

/// Puts a new variable of a known sort in the place of a term.
pub(in super::super) fn variable_instead(context: &Context, node: Node<'_>, sort: &Sort, new: &[u8]) -> Option<Edit> {
    let declaration = [b"(declare-const ", new, b" ", &sort.text(), b")\n"].concat();
    let insertion = Edit::insert(place(context, sort, node), &declaration);
    Edit::all([insertion, Edit::replace(node, new)])
}

/// Whether a bit-vector term is worth a variable: it holds two variables, or
/// a wider one; else a variable of that width may be all that is left of it.
fn spares_bits(context: &Context, node: Node<'_>, width: u32) -> bool {
    let is_variable = |leaf: &Node<'_>| {
        let symbol = context.symbols().term(leaf.text(), leaf.command());
        leaf.is_leaf() && symbol.is_some_and(|symbol| symbol.is_nullary())
    };
    let mut variables = node.subtree().filter(is_variable);
    let Some(first) = variables.next() else { return false };
    context.sort(first).width().is_some_and(|wide| wide > width) || variables.next().is_some()
}
