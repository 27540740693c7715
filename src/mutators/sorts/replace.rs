//! The mutator that gives places another sort where no operator needs theirs.

use super::super::Mutator;
use super::super::declarations::Declaration;
use super::convert::changed;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Sort, SortClass, declared_constant};

/// Replaces a sort by a shorter one.
pub(super) static REPLACE_SORT: Mutator = Mutator {
    name: "replace-sort",
    summary: "replace sort by a simpler one",
    examples: r"
        (declare-sort U 0) (declare-const x U) (declare-const y U) (assert (= x y))
            => (assert (= 0 1)) | (declare-const x Bool) (declare-const y Bool) (assert (= x y))
             | (declare-const x Int) (declare-const y Int) (assert (= x y))
             | (declare-const x Bool) (declare-const y Bool) (assert (= x y))
             | (declare-const x Int) (declare-const y Int) (assert (= x y))
        (declare-sort U 0) (declare-const x U) (assert (= x (as @u U)))
            => (assert (= 0 (as @u Int))) | (declare-const x Bool) (assert (= x (as @u Bool)))
             | (declare-const x Int) (assert (= x (as @u Int)))
        (declare-const a (Array (_ BitVec 8) Real)) (assert (< (select a #x07) 1.5))
            => (declare-const a (Array Bool Real)) (assert (< (select a true) 1.5))
             | (declare-const a (Array (_ BitVec 8) Int)) (assert (< (select a #x07) 1))
        (declare-sort U 0) (declare-const x U) (declare-const y U)
            => (declare-const x Bool) (declare-const y Bool) | (declare-const x Int) (declare-const y Int) | nothing
             | (declare-const x Bool) (declare-const y Bool) | (declare-const x Int) (declare-const y Int)
             | (declare-sort U 0) (declare-const x Bool) (declare-const y U)
             | (declare-sort U 0) (declare-const x Int) (declare-const y U)
             | (declare-sort U 0) (declare-const x U) (declare-const y Bool)
             | (declare-sort U 0) (declare-const x U) (declare-const y Int)
        (declare-const a (Array Bool (Array Int Bool))) (assert (= (select a true) (select a false)))
            => (declare-const a (Array Bool Bool)) (assert (= (select a true) (select a false)))
             | (declare-const a (Array Bool Int)) (assert (= (select a true) (select a false)))
        (declare-const x (_ BitVec 8)) (assert (bvult x #x07)) => none
    ",
    filter: |context, node| {
        let found = context.sort_classes();
        let is_first = (node.command(), node.index()) == (0, 0);
        is_first
            || declares_sort(node)
            || found.led_by(node).iter().any(|&class| !others(&found.classes()[class]).is_empty())
    },
    global: |context, node| {
        let classes = context.sort_classes().classes();
        let alone = context.sort_classes().led_by(node).iter().flat_map(move |&class| {
            others(&classes[class]).iter().filter_map(move |sort| changed(context, [(class, sort.clone())]))
        });
        let alone = alone.chain(declares_sort(node).then(|| substituted(context, node)).into_iter().flatten());
        if (node.command(), node.index()) != (0, 0) {
            return Box::new(alone);
        }
        let mut sorts: Vec<&Sort> = Vec::new();
        for class in classes.iter().filter(|class| !others(class).is_empty()) {
            if !sorts.contains(&&class.sort) && classes.iter().filter(|other| other.sort == class.sort).count() > 1 {
                sorts.push(&class.sort);
            }
        }
        let together = sorts.into_iter().flat_map(move |sort| {
            [Sort::Bool, Sort::Int].into_iter().filter_map(move |new| {
                let same = classes.iter().enumerate().filter(|(_, class)| class.sort == *sort);
                let able = same.filter(|(_, class)| others(class).contains(&new)).map(|(i, _)| (i, new.clone()));
                changed(context, able)
            })
        });
        Box::new(together.chain(alone))
    },
    ..Mutator::DEFAULT
};

/// Whether a command declares a sort without parameters.
fn declares_sort(node: Node<'_>) -> bool {
    node.index() == 0 && node.has_head("declare-sort") && node.child(2).is_none_or(|arity| arity.is("0"))
}

/// A declared sort replaced wherever its name stands, whatever the use means: by Int together with its
/// constants, which become numerals, by Bool, and by Int.
fn substituted<'a>(context: &'a Context, command: Node<'a>) -> impl Iterator<Item = Edit> + 'a {
    let is_elsewhere = |leaf: &Node<'_>| leaf.command() != command.command();
    let name = command.child(1).filter(|name| name.is_leaf());
    let uses = name.into_iter().flat_map(|name| context.mentions(name.text())).filter(is_elsewhere);
    let uses: Vec<Node<'_>> = uses.collect();
    let is_of_sort =
        |node: &Node<'_>| declared_constant(*node).is_some_and(|(_, sort)| Some(sort.text()) == name.map(Node::text));
    let constants = context.script().commands().filter(is_of_sort);
    let constants: Vec<Declaration<'_>> = constants.filter_map(|node| Declaration::of(context, node)).collect();
    let replaced = move |(sort, constants): (&str, &[Declaration<'_>])| {
        let stays = |leaf: &&Node<'_>| !constants.iter().any(|constant| constant.command.command() == leaf.command());
        let left = uses.iter().filter(stays).map(|leaf| Edit::replace(*leaf, sort.as_bytes()));
        let numerals = constants
            .iter()
            .enumerate()
            .map(|(i, constant)| constant.replaced(&constant.terms()?, i.to_string().as_bytes()));
        let numerals = numerals.collect::<Option<Vec<Edit>>>()?;
        Edit::all(left.chain(numerals).chain([Edit::delete(command)])).filter(|_| !uses.is_empty())
    };
    let all = [("Int", &*constants), ("Bool", &[]), ("Int", &[])];
    all[usize::from(constants.is_empty())..].iter().copied().filter_map(replaced).collect::<Vec<_>>().into_iter()
}

/// The sorts that can take the place of a class's.
fn others(class: &SortClass) -> &'static [Sort] {
    match &class.sort {
        _ if class.fixed || class.places().is_empty() => &[],
        Sort::Real => &[Sort::Int],
        Sort::App(_) | Sort::String | Sort::Float(..) if !class.used => &[Sort::Bool, Sort::Int],
        Sort::BitVec(_) if !class.used => &[Sort::Bool],
        _ => &[],
    }
}
