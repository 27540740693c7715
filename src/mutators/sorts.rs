//! Mutators that change a sort everywhere at once.
//!
//! [`SortClasses`](crate::smtlib::SortClasses) tells which terms must keep the same sort, so the edits are well-sorted:
//! a class changes together with its literals, and with the indices of the operators that convert to other widths.

mod change;
mod convert;
mod literal;

use super::declarations::Declaration;
use super::{Mutator, all_from, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Sort, SortClass, declared_constant};
use convert::changed;
use std::collections::{BTreeSet, HashSet};

pub(super) static MUTATORS: &[&Mutator] = &[&NARROW, &REPLACE_SORT];

/// Floating-point formats with a name, which is shorter than two numbers; smallest first.
const NAMED: [(u32, u32); 4] = [(5, 11), (8, 24), (11, 53), (15, 113)];

/// The smallest floating-point formats that solvers know, for a format without a name.
const SMALLEST: [(u32, u32); 5] = [(2, 2), (2, 3), (3, 5), (5, 11), (8, 24)];

/// By how many bits all widths are made smaller at once.
const STEPS: [u32; 6] = [1, 2, 3, 4, 6, 8];

/// So many equal arguments in a row may be the bits of a number.
const MANY: usize = 8;

/// Returns the classes that can have fewer bits, with their numbers.
fn wide(context: &Context) -> impl Iterator<Item = (usize, &SortClass)> {
    let classes = context.sort_classes().classes().iter().enumerate();
    classes.filter(|(_, class)| !class.fixed && !class.places().is_empty() && !smaller(class).is_empty())
}

/// Returns smaller sorts of the same theory, best first.
fn smaller(class: &SortClass) -> Vec<Sort> {
    match class.sort {
        Sort::BitVec(width) => {
            let steps = [1, 2, width / 2, width - width / 4, width.saturating_sub(u32::from(width <= 8))];
            let mut seen = BTreeSet::new();
            let steps = steps.into_iter().filter(|&new| 0 < new && new < width && seen.insert(new));
            steps.map(Sort::BitVec).collect()
        }
        Sort::Float(e, s) => {
            let is_named = NAMED.contains(&(e, s)) && !class.sorts.is_empty();
            let formats: &[(u32, u32)] = if is_named { &NAMED } else { &SMALLEST };
            let formats = formats.iter().copied().filter(|&(f, t)| f <= e && t <= s && (f, t) != (e, s));
            formats.map(|(e, s)| Sort::Float(e, s)).collect()
        }
        _ => Vec::new(),
    }
}

/// Makes all bit-vectors narrower by a few bits at once, or the narrow ones four bits wide: one hexadecimal
/// digit is shorter than several binary digits. Makes floating-point numbers smaller together with bit-vectors that
/// spell out each bit.
pub(super) static STEP_WIDTHS: Mutator = Mutator {
    name: "step-widths",
    summary: "change all bit-widths by a few bits at once",
    examples: r"
        (declare-const a (_ BitVec 3)) (assert (= a #b001))
            => (declare-const a (_ BitVec 2)) (assert (= a #b01)) | (declare-const a (_ BitVec 1)) (assert (= a #b1))
             | (declare-const a (_ BitVec 1)) (assert (= a #b1)) | (declare-const a (_ BitVec 1)) (assert (= a #b1))
             | (declare-const a (_ BitVec 1)) (assert (= a #b1)) | (declare-const a (_ BitVec 1)) (assert (= a #b1))
             | (declare-const a (_ BitVec 4)) (assert (= a #x1))
        (assert (fp.isNaN ((_ to_fp 5 11) RNE (f c c c c c c c c d))))
            => (assert (fp.isNaN ((_ to_fp 2 2) RNE (f c d)))) | (assert (fp.isNaN ((_ to_fp 2 2) RNE (f c c d))))
             | (assert (fp.isNaN ((_ to_fp 2 2) RNE (f c c c d)))) | (assert (fp.isNaN ((_ to_fp 2 2) RNE (f c c c c d))))
             | (assert (fp.isNaN ((_ to_fp 2 2) RNE (f c c c c c d))))
             | (assert (fp.isNaN ((_ to_fp 2 2) RNE (f c c c c c c d))))
             | (assert (fp.isNaN ((_ to_fp 2 2) RNE (f c c c c c c c d))))
        (declare-const a (_ BitVec 1)) (assert (= a #b1)) => none
    ",
    filter: |context, node| node.place() == (0, 0) && wide(context).next().is_some(),
    global: |context, _| {
        let down = |width: u32, step: u32| width.saturating_sub(step).max(1);
        let change = |to: &dyn Fn(u32) -> u32| {
            let sorts = wide(context).filter_map(|(i, class)| Some((i, Sort::BitVec(to(class.sort.width()?)))));
            changed(context, sorts)
        };
        let narrower = STEPS.into_iter().filter_map(move |step| change(&|width| down(width, step)));
        let wider = change(&|width| if width < 4 { 4 } else { width });
        some(narrower.chain(wider).chain(smallest_floats_of_fewer_bits(context)))
    },
    ..Mutator::DEFAULT
};

/// Returns edits that make all floating-point numbers the smallest format and drop some of many equal
/// arguments, fewest left first.
///
/// Some solvers read functions that make a bit-vector of one argument for each bit (`(mkbv false false ..)`), which are
/// unknown here: nothing ties the number of arguments to a width. Where such a bit-vector becomes a floating-point
/// number, either change alone would be ill-sorted.
fn smallest_floats_of_fewer_bits(context: &Context) -> impl Iterator<Item = Edit> {
    let floats = wide(context).filter(|(_, class)| matches!(class.sort, Sort::Float(..)));
    let smallest = changed(context, floats.filter_map(|(i, class)| Some((i, smaller(class).into_iter().next()?))));
    smallest.into_iter().flat_map(|smallest| {
        let lists = context.script().every_node().filter(|list| list.arity() > MANY);
        lists.flat_map(move |list| {
            let arguments: Vec<Node<'_>> = list.children().skip(1).collect();
            let runs = arguments.chunk_by(|one, next| one.text() == next.text()).filter(|run| run.len() >= MANY);
            let fewer = |run: &[Node<'_>]| {
                let dropped = (1..run.len()).map(|kept| Edit::delete_between(run[kept], run[run.len() - 1]));
                dropped.filter_map(|fewer| smallest.and(&fewer)).collect::<Vec<_>>()
            };
            runs.flat_map(fewer).collect::<Vec<_>>()
        })
    })
}

static NARROW: Mutator = Mutator {
    name: "narrow",
    summary: "reduce bit-width with all it is tied to",
    examples: r"
        (declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 3)) (assert (= y (concat (bvadd x #b01) #b1)))
            => (declare-const x (_ BitVec 1)) (declare-const y (_ BitVec 3))
                (assert (= y (concat ((_ zero_extend 1) (bvadd x #b1)) #b1)))
             | (declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 1)) (assert (= y #b1))
             | (declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 2)) (assert (= y #b01))
        (declare-const x (_ BitVec 8))
            => (declare-const x (_ BitVec 1)) | (declare-const x (_ BitVec 2)) | (declare-const x (_ BitVec 4))
             | (declare-const x (_ BitVec 6)) | (declare-const x (_ BitVec 7))
        (declare-const x Float32) (assert (fp.eq x (fp #b0 #x80 #b00000000000000000000001)))
            => (declare-const x Float16) (assert (fp.eq x (fp #b0 #b10000 (_ bv1 10))))
        (declare-const x (_ BitVec 8)) (assert (fp.isNaN ((_ to_fp 4294967295 2) x)))
            => (declare-const x (_ BitVec 8)) (assert (fp.isNaN ((_ to_fp 2 2) ((_ extract 3 0) x))))
        (declare-const x (_ BitVec 4294967295)) (assert (bvult x (concat #b0 x))) => none
        (assert (bvult (_ bv0 3) (_ bv5 3))) => (assert (bvult #b0 #b1)) | (assert (bvult #b00 #b01))
        (simplify (bvnot #x1)) => (simplify (bvnot #b1)) | (simplify (bvnot #b01)) | (simplify (bvnot #b001))
        (declare-const x (_ FloatingPoint 3 5))
            => (declare-const x (_ FloatingPoint 2 2)) | (declare-const x (_ FloatingPoint 2 3))
        (assert (fp.isNaN ((_ to_fp 5 11) RNE 1.0)))
            => (assert (fp.isNaN ((_ to_fp 2 2) RNE 1.0))) | (assert (fp.isNaN ((_ to_fp 2 3) RNE 1.0)))
             | (assert (fp.isNaN ((_ to_fp 3 5) RNE 1.0)))
        (declare-const a (_ BitVec 1)) (assert (= a #b1)) => none
    ",
    filter: |context, node| context.sort_classes().led_by(node).any(|(_, class)| !smaller(class).is_empty()),
    global: |context, node| {
        let sorts = |(i, class): (usize, &SortClass)| smaller(class).into_iter().map(move |sort| (i, sort));
        let changes = context.sort_classes().led_by(node).flat_map(sorts);
        some(changes.filter_map(move |change| changed(context, [change])))
    },
    ..Mutator::DEFAULT
};

/// Replaces a sort by a shorter one: in one class, in all classes that have it, or wherever a declared sort is named.
static REPLACE_SORT: Mutator = Mutator {
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
        let is_replaceable = || context.sort_classes().led_by(node).any(|(_, class)| !others(class).is_empty());
        node.place() == (0, 0) || declares_sort(node) || is_replaceable()
    },
    global: |context, node| {
        let classes = context.sort_classes().classes();
        let alone = context.sort_classes().led_by(node).flat_map(move |(i, class)| {
            others(class).iter().filter_map(move |sort| changed(context, [(i, sort.clone())]))
        });
        let alone = alone.chain(declares_sort(node).then(|| substituted(context, node)).into_iter().flatten());
        if node.place() != (0, 0) {
            return some(alone);
        }
        let mut seen = HashSet::new();
        let sorts = classes.iter().filter(|class| !others(class).is_empty()).map(|class| &class.sort);
        let sorts = sorts.filter(move |sort| seen.insert(*sort));
        let several = sorts.filter(|sort| classes.iter().filter(|class| class.sort == **sort).count() > 1);
        let together = several.flat_map(move |sort| {
            [Sort::Bool, Sort::Int].into_iter().filter_map(move |new| {
                let same = classes.iter().enumerate().filter(|(_, class)| class.sort == *sort);
                let able = same.filter(|(_, class)| others(class).contains(&new)).map(|(i, _)| (i, new.clone()));
                changed(context, able)
            })
        });
        some(together.chain(alone))
    },
    ..Mutator::DEFAULT
};

/// Whether a command declares a sort without parameters.
fn declares_sort(node: Node<'_>) -> bool {
    node.index() == 0 && node.has_head("declare-sort") && node.child(2).is_none_or(|arity| arity.is("0"))
}

/// Returns edits that replace a declared sort wherever its name stands, whatever the use means: by `Int`
/// together with its constants, which become numerals, by `Bool`, and by `Int`.
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
        let numeral =
            |(i, constant): (usize, &Declaration<'_>)| constant.replaced(&constant.terms()?, i.to_string().as_bytes());
        let numerals = constants.iter().enumerate().map(numeral).collect::<Option<Vec<Edit>>>()?;
        Edit::all(left.chain(numerals).chain([Edit::delete(command)])).filter(|_| !uses.is_empty())
    };
    let all = [("Int", &*constants), ("Bool", &[]), ("Int", &[])];
    all[usize::from(constants.is_empty())..].iter().copied().filter_map(replaced).collect::<Vec<_>>().into_iter()
}

/// Makes all floating-point numbers whose format has no name of 16 bits: that format has the shortest name.
pub(super) static SHORT_FLOAT: Mutator = Mutator {
    name: "short-float",
    summary: "use the floating-point sort of the shortest name",
    examples: r"
        (declare-const x (_ FloatingPoint 2 2)) (assert (fp.isNaN x)) => (declare-const x Float16) (assert (fp.isNaN x))
        (declare-const x Float32) (assert (fp.isNaN x)) => none
    ",
    filter: |context, node| node.place() == (0, 0) && unnamed(context).next().is_some(),
    global: |context, _| some(changed(context, unnamed(context).map(|i| (i, Sort::Float(NAMED[0].0, NAMED[0].1))))),
    ..Mutator::DEFAULT
};

/// Returns the numbers of the classes of floating-point numbers whose format has no name.
fn unnamed(context: &Context) -> impl Iterator<Item = usize> {
    let is_unnamed = |class: &SortClass| matches!(class.sort, Sort::Float(e, s) if !NAMED.contains(&(e, s)));
    let classes = context.sort_classes().classes().iter().enumerate();
    classes.filter(move |(_, class)| !class.fixed && is_unnamed(class)).map(|(i, _)| i)
}

/// Replaces the order of a finite field by a prime of one digit.
pub(super) static SMALLER_FIELD: Mutator = Mutator {
    name: "smaller-field",
    summary: "make finite field smaller",
    examples: r"
        (declare-const x (_ FiniteField 17)) (assert (= x (as ff3 (_ FiniteField 17))))
            => (declare-const x (_ FiniteField 2)) (assert (= x (as ff3 (_ FiniteField 2))))
             | (declare-const x (_ FiniteField 3)) (assert (= x (as ff3 (_ FiniteField 3))))
             | (declare-const x (_ FiniteField 5)) (assert (= x (as ff3 (_ FiniteField 5))))
             | (declare-const x (_ FiniteField 7)) (assert (= x (as ff3 (_ FiniteField 7))))
        (declare-const x (_ FiniteField 7)) => none
    ",
    filter: |_, node| node.has_head("_") && order(node).is_some_and(|order| order.text().len() > 1),
    global: |context, node| {
        let orders: Vec<Node<'_>> =
            all_from(context, node, |other| other.same(node))?.into_iter().filter_map(order).collect();
        let smaller = move |prime: &str| Edit::all(orders.iter().map(|order| Edit::replace(*order, prime.as_bytes())));
        some(["2", "3", "5", "7"].into_iter().filter_map(smaller))
    },
    ..Mutator::DEFAULT
};

/// Returns the number in `(_ FiniteField 17)`.
fn order(sort: Node<'_>) -> Option<Node<'_>> {
    sort.child(2).filter(|_| sort.child(1).is_some_and(|name| name.is("FiniteField")))
}

/// Replaces a sort wherever it is written by one of its parts, or drops an argument of a sort of functions.
pub(super) static SORT_TO_PART: Mutator = Mutator {
    name: "sort-to-part",
    summary: "replace sort by a part of it everywhere",
    examples: r"
        (declare-fun f ((Set (Set Int))) Bool) (declare-fun g ((Set (Set Int))) Bool) (assert (distinct f g))
            => (declare-fun f ((Set Int)) Bool) (declare-fun g ((Set Int)) Bool) (assert (distinct f g))
             | (declare-fun f ((Set Int)) Bool) (declare-fun g ((Set Int)) Bool) (assert (distinct f g))
        (declare-const f (-> Int Bool U)) (declare-const g (-> Int Bool U))
            => (declare-const f Int) (declare-const g Int) | (declare-const f Bool) (declare-const g Bool)
             | (declare-const f U) (declare-const g U) | (declare-const f (-> Bool U)) (declare-const g (-> Bool U))
             | (declare-const f (-> Int U)) (declare-const g (-> Int U))
        (declare-const f (-> Int Bool)) (declare-const x (_ BitVec 1)) (declare-const y (_ BitVec 1)) => none
    ",
    filter: |context, node| is_compound(context, node),
    global: |context, node| {
        let is_same = |other: &Node<'_>| other.text() == node.text() && is_compound(context, *other);
        let same = all_from(context, node, is_same).filter(|same| same.len() > 1)?;
        let arguments = if node.has_head("->") { 1..node.arity() - 1 } else { 0..0 };
        let arguments = arguments.filter(move |_| node.arity() > 3);
        let parts = (1..node.arity()).map(|part| (part, true)).chain(arguments.map(|argument| (argument, false)));
        some(parts.filter_map(move |(i, is_kept)| {
            let change = |sort: &Node<'_>| {
                let part = sort.child(i)?;
                Some(if is_kept { Edit::hoist(*sort, part) } else { Edit::delete(part) })
            };
            Edit::all(same.iter().map(change).collect::<Option<Vec<Edit>>>()?)
        }))
    },
    ..Mutator::DEFAULT
};

/// Whether a node is a sort that is made of others.
fn is_compound(context: &Context, node: Node<'_>) -> bool {
    node.arity() > 1 && !node.has_head("_") && context.role(node) == Role::Sort
}

/// Returns the sorts that can take the place of a class's.
fn others(class: &SortClass) -> &'static [Sort] {
    match &class.sort {
        _ if class.fixed || class.places().is_empty() => &[],
        Sort::Real => &[Sort::Int],
        Sort::App(_) | Sort::String | Sort::Float(..) if !class.used => &[Sort::Bool, Sort::Int],
        Sort::BitVec(_) if !class.used => &[Sort::Bool],
        _ => &[],
    }
}
