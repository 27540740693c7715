//! Tests of the matcher; the rows themselves are tested by their examples.

use super::Rule;
use crate::sexpr::{Gaps, parse};

/// What a row makes of a term.
fn result(row: &str, term: &str) -> Option<String> {
    let rule = Rule::read(row);
    let script = parse(term.as_bytes(), Gaps::Canonical).expect("a term");
    let node = script.commands().next().expect("one term");
    let result = rule.result(node)?;
    Some(String::from_utf8(result.to_text()).expect("UTF-8"))
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
        ("(_ F 5 11) => F16",                  "(_ F 5 11)",        Some("F16")),
        ("(_ F 5 11) => F16",                  "(_ F 5 12)",        None),
    ];
    for (row, term, expected) in cases {
        assert_eq!(result(row, term).as_deref(), expected, "{row} for {term}");
    }
}

#[test]
fn what_is_no_row_is_found_out_when_it_is_read() {
    for row in ["(f ?x)", "(f ?x) -> ?x", "(f ?x", "(f ?x ... ?y ...) => f"] {
        assert!(std::panic::catch_unwind(|| Rule::read(row)).is_err(), "{row}");
    }
}
