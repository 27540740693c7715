//! Rewrite rules for mutators that only rewrite a term: rows of patterns instead of code.
//!
//! A row reads `(not (and ?x ...)) => (or (not ?x) ...)`. `?x` stands for one term, and where it occurs twice,
//! for the same term; `?` stands for any term. `...` repeats the element before it: on the left for any number
//! of arguments, which have to match it, and on the right once for each of these. All else stands for itself.

use crate::sexpr::{Gaps, Node, Script, Term, parse};
use std::mem::ManuallyDrop;
use std::sync::OnceLock;

/// Rows, which are parsed when they are first used.
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

    /// Returns the results of the rows that match a node.
    pub(super) fn results<'a>(&'a self, node: Node<'a>) -> impl Iterator<Item = Term<'a>> {
        let rules = self.read.get_or_init(|| self.rows.iter().map(|row| Rule::read(row)).collect());
        rules.iter().filter_map(move |rule| rule.result(node))
    }
}

struct Rule {
    /// The row as one list: `(pattern => result)`.
    row: Script,
    /// The operator of the pattern. It is compared first, because nearly all nodes differ in it.
    operator: Option<Vec<u8>>,
}

impl Rule {
    /// Parses a row; panics if the row is malformed, which is a bug.
    fn read(row: &str) -> Rule {
        let row = parse(format!("({row})").as_bytes(), Gaps::Canonical).expect("a row is well-formed");
        let parts: Vec<Node<'_>> = row.commands().flat_map(Node::children).collect();
        assert!(matches!(parts[..], [_, arrow, _] if arrow.is("=>")), "no row: {row:?}");
        let repetitions = |list: Node<'_>| elements(list).filter(|(_, repeats)| *repeats).count();
        assert!(parts[0].subtree().all(|list| repetitions(list) < 2), "two repetitions in one list: {row:?}");
        let operator = parts[0].head().map(<[u8]>::to_vec);
        Rule { row, operator }
    }

    fn result<'a>(&'a self, node: Node<'a>) -> Option<Term<'a>> {
        let node =
            Some(node).filter(|node| self.operator.as_ref().is_none_or(|operator| node.head() == Some(operator)))?;
        let (row, mut found) = (self.row.command(0), Vec::new());
        matches(row.child(0)?, node, &mut found).then(|| row.child(2).map(|result| term(result, &found, None)))?
    }
}

/// The variables of a row and what they stand for: several nodes if `...` follows.
type Found<'a> = Vec<(&'a [u8], Vec<Node<'a>>)>;

fn lookup<'a, 'b>(found: &'b Found<'a>, variable: &[u8]) -> &'b [Node<'a>] {
    let entry = found.iter().find(|(name, _)| *name == variable);
    entry.map_or(&[], |(_, nodes)| nodes)
}

fn is_variable(leaf: &[u8]) -> bool {
    leaf.starts_with(b"?")
}

/// Returns the elements of a list, each with whether `...` follows it.
fn elements(list: Node<'_>) -> impl Iterator<Item = (Node<'_>, bool)> {
    let next = list.children().skip(1).map(Some).chain([None]);
    let pairs = list.children().zip(next).filter(|(element, _)| !element.is("..."));
    pairs.map(|(element, next)| (element, next.is_some_and(|next| next.is("..."))))
}

/// Whether a pattern matches a node. Adds to `found` what the variables of the pattern stand for.
fn matches<'a>(pattern: Node<'a>, node: Node<'a>, found: &mut Found<'a>) -> bool {
    if let Some(leaf) = pattern.leaf() {
        return match lookup(found, leaf) {
            _ if !is_variable(leaf) => node.leaf() == Some(leaf),
            _ if leaf == b"?" => true,
            [same, ..] => same.same(node),
            [] => {
                found.push((leaf, vec![node]));
                true
            }
        };
    }
    let (elements, children): (Vec<_>, Vec<_>) = (elements(pattern).collect(), node.children().collect());
    let several = elements.iter().position(|(_, repeats)| *repeats);
    let before = several.unwrap_or(elements.len());
    let after = elements.len() - before - usize::from(several.is_some());
    let fits = if several.is_some() { children.len() >= before + after } else { children.len() == before };
    if node.is_leaf() || !fits {
        return false;
    }
    let last = children.len() - after;
    let first = elements.iter().zip(&children[..before]);
    let mut pairs = first.chain(elements[elements.len() - after..].iter().zip(&children[last..]));
    pairs.all(|((element, _), child)| matches(*element, *child, found))
        && several.is_none_or(|i| children[before..last].iter().all(|child| repeats(elements[i].0, *child, found)))
}

/// Matches one of several nodes for which each variable stands.
fn repeats<'a>(pattern: Node<'a>, node: Node<'a>, found: &mut Found<'a>) -> bool {
    let mut one = Found::new();
    let fits = matches(pattern, node, &mut one);
    for (name, nodes) in one {
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, all)) => all.extend(nodes),
            None => found.push((name, nodes)),
        }
    }
    fits
}

/// Returns the term that a result makes, where variables stand for the nodes in `found`, or for `each`.
fn term<'a>(result: Node<'a>, found: &Found<'a>, each: Option<Node<'a>>) -> Term<'a> {
    match result.leaf() {
        Some(leaf) if is_variable(leaf) => Term::Keep(each.unwrap_or_else(|| lookup(found, leaf)[0])),
        Some(leaf) => Term::leaf(leaf),
        None => Term::List(
            elements(result)
                .flat_map(|(element, repeats)| {
                    // What repeats makes a term for each node that its variable stands for.
                    let variable = element.subtree().filter_map(Node::leaf).find(|leaf| repeats && is_variable(leaf));
                    let nodes = variable.map(|name| lookup(found, name).iter().map(|node| Some(*node)).collect());
                    nodes.unwrap_or(vec![each]).into_iter().map(move |each| term(element, found, each))
                })
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Candidate, Edit};

    /// Returns the result of a row for a term.
    fn result(row: &str, term: &str) -> Option<String> {
        let rule = Rule::read(row);
        let script = parse(term.as_bytes(), Gaps::Canonical).expect("a term");
        let node = script.commands().next().expect("one term");
        let edit = Edit::rewrite(node, rule.result(node)?);
        Some(String::from_utf8(Candidate::new(&script, edit).text()).expect("UTF-8").trim_end().to_owned())
    }

    #[test]
    fn a_row_rewrites_what_it_matches_and_nothing_else() {
        #[rustfmt::skip]
        let cases = [
            ("(f ?x) => ?x",                       "(f a)",             Some("a")),
            ("(f ?x) => ?x",                       "(f (g a))",         Some("(g a)")),
            ("(f ?x) => ?x",                       "(g a)",             None),
            ("(f ?x) => ?x",                       "(f a b)",           None),
            ("(f ?x) => ?x",                       "(f)",               None),
            ("(f ?x) => ?x",                       "f",                 None),
            ("(f true) => false",                  "(f true)",          Some("false")),
            ("(f true) => false",                  "(f (true))",        None),
            ("(f ? ?x) => ?x",                     "(f a b)",           Some("b")),
            ("(f ?x ?x) => ?x",                    "(f (g a) (g a))",   Some("(g a)")),
            ("(f ?x ?x) => ?x",                    "(f (g a) (g b))",   None),
            ("(f () ?x) => (g ?x)",                "(f () a)",          Some("(g a)")),
            ("(f () ?x) => (g ?x)",                "(f (b) a)",         None),
            ("(f () ?x) => (g ?x)",                "(f b a)",           None),
            ("(f ?x ...) => (g ?x ...)",           "(f)",               Some("(g)")),
            ("(f ?x ...) => (g ?x ...)",           "(f a b)",           Some("(g a b)")),
            ("(f ?x ...) => (g (h ?x) ...)",       "(f a (b) c)",       Some("(g (h a) (h (b)) (h c))")),
            ("(f ?x ? ...) => ?x",                 "(f a b c)",         Some("a")),
            ("(f ?x ? ...) => ?x",                 "(f)",               None),
            ("(f ?x ... ?y) => (g ?y ?x ...)",     "(f a b c)",         Some("(g c a b)")),
            ("(f ?x ... ?y) => (g ?y ?x ...)",     "(f a)",             Some("(g a)")),
            ("(f ?x ... ?y) => (g ?y ?x ...)",     "(f)",               None),
            ("(f (g ?x ...) ?y) => (h ?y ?x ...)", "(f (g a) b)",       Some("(h b a)")),
            ("(f (g ?x ...) ?y) => (h ?y ?x ...)", "(f g b)",           None),
            ("(f ((? ?x) ...)) => (g ?x ...)",     "(f ((a b) (c d)))", Some("(g b d)")),
            ("(f ((? ?x) ...)) => (g ?x ...)",     "(f ((a b) (c)))",   None),
            ("(f ((? ?x) ...)) => (g ?x ...)",     "(f ())",            Some("(g)")),
            ("(_ F 5 11) => F16",                  "(_ F 5 11)",        Some("F16")),
            ("(_ F 5 11) => F16",                  "(_ F 5 12)",        None),
        ];
        for (row, term, expected) in cases {
            assert_eq!(result(row, term).as_deref(), expected, "{row} for {term}");
        }
    }

    #[test]
    fn malformed_rows_are_refused() {
        for row in ["(f ?x)", "(f ?x) -> ?x", "(f ?x", "(f ?x ... ?y ...) => f"] {
            assert!(std::panic::catch_unwind(|| Rule::read(row)).is_err(), "{row}");
        }
    }
}
