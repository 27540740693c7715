//! Signatures of crashes, which tell one crash from another.

use ddsmt::check::End;
use ddsmt::check::criteria::crash::*;

fn said(text: &str) -> Vec<String> {
    let signature = Signature::of(End::Signaled(6), b"", text.as_bytes());
    signature.lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

#[test]
fn varying_parts_of_lines_are_masked() {
    let rows = [
        ("at 0x7ffd12ab, pid 4711", "at ADDRESS, PROCESS"),
        ("==4711== error", "PROCESS error"),
        ("/tmp/ddsmt-x/in.smt2:12:3: bad", "in.smt2:LINE: bad"),
        (
            "solver: ../src/core.c:217: f: Assertion `a != b' failed.",
            "solver: core.c:LINE: f: Assertion `a != b' failed.",
        ),
        ("after 12.5 seconds, 3ms", "after TIME, TIME"),
        ("line 12 column 3: no", "LINE LINE: no"),
        ("/x/run.sh: line 2:  4711 Segmentation fault  z3", "run.sh: LINE: PROCESS Segmentation fault  z3"),
    ];
    for (line, expected) in rows {
        assert_eq!(String::from_utf8_lossy(&masked(line.as_bytes())), expected);
    }
}

#[test]
fn the_most_telling_lines_are_the_signature() {
    let rows: [(&str, &[&str]); 9] = [
        ("", &[]),
        ("warning: x\nsegmentation fault\n", &[]),
        (
            "a\nx: core.c:3: f: Assertion `b' failed.\n#0 0x12 in f () at core.c:3\n",
            &["x: core.c:LINE: f: Assertion `b' failed."],
        ),
        (
            "ASSERTION VIOLATION\nFile: ../src/ast/ast.cpp\nLine: 12\nn > 0\n(C)ontinue, (A)bort?\n",
            &["ASSERTION VIOLATION", "File: ast.cpp", "LINE", "n > 0"],
        ),
        (
            "Fatal failure within void cvc5::f(int) at /build/src/f.cpp:12\nCheck failure\n\n a == b\n",
            &["Fatal failure within void cvc5::f(int) at f.cpp:LINE", "Check failure", "a == b"],
        ),
        (
            "Fatal failure within f() at m.cpp:3\nERRORS SATISFYING ASSERTIONS:\nassertion: (p a)\nsimplifies to: false\nexpected `true'.\nRun with -v\n",
            &["Fatal failure within f() at m.cpp:LINE", "ERRORS SATISFYING ASSERTIONS:", "Run with -v"],
        ),
        (
            "==12==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n    #0 0x5 in f a.c:1\nSUMMARY: AddressSanitizer: SEGV /src/a.c:1:2 in f\n",
            &["SUMMARY: AddressSanitizer: SEGV a.c:LINE in f"],
        ),
        (
            "#0  0x0000 in smt::context::f (this=0x1) at s.cpp:1\n#1 g ()\n#2 0x1 in h\n#3 i ()\n",
            &["smt::context::f", "g", "h"],
        ),
        (
            "terminate called after throwing an instance of 'x'\n",
            &["terminate called after throwing an instance of 'x'"],
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(said(text), expected, "{text}");
    }
}

#[test]
fn a_crash_is_told_with_its_place_first() {
    let rows = [
        (
            "Fatal failure within void cvc5::internal::smt::CheckModels::checkModel(cvc5::TheoryModel*, const T&) at ./src/smt/check_models.cpp:144\nERRORS SATISFYING ASSERTIONS:\nassertion: (p a)\n",
            "check_models.cpp:144: ERRORS SATISFYING ASSERTIONS (in cvc5::internal::smt::CheckModels::checkModel)",
        ),
        (
            "Fatal failure within Node* {anonymous}::f(int) at a.cpp:3\nCheck failure\n\n a == b\n",
            "a.cpp:3: Check failure a == b (in {anonymous}::f)",
        ),
        ("Fatal failure within f() at a.cpp:3\nInternal error detected T::g(): no\n", "a.cpp:3: T::g(): no (in f)"),
        ("Fatal failure within static A ns::(anonymous namespace)::f(int) at a.cpp:3\n", "a.cpp:3 (in f)"),
        (
            "z3: ../src/ast.cpp:12: void ns::f(int): Assertion `b' failed.\n",
            "ast.cpp:12: Assertion `b' failed. (in ns::f)",
        ),
        ("/tmp/in.smt2: core.c:9: Assertion `b' failed.\n", "core.c:9: Assertion `b' failed."),
        ("ASSERTION VIOLATION\nFile: ../src/ast/ast.cpp\nLine: 12\nn > 0\n", "ast.cpp:12: n > 0"),
        ("SUMMARY: AddressSanitizer: SEGV /src/a.c:1:2 in f\n", "a.c:1:2: AddressSanitizer: SEGV (in f)"),
        ("a.c:1:2: runtime error: signed overflow\n", "a.c:1:2: runtime error: signed overflow"),
        ("#0  0x0000 in s::f (this=0x1) at s.cpp:1\n#1 g ()\n", "s::f g"),
        ("terminate called at 0x12\n", "terminate called at ADDRESS"),
    ];
    for (text, told) in rows {
        assert_eq!(headline(b"", text.as_bytes()).as_deref(), Some(told));
    }
    assert_eq!(headline(b"sat\n", b"warning\n"), None);
}

#[test]
fn the_stream_that_has_the_place_has_all_of_the_signature() {
    let stderr: &[u8] = b"Fatal failure within f() at s.cpp:73\nExpected result sat but got unsat\n";
    let of = |stdout: &[u8], stderr: &[u8]| Signature::of(End::Signaled(6), stdout, stderr).lines;
    assert_eq!(of(b"unsupported\n", stderr), of(b"", stderr));
    assert_eq!(of(stderr, b"warning\n"), of(b"", stderr));
    assert_eq!(of(b"#1 g ()\n", b"#0 f ()\n"), [b"f"]);
}
