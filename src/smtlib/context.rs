//! A script with the facts that mutators ask for.

use super::{Role, Sort, Symbol, Symbols, Ternary};
use crate::sexpr::{Candidate, Node, Script};
use std::sync::{Arc, OnceLock};

/// A script and what is known about its symbols and terms.
///
/// Facts are made when they are first asked for and shared with the contexts
/// of later scripts as long as what they rest on does not change. Nodes handed
/// in belong to this script; of others nothing is known. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Context(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    script: Script,
    symbols: OnceLock<Symbols>,
}

/// A variable bound by `let`, a quantifier, `match`, or as a parameter.
#[derive(Clone, Debug)]
pub struct Local<'a> {
    /// The symbol in its binder.
    pub symbol: Node<'a>,
    /// Its sort.
    pub sort: Sort,
}

/// What a symbol's leaf stands for.
#[derive(Clone, Debug)]
pub enum Meaning<'a> {
    /// A bound variable.
    Local(Local<'a>),
    /// A symbol that the script declares.
    Global(&'a Symbol),
    /// Anything else: a symbol of a theory, a literal, or no symbol.
    Other,
}

impl Context {
    /// The facts of a script, none of them known yet.
    pub fn new(script: Script) -> Context {
        Context(Arc::new(Inner { script, symbols: OnceLock::new() }))
    }

    /// The facts of a script that follows from this one by an edit.
    pub fn next(&self, script: Script) -> Context {
        Context::new(script)
    }

    /// The script.
    pub fn script(&self) -> &Script {
        &self.0.script
    }

    /// The symbols that the script declares.
    pub fn symbols(&self) -> &Symbols {
        self.0.symbols.get_or_init(|| Symbols::new(&self.0.script))
    }

    /// The sort of a term; unknown for what is no term.
    pub fn sort(&self, _node: Node<'_>) -> Sort {
        Sort::Unknown
    }

    /// The part that a node plays in its command.
    pub fn role(&self, _node: Node<'_>) -> Role {
        Role::Unknown
    }

    /// The list of which a node is a child, in constant time.
    pub fn parent<'a>(&self, node: Node<'a>) -> Option<Node<'a>> {
        node.parent()
    }

    /// The bound variables that can be used in the place of a node, innermost
    /// last; those hidden by another of the same name are left out.
    pub fn locals(&self, _node: Node<'_>) -> Vec<Local<'_>> {
        Vec::new()
    }

    /// What a leaf in the position of a term or operator stands for.
    pub fn meaning(&self, _leaf: Node<'_>) -> Meaning<'_> {
        Meaning::Other
    }

    /// Whether a leaf is a use of a bound variable.
    pub fn is_bound(&self, leaf: Node<'_>) -> bool {
        matches!(self.meaning(leaf), Meaning::Local(_))
    }

    /// Whether a bound variable hides the global symbol `symbol` at a node.
    pub fn shadowed(&self, _symbol: &[u8], _node: Node<'_>) -> bool {
        false
    }

    /// The names that occur in the subtree of a node but are not bound within
    /// it and belong to no theory, sorted: outer variables, declared symbols
    /// and sorts, and what nobody declares.
    pub fn free_symbols(&self, _node: Node<'_>) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// A symbol that occurs nowhere in the script, made from `hint` and the
    /// position of `node`, so that two nodes never get the same one.
    pub fn fresh(&self, hint: &[u8], node: Node<'_>) -> Vec<u8> {
        [hint, format!("!{}!{}", node.command(), node.index()).as_bytes()].concat()
    }

    /// The simplest constants of a sort that command number `command` can use.
    pub fn constants(&self, _sort: &Sort, _command: usize) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Whether the script is well-formed and well-sorted.
    pub fn input_is_well_sorted(&self) -> Ternary {
        Ternary::Unknown
    }

    /// Whether an edit of this script leaves it well-formed and well-sorted:
    /// arities, sorts, symbols declared before use and only once.
    ///
    /// Where the script itself is not, only new errors count, and the answer
    /// is never yes.
    pub fn well_sorted(&self, _candidate: &Candidate) -> Ternary {
        Ternary::Unknown
    }
}
