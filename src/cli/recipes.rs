//! Recipes: what to type for each kind of failure (`--help-recipes`).

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What is wrong, as a user would say it.
    pub kind: &'static str,
    /// The options, in front of the files and the command.
    pub call: &'static str,
    /// What else there is to know.
    pub note: &'static str,
}

/// All kinds, the most frequent first.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        kind: "a crash whose message holds addresses, lines or times",
        call: "--same-crash in out solver --opts",
        note: "the signal or exit code, and the assertion, the sanitizer's summary or the top frames stay",
    },
    Recipe {
        kind: "an error message with a part that stays",
        call: "--match-err 'text' in out solver --opts",
        note: "or --match-err-re 'Assertion .* failed'; --match-out and --match-out-re for the standard output",
    },
    Recipe {
        kind: "the reduction slips to another error",
        call: "--ignore-output --reject-re 'parse error' in out solver",
        note: "--valid asks for well-sorted scripts only",
    },
    Recipe {
        kind: "two solvers disagree",
        call: "--disagree 'other --opts' in out solver --opts",
        note: "sat against unsat at the same check-sat; --referee 'third' must contradict the solver too",
    },
    Recipe {
        kind: "unknown where another solver knows better",
        call: "--disagree 'other' --expect unsat --got unknown in out solver",
        note: "",
    },
    Recipe {
        kind: "a slow query",
        call: "--slower-than 10s in out solver",
        note: "processor time; one check at a time, unless -j says otherwise; results vary with the machine",
    },
    Recipe {
        kind: "slower than an older version",
        call: "--slower-than-reference 5x --reference 'old --opts' in out new --opts",
        note: "add --slower-than 1s to stay away from noise",
    },
    Recipe { kind: "a hanging query", call: "--times-out --timeout 10 in out solver", note: "" },
    Recipe {
        kind: "a count that is too large, or a feature that is used",
        call: "--stat ':rlimit-count +(\\d+)' --at-least 100000 in out z3 -st",
        note: "the same on every machine, unlike time; 'resourceUnitsUsed = (\\d+)' for cvc5 --stats --stats-internal; also for a line of a trace",
    },
    Recipe {
        kind: "a model that is wrong",
        call: r#"--keep 'check-sat|get-model' --test 'solver {} >"$TMPDIR/m"; grep -qx sat "$TMPDIR/m" && a="^.(assert|check-sat|define-fun)" && [ "$({ grep -Ev "$a|^.(declare-[cf]|get-)" {}; sed "1,2d; \$d" "$TMPDIR/m"; grep -E "$a" {}; } | z3 -in)" = unsat ]' in out"#,
        note: "its definitions take the place of declarations, and z3 evaluates the script; or --match-err 'ERRORS SATISFYING' in out cvc5 --check-models",
    },
    Recipe {
        kind: "an unsat core that is wrong",
        call: r#"--keep 'check-sat|get-unsat-core' --test 'solver {} >"$TMPDIR/c" && [ "$({ sed -E "s/^.assert .! (.*) :named (.*)..$/(define-fun \2 () Bool \1)/; /^.(check-sat|get-)/d" {}; sed "1d; 2s/(/(assert (and true /; \$s/$/)(check-sat)/" "$TMPDIR/c"; } | z3 -in)" = sat ]' in out"#,
        note: "z3 is asked for a model of what is not named or in the core; as for models, with one command per line, as --parser-test prints it",
    },
    Recipe {
        kind: "a proof that is wrong",
        call: r#"--test 'solver --proof {} >"$TMPDIR/p" && grep -qx unsat "$TMPDIR/p" && ! checker "$TMPDIR/p" {}' in out"#,
        note: "any pipeline: exit status 0 says that the failure is there; checker ... 2>&1 | grep 'what it says' stays with one complaint",
    },
    Recipe {
        kind: "a failure that comes and goes",
        call: "--repeat 20 --need 1 --same-crash in out solver",
        note: "a candidate is checked up to 20 times, until it has failed or cannot fail often enough",
    },
    Recipe {
        kind: "a solver that takes the file elsewhere",
        call: "--placeholder @@ in out solver --file=@@ --opts",
        note: "--stdin if it reads its standard input",
    },
    Recipe {
        kind: "a malformed input, on which a parser fails",
        call: "--lenient in out solver",
        note: "--format lines if it is no SMT-LIB at all",
    },
];

/// Returns the text of `--help-recipes`.
pub fn text() -> String {
    let mut text = "What to type for each kind of failure:\n".to_owned();
    for recipe in RECIPES {
        text += &format!("\n{}\n  ddsmt {}\n", recipe.kind, recipe.call);
        if !recipe.note.is_empty() {
            text += &format!("  ({})\n", recipe.note);
        }
    }
    text
}
