//! The symbols that a command declares or a term binds.

use crate::sexpr::Node;

/// Returns the first children of the children of a list.
fn firsts<'a>(list: Option<Node<'a>>) -> impl Iterator<Item = Node<'a>> {
    list.into_iter().flat_map(Node::children).filter_map(|child| child.child(0))
}

/// Returns the symbols that `node` declares or binds, in order.
pub(in crate::mutators) fn declared(node: Node<'_>) -> Vec<Node<'_>> {
    let Some(head) = node.head() else { return Vec::new() };
    let (first, second) = (node.child(1), node.child(2));
    let mut symbols: Vec<Node<'_>> = Vec::new();
    match head {
        b"let" | b"forall" | b"exists" | b"lambda" | b"set.comprehension" | b"comprehension" => {
            symbols.extend(firsts(first));
        }
        b"match" => {
            let patterns = firsts(second).filter(|pattern| pattern.is_list());
            symbols.extend(patterns.flat_map(|pattern| pattern.children().skip(1)));
        }
        b"define-funs-rec" => {
            for signature in first.into_iter().flat_map(Node::children) {
                symbols.extend(signature.child(0));
                symbols.extend(firsts(signature.child(1)));
            }
        }
        b"declare-datatype" | b"declare-codatatype" => {
            symbols.extend(first);
            symbols.extend(second.into_iter().flat_map(constructors));
        }
        b"declare-datatypes" | b"declare-codatatypes" => {
            symbols.extend(firsts(first));
            symbols.extend(second.into_iter().flat_map(Node::children).flat_map(constructors));
        }
        b"define-fun" | b"define-fun-rec" | b"synth-fun" => {
            symbols.extend(first);
            symbols.extend(firsts(second));
            // The nonterminals of a grammar.
            symbols.extend(firsts(node.child(4).filter(|_| node.arity() == 6)));
        }
        b"get-abduct" | b"get-interpolant" => {
            symbols.extend(first);
            symbols.extend(firsts(node.child(3).filter(|_| node.arity() == 5)));
        }
        b"define-sort" => {
            symbols.extend(first);
            symbols.extend(second.into_iter().flat_map(Node::children));
        }
        b"synth-inv" => {
            symbols.extend(first);
            symbols.extend(firsts(second));
        }
        b"declare-const"
        | b"declare-fun"
        | b"declare-rel"
        | b"declare-sort"
        | b"declare-var"
        | b"declare-pool"
        | b"declare-oracle-fun"
        | b"declare-sort-parameter"
        | b"define-const" => symbols.extend(first),
        _ => {}
    }
    symbols.retain(|symbol| symbol.is_leaf());
    symbols
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
