//! Checks the form of commands, identifiers and `match` in edited commands. Solvers differ in the operators that they
//! know, so that what is not known counts as well-sorted; but what is no identifier is read by none of them.

use super::local::BINDERS;
use super::without;
use crate::sexpr::{Node, Script};
use crate::smtlib::constants::BitVector;
use crate::smtlib::name::{is_among, numeral};
use crate::smtlib::{Context, Meaning, Sort, Symbol, SymbolKind, grammar, theory};
use std::collections::BTreeSet;

/// Operators that mean nothing without indices.
const INDEXED: &str = "extract zero_extend sign_extend rotate_left rotate_right repeat divisible";

/// Names that have exactly two indices, and names that have one.
const TWO: &str = "extract +zero -zero +oo -oo NaN FloatingPoint to_fp to_fp_unsigned re.loop";
const ONE: &str = "BitVec zero_extend sign_extend rotate_left rotate_right repeat divisible fp.to_ubv fp.to_sbv re.^";

/// Keywords of terms that are followed by a value.
const WITH_VALUE: &str = ":named :pattern :no-pattern :weight :qid :skolemid";

/// Commands with a list of terms that cvc5 does not read if it is empty.
const WITH_TERMS: &str = "check-sat-assuming get-value";

/// Commands that only some solvers have. `(push)` is none of them, although the standard asks for a numeral: every
/// solver reads it as `(push 1)`, and cvc5 refuses it with `--strict-parsing` only.
const NOT_STANDARD: &str = "simplify get-qe";

/// Commands by which a script is one of SyGuS, and those that SyGuS does not have.
const SYGUS: &str = "check-synth constraint inv-constraint synth-fun synth-inv";
const NOT_SYGUS: &str = "assert check-sat check-sat-assuming declare-const declare-fun define-const";

/// Whether an edit, after which the script is that of `next`, leaves something that not every solver can read: a list
/// that is no command of SMT-LIB, or of SyGuS where the script is one, an identifier that is none, such as `(_ 8 24)`
/// of `(_ NaN 8 24)`, a `match` that lacks a case, or a `pop` without its `push`.
pub(super) fn is_lost(context: &Context, next: &Context) -> bool {
    let is_sygus = context.script().commands().any(|command| command.head().is_some_and(|head| is_among(head, SYGUS)));
    malformed(next, context.script(), is_sygus) > malformed(context, next.script(), is_sygus)
        || next.symbols().unmatched_pops > context.symbols().unmatched_pops
}

/// Counts what is malformed in the commands of a script that `other` does not have.
fn malformed(context: &Context, other: &Script, is_sygus: bool) -> usize {
    let within = |command: Node<'_>| {
        let is_refused = |head| is_among(head, NOT_STANDARD) || is_sygus && is_among(head, NOT_SYGUS);
        let is_standard = |head| grammar::command(head).is_some() && !is_refused(head);
        let is_bad = |list: &Node<'_>| {
            is_malformed(context, *list) || is_bad_match(context, *list) || is_variable_array(context, *list)
        };
        let lists = command.subtree().filter(is_bad);
        let is_empty = is_among(command.head().unwrap_or_default(), WITH_TERMS)
            && command.child(1).is_some_and(|terms| terms.arity() == 0);
        let is_no_logic = command.has_head("set-logic") && command.child(1).is_some_and(|name| name.is("QF_"));
        usize::from(!command.head().is_some_and(is_standard))
            + usize::from(is_empty || is_no_logic)
            + lists.count()
            + without_value(context, command)
            + bound_names(command)
            + wrong_arities(command)
    };
    let count = |i| *context.0.facts.malformed.lock().entry(i).or_insert_with(|| within(context.script().command(i)));
    without(context.script(), other).map(count).sum()
}

/// Returns how many datatypes of a command have no value: each of their constructors takes one of them.
fn without_value(context: &Context, command: Node<'_>) -> usize {
    let is_inductive = command.head().is_some_and(|head| !head.starts_with(b"declare-co"));
    let symbols = context.symbols().declared_by(command.command());
    let datatypes = symbols.iter().filter(|symbol| is_inductive && symbol.kind == SymbolKind::Datatype);
    let mut empty: Vec<&Symbol> = datatypes.collect();
    loop {
        let is_empty = |sort: &Sort| sort.compound().is_some_and(|(name, _)| empty.iter().any(|d| *d.name == *name));
        let makes_one =
            |symbol: &Symbol| symbol.kind == SymbolKind::Constructor && !symbol.domain().iter().any(is_empty);
        let made: Vec<&[u8]> = symbols.iter().filter(|s| makes_one(s)).filter_map(Symbol::owner).collect();
        let before = empty.len();
        empty.retain(|datatype| !made.contains(&&*datatype.name));
        if empty.len() == before {
            return before;
        }
    }
}

/// Returns how many terms of a command are named within binders, where the name means nothing.
fn bound_names(command: Node<'_>) -> usize {
    let defines = command.head().is_some_and(|head| head.starts_with(b"define-fun"));
    let has_parameters = defines && command.child(2).is_some_and(|parameters| parameters.arity() > 0);
    let mut end = if has_parameters { command.size() } else { 0 };
    let names = |list: Node<'_>| list.has_head("!") && list.children().any(|part| part.is(":named"));
    let is_bound = |list: &Node<'_>| {
        if list.head().is_some_and(|head| BINDERS.contains(&head)) {
            end = end.max(list.index() + list.size());
        }
        list.index() < end && names(*list)
    };
    command.subtree().filter(is_bound).count()
}

/// Returns how many datatypes of a command are declared with another number of parameters than they have.
fn wrong_arities(command: Node<'_>) -> usize {
    let [names, groups] = [1, 2].map(|i| command.child(i).into_iter().flat_map(Node::children));
    let given = |group: Node<'_>| group.child(1).filter(|_| group.has_head("par")).map_or(0, Node::arity);
    let declared = |name: Node<'_>| name.child(1).and_then(|number| numeral::<usize>(number.text()));
    let is_wrong = |(name, group): &(Node<'_>, Node<'_>)| declared(*name).is_some_and(|number| number != given(*group));
    if command.has_head("declare-datatypes") { names.zip(groups).filter(is_wrong).count() } else { 0 }
}

/// Whether a list is a `match` that lacks a case, or has one that applies something that is no constructor.
fn is_bad_match(context: &Context, list: Node<'_>) -> bool {
    let (symbols, command) = (context.symbols(), list.command());
    let constructor = |name: &[u8]| symbols.term(name, command).filter(|s| s.kind == SymbolKind::Constructor);
    let patterns = || list.child(2).into_iter().flat_map(Node::children).filter_map(|case| case.child(0));
    let lacks_a_case = || {
        let heads: BTreeSet<&[u8]> = patterns().filter_map(|p| p.leaf().or_else(|| p.head())).collect();
        // A head that is no constructor is a variable, which stands for all cases.
        let all = heads.iter().map(|head| constructor(head)).collect::<Option<Vec<_>>>();
        let datatype = all.as_ref().and_then(|all| Some(&all.first()?.range));
        datatype.is_some_and(|sort| symbols.constructors(sort, command).count() > heads.len())
    };
    let is_no_pattern = |p: Node<'_>| p.is_list() && (p.arity() < 2 || p.head().and_then(constructor).is_none());
    list.has_head("match") && (patterns().any(is_no_pattern) || lacks_a_case())
}

/// Whether a list is a constant array of a term that is no value.
fn is_variable_array(context: &Context, list: Node<'_>) -> bool {
    let is_const = |head: Node<'_>| head.has_head("as") && head.child(1).is_some_and(|name| name.is("const"));
    let varies = |leaf: Node<'_>| match context.meaning(leaf) {
        Meaning::Global(symbol) => symbol.kind != SymbolKind::Constructor,
        Meaning::Local(_) => true,
        Meaning::Other => false,
    };
    list.child(0).is_some_and(is_const) && list.child(1).is_some_and(|value| value.subtree().any(varies))
}

/// Whether a list cannot be read as an identifier, begins with something that is none, or annotates without a keyword.
fn is_malformed(context: &Context, list: Node<'_>) -> bool {
    match list.child(0) {
        Some(head) if head.is("_") => {
            let name = list.child(1).and_then(Node::leaf).unwrap_or_default();
            let indices = list.arity().saturating_sub(2);
            let is_number = name.first().is_none_or(|first| first.is_ascii_digit() || b"#\":".contains(first));
            let is_too_large = |of: BitVector| of.value.bits() > u64::from(of.width);
            is_number
                || indices == 0
                || is_among(name, TWO) && indices != 2
                || is_among(name, ONE) && indices != 1
                || BitVector::of(list).is_some_and(is_too_large)
        }
        Some(head) if head.is("!") => {
            let is_keyword = |i: usize| list.child(i).is_some_and(|part| part.text().starts_with(b":"));
            let takes_value = |i: usize| list.child(i).is_some_and(|part| is_among(part.text(), WITH_VALUE));
            let ends = |i: usize| list.child(i + 1).is_none_or(|value| value.text() == b"()") || is_keyword(i + 1);
            !is_keyword(2) || (2..list.arity()).any(|i| takes_value(i) && ends(i))
        }
        Some(head) => match head.leaf() {
            // Without its third argument only z3 knows it.
            Some(b"seq.indexof") => list.arity() == 3,
            Some(name) => is_among(name, INDEXED) && list.arity() > 1,
            // Lists of terms begin with a term: those of `:pattern`, `get-value`, `check-sat-assuming`.
            None => {
                let is_operator = |inner| inner != b"_" && inner != b"as" && theory::knows(inner);
                head.head().is_some_and(is_operator) && context.is_term(list)
            }
        },
        None => false,
    }
}
