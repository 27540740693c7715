//! Edits and the scripts that they leave.

use super::parsed;
use ddsmt::sexpr::{Candidate, Digest, Edit, Gaps, Node, Script, Term, parse};

fn node<'a>(script: &'a Script, text: &str) -> Node<'a> {
    let mut nodes = script.commands().flat_map(|c| c.subtree());
    nodes.find(|n| n.text() == text.as_bytes()).unwrap_or_else(|| panic!("no node {text}"))
}

/// Returns the text of a candidate. Checks that its digest, slices and script agree with the text.
fn text(base: &Script, edit: Edit) -> String {
    let candidate = Candidate::new(base, edit);
    let text = candidate.text();
    assert_eq!(candidate.digest(), Digest::of(&text));
    let script = candidate.script().expect("edited text parses");
    assert_eq!(script.text(), text);
    assert_eq!(script.digest(), candidate.digest());
    let again = parsed(&text);
    assert_eq!(again.text(), text, "the text is canonical");
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn deletions_leave_canonical_text() {
    let base = parsed("(f a (g b) c)\n(h)\n");
    let rows: [(&[&str], &str); 9] = [
        (&["a"], "(f (g b) c)\n(h)\n"),
        (&["f"], "(a (g b) c)\n(h)\n"),
        (&["f", "a"], "((g b) c)\n(h)\n"),
        (&["f", "a", "(g b)", "c"], "()\n(h)\n"),
        (&["b"], "(f a (g) c)\n(h)\n"),
        (&["g", "b"], "(f a () c)\n(h)\n"),
        (&["(f a (g b) c)"], "(h)\n"),
        (&["h"], "(f a (g b) c)\n()\n"),
        (&["(f a (g b) c)", "(h)"], ""),
    ];
    for (deleted, want) in rows {
        let edits = deleted.iter().map(|text| Edit::delete(node(&base, text)));
        assert_eq!(text(&base, Edit::all(edits).expect("independent")), want);
    }
}

#[test]
fn a_hoisted_node_stays_open() {
    let base = parsed("(assert (and p (or q (not r))))\n");
    let hoist = Edit::hoist(node(&base, "(and p (or q (not r)))"), node(&base, "(or q (not r))"));
    assert_eq!(text(&base, hoist.clone()), "(assert (or q (not r)))\n");
    let inner = Edit::hoist(node(&base, "(or q (not r))"), node(&base, "r"));
    let both = hoist.and(&inner).expect("independent");
    assert_eq!(text(&base, both), "(assert r)\n");
    assert_eq!(hoist.and(&Edit::delete(node(&base, "p"))), Some(hoist.clone()), "p is gone anyway");
    assert_eq!(hoist.and(&Edit::delete(node(&base, "(or q (not r))"))), None);
}

#[test]
fn a_node_that_is_hoisted_and_then_deleted_leaves_no_gap() {
    let base = parsed("(f (a b) c)\n(d)\n");
    let rows = [("(a b)", "a", "(f c)\n(d)\n"), ("(d)", "d", "(f (a b) c)\n"), ("c", "c", "(f (a b))\n(d)\n")];
    for (outer, inner, want) in rows {
        let (outer, inner) = (node(&base, outer), node(&base, inner));
        let both = Edit::hoist(outer, inner).and(&Edit::delete(inner)).expect("independent");
        assert_eq!(text(&base, both), want);
    }
}

#[test]
fn a_rewrite_keeps_nodes_in_order_and_copies_the_others() {
    let base = parsed("(assert (= a (b c)))\n");
    let all = node(&base, "(= a (b c))");
    let (a, b) = (node(&base, "a"), node(&base, "(b c)"));
    let swap = Edit::rewrite(all, Term::app("distinct", [b.into(), a.into()]));
    assert_eq!(text(&base, swap), "(assert (distinct (b c) a))\n");
    let negated = Edit::rewrite(all, Term::app("not", [all.into()]));
    assert_eq!(text(&base, negated.clone()), "(assert (not (= a (b c))))\n");
    let with_inner = negated.and(&Edit::replace(a, b"x")).expect("independent");
    assert_eq!(text(&base, with_inner), "(assert (not (= x (b c))))\n");
    assert_eq!(negated.and(&Edit::delete(all)), None, "the wrapping needs the node");
}

#[test]
fn inserted_commands_are_independent_of_all_else() {
    let base = parsed("(a)\n(b)\n");
    let edit = Edit::all([
        Edit::insert(1, b"(x)\n(y)\n"),
        Edit::insert(1, b"(z)\n"),
        Edit::delete(base.command(1)),
        Edit::insert(2, b"(end)\n"),
    ]);
    assert_eq!(text(&base, edit.expect("independent")), "(a)\n(x)\n(y)\n(z)\n(end)\n");
    let negated = Edit::rewrite(base.command(1), Term::app("not", [base.command(1).into()]));
    let (insert, wanted) = (Edit::insert(1, b"(x)\n"), "(a)\n(x)\n(not (b))\n");
    for edit in [insert.and(&negated), negated.and(&insert)] {
        assert_eq!(text(&base, edit.expect("independent")), wanted);
    }
}

#[test]
fn texts_of_one_length_are_in_the_order_of_their_bytes() {
    let base = parsed("(a)\n(b c)\n(d)\n");
    for (leaf, new, is_before) in [("c", "a", true), ("c", "x", false), ("d", "c", true), ("a", "b", false)] {
        let candidate = Candidate::new(&base, Edit::replace(node(&base, leaf), new.as_bytes()));
        assert_eq!(candidate.is_before_base(), is_before, "{leaf} {new}");
        assert_eq!(candidate.text() < base.text(), is_before);
    }
}

#[test]
fn unchanged_commands_are_shared() {
    let base = parsed("(a)\n(b c)\n(d)\n");
    let edited = Candidate::new(&base, Edit::delete(node(&base, "c"))).script().expect("parses");
    let shared = |i: usize| std::sync::Arc::ptr_eq(base.tape(i), edited.tape(i));
    assert_eq!([0, 1, 2].map(shared), [true, false, true]);
}

#[test]
fn original_gaps_survive_edits() {
    let base = parse(b"; head\n(a  b ; c\n c(d)e)\n; tail", Gaps::Original).expect("parses");
    let rows: [(&str, &[u8], &str); 4] = [
        ("b", b"", "; head\n(a  ; c\n c(d)e)\n; tail"),
        ("(d)", b"", "; head\n(a  b ; c\n c e)\n; tail"),
        ("(d)", b"x", "; head\n(a  b ; c\n c x e)\n; tail"),
        ("a", b"", "; head\n( b ; c\n c(d)e)\n; tail"),
    ];
    for (at, new, want) in rows {
        let at = node(&base, at);
        let edit = if new.is_empty() { Edit::delete(at) } else { Edit::replace(at, new) };
        let candidate = Candidate::new(&base, edit);
        assert_eq!(String::from_utf8_lossy(&candidate.text()), want);
        assert_eq!(candidate.digest(), Digest::of(&candidate.text()));
        assert_eq!(candidate.script().expect("parses").text(), candidate.text());
    }
    let base = parse(b"(()(x))", Gaps::Original).expect("parses");
    let all = base.command(0);
    let turned = Edit::rewrite(all, Term::list(all.children().collect::<Vec<_>>().into_iter().rev()));
    assert_eq!(turned.and(&Edit::hoist(all, node(&base, "()"))), None, "each drops a parenthesis of the other");
    let base = parse(b"():x (y)", Gaps::Original).expect("parses");
    let around = Edit::rewrite(base.command(2), Term::app("not", [base.command(2).into()]));
    let both = around.and(&Edit::replace(base.command(0), b"z")).expect("independent");
    let after = Candidate::new(&base, both).script().expect("parses");
    assert_eq!((String::from_utf8_lossy(&after.text()), after.len()), ("z :x (not (y))".into(), 3));
}
