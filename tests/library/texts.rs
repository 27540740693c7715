//! Parsing and printing of texts.

use super::parsed;
use ddsmt::sexpr::{Gaps, parse, parse_leniently, pretty, wrapped};

fn text(input: &str, gaps: Gaps) -> String {
    String::from_utf8(parse(input.as_bytes(), gaps).expect("input parses").text()).expect("UTF-8")
}

#[test]
fn the_canonical_text_has_one_command_per_line() {
    let rows = [
        ("", ""),
        ("; nothing but a comment", ""),
        ("(a)(b c)", "(a)\n(b c)\n"),
        ("( a ;c\n\t( b\r\n) )", "(a (b))\n"),
        ("(a(b)c)x y", "(a (b) c)\nx\ny\n"),
        ("(a \"x \"\" ;\n)\" |q (|)", "(a \"x \"\" ;\n)\" |q (|)\n"),
        ("()", "()\n"),
        ("\u{feff}(a)", "(a)\n"),
        ("x\"s\"|q|y", "x\n\"s\"\n|q|\ny\n"),
    ];
    for (input, want) in rows {
        assert_eq!(text(input, Gaps::Canonical), want, "{input:?}");
    }
}

#[test]
fn original_gaps_lose_no_byte() {
    for input in ["", " ; c", "\u{feff}(a ; c\n  b)\r\n\n(c)\t; end", "a(b)c", "(\"\"\"\" | | ())"] {
        assert_eq!(text(input, Gaps::Original), input);
    }
}

#[test]
fn malformed_input_is_refused_with_its_place() {
    let rows = [
        (")", "unexpected ')'", (1, 1)),
        ("(a)\n (b))", "unexpected ')'", (2, 5)),
        ("(a\n(b", "'(' is never closed", (2, 1)),
        ("(a \"b\"\"", "string is never closed", (1, 4)),
        ("\n|a", "quoted symbol is never closed", (2, 1)),
    ];
    for (input, message, place) in rows {
        let error = parse(input.as_bytes(), Gaps::Canonical).expect_err(input);
        assert_eq!((error.message, error.position(input.as_bytes())), (message, place));
    }
}

#[test]
fn a_million_parentheses_are_an_input_like_any_other() {
    let n = 1_000_000;
    let input = "(".repeat(n) + &")".repeat(n);
    let script = parsed(input);
    assert_eq!(script.command(0).size(), n);
    assert_eq!(script.text().len(), 2 * n + 1);
}

#[test]
fn unmatched_delimiters_are_tokens_and_the_rest_is_read() {
    let rows = [
        ("(a (b))", "(a (b))\n"),
        ("(a))\n(b)", "(a)\n)\n(b)\n"),
        (")(", ")\n(\n"),
        ("(a (b c) ", "(\na\n(b c)\n"),
        ("(assert (and a b)\n(check-sat)", "(\nassert\n(and a b)\n(check-sat)\n"),
        ("(a \"b c)\n(d)", "(a \" b c)\n(d)\n"),
        ("(a \"b\"\"c\") |x", "(a \"b\"\"c\")\n|\nx\n"),
        ("(a \"b\"\") (c)", "(a \"b\" \")\n(c)\n"),
    ];
    for (input, expected) in rows {
        let script = parse_leniently(input.as_bytes(), Gaps::Canonical);
        assert_eq!(String::from_utf8_lossy(&script.text()), expected, "{input:?}");
        assert_eq!(parse_leniently(&script.text(), Gaps::Canonical).text(), script.text(), "{input:?}");
        let original = parse_leniently(input.as_bytes(), Gaps::Original);
        assert_eq!(original.text(), input.as_bytes(), "{input:?}");
    }
}

#[test]
fn lenient_parsing_reads_well_formed_text_as_usual() {
    for input in ["", "; (\n(a)", "(a ;)\n b)", "(\"(\" |)|)", "(a \"x\"\"(\")"] {
        let script = parsed(input);
        assert_eq!(parse_leniently(input.as_bytes(), Gaps::Canonical).text(), script.text(), "{input:?}");
    }
}

#[test]
fn any_text_is_lines() {
    for input in ["", "a", "a\n\n b ;(\n", "\n", "x\r\ny"] {
        let script = parse(input.as_bytes(), Gaps::Lines).expect("any text");
        assert_eq!(script.text(), input.as_bytes(), "{input:?}");
        assert_eq!(script.len(), input.split_inclusive('\n').count(), "{input:?}");
    }
}

#[test]
fn pretty_puts_each_part_on_its_own_line() {
    let script = parsed("(assert (and (= x #x01) ((_ extract 3 0) x) ()))(check-sat)x");
    let want = "(assert\n  (and\n    (= x #x01)\n    (\n      (_ extract 3 0)\n      x\n    )\n    ()\n  )\n)\n(check-sat)\nx\n";
    assert_eq!(String::from_utf8_lossy(&pretty(&script)), want);
}

#[test]
fn wrapped_breaks_between_tokens_only() {
    let long = "check-sat-assuming-".repeat(5);
    let script = parsed(format!("(a \"{long} b\" {long} (c d))(e)"));
    let want = format!("(a\n  \"{long} b\"\n  {long}\n  (c d))\n(e)\n");
    assert_eq!(String::from_utf8_lossy(&wrapped(&script)), want);
    for layout in [pretty(&script), wrapped(&script)] {
        assert_eq!(parsed(&layout).text(), script.text());
    }
}
