//! Answers of solvers, and contradictions between them.

use ddsmt::check::criteria::sat_result::*;
use std::sync::Arc;

fn dispute_of(side: Side, got: Option<SatResult>, expect: Option<SatResult>) -> Dispute {
    Dispute { side, got, expect, known: Arc::default() }
}

#[test]
fn known_errors_are_passed_over() {
    let known: KnownErrors = [error_key(b"(error \"line 3: no option\")")].into();
    for (printed, count) in [("(error \"line 14: no option\")\nsat\n", 1), ("(error \"line 1: no sort\")\nsat\n", 0)] {
        let mut reader = AnswerReader::knowing(&known);
        reader.feed(printed.as_bytes());
        assert_eq!(reader.finish().len(), count, "{printed}");
    }
}

fn answers(printed: &str) -> Vec<SatResult> {
    let (mut whole, mut bytes) = (AnswerReader::default(), AnswerReader::default());
    whole.feed(printed.as_bytes());
    printed.as_bytes().iter().for_each(|byte| bytes.feed(&[*byte]));
    assert_eq!(whole.finish(), bytes.finish());
    whole.finish()
}

#[test]
fn answers_stand_alone_on_their_lines() {
    use SatResult::{Sat, Unknown, Unsat};
    let rows: [(&str, &[SatResult]); 8] = [
        ("", &[]),
        ("sat\n", &[Sat]),
        ("sat\r\nunsat", &[Sat, Unsat]),
        ("unknown\ntimeout\nunsat\n", &[Unknown, Unknown, Unsat]),
        ("(error \"no\")\nsat\n", &[]),
        ("sat\n(error \"no model\")\nunsat\n", &[Sat]),
        ("sat\n(\n  (define-fun x () Bool true)\n)\nunsat\n", &[Sat, Unsat]),
        ("satisfied\n\"sat\"\nnot sat\n", &[]),
    ];
    for (printed, expected) in rows {
        assert_eq!(answers(printed), expected, "{printed:?}");
    }
}

#[test]
fn only_definite_opposite_answers_at_the_same_place_are_a_dispute() {
    let rows = [
        ("sat\n", "unsat\n", true),
        ("unsat\n", "sat\n", true),
        ("sat\n", "sat\n", false),
        ("sat\n", "unknown\n", false),
        ("unknown\n", "unsat\n", false),
        ("sat\n", "timeout\n", false),
        ("sat\n", "(error \"x\")\nunsat\n", false),
        ("sat\n", "", false),
        ("sat\nunsat\n", "sat\nsat\n", true),
        ("sat\nunsat\n", "unsat\n", true),
        ("sat\nunsat\n", "sat\n", false),
        ("unknown\nsat\n", "unsat\nunknown\n", false),
    ];
    for (command, other, disputed) in rows {
        for (first, second) in [(Side::Command, Side::Other), (Side::Other, Side::Command)] {
            let dispute = |side| dispute_of(side, None, None);
            let said = |side| answers(if side == Side::Command { command } else { other });
            let claims = dispute(first).claims(&said(first), None);
            let claims = dispute(second).claims(&said(second), Some(&claims));
            assert_eq!(claims.iter().any(Option::is_some), disputed, "{command:?} {other:?}");
        }
    }
}

#[test]
fn wanted_answers_are_the_only_ones_that_count() {
    use SatResult::{Sat, Unknown, Unsat};
    let rows = [
        (Some(Unknown), Some(Unsat), "unknown\n", "unsat\n", true),
        (Some(Unknown), Some(Unsat), "unknown\n", "sat\n", false),
        (Some(Unknown), Some(Unsat), "sat\n", "unsat\n", false),
        (Some(Unknown), None, "unknown\n", "sat\n", true),
        (Some(Unknown), None, "unknown\n", "unknown\n", false),
        (Some(Sat), None, "sat\n", "unsat\n", true),
        (Some(Sat), None, "unsat\n", "sat\n", false),
        (None, Some(Unsat), "sat\n", "unsat\n", true),
        (None, Some(Unsat), "unsat\n", "sat\n", false),
    ];
    for (got, expect, command, other, disputed) in rows {
        let claims = dispute_of(Side::Command, got, expect).claims(&answers(command), None);
        let claims = dispute_of(Side::Other, got, expect).claims(&answers(other), Some(&claims));
        assert_eq!(claims.iter().any(Option::is_some), disputed, "{got:?} {expect:?} {command:?} {other:?}");
    }
}

#[test]
fn a_referee_must_contradict_the_same_answer() {
    let dispute = |side| dispute_of(side, None, None);
    let claims = dispute(Side::Command).claims(&answers("sat\nsat\n"), None);
    let claims = dispute(Side::Other).claims(&answers("unsat\nsat\n"), Some(&claims));
    for (referee, confirmed) in [("unsat\n", true), ("sat\nunsat\n", false), ("unknown\n", false)] {
        let claims = dispute(Side::Other).claims(&answers(referee), Some(&claims));
        assert_eq!(claims.iter().any(Option::is_some), confirmed, "{referee:?}");
    }
}
