//! The symbols that a command declares or a term binds.

use crate::sexpr::Node;
use crate::smtlib::name::is_among;

/// Returns the first children of the children of a list.
fn firsts<'a>(list: Option<Node<'a>>) -> impl Iterator<Item = Node<'a>> {
    list.into_iter().flat_map(Node::children).filter_map(|child| child.child(0))
}

/// Commands that declare their first argument and nothing else.
const PLAIN: &str = "declare-const declare-fun declare-rel declare-sort declare-var declare-pool declare-oracle-fun \
    declare-sort-parameter define-const";

/// Returns the symbols that `node` declares or binds, in order.
pub(in crate::mutators) fn declared(node: Node<'_>) -> Vec<Node<'_>> {
    let Some(head) = node.head() else { return Vec::new() };
    let (first, second) = (node.child(1), node.child(2));
    let (own, listed): (Option<Node<'_>>, Vec<Node<'_>>) = match head {
        b"let" | b"forall" | b"exists" | b"lambda" | b"set.comprehension" | b"comprehension" => {
            (None, firsts(first).collect())
        }
        b"match" => {
            let patterns = firsts(second).filter(|pattern| pattern.is_list());
            (None, patterns.flat_map(|pattern| pattern.children().skip(1)).collect())
        }
        b"define-funs-rec" => {
            let signatures = first.into_iter().flat_map(Node::children);
            (None, signatures.flat_map(|one| one.child(0).into_iter().chain(firsts(one.child(1)))).collect())
        }
        b"declare-datatype" | b"declare-codatatype" => (first, second.into_iter().flat_map(constructors).collect()),
        b"declare-datatypes" | b"declare-codatatypes" => {
            let datatypes = second.into_iter().flat_map(Node::children);
            (None, firsts(first).chain(datatypes.flat_map(constructors)).collect())
        }
        b"define-fun" | b"define-fun-rec" | b"synth-fun" => {
            let nonterminals = node.child(4).filter(|_| node.arity() == 6);
            (first, firsts(second).chain(firsts(nonterminals)).collect())
        }
        b"get-abduct" | b"get-interpolant" => (first, firsts(node.child(3).filter(|_| node.arity() == 5)).collect()),
        b"define-sort" => (first, second.into_iter().flat_map(Node::children).collect()),
        b"synth-inv" => (first, firsts(second).collect()),
        _ => (first.filter(|_| is_among(head, PLAIN)), Vec::new()),
    };
    own.into_iter().chain(listed).filter(|symbol| symbol.is_leaf()).collect()
}

/// Returns the sort parameters, constructors and selectors of one datatype.
fn constructors(datatype: Node<'_>) -> Vec<Node<'_>> {
    let mut symbols = Vec::new();
    let mut list = datatype;
    if let (true, Some(parameters), Some(inner)) = (datatype.has_head("par"), datatype.child(1), datatype.child(2)) {
        symbols.extend(parameters.children());
        list = inner;
    }
    for constructor in list.children() {
        let mut parts = constructor.children();
        symbols.extend(parts.next());
        symbols.extend(parts.filter_map(|selector| selector.child(0)));
    }
    symbols
}
