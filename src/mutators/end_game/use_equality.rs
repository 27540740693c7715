//! The mutator that uses an equality in what stands beside it.

use super::super::Mutator;
use super::FEW;
use super::pool::can_stand;
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::is_constant;
use crate::smtlib::{Context, Role, Sort};

/// Drops an equality from the arguments of a truth value and puts one side of it, which may hold
/// the other one, where that is used in the other arguments: it is often no more than a name.
pub(super) static USE_EQUALITY: Mutator = Mutator {
    name: "use-equality",
    summary: "use an equality in what stands beside it",
    examples: r"
        (declare-const m (Array Int Int)) |- (assert (= (= m (store m 0 1)) (= 0 (select m 2))))
            => (assert (= 0 (select (store m 0 1) 2)))
        (assert (and (= a b) p (or (f a a) (let ((c p)) a))))
            => (assert (and p (or (f b b) (let ((c p)) b))))
        (assert (and (= a 1) p)) (assert (or (= a b c) a)) => none
    ",
    filter: |context, node| {
        let is_equality = |side: Node<'_>| side.has_head("=") && side.arity() == 3;
        context.script().nodes() <= FEW
            && node.arity() > 2
            && context.role(node) == Role::Term
            && context.sort(node) == Sort::Bool
            && node.children().skip(1).any(is_equality)
    },
    local: |context, node| {
        let equalities = node.children().skip(1).filter(|side| side.has_head("=") && side.arity() == 3);
        let sides = equalities.filter_map(|equality| Some((equality, equality.child(1)?, equality.child(2)?)));
        let both = sides.flat_map(|(equality, left, right)| [(equality, left, right), (equality, right, left)]);
        Box::new(both.filter_map(move |(equality, symbol, value)| used(context, node, equality, symbol, value)))
    },
    ..Mutator::DEFAULT
};

/// The term without `equality`, and `value` in the place of `symbol`.
fn used(context: &Context, node: Node<'_>, equality: Node<'_>, symbol: Node<'_>, value: Node<'_>) -> Option<Edit> {
    if !symbol.is_leaf() || is_constant(symbol) {
        return None;
    }
    let others: Vec<Node<'_>> = node.children().skip(1).filter(|other| other.index() != equality.index()).collect();
    let is_use = |leaf: &Node<'_>| leaf.text() == symbol.text() && context.role(*leaf) == Role::Term;
    let uses: Vec<Node<'_>> = others.iter().flat_map(|other| other.subtree()).filter(is_use).collect();
    let is_same = |leaf: &Node<'_>| {
        can_stand(context, *leaf, symbol) && can_stand(context, symbol, *leaf) && can_stand(context, value, *leaf)
    };
    if uses.is_empty() || !uses.iter().all(is_same) {
        return None;
    }
    let left = match others[..] {
        [other] => Edit::hoist(node, other),
        _ => Edit::delete(equality),
    };
    Edit::all([left].into_iter().chain(uses.iter().map(|leaf| Edit::replace(*leaf, value.text()))))
}
