//! Mutators that give bit-vectors and floating-point numbers fewer bits.

use super::super::Mutator;
use super::convert::changed;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Sort, SortClass};
use std::collections::BTreeSet;

/// Formats with a name, which is shorter than two numbers, smallest first.
const NAMED: [(u32, u32); 4] = [(5, 11), (8, 24), (11, 53), (15, 113)];

/// The smallest formats that solvers know, for what has no name.
const SMALLEST: [(u32, u32); 5] = [(2, 2), (2, 3), (3, 5), (5, 11), (8, 24)];

/// The classes that can have fewer bits, with their numbers.
fn wide(context: &Context) -> impl Iterator<Item = (usize, &SortClass)> {
    let classes = context.sort_classes().classes().iter().enumerate();
    classes.filter(|(_, class)| !class.fixed && !class.places().is_empty() && !smaller(class).is_empty())
}

/// Smaller sorts of the same theory, best first.
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

/// Makes all bit-vectors, all floating-point numbers, or all of one sort
/// smaller at once.
pub(super) static NARROW_ALL: Mutator = Mutator {
    name: "narrow-all",
    summary: "reduce all bit-widths at once",
    examples: r"
        (declare-const a (Array (_ BitVec 4) (_ BitVec 8))) (assert (= (select a #x2) ((_ zero_extend 4) #xf)))
            => (declare-const a (Array (_ BitVec 1) (_ BitVec 1))) (assert (= (select a #b0) #b1))
             | (declare-const a (Array (_ BitVec 2) (_ BitVec 2))) (assert (= (select a #b10) #b11))
             | (declare-const a (Array (_ BitVec 2) (_ BitVec 4))) (assert (= (select a #b10) #xf))
        (declare-const a (_ BitVec 1)) (assert (= a #b1)) => none
    ",
    filter: |context, node| (node.command(), node.index()) == (0, 0) && wide(context).next().is_some(),
    global: |context, _| {
        let least = |class: &SortClass, step: usize| -> Option<Sort> {
            match class.sort {
                Sort::BitVec(width) => Some(Sort::BitVec([1, 2.min(width), width.div_ceil(2)][step])),
                _ => smaller(class).into_iter().nth(step),
            }
        };
        let theories: [fn(&Sort) -> bool; 2] = [|s| s.width().is_some(), |s| matches!(s, Sort::Float(..))];
        let everything = theories.into_iter().flat_map(move |theory| {
            (0..3).filter_map(move |step| {
                let of = wide(context).filter(|(_, class)| theory(&class.sort));
                changed(context, of.filter_map(|(i, class)| Some((i, least(class, step)?))))
            })
        });
        Box::new(everything)
    },
    ..Mutator::DEFAULT
};

/// Makes all bit-vectors narrower by a few bits at once, or the narrow ones as wide
/// as a hexadecimal digit, which is shorter than as many binary ones.
pub(in super::super) static STEP_WIDTHS: Mutator = Mutator {
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
    filter: |context, node| NARROW_ALL.filter(context, node),
    global: |context, _| {
        let down = |width: u32, step: u32| width.saturating_sub(step).max(1);
        let change = |to: &dyn Fn(u32) -> u32| {
            let sorts = wide(context).filter_map(|(i, class)| Some((i, Sort::BitVec(to(class.sort.width()?)))));
            changed(context, sorts)
        };
        let narrower = STEPS.into_iter().filter_map(move |step| change(&|width| down(width, step)));
        let wider = change(&|width| if width < 4 { 4 } else { width });
        Box::new(narrower.chain(wider).chain(smaller_numbers_of_fewer_arguments(context)))
    },
    ..Mutator::DEFAULT
};

/// All floating-point numbers in the smallest format, and in the same edit fewer of many equal arguments, fewest
/// first: in a dialect their number may be a width (`(mkbv false false ..)`) for which either alone is wrong.
fn smaller_numbers_of_fewer_arguments(context: &Context) -> impl Iterator<Item = Edit> {
    let floats = wide(context).filter(|(_, class)| matches!(class.sort, Sort::Float(..)));
    let smallest = changed(context, floats.filter_map(|(i, class)| Some((i, smaller(class).into_iter().next()?))));
    smallest.into_iter().flat_map(|smallest| {
        let lists = context.script().commands().flat_map(Node::subtree).filter(|list| list.arity() > MANY);
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

/// So many equal arguments are many.
const MANY: usize = 8;

/// By how many bits.
const STEPS: [u32; 6] = [1, 2, 3, 4, 6, 8];

/// Makes the sorts of one class smaller.
pub(super) static NARROW: Mutator = Mutator {
    name: "narrow",
    summary: "reduce bit-width with all it is tied to",
    examples: r"
        (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 9)) (assert (= y (concat (bvadd x #x01) #b1)))
            => (declare-const x (_ BitVec 1)) (declare-const y (_ BitVec 9))
                (assert (= y (concat ((_ zero_extend 7) (bvadd x #b1)) #b1)))
             | (declare-const x (_ BitVec 2)) (declare-const y (_ BitVec 9))
                (assert (= y (concat ((_ zero_extend 6) (bvadd x #b01)) #b1)))
             | (declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 9))
                (assert (= y (concat ((_ zero_extend 4) (bvadd x #x1)) #b1)))
             | (declare-const x (_ BitVec 6)) (declare-const y (_ BitVec 9))
                (assert (= y (concat ((_ zero_extend 2) (bvadd x #b000001)) #b1)))
             | (declare-const x (_ BitVec 7)) (declare-const y (_ BitVec 9))
                (assert (= y (concat ((_ zero_extend 1) (bvadd x #b0000001)) #b1)))
             | (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 1)) (assert (= y #b1))
             | (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 2)) (assert (= y #b01))
             | (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 4)) (assert (= y #x1))
             | (declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 7)) (assert (= y #b0000001))
        (declare-const x Float32) (assert (fp.eq x (fp #b0 #x80 #b00000000000000000000001)))
            => (declare-const x Float16) (assert (fp.eq x (fp #b0 #b10000 (_ bv1 10))))
        (declare-const x (_ FloatingPoint 3 5))
            => (declare-const x (_ FloatingPoint 2 2)) | (declare-const x (_ FloatingPoint 2 3))
        (assert (fp.isNaN ((_ to_fp 5 11) RNE 1.0)))
            => (assert (fp.isNaN ((_ to_fp 2 2) RNE 1.0))) | (assert (fp.isNaN ((_ to_fp 2 3) RNE 1.0)))
             | (assert (fp.isNaN ((_ to_fp 3 5) RNE 1.0)))
        (declare-const a (_ BitVec 1)) (assert (= a #b1)) => none
    ",
    filter: |context, node| {
        context
            .sort_classes()
            .led_by(node)
            .iter()
            .any(|&class| !smaller(&context.sort_classes().classes()[class]).is_empty())
    },
    global: |context, node| {
        let found = context.sort_classes();
        let sorts = |&class: &usize| smaller(&found.classes()[class]).into_iter().map(move |sort| (class, sort));
        let changes = found.led_by(node).iter().flat_map(sorts);
        Box::new(changes.filter_map(move |change| changed(context, [change])))
    },
    ..Mutator::DEFAULT
};
