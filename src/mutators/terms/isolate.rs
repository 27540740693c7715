//! The mutator that asserts a term deep in an assertion instead of the whole term.

use super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Sort};

/// Replaces an assertion by one about a term of about a third of its weight, with the binders that this term
/// needs: a Boolean term as it is, any other term as different from the simplest constant of its sort. For the
/// first few terms the opposite is proposed later, too.
///
/// Machine-made scripts are often one assertion with thousands of nested `let`s, of which a failure needs
/// little: this is the boldest candidate for such a script. Of several terms of about the same weight only one
/// is proposed. Those nearest to a third come first.
pub(super) static ISOLATE_TERM: Mutator = Mutator {
    name: "isolate-term",
    summary: "assert a term deep in it alone",
    examples: r"
        (declare-const x (_ BitVec 4)) (declare-const p Bool)
            |- (assert (let ((y (bvadd x x)) (z (or p p))) (let ((w (bvmul y y))) (and p z (= w w) (not p)))))
            => (assert (let ((y (bvadd x x))) (let ((w (bvmul y y))) (= w w))))
             | (assert (let ((y (bvadd x x))) (not (= (bvmul y y) (_ bv0 4)))))
             | (assert (not (= (bvadd x x) (_ bv0 4)))) | (assert (or p p))
             | (assert (let ((y (bvadd x x))) (let ((w (bvmul y y))) (not (= w w)))))
             | (assert (let ((y (bvadd x x))) (= (bvmul y y) (_ bv0 4))))
             | (assert (= (bvadd x x) (_ bv0 4)))
        (declare-const p Bool)
            |- (assert (and p p p p p p p p p p p p p p p p p p p p p p p p p p p p p p p p p (or p p p p p p p p p p p p p p p p p p p p p p p p p) (not p)))
            => (assert (or p p p p p p p p p p p p p p p p p p p p p p p p p))
             | (assert (not (or p p p p p p p p p p p p p p p p p p p p p p p p p)))
             | (assert (not p)) | (assert (not (not p)))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("assert") && node.arity() == 2,
    local: |context, node| some(terms(context, node.child(1)?)),
    ..Mutator::DEFAULT
};

/// Number of terms that are weighed, and number of terms that are proposed.
const MAX_TERMS: (usize, usize) = (4096, 12);

/// Number of uses of variables that are followed to weigh terms.
const MAX_STEPS: usize = 1 << 22;

/// Number of terms whose opposite is proposed.
const MAX_OPPOSITES: usize = 4;

/// The opposite of a term is ranked like a term whose weight is this factor further away from a third.
const AS_FAR: f64 = 5.0;

/// The least factor between the weights of two terms that are proposed.
const APART: f64 = 1.25;

/// Finds the binders that terms need.
struct Needs {
    /// The places where variables are used, each with the place of its symbol in the binder.
    uses: Vec<(usize, usize)>,
    /// For each node the number of the last term that was found to need its binder.
    needed_by: Vec<u32>,
    terms: u32,
}

impl Needs {
    fn new(context: &Context, root: Node<'_>) -> Needs {
        let uses = root.subtree().filter_map(|leaf| Some((leaf.index(), context.binder(leaf)?.index())));
        Needs { uses: uses.collect(), needed_by: vec![0; root.index() + root.size()], terms: 0 }
    }

    /// Finds the binders that a term needs. Returns the number of bytes of the term and the binders; none if it
    /// is more than `most`.
    fn find(&mut self, term: Node<'_>, most: usize) -> Option<usize> {
        let (mut weight, mut open) = (0, vec![term]);
        self.terms += 1;
        while let Some(next) = open.pop() {
            weight += next.text().len();
            if weight > most {
                return None;
            }
            let inside = next.index()..next.index() + next.size();
            let first = self.uses.partition_point(|(place, _)| *place < inside.start);
            for &(_, symbol) in self.uses[first..].iter().take_while(|(place, _)| *place < inside.end) {
                if !inside.contains(&symbol) && self.needed_by[symbol] != self.terms {
                    self.needed_by[symbol] = self.terms;
                    // The bound term follows its symbol.
                    open.extend(term.tape().node(term.command(), symbol - 1).child(1));
                }
            }
        }
        Some(weight)
    }

    /// Whether the last term needs the binder of a symbol.
    fn hold(&self, symbol: usize) -> bool {
        self.needed_by.get(symbol) == Some(&self.terms)
    }
}

/// Returns the edit to an assertion of `term` alone, with `before` and `after` around it, if that is shorter.
fn isolated(root: Node<'_>, term: Node<'_>, needs: &Needs, before: &[u8], after: &[u8]) -> Option<Edit> {
    let (mut edits, mut at, mut closing) = (Vec::new(), root.range().start, after.to_vec());
    let command = root.command();
    let mut keep = |range: std::ops::Range<usize>, at: &mut usize, text: &[u8]| {
        edits.push(Edit::splice(command, *at..range.start, text));
        *at = range.end;
    };
    let path: Vec<Node<'_>> = term.ancestors().into_iter().filter(|node| root.holds(*node)).chain([term]).collect();
    for step in path.windows(2) {
        let Some(list) = step[0].child(1) else { continue };
        let binders: Vec<Node<'_>> = list.children().filter(|b| needs.hold(b.index() + 1)).collect();
        if binders.is_empty() || list.holds(step[1]) {
            continue;
        }
        keep(step[0].range().start..list.range().start + 1, &mut at, b"");
        for (i, binder) in binders.iter().enumerate() {
            keep(binder.range(), &mut at, if i > 0 { b" " } else { b"" });
        }
        keep(list.range().end - 1..step[1].range().start, &mut at, b"");
        closing.push(b')');
    }
    keep(term.range(), &mut at, before);
    edits.push(Edit::splice(command, at..root.range().end, &closing));
    let changes = |edit: &Edit| edit.splices().iter().any(|s| s.start < s.end || !s.text.is_empty());
    let edit = Edit::all(edits.into_iter().filter(changes))?;
    let gain: i64 = edit.splices().iter().map(|s| (s.end - s.start) as i64 - s.text.len() as i64).sum();
    (gain > 0).then_some(edit)
}

/// Returns the edits of the assertion of `root`.
fn terms<'a>(context: &'a Context, root: Node<'a>) -> impl Iterator<Item = Edit> + 'a {
    let whole = root.text().len();
    let is_heavy = |term: &Node<'_>| 64 * term.text().len() >= whole;
    let is_bound = |term: &Node<'_>| context.parent(*term).is_some_and(|parent| context.role(parent) == Role::Binder);
    let terms = root.subtree().skip(1).filter(|term| term.is_list() && !term.has_head("let"));
    let terms = terms.filter(|term| context.is_term(*term) && (is_heavy(term) || is_bound(term)));
    let terms: Vec<Node<'_>> = terms.collect();
    let mut needs = Needs::new(context, root);
    let most = MAX_TERMS.0.min(MAX_STEPS / needs.uses.len().max(1)).max(MAX_TERMS.1);
    let weighed = terms.iter().step_by(terms.len().div_ceil(most).max(1)).filter_map(|term| {
        let sort = Some(context.sort(*term)).filter(|sort| sort.as_array().is_none())?;
        let constant = context.constants(&sort, root.command()).into_iter().next()?;
        // The texts around the term, and around its opposite.
        let around = match sort {
            Sort::Bool => [(b"".to_vec(), b"".to_vec()), (b"(not ".to_vec(), b")".to_vec())],
            _ => [
                (b"(not (= ".to_vec(), [b" ", &*constant, b"))"].concat()),
                (b"(= ".to_vec(), [b" ", &*constant, b")"].concat()),
            ],
        };
        let weight = needs.find(*term, whole - whole / 8)?;
        let distance = (3.0 * weight as f64 / whole as f64).ln();
        (64 * weight >= whole).then_some((distance, *term, around))
    });
    let mut weighed: Vec<_> = weighed.collect();
    weighed.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    let mut chosen: Vec<f64> = Vec::new();
    weighed.retain(|(distance, ..)| {
        let is_new = chosen.len() < MAX_TERMS.1 && chosen.iter().all(|other| (other - distance).abs() >= APART.ln());
        chosen.extend(is_new.then_some(*distance));
        is_new
    });
    let opposites = weighed.iter().take(MAX_OPPOSITES);
    let opposites = opposites.map(|(distance, term, around)| (distance.abs() + AS_FAR.ln(), *term, around[1].clone()));
    let mut all: Vec<_> = opposites.collect();
    all.extend(weighed.into_iter().map(|(distance, term, [around, _])| (distance.abs(), term, around)));
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().filter_map(move |(_, term, (before, after))| {
        needs.find(term, usize::MAX)?;
        isolated(root, term, &needs, &before, &after)
    })
}
