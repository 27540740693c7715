//! The mutator that removes a variable of a transition system.

use super::{Declaration, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// Removes a variable of the invariant that `inv-constraint` asks for, from the invariant and from the three
/// functions that describe the system, of which the second has it twice.
pub(super) static DROP_STATE: Mutator = Mutator {
    name: "drop-state",
    summary: "remove variable of an invariant",
    may_grow: true,
    examples: r"
        (synth-inv i ((a Int) (b Bool))) (define-fun p ((a Int) (b Bool)) Bool b)
                (define-fun t ((a Int) (b Bool) (c Int) (d Bool)) Bool (and d (= a c)))
                (define-fun q ((a Int) (b Bool)) Bool (> a 0)) (inv-constraint i p t q)
            => (synth-inv i ((b Bool))) (define-fun p ((b Bool)) Bool b)
               (define-fun t ((b Bool) (d Bool)) Bool (and d (= 0 0)))
               (define-fun q ((b Bool)) Bool (> 0 0)) (inv-constraint i p t q)
             | (synth-inv i ((a Int))) (define-fun p ((a Int)) Bool false)
               (define-fun t ((a Int) (c Int)) Bool (and false (= a c)))
               (define-fun q ((a Int)) Bool (> a 0)) (inv-constraint i p t q)
        (synth-inv i ((a Int))) (inv-constraint i p t q) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("inv-constraint") && node.arity() == 5,
    global: |context, node| {
        let declared = |name: Node<'_>| context.symbols().term(name.text(), node.command());
        let command = |name| declared(name).map(|symbol| context.script().command(symbol.command));
        let commands: Vec<Node<'_>> = node.children().skip(1).map(command).collect::<Option<_>>()?;
        let variables = commands[0].child(2).map_or(0, Node::arity);
        some((0..variables).filter_map(move |variable| {
            let edit = |(i, command): (usize, &Node<'_>)| match i {
                0 => Some(Edit::delete(command.child(2)?.child(variable)?)),
                2 => without(context, *command, variable)?.and(&without(context, *command, variables + variable)?),
                _ => without(context, *command, variable),
            };
            Edit::all(commands.iter().enumerate().map(edit).collect::<Option<Vec<Edit>>>()?)
        }))
    },
    ..Mutator::DEFAULT
};

/// Returns the edit that removes a parameter of a definition, and puts a constant in its place in the body.
fn without(context: &Context, command: Node<'_>, parameter: usize) -> Option<Edit> {
    let declaration = Declaration::of(context, command)?;
    declaration.without(declaration.domain()?, &[], parameter..parameter + 1)
}
