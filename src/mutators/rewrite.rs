//! Mutators that only rewrite a term: rows of patterns, and no code.
//!
//! A row reads `(not (and ?x ...)) => (or (not ?x) ...)`. `?x` stands for one
//! term, and where it stands twice, for the same one; `?` for any. `...` makes
//! of what stands before it any number: of arguments on the left, and on the
//! right one copy for each of them. All else stands for itself.

#[cfg(test)]
mod tests;

use crate::sexpr::{Gaps, Node, Term, parse};
use std::mem::ManuallyDrop;
use std::sync::OnceLock;

/// Rows, which are read when they are first used.
pub(super) struct Rules {
    rows: &'static [&'static str],
    /// Only statics hold rules, and they are never dropped.
    read: ManuallyDrop<OnceLock<Vec<Rule>>>,
}

impl Rules {
    pub(super) const fn new(rows: &'static [&'static str]) -> Rules {
        Rules { rows, read: ManuallyDrop::new(OnceLock::new()) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What the rows that match make of a node.
    pub(super) fn results<'a>(&'a self, node: Node<'a>) -> impl Iterator<Item = Term<'a>> {
        let rules = self.read.get_or_init(|| self.rows.iter().map(|row| Rule::read(row)).collect());
        rules.iter().filter_map(move |rule| rule.result(node))
    }
}

/// One row.
struct Rule {
    pattern: Pattern,
    result: Template,
}

impl Rule {
    /// Reads a row; one that is none is an error of the program.
    fn read(row: &str) -> Rule {
        let script = parse(format!("({row})").as_bytes(), Gaps::Canonical);
        let parts = script.as_ref().ok().and_then(|script| script.commands().next()).map(|row| row.children());
        let parts: Vec<Node<'_>> = parts.into_iter().flatten().collect();
        let [pattern, arrow, result] = parts[..] else { panic!("no rule: {row}") };
        assert!(arrow.is("=>"), "no rule: {row}");
        Rule { pattern: Pattern::read(pattern), result: Template::read(result) }
    }

    fn result<'a>(&'a self, node: Node<'a>) -> Option<Term<'a>> {
        let mut found = Vec::new();
        self.pattern.matches(node, &mut found).then(|| self.result.term(&found, None))
    }
}

/// The variables of a row and what they stand for: several nodes before `...`.
type Found<'a> = Vec<(&'a [u8], Vec<Node<'a>>)>;

fn lookup<'a, 'b>(found: &'b Found<'a>, variable: &[u8]) -> &'b [Node<'a>] {
    let entry = found.iter().find(|(name, _)| *name == variable);
    entry.map_or(&[], |(_, nodes)| nodes)
}

fn is_variable(leaf: &[u8]) -> bool {
    leaf.starts_with(b"?")
}

/// The elements of a list, each with whether `...` stands behind it.
fn elements(list: Node<'_>) -> impl Iterator<Item = (Node<'_>, bool)> {
    let next = list.children().skip(1).map(Some).chain([None]);
    let pairs = list.children().zip(next).filter(|(element, _)| !element.is("..."));
    pairs.map(|(element, next)| (element, next.is_some_and(|next| next.is("..."))))
}

/// The left of a row.
enum Pattern {
    Leaf(Vec<u8>),
    /// Any term, under this name unless that is `?`.
    Variable(Vec<u8>),
    List {
        before: Vec<Pattern>,
        /// The variable before `...`, if the list has one.
        several: Option<Vec<u8>>,
        after: Vec<Pattern>,
    },
}

impl Pattern {
    fn read(node: Node<'_>) -> Pattern {
        match node.leaf() {
            Some(leaf) if is_variable(leaf) => Pattern::Variable(leaf.to_vec()),
            Some(leaf) => Pattern::Leaf(leaf.to_vec()),
            None => {
                let (mut before, mut several, mut after) = (Vec::new(), None, Vec::new());
                for (element, repeats) in elements(node) {
                    match (repeats, &several) {
                        (true, None) => several = Some(element.text().to_vec()),
                        (true, Some(_)) => panic!("two repetitions in one list"),
                        (false, None) => before.push(Pattern::read(element)),
                        (false, Some(_)) => after.push(Pattern::read(element)),
                    }
                }
                Pattern::List { before, several, after }
            }
        }
    }

    fn matches<'a>(&'a self, node: Node<'a>, found: &mut Found<'a>) -> bool {
        match self {
            Pattern::Leaf(text) => node.leaf() == Some(text),
            Pattern::Variable(name) if name == b"?" => true,
            Pattern::Variable(name) => match lookup(found, name) {
                [same, ..] => same.same(node),
                [] => {
                    found.push((name, vec![node]));
                    true
                }
            },
            Pattern::List { before, several, after } => {
                // Nearly all nodes differ in the operator: that comes first.
                if let Some(Pattern::Leaf(operator)) = before.first()
                    && node.head() != Some(operator)
                {
                    return false;
                }
                let children: Vec<Node<'a>> = node.children().collect();
                let fewest = before.len() + after.len();
                let fits = if several.is_some() { children.len() >= fewest } else { children.len() == fewest };
                if !node.is_list() || !fits {
                    return false;
                }
                let (first, rest) = children.split_at(before.len());
                let (middle, last) = rest.split_at(rest.len() - after.len());
                if let Some(name) = several {
                    found.push((name, middle.to_vec()));
                }
                let mut pairs = before.iter().chain(after).zip(first.iter().chain(last));
                pairs.all(|(pattern, child)| pattern.matches(*child, found))
            }
        }
    }
}

/// The right of a row.
enum Template {
    Leaf(Vec<u8>),
    Variable(Vec<u8>),
    List(Vec<Template>),
    /// One copy for each node that the variable stands for.
    Each(Vec<u8>, Box<Template>),
}

impl Template {
    fn read(node: Node<'_>) -> Template {
        match node.leaf() {
            Some(leaf) if is_variable(leaf) => Template::Variable(leaf.to_vec()),
            Some(leaf) => Template::Leaf(leaf.to_vec()),
            None => {
                Template::List(elements(node).map(|(element, repeats)| Template::element(element, repeats)).collect())
            }
        }
    }

    fn element(node: Node<'_>, repeats: bool) -> Template {
        if !repeats {
            return Template::read(node);
        }
        let variable = node.subtree().filter_map(Node::leaf).find(|leaf| is_variable(leaf));
        let variable = variable.expect("a variable to repeat for");
        Template::Each(variable.to_vec(), Box::new(Template::read(node)))
    }

    /// The term, where variables stand for what was found, or for `each`.
    fn term<'a>(&'a self, found: &Found<'a>, each: Option<Node<'a>>) -> Term<'a> {
        match self {
            Template::Leaf(text) => Term::leaf(text),
            Template::Variable(name) => Term::Keep(each.unwrap_or_else(|| lookup(found, name)[0])),
            Template::List(parts) => Term::List(parts.iter().flat_map(|part| part.terms(found, each)).collect()),
            Template::Each(..) => unreachable!("a repetition stands in a list"),
        }
    }

    fn terms<'a>(&'a self, found: &Found<'a>, each: Option<Node<'a>>) -> Vec<Term<'a>> {
        match self {
            Template::Each(name, one) => lookup(found, name).iter().map(|node| one.term(found, Some(*node))).collect(),
            other => vec![other.term(found, each)],
        }
    }
}
