//! Mutators that delete a declaration, or a part of it, with all its uses.
//!
//! A declaration cannot go while a term mentions it, and no term alone can
//! spare it: these edits change the declaration and every use at once. They
//! come before what looks at terms, because each of them shortens many.

mod abbreviation;
mod arguments;
mod declaration;
mod default;
mod function;
mod merge;
mod sort_parameter;

use super::rewrite::Rules;
use super::{Mutator, none, some};
use crate::sexpr::{Edit, Node, Term};
use declaration::declares_one;

pub(super) use declaration::Declaration;

/// The mutators of this group, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[
    &MODEL_VALUE,
    &default::DECLARATION_DEFAULT,
    &merge::DECLARATION_MERGE,
    &arguments::REMOVE_ARGUMENT,
    &DEFINITION_TO_DECLARATION,
    &PLAIN_DEFINITION,
    &abbreviation::INLINE_SORT,
    &sort_parameter::DROP_SORT_PARAMETER,
    &DROP_NONTERMINAL,
    &function::ARRAY_TO_FUNCTION,
    &DECLARE_CONSTANT,
];

/// Declares a constant as such, and not as a function without arguments.
static DECLARE_CONSTANT: Mutator = Mutator {
    name: "declare-constant",
    summary: "declare a constant as such",
    examples: r"
        (declare-fun x () Int) => (declare-const x Int)
        (declare-fun f (Int) Int) (declare-const x Int) => none
    ",
    rules: Rules::new(&["(declare-fun ?f () ?sort) => (declare-const ?f ?sort)"]),
    ..Mutator::DEFAULT
};

/// Deletes a constant and puts its value in a model of the input in the place of
/// every use, where a solver has told one.
///
/// What has this model keeps it, so only the solver that fails decides.
static MODEL_VALUE: Mutator = Mutator {
    name: "model-value",
    summary: "replace declared constant by its value in a model",
    examples: r"
        (declare-const x Int) (declare-const y Int) (declare-fun f (Int) Int) (assert (= (f x) (* x y)))
            => (declare-const y Int) (declare-fun f (Int) Int) (assert (= (f (- 4)) (* (- 4) y)))
        (declare-sort U 0) (declare-const u U) (assert (p u)) => none
    ",
    printed: "sat\n((define-fun x () Int\n  (- 4))\n(define-fun f ((a Int)) Int a)\n(define-fun u () U U!val!0)\n\
            (define-fun n () Int 0))",
    filter: |context, node| !context.hints().is_empty() && declares_one(node) && context.hints().value(node).is_some(),
    global: |context, node| {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let (Some(terms), Some(value)) = (declaration.terms(), context.hints().value(node)) else { return none() };
        some(declaration.replaced(&terms, value))
    },
    ..Mutator::DEFAULT
};

/// Drops the grammar of a synthesis problem, or one of its non-terminals, which
/// is declared in one list and has its rules in the next: neither goes alone.
static DROP_NONTERMINAL: Mutator = Mutator {
    name: "drop-nonterminal",
    summary: "drop non-terminal of a grammar",
    examples: r"
        (synth-fun f () Int ((a Int) (b Bool)) ((a Int (0)) (b Bool (true))))
            => (synth-fun f () Int) | (synth-fun f () Int ((b Bool)) ((b Bool (true))))
             | (synth-fun f () Int ((a Int)) ((a Int (0))))
        (get-abduct A b ((a Bool)) ((a Bool (b)))) => (get-abduct A b)
        (synth-fun f ((x Int)) Int) (define-fun f ((x Int)) Int (+ x x)) => none
    ",
    filter: |_, node| node.index() == 0 && grammar(node).is_some(),
    local: |_, node| {
        let Some((declared, rules)) = grammar(node) else { return none() };
        let each = declared.children().zip(rules.children()).filter(move |_| declared.arity() > 1);
        let pairs = std::iter::once((declared, rules)).chain(each);
        Box::new(pairs.filter_map(|(one, other)| Edit::delete(one).and(&Edit::delete(other))))
    },
    ..Mutator::DEFAULT
};

/// The declarations of the non-terminals and their rules.
fn grammar(command: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    fn symbols(list: Node<'_>) -> impl Iterator<Item = Option<&[u8]>> {
        list.children().map(|one| one.child(0)?.leaf())
    }
    let children: Vec<Node<'_>> = command.children().collect();
    let &[.., declared, rules] = &children[..] else { return None };
    let is_grammar = declared.arity() > 0 && symbols(declared).all(|symbol| symbol.is_some());
    (is_grammar && symbols(declared).eq(symbols(rules))).then_some((declared, rules))
}

/// Declares a function instead of defining it.
static DEFINITION_TO_DECLARATION: Mutator = Mutator {
    name: "definition-to-declaration",
    summary: "declare instead of define",
    examples: r"
        (define-fun f ((x Int) (p Bool)) Int (ite p x 0)) => (declare-fun f (Int Bool) Int)
        (define-const k Int (* 2 3)) => (declare-const k Int)
        (declare-fun f (Int) Int) => none
    ",
    filter: |_, node| declares_one(node) && node.head().is_some_and(|head| head.starts_with(b"define")),
    local: |context, node| {
        let edit = Declaration::of(context, node).and_then(|declaration| declaration.undefined());
        some(edit)
    },
    ..Mutator::DEFAULT
};

/// Defines one recursive function as such, or as one that is not, and asserts instead of
/// defining what is not used: a truth value, or for another one `true`.
static PLAIN_DEFINITION: Mutator = Mutator {
    name: "plain-definition",
    summary: "define or assert in a simpler command",
    examples: r"
        (define-funs-rec ((f ((x Int)) Int)) (x)) => (define-fun-rec f ((x Int)) Int x)
        (define-fun-rec f ((x Int)) Int x) => (define-fun f ((x Int)) Int x)
        (define-fun f () Bool (= 1 0)) => (assert (= 1 0)) | (assert true)
        (define-const f Bool (= 1 0)) => (assert (= 1 0)) | (assert true)
        (define-fun f () Int 0) => (assert true)
        (declare-fun f () Int) => none
    ",
    rules: Rules::new(&[
        "(define-funs-rec ((?f ?parameters ?sort)) (?body)) => (define-fun-rec ?f ?parameters ?sort ?body)",
        "(define-fun-rec ?f ?parameters ?sort ?body) => (define-fun ?f ?parameters ?sort ?body)",
        "(define-fun ?f () Bool ?body) => (assert ?body)",
        "(define-const ?f Bool ?body) => (assert ?body)",
        "(define-fun ?f ?parameters ?sort ?body) => (assert true)",
        "(define-const ?f ?sort ?body) => (assert true)",
    ]),
    ..Mutator::DEFAULT
};

impl<'a> Declaration<'a> {
    /// The declaration without the definition.
    fn undefined(&self) -> Option<Edit> {
        let (head, parts) = self.command.app()?;
        let term = match (head, &*parts) {
            (b"define-const", [name, sort, _]) => Term::app("declare-const", [(*name).into(), (*sort).into()]),
            (_, [name, parameters, sort, _]) if self.symbol.body().is_some() => {
                let sorts: Option<Vec<Node<'a>>> = parameters.children().map(|p| p.child(1)).collect();
                Term::app("declare-fun", [(*name).into(), Term::list(sorts?), (*sort).into()])
            }
            _ => return None,
        };
        Some(Edit::rewrite(self.command, term))
    }
}
