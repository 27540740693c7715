//! Builds the edit that gives classes of sorts other sorts, in written sorts, literals and declarations.

use super::literal;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, NodePlace, Sort, SortClasses, Symbol};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A change of the sorts of some classes, and the replacements that it needs.
pub(super) struct Change<'c> {
    pub context: &'c Context,
    found: &'c SortClasses,
    sorts: HashMap<usize, Sort>,
    /// Literals that do not get the sort of their class, with their new texts.
    literals: HashMap<NodePlace, Vec<u8>>,
    pieces: Vec<Replacement>,
}

/// A range of a command's text and its replacement.
struct Replacement {
    command: usize,
    start: usize,
    end: usize,
    text: Vec<u8>,
}

impl<'c> Change<'c> {
    /// Returns the change that gives each of these classes its sort; none if all classes have their sorts already.
    pub fn new(context: &'c Context, sorts: impl IntoIterator<Item = (usize, Sort)>) -> Option<Change<'c>> {
        let found = context.sort_classes();
        let changes = sorts.into_iter().filter(|(class, sort)| found.classes()[*class].sort != *sort);
        let sorts: HashMap<usize, Sort> = changes.collect();
        let is_any = !sorts.is_empty();
        is_any.then(|| Change { context, found, sorts, literals: HashMap::new(), pieces: Vec::new() })
    }

    /// Returns the applications that relate the sorts that change to others, in order.
    pub fn conversions(&self) -> Vec<Node<'c>> {
        let classes = self.sorts.keys().map(|&class| &self.found.classes()[class]);
        let places: BTreeSet<NodePlace> = classes.flat_map(|class| class.conversions.iter().copied()).collect();
        places.into_iter().map(|place| self.node(place)).collect()
    }

    /// Returns the edit, which changes written sorts, literals and declarations as well.
    pub fn edit(mut self) -> Option<Edit> {
        let sorts: BTreeMap<usize, Sort> = self.sorts.clone().into_iter().collect();
        for (number, to) in sorts {
            let class = &self.found.classes()[number];
            let text = to.short_text();
            for &place in &class.sorts {
                self.replace(self.node(place), text.clone());
            }
            for &place in &class.literals {
                let node = self.node(place);
                if !self.literals.contains_key(&place) {
                    self.replace(node, literal::converted(node, &to)?);
                }
            }
        }
        for (place, text) in std::mem::take(&mut self.literals) {
            self.replace(self.node(place), text);
        }
        self.drop_declarations();
        self.finish()
    }

    fn node(&self, (command, index): NodePlace) -> Node<'c> {
        self.context.script().tape(command).node(command, index)
    }

    /// Returns the sort that a node has after the change.
    pub fn after(&self, node: Node<'_>) -> Sort {
        let class = self.found.class(node);
        class.and_then(|class| self.sorts.get(&class)).cloned().unwrap_or_else(|| self.context.sort(node))
    }

    pub fn replace(&mut self, node: Node<'_>, text: Vec<u8>) {
        if node.text() != text {
            self.put(node, node.range().start, node.range().end, text);
        }
    }

    /// Replaces a literal by `text`, whatever the sort of its class is.
    pub fn spell(&mut self, node: Node<'_>, text: Vec<u8>) {
        self.literals.insert(node.place(), text);
    }

    /// Replaces `node` by `inner`.
    pub fn hoist(&mut self, node: Node<'_>, inner: Node<'_>) {
        self.put(node, node.range().start, inner.range().start, Vec::new());
        self.put(node, inner.range().end, node.range().end, Vec::new());
    }

    /// Deletes the text between the starts of two nodes.
    pub fn cut(&mut self, from: Node<'_>, to: Node<'_>) {
        self.put(from, from.range().start, to.range().start, Vec::new());
    }

    /// Applies an operator to a node: `before` is all text before the node.
    pub fn wrap(&mut self, node: Node<'_>, before: String) {
        let range = node.range();
        self.put(node, range.start, range.start, before.into_bytes());
        self.put(node, range.end, range.end, b")".to_vec());
    }

    fn put(&mut self, node: Node<'_>, start: usize, end: usize, text: Vec<u8>) {
        self.pieces.push(Replacement { command: node.command(), start, end, text });
    }

    /// Deletes the declarations of sorts that are no longer used.
    fn drop_declarations(&mut self) {
        let classes = self.found.classes();
        let name = |class: usize| classes[class].sort.compound().map(|(head, _)| head);
        for head in self.sorts.keys().filter_map(|&class| name(class)) {
            let is_left = (0..classes.len()).any(|i| name(i) == Some(head) && !self.sorts.contains_key(&i));
            let declares = |symbol: &&Symbol| !is_left && symbol.kind.is_sort() && *symbol.name == *head;
            let Some(Symbol { command, .. }) = self.context.symbols().all().iter().find(declares) else { continue };
            let (command, end) = (*command, self.context.script().tape(*command).text().len());
            if !self.pieces.iter().any(|piece| piece.command == command) {
                self.pieces.push(Replacement { command, start: 0, end, text: Vec::new() });
            }
        }
    }

    /// Joins all pieces into one edit. Pieces inside of deleted text are dropped.
    fn finish(self) -> Option<Edit> {
        let mut pieces = self.pieces;
        // Insertions come first: what is cut or replaced starts behind them.
        pieces.sort_by_key(|piece| (piece.command, piece.start, piece.start < piece.end));
        let mut joined: Vec<Replacement> = Vec::new();
        for piece in pieces {
            match joined.last_mut().filter(|last| last.command == piece.command && piece.start <= last.end) {
                Some(last) if piece.start == last.end => {
                    last.text.extend(piece.text);
                    last.end = piece.end;
                }
                Some(last) if piece.end > last.end => return None,
                Some(_) => {}
                None => joined.push(piece),
            }
        }
        let edits = joined.iter().map(|piece| Edit::splice(piece.command, piece.start..piece.end, &piece.text));
        Edit::all(edits).filter(|edit| !edit.is_empty())
    }
}
