//! Mutators that narrow bit-vector variables.

use super::super::fresh::{declare, fresh};
use super::super::{About, Edits, Example, Mutator, none, some};
use super::{extension, indexed, number};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::{Context, Sort};

const BV_REDUCE_BITWIDTH: About = About {
    name: "bv-reduce-bitwidth",
    class: "BVReduceBW",
    summary: "reduce bit-width of variable",
    may_grow: true,
    examples: &[
        Example {
            before: "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))",
            after: &[
                "(set-logic QF_BV)\n(declare-const _x (_ BitVec 1))\n\
                (define-fun x () (_ BitVec 8) ((_ zero_extend 7) _x))",
                "(set-logic QF_BV)\n(declare-const _x (_ BitVec 2))\n\
                (define-fun x () (_ BitVec 8) ((_ zero_extend 6) _x))",
                "(set-logic QF_BV)\n(declare-const _x (_ BitVec 4))\n\
                (define-fun x () (_ BitVec 8) ((_ zero_extend 4) _x))",
                "(set-logic QF_BV)\n(declare-const _x (_ BitVec 7))\n\
                (define-fun x () (_ BitVec 8) ((_ zero_extend 1) _x))",
            ],
        },
        Example {
            before: "(declare-fun |a b| () (_ BitVec 2))",
            after: &["(declare-const |_a b| (_ BitVec 1))\n\
            (define-fun |a b| () (_ BitVec 2) ((_ zero_extend 1) |_a b|))"],
        },
        Example {
            before: "(define-sort Pair () (_ BitVec 2))\n(declare-const x Pair)\n(define-fun _x () Int 0)",
            after: &["(declare-const _x!1 (_ BitVec 1))\n(define-sort Pair () (_ BitVec 2))\n\
            (define-fun x () Pair ((_ zero_extend 1) _x!1))\n(define-fun _x () Int 0)"],
        },
        Example {
            before: "(declare-const x (_ BitVec 1))\n(declare-const y Int)\n(declare-const z)\n\
            (declare-fun f (Int) (_ BitVec 8))\n(declare-fun g Int (_ BitVec 8))",
            after: &[],
        },
    ],
};

/// Declares a narrower variable and makes the old one its zero extension.
pub(super) struct BvReduceBw;

impl BvReduceBw {
    /// The symbol, its sort, and the width that the sort has.
    fn declaration<'a>(context: &Context, node: Node<'a>) -> Option<(Node<'a>, Node<'a>, u64)> {
        let (command, args) = node.app()?;
        let (symbol, sort) = match (command, &args[..]) {
            (b"declare-const", [symbol, sort, ..]) => (*symbol, *sort),
            (b"declare-fun", [symbol, domain, sort, ..]) if domain.is_list() && domain.size() == 1 => (*symbol, *sort),
            _ => return None,
        };
        let name = symbol.leaf().filter(|_| node.index() == 0)?;
        let written = sort.app().and_then(|(head, words)| match (head, &words[..]) {
            (b"_", [bit_vec, width]) if bit_vec.is("BitVec") => number(*width),
            _ => None,
        });
        let expanded = || match context.symbols().term(name, node.command() + 1)?.range {
            Sort::BitVec(width) => Some(u64::from(width)),
            _ => None,
        };
        Some((symbol, sort, written.or_else(expanded)?))
    }
}

impl Mutator for BvReduceBw {
    fn about(&self) -> &'static About {
        &BV_REDUCE_BITWIDTH
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("declare-const") || node.has_head("declare-fun")
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((symbol, sort, width)) = Self::declaration(context, node) else { return none() };
        let mut widths = [1, 2, width / 2, width.saturating_sub(1)];
        widths.sort_unstable();
        let new = (0..4).map(move |i| (widths[i], i > 0 && widths[i - 1] == widths[i]));
        let new = new.filter(move |(new, again)| !again && (1..width).contains(new)).map(|(new, _)| new);
        Box::new(std::iter::once(()).flat_map(move |()| {
            let narrow = fresh(context.script(), symbol, "bv", "_", "");
            new.clone().filter_map(move |bits| {
                let declaration = [b"(declare-const ", &*narrow, format!(" (_ BitVec {bits}))\n").as_bytes()].concat();
                let extension = indexed("zero_extend", &[width - bits], Term::leaf(&narrow));
                let definition = [symbol.into(), Term::List(Vec::new()), sort.into(), extension];
                let edit = Edit::rewrite(node, Term::app("define-fun", definition));
                edit.and(&declare(context.script(), &declaration))
            })
        }))
    }
}

const BV_MERGE_REDUCED_BW: About = About {
    name: "bv-merge-reduced-bw",
    class: "BVMergeReducedBW",
    summary: "merge previous bit-width reductions",
    may_grow: true,
    examples: &[
        Example {
            before: "(declare-const __v (_ BitVec 2))\n\
            (define-fun _v () (_ BitVec 5) ((_ zero_extend 3) __v))\n\
            (define-fun v () (_ BitVec 8) ((_ zero_extend 3) _v))",
            after: &["(declare-const __v (_ BitVec 2))\n\
            (define-fun _v () (_ BitVec 5) ((_ zero_extend 3) __v))\n\
            (define-fun v () (_ BitVec 8) ((_ zero_extend 6) __v))"],
        },
        Example {
            before: "(declare-const _v (_ BitVec 5))\n(define-fun v () (_ BitVec 8) ((_ zero_extend 3) _v))",
            after: &[],
        },
        Example {
            before: "(define-fun v () (_ BitVec 8) ((_ zero_extend 3) v))\n(define-fun w () (_ BitVec 8))\n\
            (define-fun u)\n(define-fun x () (_ BitVec 8) #x00)",
            after: &[],
        },
    ],
};

/// Makes a variable the zero extension of what the variable that it extends
/// is itself an extension of.
pub(super) struct BvMergeReducedBw;

impl BvMergeReducedBw {
    /// The body of a definition without parameters.
    fn body<'a>(command: Node<'a>) -> Option<Node<'a>> {
        let (head, args) = command.app()?;
        match (head, &args[..]) {
            (b"define-fun", [_, parameters, _, body]) if parameters.is_list() && parameters.size() == 1 => Some(*body),
            (b"define-const", [_, _, body]) => Some(*body),
            _ => None,
        }
    }

    fn merged<'a>(context: &'a Context, node: Node<'a>) -> Option<Edit> {
        let body = Self::body(node).filter(|_| node.index() == 0)?;
        let (outer, middle) = extension(body, "zero_extend")?;
        let definition = context.symbols().term(middle.leaf()?, node.command())?;
        let definition = context.script().command(definition.command);
        let (inner, narrow) = extension(Self::body(definition)?, "zero_extend")?;
        let sum = indexed("zero_extend", &[outer.checked_add(inner)?], narrow.into());
        Some(Edit::rewrite(body, sum))
    }
}

impl Mutator for BvMergeReducedBw {
    fn about(&self) -> &'static About {
        &BV_MERGE_REDUCED_BW
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("define-fun") || node.has_head("define-const")
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(Self::merged(context, node))
    }
}
