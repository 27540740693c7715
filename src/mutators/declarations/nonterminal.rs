//! The mutator that drops non-terminals of a grammar.

use super::{Mutator, none};
use crate::sexpr::{Edit, Node};

/// Drops the grammar of a synthesis problem, or one of its non-terminals, which
/// is declared in one list and has its rules in the next: neither goes alone.
pub(super) static DROP_NONTERMINAL: Mutator = Mutator {
    name: "drop-nonterminal",
    class: "DropNonterminal",
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
