//! Edits: what a mutator proposes, as splices of the base's text.

use super::splice::{List, Splice, Splices};
use super::{Node, Script};
use std::borrow::Cow;
use std::sync::Arc;

/// A change of a script: splices, in order, that do not overlap. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edit(Arc<List>);

impl Edit {
    /// Deletes a node: a child together with the blank before it, or a whole command.
    pub fn delete(node: Node<'_>) -> Edit {
        match node.index() {
            0 => Edit::splice(node.command(), 0..node.tape().text().len(), b""),
            _ => Edit::delete_between(node, node),
        }
    }

    /// Deletes the siblings from `first` to `last`, both included.
    pub fn delete_between(first: Node<'_>, last: Node<'_>) -> Edit {
        let start = first.range().start;
        let blank = usize::from(first.tape().text()[..start].ends_with(b" "));
        Edit::splice(first.command(), start - blank..last.range().end, b"")
    }

    /// Replaces a node by a text, which must be one S-expression.
    pub fn replace(node: Node<'_>, text: &[u8]) -> Edit {
        Edit::splice(node.command(), node.range(), text)
    }

    /// Replaces a node by one below it, which stays open to further edits.
    pub fn hoist(node: Node<'_>, inner: Node<'_>) -> Edit {
        Edit::rewrite(node, Term::Keep(inner))
    }

    /// Replaces a node by a term built from leaves and from nodes of the base.
    ///
    /// Nodes of the term that are below `node` and in their old order stay open to further edits; others are copied.
    pub fn rewrite(node: Node<'_>, term: Term<'_>) -> Edit {
        let mut lowering = Lowering { node, at: node.range().start, text: Vec::new(), splices: List::default() };
        lowering.term(&term);
        lowering.cut(node.range().end);
        Edit::of(lowering.splices)
    }

    /// Inserts commands before command number `command`.
    ///
    /// The text must end with a line break.
    pub fn insert(command: usize, text: &[u8]) -> Edit {
        Edit::splice(command, 0..0, text)
    }

    /// Replaces a range of the text of command number `command`. The edited text must be one S-expression.
    pub fn splice(command: usize, range: std::ops::Range<usize>, text: &[u8]) -> Edit {
        let mut list = List::with_capacity(1);
        list.push(Splice { command, start: range.start, end: range.end, text });
        Edit::of(list)
    }

    pub(super) fn of(list: List) -> Edit {
        Edit(Arc::new(list))
    }

    /// Returns the edit with those replacements respelled for which `spell` returns a text.
    pub fn map_texts(self, spell: impl Fn(&[u8]) -> Option<Vec<u8>>) -> Edit {
        let spelled: Vec<Option<Vec<u8>>> = self.splices().iter().map(|splice| spell(splice.text)).collect();
        if spelled.iter().all(Option::is_none) {
            return self;
        }
        let all = self.splices().iter().zip(&spelled);
        Edit::of(all.map(|(splice, text)| Splice { text: text.as_deref().unwrap_or(splice.text), ..splice }).collect())
    }

    /// Returns the edit with only those splices for which `stays` is true.
    pub fn filtered(&self, stays: impl Fn(Splice<'_>) -> bool) -> Edit {
        Edit::of(self.splices().iter().filter(|splice| stays(*splice)).collect())
    }

    /// Returns the splices in order.
    pub fn splices(&self) -> Splices<'_> {
        self.0.splices()
    }

    /// Whether nothing is edited.
    pub fn is_empty(&self) -> bool {
        self.splices().is_empty()
    }

    /// Whether every splice lies within `script`.
    pub(super) fn fits(&self, script: &Script) -> bool {
        let fits =
            |s: Splice<'_>| s.command <= script.len() && s.start <= s.end && s.end <= script.piece(s.command).len();
        self.splices().iter().all(fits)
    }
}

/// A term to put in the place of a node.
#[derive(Clone, Debug)]
pub enum Term<'a> {
    /// A node of the base, unchanged.
    Keep(Node<'a>),
    /// A new leaf, or any text that is one S-expression.
    Leaf(Cow<'a, [u8]>),
    /// A list.
    List(Vec<Term<'a>>),
}

impl<'a> Term<'a> {
    /// Returns a new leaf.
    pub fn leaf(text: &'a (impl AsRef<[u8]> + ?Sized)) -> Term<'a> {
        Term::Leaf(Cow::Borrowed(text.as_ref()))
    }

    /// Returns a new leaf that owns its text.
    pub fn text(text: impl Into<Vec<u8>>) -> Term<'a> {
        Term::Leaf(Cow::Owned(text.into()))
    }

    /// Returns a list of a leaf and further terms.
    pub fn app(head: &'a str, args: impl IntoIterator<Item = Term<'a>>) -> Term<'a> {
        Term::List([Term::leaf(head)].into_iter().chain(args).collect())
    }

    /// Returns a list of nodes of the base.
    pub fn list(nodes: impl IntoIterator<Item = Node<'a>>) -> Term<'a> {
        Term::List(nodes.into_iter().map(Term::Keep).collect())
    }
}

impl<'a> From<Node<'a>> for Term<'a> {
    fn from(node: Node<'a>) -> Term<'a> {
        Term::Keep(node)
    }
}

/// Turns a term into splices of the node that it replaces.
struct Lowering<'a> {
    node: Node<'a>,
    /// The base's text before this byte has been dealt with.
    at: usize,
    /// New text between `at` and the next node that is kept.
    text: Vec<u8>,
    splices: List,
}

impl Lowering<'_> {
    fn term(&mut self, term: &Term<'_>) {
        match term {
            Term::Leaf(text) => self.text.extend_from_slice(text),
            Term::Keep(kept) => {
                let range = kept.range();
                let inside = kept.command() == self.node.command() && self.node.holds(*kept);
                if inside && std::ptr::eq(kept.tape(), self.node.tape()) && range.start >= self.at {
                    self.cut(range.start);
                    self.at = range.end;
                } else {
                    self.text.extend_from_slice(kept.text());
                }
            }
            Term::List(terms) => {
                self.text.push(b'(');
                for (i, term) in terms.iter().enumerate() {
                    if i > 0 {
                        self.text.push(b' ');
                    }
                    self.term(term);
                }
                self.text.push(b')');
            }
        }
    }

    /// Replaces the base's text up to `end` by the new text.
    fn cut(&mut self, end: usize) {
        if self.node.tape().text()[self.at..end] != *self.text {
            let (command, start, text) = (self.node.command(), self.at, &*self.text);
            self.splices.push(Splice { command, start, end, text });
        }
        self.text.clear();
    }
}
