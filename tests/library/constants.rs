//! Constants of each sort.

use super::parsed;
use ddsmt::smtlib::constants::*;
use ddsmt::smtlib::{Context, Sort};

#[test]
fn constants_of_sorts_come_in_order() {
    let script = "(declare-datatype C ((red) (mix (of C)) (blue)))\
                  (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))(declare-sort U 0)(declare-datatype P ((pair (left Int) (right C))))";
    let rows: &[(&str, &[&str])] = &[
        ("Bool", &["false", "true"]),
        ("Int", &["0", "1"]),
        ("Real", &["0.0", "1.0"]),
        ("(_ BitVec 3)", &["(_ bv0 3)", "(_ bv1 3)"]),
        (
            "Float16",
            &[
                "(fp (_ bv0 1) (_ bv0 5) (_ bv0 10))",
                "(fp (_ bv1 1) (_ bv0 5) (_ bv0 10))",
                "(fp (_ bv0 1) (_ bv31 5) (_ bv1 10))",
                "(fp (_ bv1 1) (_ bv31 5) (_ bv1 10))",
                "(fp (_ bv0 1) (_ bv31 5) (_ bv0 10))",
                "(fp (_ bv1 1) (_ bv31 5) (_ bv0 10))",
            ],
        ),
        ("String", &["\"\""]),
        ("RoundingMode", &["RNE"]),
        ("(Set Bool)", &["(as set.empty (Set Bool))", "(set.singleton false)", "(set.singleton true)"]),
        ("(Seq Int)", &["(as seq.empty (Seq Int))", "(seq.unit 0)", "(seq.unit 1)"]),
        ("(Array Int Bool)", &["((as const (Array Int Bool)) false)", "((as const (Array Int Bool)) true)"]),
        ("C", &["red", "blue"]),
        ("(L Int)", &["(as nil (L Int))"]),
        ("P", &["(pair 0 red)"]),
        ("U", &[]),
    ];
    for (sort, want) in rows {
        let text = format!("{script}(declare-const x {sort})");
        let script = parsed(text);
        let context = Context::new(script.clone());
        let sort = context.symbols().term(b"x", script.len()).map_or(Sort::Unknown, |symbol| symbol.range.clone());
        let constants = context.constants(&sort, script.len());
        let constants: Vec<_> = constants.iter().map(|text| String::from_utf8_lossy(text)).collect();
        assert_eq!(constants, *want, "{sort:?}");
    }
}

#[test]
fn bit_vectors_have_any_width() {
    let rows = [
        ("#b0101", "(_ bv5 4)", "#x5"),
        ("#xFF", "(_ bv255 8)", "#xff"),
        ("(_ bv5 3)", "(_ bv5 3)", "#b101"),
        ("(_ bv18446744073709551616 128)", "(_ bv18446744073709551616 128)", "(_ bv18446744073709551616 128)"),
    ];
    for (text, decimal, shortest) in rows {
        let script = parsed(text);
        let value = BitVector::of(script.command(0)).expect("a constant");
        assert_eq!(String::from_utf8_lossy(&value.decimal()), decimal);
        assert_eq!(String::from_utf8_lossy(&value.shortest()), shortest);
    }
    for text in ["#b", "(_ bv 3)", "(_ bvx 3)", "(_ bv1 0)", "x", "(bv1 3 _)"] {
        let script = parsed(text);
        assert_eq!(BitVector::of(script.command(0)), None, "{text}");
    }
}

#[test]
fn the_widest_bit_vectors_are_not_calculated_with() {
    let read = |text: &str| {
        let script = parsed(text);
        (BitVector::of(script.command(0)), is_constant(script.command(0)))
    };
    let (longest, is_literal) = read("(_ bv1 65536)");
    assert!(is_literal && longest.is_some_and(|bits| bits.binary().len() == 2 + 65536));
    assert_eq!(read("(_ bv1 4294967295)"), (None, true));
    assert_eq!(read(&("#b".to_owned() + &"1".repeat(65537))), (None, true));
    let simplest = BitVector::simplest(u32::MAX);
    assert_eq!(
        simplest.iter().map(BitVector::shortest).collect::<Vec<_>>(),
        [b"(_ bv0 4294967295)", b"(_ bv1 4294967295)"]
    );
}

#[test]
fn all_spellings_of_a_bit_vector_agree() {
    let read = |text: &str| {
        let script = parsed(text);
        BitVector::of(script.command(0))
    };
    for value in [0, 1, 41, 999_999_999, 1_000_000_000, u128::from(u64::MAX), u128::MAX] {
        let constant = read(&format!("#b{value:0128b}")).expect("a constant");
        assert_eq!(read(&format!("#x{value:032x}")), Some(constant.clone()));
        assert_eq!(read(&format!("(_ bv{value} 128)")), Some(constant.clone()));
        assert_eq!(constant.binary(), format!("#b{value:0128b}").into_bytes());
        assert_eq!(constant.hexadecimal(), Some(format!("#x{value:032x}").into_bytes()));
    }
    for text in ["#b", "#x", "#b12", "#xg", "(_ bv 8)", "(_ bvfoo 3)", "(_ bv3)", "(_ bv3 x)", "(_ bv3 8 8)", "()"] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn numbers_are_exact() {
    let script = parsed(b"340282366920938463463374607431768211457 1.50 x");
    let (value, behind) = decimal(script.command(0)).expect("a numeral");
    assert_eq!((value.to_string().as_str(), behind), ("340282366920938463463374607431768211457", 0));
    assert_eq!(decimal(script.command(1)), Some((150u32.into(), 2)));
    assert_eq!(decimal(script.command(2)), None);
}
