//! Mutators that delete a declaration, or a part of it, with all its uses.
//!
//! A declaration cannot be deleted while a term mentions it, and no edit of a single term makes it superfluous:
//! these mutators change the declaration and every use at once. They come before the mutators of terms, because
//! each of their edits shortens many terms.

mod declaration;
mod sort_parameter;
mod tuple;

use super::rewrite::Rules;
use super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::constants::float_zero;
use crate::smtlib::{Context, Role, Sort, Symbol, SymbolKind, declared_constant, declares_function};
use sort_parameter::DROP_SORT_PARAMETER;
use std::ops::Range;
use tuple::DROP_COMPONENT;

pub(super) use declaration::Declaration;

pub(super) static MUTATORS: &[&Mutator] = &[
    &MODEL_VALUE, &DECLARATION_DEFAULT, &DECLARATION_MERGE, &REMOVE_ARGUMENT, &DEFINITION_TO_DECLARATION,
    &PLAIN_DEFINITION, &INLINE_SORT, &DROP_SORT_PARAMETER, &DROP_COMPONENT, &DROP_NONTERMINAL, &ARRAY_TO_FUNCTION,
    &DECLARE_CONSTANT,
];

/// Returns the range of all `count` parts, and that of each part alone.
pub(super) fn all_and_each(count: usize) -> impl Iterator<Item = Range<usize>> {
    let all = (count > 1).then_some(0..count);
    all.into_iter().chain((0..count).map(|i| i..i + 1))
}

static DECLARE_CONSTANT: Mutator = Mutator {
    name: "declare-constant",
    summary: "declare a constant or function as such",
    examples: r"
        (declare-fun x () Int) => (declare-const x Int)
        (declare-const f (-> Int Bool Int)) => (declare-fun f (Int Bool) Int)
        (declare-fun f (Int) Int) (declare-const x Int) => none
    ",
    rules: Rules::new(&[
        "(declare-fun ?f () ?sort) => (declare-const ?f ?sort)",
        "(declare-const ?f (-> ?sort ... ?range)) => (declare-fun ?f (?sort ...) ?range)",
    ]),
    ..Mutator::DEFAULT
};

/// Deletes a constant and puts its value in a model of the input in the place of every use, where a solver has
/// given a model.
///
/// The edited script still has this model, so a correct solver still finds it satisfiable.
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
    filter: |context, node| {
        !context.hints().is_empty() && declares_function(node) && context.hints().value(node).is_some()
    },
    global: |context, node| {
        let declaration = Declaration::of(context, node)?;
        some(declaration.replaced(&declaration.terms()?, context.hints().value(node)?))
    },
    ..Mutator::DEFAULT
};

/// Drops the grammar of a synthesis problem, or one of its non-terminals. A non-terminal is declared in one
/// list and has its rules in the next, so both parts have to be deleted at once.
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
        let (declared, rules) = grammar(node)?;
        let each = declared.children().zip(rules.children()).filter(move |_| declared.arity() > 1);
        let pairs = std::iter::once((declared, rules)).chain(each);
        some(pairs.filter_map(|(one, other)| Edit::delete(one).and(&Edit::delete(other))))
    },
    ..Mutator::DEFAULT
};

/// Returns the list of non-terminals and the list of their rules.
fn grammar(command: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    fn symbols(list: Node<'_>) -> impl Iterator<Item = Option<&[u8]>> {
        list.children().map(|one| one.child(0)?.leaf())
    }
    let children: Vec<Node<'_>> = command.children().collect();
    let &[.., declared, rules] = &children[..] else { return None };
    let is_grammar = declared.arity() > 0 && symbols(declared).all(|symbol| symbol.is_some());
    (is_grammar && symbols(declared).eq(symbols(rules))).then_some((declared, rules))
}

/// Declares what was defined, except a constant that is shorter where its only use inlines it.
static DEFINITION_TO_DECLARATION: Mutator = Mutator {
    name: "definition-to-declaration",
    summary: "declare instead of define",
    examples: r"
        (define-fun f ((x Int) (p Bool)) Int (ite p x 0)) => (declare-fun f (Int Bool) Int)
        (define-const k Int (* 2 3)) => (declare-const k Int)
        (define-const k Int 3) (assert (= k 0)) => none
        (define-const k Int 3) (assert (= k (+ k 1))) => (declare-const k Int) (assert (= k (+ k 1)))
        (declare-fun f (Int) Int) => none
    ",
    filter: |context, node| DECLARED.results(node).next().is_some() && !is_shorter_inlined(context, node),
    local: |_, node| some(DECLARED.results(node).map(move |term| Edit::rewrite(node, term))),
    ..Mutator::DEFAULT
};

static DECLARED: Rules = Rules::new(&[
    "(define-const ?f ?sort ?) => (declare-const ?f ?sort)",
    "(define-fun ?f ((? ?sort) ...) ?range ?) => (declare-fun ?f (?sort ...) ?range)",
    "(define-fun-rec ?f ((? ?sort) ...) ?range ?) => (declare-fun ?f (?sort ...) ?range)",
]);

/// Whether a command defines a constant for a single use, by a term that is shorter than the rest of the command.
fn is_shorter_inlined(context: &Context, command: Node<'_>) -> bool {
    let [constant] = context.symbols().declared_by(command.command()) else { return false };
    let Some(body) = context.symbols().body(context.script(), constant) else { return false };
    let is_short = constant.is_nullary() && 2 * body.text().len() < command.text().len();
    // The definition is the first mention.
    is_short && context.mentions(&constant.name).take(3).count() == 2
}

/// Defines a single recursive function by `define-fun-rec`, or as a function that is not recursive. Asserts the
/// body of an unused definition instead of defining it, or `true` if the body is no Boolean term.
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

/// Deletes a constant or function and puts a constant of its sort in the place of every use, or another symbol
/// applied to constants.
static DECLARATION_DEFAULT: Mutator = Mutator {
    name: "declaration-default",
    summary: "replace declared symbol by a constant",
    examples: r#"
        (declare-fun f (Int) Bool) (assert (forall ((x Int)) (=> (f x) (f 3))))
            => (assert (forall ((x Int)) (=> false false))) | (assert (forall ((x Int)) (=> true true)))
        (declare-const a Real) (assert (let ((b a) (a 2.0)) (> a b)))
            => (assert (let ((b 0.0) (a 2.0)) (> a b))) | (assert (let ((b 1.0) (a 2.0)) (> a b)))
        (declare-const s String) (assert (str.contains s t))
            => (assert (str.contains "" t)) | (assert (str.contains "0" t))
        (declare-fun f () (_ FloatingPoint 3 4)) (assert (fp.isZero f)) => (assert (fp.isZero (_ +zero 3 4)))
        (declare-fun f (Int) Bool) (assert (= (f 0) (set.all f s)))
            => (assert (= false (set.all (lambda ((b Int)) false) s)))
             | (assert (= true (set.all (lambda ((a Int)) true) s)))
        (declare-sort U 0) (declare-const u U) (assert (p u)) => none
        (declare-sort U 0) (declare-const a (Array Int U)) |- (declare-const u U) (assert (= u (select a 1)))
            => (assert (= (select a 0) (select a 1)))
    "#,
    filter: |_, node| declares_function(node),
    global: |context, node| {
        let declaration = Declaration::of(context, node)?;
        let sort = &declaration.symbol.range;
        let constants = constants(context, sort, node.command());
        let Some(terms) = declaration.terms() else {
            return some(constants.into_iter().filter_map(move |constant| declaration.constant(&constant)));
        };
        if terms.is_empty() {
            return some([Edit::delete(node)]);
        }
        // Where no literal is accepted, a term that depends on another symbol is not accepted, either.
        let is_plain = !constants.is_empty() && sort.as_array().is_none();
        let applied = if is_plain { None } else { applied(context, &declaration) };
        some(constants.into_iter().chain(applied).filter_map(move |constant| declaration.replaced(&terms, &constant)))
    },
    ..Mutator::DEFAULT
};

/// Number of constants of a sort that are tried.
const CONSTANTS: usize = 2;

/// Returns the constants that are tried for a sort, simplest first.
fn constants(context: &Context, sort: &Sort, command: usize) -> Vec<Vec<u8>> {
    match sort {
        // The other spelling of a zero has three numbers, and is longer than what it replaces.
        Sort::Float(exponent, significand) => vec![float_zero(*exponent, *significand)],
        // Many failures need any character, some need a digit.
        Sort::String => [r#""""#, r#""0""#].map(Vec::from).into(),
        _ => context.constants(sort, command).into_iter().take(CONSTANTS).collect(),
    }
}

/// Returns a term of the symbol's sort that the first suitable other symbol makes of constants: a function
/// applied to them, or an array read at one of them. This is for sorts without literals.
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

static DECLARATION_MERGE: Mutator = Mutator {
    name: "declaration-merge",
    summary: "replace declared symbol by another",
    examples: r"
        (declare-fun f (Int) Int) |- (declare-fun g (Int) Int) (declare-const x Int) (assert (= (f x) (g x)))
            => (declare-const x Int) (assert (= (f x) (f x)))
        (declare-sort U 0) (declare-const a U) (declare-const b U) (assert (forall ((a U)) (= a b))) => none
    ",
    filter: |_, node| declares_function(node),
    global: |context, node| {
        let declaration = Declaration::of(context, node)?;
        let leaves = declaration.leaves().filter(|leaves| !leaves.is_empty())?;
        let other = context.symbols().all().iter().find(|other| declaration.is_like(other, &leaves));
        some(other.and_then(|other| declaration.replaced(&leaves, context.spelled(other))))
    },
    ..Mutator::DEFAULT
};

impl<'a> Declaration<'a> {
    /// Whether `other` can stand wherever the symbol does.
    fn is_like(&self, other: &Symbol, leaves: &[Node<'_>]) -> bool {
        let symbol = self.symbol;
        other.command < symbol.command
            && matches!(other.kind, SymbolKind::Function | SymbolKind::Synthesis)
            && (&other.range, other.domain()) == (&symbol.range, symbol.domain())
            && other.range.is_known()
            && leaves.iter().all(|leaf| {
                let meant = self.context.symbols().term(&other.name, leaf.command());
                meant.is_some_and(|meant| std::ptr::eq(meant, other)) && !self.context.shadowed(&other.name, *leaf)
            })
    }
}

static ARRAY_TO_FUNCTION: Mutator = Mutator {
    name: "array-to-function",
    summary: "declare a function instead of an array",
    examples: r"
        (declare-const a (Array Int (Array Int Bool))) (assert (select (select a (- 1)) 0))
            => (declare-fun a (Int) (Array Int Bool)) (assert (select (a (- 1)) 0))
        (declare-fun a () (Array Int Bool)) (assert (= (select a 0) (select (store a 1 true) 0))) => none
    ",
    filter: |_, node| declares_function(node) && node.children().last().is_some_and(|sort| sort.has_head("Array")),
    global: |context, node| {
        let (name, sort) = declared_constant(node)?;
        let [index, element] = sort.arguments("Array")?;
        let function = [Term::from(name), Term::list([index]), element.into()];
        let declared = Edit::rewrite(node, Term::app("declare-fun", function));
        let applied = Declaration::of(context, node)?.leaves()?.into_iter().map(|leaf| {
            let term = context.parent(leaf).filter(|term| term.has_head("select") && term.arity() == 3)?;
            let operator = term.child(0).filter(|operator| operator.index() + 1 == leaf.index())?;
            Some(Edit::splice(leaf.command(), operator.range().start..leaf.range().start, b""))
        });
        some(Edit::all(applied.collect::<Option<Vec<_>>>()?.into_iter().chain([declared])))
    },
    ..Mutator::DEFAULT
};

static INLINE_SORT: Mutator = Mutator {
    name: "inline-sort",
    summary: "inline defined sort",
    examples: r"
        (define-sort W () (_ BitVec 4)) (declare-const a (Array W W))
            => (declare-const a (Array (_ BitVec 4) (_ BitVec 4)))
        (define-sort W (X Y) (Array X Y)) (declare-const a (W Int (Set Y)))
            => (declare-const a (Array Int (Set Y)))
        (define-sort W (X) (Array X X)) (declare-const a (W (W Int))) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("define-sort"),
    // Nothing is proposed where a use may be something else.
    global: |context, node| {
        let [_, parameters, sort] = node.arguments("define-sort")?;
        let symbol = context.symbols().declared_by(node.command()).first();
        let symbol = symbol.filter(|symbol| symbol.kind == SymbolKind::Abbreviation)?;
        let is_parametric = parameters.size() > 1;
        let role = if is_parametric { Role::SortHead } else { Role::Sort };
        let uses = context.only_mentions(symbol)?.filter(|leaf| leaf.command() != node.command());
        let uses = uses.filter(|leaf| matches!(context.role(*leaf), Role::Sort | Role::SortHead | Role::Unknown));
        let inlined = uses.map(|leaf| {
            let hidden = || leaf.ancestors().iter().any(|list| list.has_head("par"));
            if context.role(leaf) != role || !symbol.is_visible(leaf.command()) || hidden() {
                None
            } else if is_parametric {
                spelled_out(context.parent(leaf)?, parameters, sort)
            } else {
                Some(Edit::replace(leaf, sort.text()))
            }
        });
        some(Edit::all(inlined.collect::<Option<Vec<Edit>>>()?.into_iter().chain([Edit::delete(node)])))
    },
    ..Mutator::DEFAULT
};

/// Returns the edit that spells out a sort with arguments, in which it does not occur again.
fn spelled_out(list: Node<'_>, parameters: Node<'_>, sort: Node<'_>) -> Option<Edit> {
    let uses = list.subtree().filter(|leaf| leaf.leaf() == list.head()).count();
    let fits = uses == 1 && list.arity() == parameters.arity() + 1;
    let argument = |leaf: Node<'_>| {
        let at = parameters.children().position(|parameter| leaf.is_leaf() && parameter.text() == leaf.text())?;
        list.child(at + 1)
    };
    let text = sort.text_with(sort.subtree().filter_map(|leaf| Some((leaf, argument(leaf)?.text()))));
    fits.then(|| Edit::replace(list, &text))
}

static REMOVE_ARGUMENT: Mutator = Mutator {
    name: "remove-argument",
    summary: "remove function argument",
    may_grow: true,
    examples: r"
        (declare-fun f (Int Bool) Int) (assert (= (f (f 1 true) p) 0))
            => (declare-fun f () Int) (assert (= f 0)) | (declare-fun f (Bool) Int) (assert (= (f p) 0))
             | (declare-fun f (Int) Int) (assert (= (f (f 1)) 0))
        (define-fun f ((x Int)) Int (+ x 1)) (assert (= (f 2) 3)) => (define-fun f () Int (+ 0 1)) (assert (= f 3))
        (declare-rel r (Int Bool)) (rule (r 0 true))
            => (declare-rel r ()) (rule r) | (declare-rel r (Bool)) (rule (r true)) | (declare-rel r (Int)) (rule (r 0))
        (synth-fun f ((x Int)) Int ((a Int)) ((a Int (x 1)))) (constraint (< (f 2) 3))
            => (synth-fun f () Int ((a Int)) ((a Int (0 1)))) (constraint (< f 3))
        (declare-fun f (Int) Int) (assert (= (map f l) l)) => none
    ",
    filter: |_, node| declares_function(node) && node.child(2).is_some_and(|list| list.is_list() && list.size() > 1),
    global: |context, node| {
        let declaration = Declaration::of(context, node)?;
        let (domain, terms) = (declaration.domain()?, declaration.terms()?);
        some(all_and_each(domain.arity()).filter_map(move |removed| declaration.without(domain, &terms, removed)))
    },
    ..Mutator::DEFAULT
};

impl<'a> Declaration<'a> {
    /// Returns the list of parameters or of their sorts, if there are any.
    fn domain(&self) -> Option<Node<'a>> {
        let list = self.command.child(2).filter(|list| list.is_list())?;
        (list.arity() > 0 && list.arity() == self.symbol.domain().len()).then_some(list)
    }

    /// Puts constants in the place of parameter number `i` in the body or grammar.
    fn without_parameter(&self, parameter: Node<'a>, i: usize) -> Option<Vec<Edit>> {
        let has_names = self.symbol.body().is_some() || self.symbol.kind == SymbolKind::Synthesis;
        let Some(symbol) = parameter.child(0).filter(|_| has_names) else { return Some(Vec::new()) };
        let constants = self.context.constants(&self.symbol.domain()[i], self.command.command());
        let uses = self.context.uses(symbol).into_iter();
        uses.map(|place| Some(Edit::replace(place, constants.first()?))).collect()
    }

    /// Removes some of the arguments. If all are removed, the function becomes a constant.
    fn without(&self, domain: Node<'a>, terms: &[Node<'a>], removed: Range<usize>) -> Option<Edit> {
        let mut edits = Vec::new();
        let are_all = removed.len() == domain.arity();
        for i in removed.clone() {
            let parameter = domain.child(i)?;
            edits.extend(self.without_parameter(parameter, i)?);
            edits.push(Edit::delete(parameter));
        }
        let applied = |term: &Node<'a>| {
            let constant = || Some(Edit::hoist(*term, term.child(0)?));
            if are_all { constant() } else { term.child(removed.start + 1).map(Edit::delete) }
        };
        edits.extend(terms.iter().map(applied).collect::<Option<Vec<Edit>>>()?);
        Edit::all(edits)
    }
}
