//! The levels that a script opens and closes, and the symbols that go out of force with them.

use super::{FOREVER, Symbol, Symbols, levels};
use crate::sexpr::{Node, Script};
use std::ops::Range;

/// The levels that are open.
#[derive(Default)]
pub(super) struct Levels {
    /// For each open `push` the number of symbols before it, and its number of levels.
    open: Vec<(usize, u32)>,
    /// The number of symbols that a `reset` has ended.
    ended: usize,
    /// Whether `:global-declarations` is set, so that `pop` keeps symbols.
    global: bool,
    /// Number of levels that are popped without having been pushed.
    pub unmatched_pops: u64,
}

impl Levels {
    /// Returns the number of the first symbol that a command ends, with all later ones of the `declared` so far.
    pub fn ended_by(&mut self, command: Node<'_>, declared: usize) -> Option<usize> {
        match command.head()? {
            b"push" => self.open.push((declared, levels(command).unwrap_or(0))),
            b"pop" => return self.pop(levels(command).unwrap_or(0)),
            head @ (b"reset" | b"reset-assertions") => {
                self.open.clear();
                if head == b"reset" || !self.global {
                    return Some(std::mem::replace(&mut self.ended, declared));
                }
            }
            b"set-option" => {
                if let Some([option, value]) = command.arguments("set-option")
                    && option.is(":global-declarations")
                {
                    self.global = value.is("true");
                }
            }
            _ => {}
        }
        None
    }

    fn pop(&mut self, mut count: u32) -> Option<usize> {
        let mut ends = None;
        while count > 0
            && let Some((first, open)) = self.open.last_mut()
        {
            let closed = count.min(*open);
            count -= closed;
            *open -= closed;
            ends = if closed > 0 { Some(*first) } else { ends };
            if *open == 0 {
                self.open.pop();
            }
        }
        self.unmatched_pops += u64::from(count);
        ends.filter(|_| !self.global)
    }
}

impl Symbols {
    /// Returns the symbols that go out of force elsewhere without the deleted commands, each with the commands between
    /// the two places.
    pub(in crate::smtlib) fn in_force_elsewhere(
        &self,
        script: &Script,
        is_deleted: &[bool],
    ) -> impl Iterator<Item = (&Symbol, Range<usize>)> {
        let (mut open, mut declared) = (Levels::default(), 0);
        let mut until = vec![FOREVER; self.all.len()];
        for (i, tape) in script.tapes().enumerate() {
            if !is_deleted[i]
                && let Some(first) = open.ended_by(tape.root(i), declared)
            {
                let in_force = until[first..declared].iter_mut().filter(|until| **until == FOREVER);
                in_force.for_each(|until| *until = i as u32);
            }
            declared += self.all[declared..].iter().take_while(|symbol| symbol.command == i).count();
        }
        let both = self.all.iter().zip(until).filter(|(symbol, until)| symbol.until != *until);
        both.map(|(symbol, until)| (symbol, symbol.until.min(until) as usize..symbol.until.max(until) as usize))
    }
}
