//! The grammar of commands and terms: the part that each child of a list plays.

use crate::sexpr::Node;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The part that a node plays in its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The command itself.
    Command,
    /// A reserved word, or the name of a command: `assert`, `let`, `_`, `as`, `!`.
    Keyword,
    /// A symbol where it is declared, defined or bound.
    Definition,
    /// A sort, or an argument of one.
    Sort,
    /// The name of a sort with arguments or indices: `Array`, `BitVec`.
    SortHead,
    /// A list of binders, parameters, sorts, or declarations.
    Binders,
    /// One binder, parameter, constructor, selector, or match case.
    Binder,
    /// A pattern of a `match` case.
    Pattern,
    /// A term.
    Term,
    /// The operator of an application: `f`, `(_ extract 3 0)`, `(as nil (List Int))`.
    Head,
    /// The name inside an indexed or qualified identifier: `extract`, `nil`.
    HeadName,
    /// An index: a numeral or symbol that is no term.
    Index,
    /// A list of terms that is no term: `((f x))` behind `:pattern`.
    Terms,
    /// A keyword of an annotation, or its value where that is no term.
    Attribute,
    /// An argument of a command that is no term: a level, a logic, an option.
    Argument,
    /// Not known: part of an unknown command, or of something malformed.
    Unknown,
}

/// The part of a node by its position, before its own text is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Command,
    Keyword,
    Term,
    /// A term that must be `Bool`.
    Formula,
    /// A term by its head: `(f t ...)`, `(let ...)`, `(forall ...)`, `(match ...)`, `(! ...)`.
    Application,
    Let,
    Quantifier,
    Match,
    Annotated,
    Sort,
    Head,
    /// The name of a function, where it is not applied.
    FunctionName,
    Definition,
    /// The symbol of a command that declares or defines one constant or function.
    Function,
    Argument,
    Attribute,
    /// The value of an attribute, or of nothing that is known.
    Value,
    /// Lists of terms, of formulas, of sorts, of symbols.
    Terms,
    Formulas,
    Sorts,
    Names,
    /// `((x t) ...)` and one of it.
    Bindings,
    Binding,
    /// `((x S) ...)` and one of it; the parameters of a function.
    Binders,
    Binder,
    Parameters,
    /// `((p t) ...)`, one of it, and `p`.
    Cases,
    Case,
    Pattern,
    /// `((f ((x S) ...) S) ...)`, one of it, and `(t ...)`.
    Signatures,
    Signature,
    Bodies,
    /// `((D n) ...)`, one of it, and the datatypes.
    SortDeclarations,
    Arity,
    Groups,
    Group,
    /// `(D (c (s S) ...) ...)`, a datatype in the syntax before SMT-LIB 2.6.
    NamedGroup,
    Constructors,
    Constructor,
    Selector,
    /// The rules of a grammar, those of one nonterminal, and that nonterminal.
    Grammar,
    Rules,
    Nonterminal,
    Unknown,
}

/// Commands whose last two arguments may be the nonterminals of a grammar and their rules.
pub(super) const WITH_GRAMMAR: &[&[u8]] = &[b"get-abduct", b"get-interpolant", b"synth-fun"];

/// The parts of a list: the first ones, and what may follow those.
pub(super) struct Shape {
    pub(super) first: &'static [Part],
    pub(super) rest: Option<Part>,
}

impl Shape {
    /// Returns part number `i`.
    pub(super) fn part(&self, i: usize) -> Part {
        self.first.get(i).copied().or(self.rest).unwrap_or(Part::Unknown)
    }

    /// Whether a list of this shape may have this number of parts.
    pub(super) fn takes(&self, number: usize) -> bool {
        number == self.first.len() || self.rest.is_some() && number > self.first.len()
    }
}

impl Part {
    /// Returns the role of a node in this position.
    pub(super) fn role(self) -> Role {
        self.form().0
    }

    /// Returns the shape of a list in this position; that of a command follows from its name.
    pub(super) fn shape(self) -> Shape {
        let (_, first, rest) = self.form();
        Shape { first, rest }
    }

    const fn form(self) -> (Role, &'static [Part], Option<Part>) {
        match self {
            Part::Command => (Role::Command, &[Part::Keyword], Some(Part::Unknown)),
            Part::Keyword => (Role::Keyword, &[], Some(Part::Unknown)),
            Part::Term | Part::Formula => (Role::Term, &[], Some(Part::Unknown)),
            Part::Application => (Role::Term, &[Part::Head], Some(Part::Term)),
            Part::Let => (Role::Term, &[Part::Keyword, Part::Bindings, Part::Term], None),
            Part::Quantifier => (Role::Term, &[Part::Keyword, Part::Binders], Some(Part::Term)),
            Part::Match => (Role::Term, &[Part::Keyword, Part::Term, Part::Cases], None),
            Part::Annotated => (Role::Term, &[Part::Keyword, Part::Term], Some(Part::Value)),
            Part::Sort => (Role::Sort, &[], Some(Part::Unknown)),
            Part::Head | Part::Nonterminal => (Role::Head, &[], Some(Part::Unknown)),
            Part::Definition | Part::Function => (Role::Definition, &[], Some(Part::Unknown)),
            Part::Argument | Part::FunctionName => (Role::Argument, &[], Some(Part::Value)),
            Part::Attribute | Part::Value => (Role::Attribute, &[], Some(Part::Value)),
            Part::Terms | Part::Bodies => (Role::Terms, &[], Some(Part::Term)),
            Part::Formulas => (Role::Terms, &[], Some(Part::Formula)),
            Part::Sorts => (Role::Binders, &[], Some(Part::Sort)),
            Part::Names => (Role::Binders, &[], Some(Part::Definition)),
            Part::Bindings => (Role::Binders, &[], Some(Part::Binding)),
            Part::Binding => (Role::Binder, &[Part::Definition, Part::Term], None),
            Part::Binders | Part::Parameters => (Role::Binders, &[], Some(Part::Binder)),
            Part::Binder | Part::Selector => (Role::Binder, &[Part::Definition, Part::Sort], None),
            Part::Cases => (Role::Binders, &[], Some(Part::Case)),
            Part::Case => (Role::Binder, &[Part::Pattern, Part::Term], None),
            Part::Pattern => (Role::Pattern, &[], Some(Part::Unknown)),
            Part::Signatures => (Role::Binders, &[], Some(Part::Signature)),
            Part::Signature => (Role::Binder, &[Part::Definition, Part::Parameters, Part::Sort], None),
            Part::SortDeclarations => (Role::Binders, &[], Some(Part::Arity)),
            Part::Arity => (Role::Binder, &[Part::Definition, Part::Argument], None),
            Part::Groups => (Role::Binders, &[], Some(Part::Group)),
            Part::Group | Part::Constructors => (Role::Binders, &[], Some(Part::Constructor)),
            Part::NamedGroup => (Role::Binders, &[Part::Definition], Some(Part::Constructor)),
            Part::Constructor => (Role::Binder, &[Part::Definition], Some(Part::Selector)),
            Part::Grammar => (Role::Binders, &[], Some(Part::Rules)),
            Part::Rules => (Role::Binder, &[Part::Nonterminal, Part::Sort, Part::Terms], None),
            Part::Unknown => (Role::Unknown, &[], Some(Part::Unknown)),
        }
    }
}

const fn row(names: &'static str, first: &'static [Part]) -> (&'static str, Shape) {
    (names, Shape { first, rest: None })
}

const fn open(names: &'static str, first: &'static [Part], rest: Part) -> (&'static str, Shape) {
    (names, Shape { first, rest: Some(rest) })
}

/// The commands of SMT-LIB 2.7 and SyGuS, and those that z3 and cvc5 add, with blanks between the names of those of one
/// shape: that of their arguments.
const COMMANDS: &[(&str, Shape)] = &[
    row("assert assume constraint get-qe get-qe-disjunct", &[Part::Formula]),
    row("declare-const declare-var", &[Part::Function, Part::Sort]),
    row("declare-fun", &[Part::Function, Part::Sorts, Part::Sort]),
    row("define-const", &[Part::Function, Part::Sort, Part::Term]),
    row("define-fun define-fun-rec", &[Part::Function, Part::Parameters, Part::Sort, Part::Term]),
    row("define-funs-rec", &[Part::Signatures, Part::Bodies]),
    row("declare-sort", &[Part::Definition, Part::Argument]),
    row("declare-sort-parameter", &[Part::Definition]),
    row("define-sort", &[Part::Definition, Part::Names, Part::Sort]),
    row("declare-datatype declare-codatatype", &[Part::Definition, Part::Group]),
    row("declare-datatypes declare-codatatypes", &[Part::SortDeclarations, Part::Groups]),
    row("exit reset reset-assertions check-synth check-synth-next", &[]),
    row("get-model get-assertions get-assignment get-unsat-assumptions get-unsat-core get-unsat-core-lemmas", &[]),
    row("get-objectives get-difficulty get-abduct-next get-interpolant-next", &[]),
    row("check-sat-assuming", &[Part::Formulas]),
    row("get-value block-model-values", &[Part::Terms]),
    row("get-consequences", &[Part::Formulas, Part::Formulas]),
    row("get-timeout-core-assuming check-allsat", &[Part::Formulas]),
    row("get-model-domain-elements", &[Part::Sort]),
    row("get-info get-option", &[Part::Attribute]),
    row("set-info set-option set-feature", &[Part::Attribute, Part::Argument]),
    row("set-logic echo block-model include", &[Part::Argument]),
    row("declare-heap", &[Part::Sorts]),
    row("declare-pool", &[Part::Definition, Part::Sort, Part::Terms]),
    row("inv-constraint", &[Part::FunctionName; 4]),
    open("push pop", &[], Part::Argument),
    open("declare-rel", &[Part::Function, Part::Sorts], Part::Argument),
    open("rule", &[Part::Formula], Part::Argument),
    open("query", &[Part::Term], Part::Value),
    open("check-sat", &[], Part::Formula),
    open("get-proof get-timeout-core get-learned-literals", &[], Part::Value),
    open("check-sat-using apply", &[Part::Value], Part::Value),
    open("minimize maximize simplify eval display", &[Part::Term], Part::Value),
    open("declare-oracle-fun", &[Part::Function, Part::Sorts, Part::Sort], Part::Argument),
    open("assert-soft", &[Part::Formula], Part::Value),
    open("get-abduct get-interpolant", &[Part::Definition, Part::Formula], Part::Value),
    open("synth-fun", &[Part::Function, Part::Parameters, Part::Sort], Part::Value),
    open("synth-inv", &[Part::Function, Part::Parameters], Part::Value),
];

/// Returns the shape of a command's arguments.
pub(super) fn command(name: &[u8]) -> Option<&'static Shape> {
    static SHAPES: LazyLock<FxHashMap<&[u8], &Shape>> = LazyLock::new(|| {
        let named = |(names, shape): &'static (&str, Shape)| names.split(' ').map(move |name| (name.as_bytes(), shape));
        COMMANDS.iter().flat_map(named).collect()
    });
    SHAPES.get(name).copied()
}

/// Whether a node is a command that declares or defines one constant or function.
pub fn declares_function(node: Node<'_>) -> bool {
    let shape = node.head().filter(|_| node.index() == 0).and_then(command);
    shape.is_some_and(|shape| shape.first.first() == Some(&Part::Function))
}
