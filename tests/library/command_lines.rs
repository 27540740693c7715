//! Whole command lines, and the meaning that each must have.

use super::{command_line, contains, options};
use ddsmt::check::Stream::{Stderr, Stdout};
use ddsmt::cli::{Invocation, parse, run};
use ddsmt::mutators::REGISTRY;
use ddsmt::reduce::{Exit, Options, Settings};
use ddsmt::strategy::Strategy;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::time::Duration;

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn parsed(line: &[&str]) -> Options {
    match parse(words(line)).invocation {
        Ok(Invocation::Reduce(options)) => *options,
        other => panic!("{line:?}: {other:?}"),
    }
}

/// Returns the message after the usage line.
fn reason(error: &impl ToString) -> String {
    error.to_string().split("\nddsmt: error: ").nth(1).expect("a reason").to_owned()
}

fn usage_error(args: &str) -> String {
    match command_line(args).invocation {
        Err(error) => reason(&error),
        Ok(other) => panic!("{args}: {other:?}"),
    }
}

#[test]
fn files_and_the_command_are_found_among_the_options() {
    let rows: [(&str, &[&str]); 14] = [
        ("in out cmd", &["cmd"]),
        ("-v in out cmd", &["cmd"]),
        ("in -v out cmd", &["cmd"]),
        ("in --timeout 3 out cmd", &["cmd"]),
        ("in out cmd -v --help --foo", &["cmd", "-v", "--help", "--foo"]),
        ("in out -v cmd", &["-v", "cmd"]),
        ("in out -- cmd --opts", &["cmd", "--opts"]),
        ("in out cmd -- --opts", &["cmd", "--", "--opts"]),
        ("in out -- -- cmd", &["--", "cmd"]),
        ("-- in out cmd -v", &["cmd", "-v"]),
        ("-v -- in out -- cmd", &["cmd"]),
        ("in -- out cmd", &["cmd"]),
        ("in out", &[]),
        ("in out --", &[]),
    ];
    for (args, command) in rows {
        let options = options(args);
        assert_eq!(options.input, Path::new("in"), "{args}");
        assert_eq!(options.output, Path::new("out"), "{args}");
        assert_eq!(options.command, words(command), "{args}");
    }
}

#[test]
fn files_may_look_like_options_after_two_hyphens_or_as_numbers() {
    let options = parsed(&["--", "-in", "--out", "cmd"]);
    assert_eq!(options.input, Path::new("-in"));
    assert_eq!(options.output, Path::new("--out"));
    let options = parsed(&["-1", "-", "cmd"]);
    assert_eq!(options.input, Path::new("-1"));
    assert_eq!(options.output, Path::new("-"));
}

#[test]
fn a_panic_is_an_error_like_any_other() {
    let words = ["--parser-test", "Cargo.toml"].map(OsString::from);
    assert_eq!(run(words, |_| panic!("a defect of ours")), Exit::Failure);
}

#[test]
fn verbosity_is_counted_over_all_forms() {
    let rows = [
        ("", 0),
        ("-v", 1),
        ("-vv", 2),
        ("-v -v -v", 3),
        ("-vvq", 1),
        ("-q", -1),
        ("-qq", -2),
        ("-qqq", -3),
        ("-vvvvqqqq", 0),
    ];
    for (args, verbosity) in rows {
        let settings = options(&format!("{args} in out cmd")).settings;
        assert_eq!(settings.verbosity, verbosity, "{args}");
    }
}

#[test]
fn values_are_glued_assigned_or_the_next_word() {
    for args in ["-j8", "-j 8", "-j=8", "--jobs 8", "--jobs=8", "--job 8", "-vj8", "-qvj 8", "-j3 -j8"] {
        let jobs = options(&format!("{args} in out cmd")).settings.jobs;
        assert_eq!(jobs.map(usize::from), Some(8), "{args}");
    }
    assert_eq!(options("in out cmd").settings.jobs, None);
    let rows: [(&[&str], &[u8]); 6] = [
        (&["--match-out", "- a b"], b"- a b"),
        (&["--match-out", ""], b""),
        (&["--match-out=--foo"], b"--foo"),
        (&["--match-out="], b""),
        (&["--match-out", "-1"], b"-1"),
        (&["--match-out", "first\nsecond"], b"first\nsecond"),
    ];
    for (args, text) in rows {
        let line = [args, &["in", "out", "cmd"]].concat();
        let comparison = parsed(&line).settings.comparison;
        assert_eq!(comparison.requirement(Stdout), contains(Stdout, text), "{args:?}");
    }
}

#[test]
fn every_option_reaches_the_configuration() {
    let settings = |args: &str| options(&format!("{args} in out cmd")).settings;
    assert!(settings("--unchecked").unchecked);
    assert!(settings("--check-loops").check_loops);
    assert!(settings("--prof").profile);
    assert!(settings("--dump-d").dump_diffs);
    assert!(settings("--valid").valid);
    assert!(settings("--fixed-timeout").fixed_timeout);
    assert!(!settings("").no_memory_tunables && settings("--no-memory-tunables").no_memory_tunables);
    assert!(!settings("").no_warm_start && settings("--no-warm-start").no_warm_start);
    assert!(settings("--resume").resume);
    assert_eq!(settings("--journal j").journal, Some("j".into()));
    assert_eq!(settings("--strat ddmin").strategy, Strategy::Ddmin);
    assert_eq!(settings("--strategy=hierarchical").strategy, Strategy::Hierarchical);
    assert_eq!(settings("").strategy, Strategy::Hybrid);
    assert_eq!(settings("--memout 100").memout, Some(100));
    assert_eq!(settings("--memout 0").memout, None);
    assert_eq!(settings("--timeout 500ms").comparison.timeout, Some(Duration::from_millis(500)));
    assert!(settings("--exit-status detailed").detailed_status && !settings("--exit-status plain").detailed_status);
    let mode = settings("--replace-by-variable-mode dec").variable_mode;
    assert_eq!(mode, ddsmt::mutators::Mode::Smaller);
}

#[test]
fn the_beginning_of_a_name_means_the_name() {
    let rows = [
        ("--strat ddmin", "--strategy ddmin"),
        ("--strat=ddmin", "--strategy ddmin"),
        ("--ti=3 --no-bv-to", "ambiguous option: --ti=3 could match --timeout, --timeout-cc"),
        ("--vali", "--valid"),
        ("--no-bv", "--no-bv"),
        ("--no-bv-to", "--no-bv-to-bool"),
        ("--no-substitute", "--no-substitute-children"),
        ("--no-replace-by-variable", "--no-replace-by-variable"),
        ("--replace-by-variable-m dec", "--replace-by-variable-mode dec"),
        ("--match-out=a=b", "--match-out a=b"),
        ("-vvq", "-v -v -q"),
        (
            "--m=3",
            "ambiguous option: --m=3 could match --memout, --match-err, --match-out, --match-err-cc, --match-out-cc, --merge-children",
        ),
        ("--he", "ambiguous option: --he could match --help, --help-all"),
        ("--strategyx", "unrecognized arguments: --strategyx: did you mean --strategy?"),
        ("-x", "unrecognized arguments: -x"),
    ];
    for (beginning, whole) in rows {
        match command_line(&format!("{beginning} in out cmd")).invocation {
            Ok(Invocation::Reduce(found)) => {
                assert_eq!(found.settings, options(&format!("{whole} in out cmd")).settings, "{beginning}");
            }
            Ok(other) => panic!("{beginning}: {other:?}"),
            Err(error) => assert_eq!(reason(&error), whole),
        }
    }
}

#[test]
fn new_mutators_take_no_abbreviation_away() {
    for (word, off) in [("--no-erase", "erase-node"), ("--no-erase-sc", "erase-scope"), ("--no-rename", "rename-all")] {
        let enabled = options(&format!("{word} in out cmd")).settings.toggles.enabled();
        let all = REGISTRY.iter().flat_map(|group| group.mutators).filter(|mutator| !mutator.is_optional);
        assert!(all.map(|mutator| mutator.name).filter(|name| !enabled.contains(name)).eq([off]), "{word}");
    }
}

#[test]
fn the_configuration_is_dumped_as_it_was_understood() {
    let line = command_line("-vvq --disable-all --bv --timeout 3 -j 3 --dump-config --match-out it's a b c d");
    assert!(line.invocation.is_ok() && command_line("--dump-config").invocation.is_err());
    let body = line.printed.strip_prefix('{').and_then(|text| text.strip_suffix("}\n")).expect("a dictionary");
    let lines: Vec<&str> = body.split(",\n ").collect();
    let expected = [
        "'verbosity': 2",
        "'quietness': 1",
        "'timeout': 3",
        "'jobs': 3",
        "'dump_config': True",
        "'disable_all': True",
        "'mutators_bv': True",
        "'mutators_fp': False",
        "'mutator_bv_to_bool': True",
        "'mutator_fp_short_sort': False",
        "'strategy': None",
        "'infile': 'a'",
        "'cmd': ['c', 'd']",
        "'match_out': \"it's\"",
        "'match_err': None",
    ];
    for line in expected {
        assert!(lines.contains(&line), "{line} in {lines:#?}");
    }
    assert!(lines.is_sorted());
}

#[test]
fn usage_errors_have_the_words_of_ddsmt() {
    let rows = [
        ("", "the following arguments are required: infile, outfile, cmd"),
        ("in", "the following arguments are required: outfile, cmd"),
        ("--foo in", "the following arguments are required: outfile, cmd"),
        ("--helpall", "the following arguments are required: infile, outfile, cmd: did you mean --help-all?"),
        (
            "--timeout -3",
            "argument --timeout: must be more than 0: '-3' (without the option, limits follow the golden run)",
        ),
        ("--budget 0", "argument --budget: must be more than 0: '0'"),
        ("--jos=3 in out cmd", "unrecognized arguments: --jos=3: did you mean --jobs?"),
        (
            "--strategy ddmim",
            "argument --strategy: invalid choice: 'ddmim' (choose from 'ddmin', 'hierarchical', 'hybrid'): did you mean ddmin?",
        ),
        (
            "--candidates f --mutator bv-to-bol",
            "argument --mutator: no mutator has the name 'bv-to-bol': did you mean bv-to-bool?",
        ),
        ("-x --foo=1 in out cmd", "unrecognized arguments: -x --foo=1"),
        ("--help-bv in out cmd", "unrecognized arguments: --help-bv: did you mean --help?"),
        (
            "--ignore-o in out cmd",
            "ambiguous option: --ignore-o could match --ignore-output, --ignore-out, --ignore-output-cc",
        ),
        ("--ti=3", "ambiguous option: --ti=3 could match --timeout, --timeout-cc"),
        ("--jobs abc", "argument -j/--jobs: invalid int value: 'abc'"),
        ("-jv", "argument -j/--jobs: invalid int value: 'v'"),
        ("--memout=-1", "argument --memout: must be at least 0: '-1'"),
        ("--memout 1.5", "argument --memout: invalid int value: '1.5'"),
        (
            "--timeout=abc",
            "argument --timeout: not a time such as 10, 10s, 500ms, 10m or 8h: 'abc' (without the option, limits follow the golden run)",
        ),
        ("-j 0", "argument -j/--jobs: must be at least 1: '0'"),
        ("--match-out", "argument --match-out: expected one argument"),
        ("--match-out --foo a b", "argument --match-out: expected one argument"),
        ("--match-out -- a b c", "argument --match-out: expected one argument"),
        ("-c", "argument -c/--cross-check: expected one argument"),
        ("--generate", "argument --generate: expected one argument (choose from 'man', 'bash', 'zsh', 'fish')"),
        (
            "--strategy foo",
            "argument --strategy: invalid choice: 'foo' (choose from 'ddmin', 'hierarchical', 'hybrid')",
        ),
        (
            "--replace-by-variable-mode up",
            "argument --replace-by-variable-mode: invalid choice: 'up' (choose from 'inc', 'dec')",
        ),
        ("-vx in out cmd", "unrecognized arguments: -x"),
        ("--unchecked=3", "argument --unchecked: ignored explicit argument '3'"),
        ("--bv=1", "argument --bv: ignored explicit argument '1'"),
        ("--mutator x a b c", "argument --mutator: only together with --candidates"),
        (
            "--lenient --format lines a b c",
            "argument --lenient: not together with --format lines, which reads any text",
        ),
        (
            "--anonymize --format lines a b c",
            "argument --anonymize: not together with --format lines, which has no names",
        ),
        (
            "--anonymize --format lines a b",
            "argument --anonymize: not together with --format lines, which has no names",
        ),
        ("--valid --format lines a b c", "argument --valid: not together with --format lines, which has no sorts"),
        ("--unchecked --explain a b c", "argument --explain: not together with --unchecked, which runs nothing"),
        ("--unchecked --header a b c", "argument --header: not together with --unchecked, which runs nothing"),
        ("--unchecked --issue i a b c", "argument --issue: not together with --unchecked, which runs nothing"),
        (
            "--unchecked --reduce-args a b c",
            "argument --reduce-args: not together with --unchecked, which runs nothing",
        ),
        ("--unchecked --budget 1 a b c", "argument --budget: not together with --unchecked, which runs nothing"),
        ("--unchecked --triage a b c", "argument --triage: not together with --unchecked, which runs nothing"),
        ("--reduce-args --test t a b", "argument --reduce-args: there is no cmd, whose arguments it removes"),
        ("--info f g", "unrecognized arguments: g"),
    ];
    for (args, reason) in rows {
        assert_eq!(usage_error(args), reason, "{args}");
    }
    let shown = command_line("in").invocation.map_err(|e| e.to_string());
    assert_eq!(
        shown,
        Err("usage: ddsmt [<options>] <infile> <outfile> <cmd> [<cmd options>]\n\
             ddsmt: error: the following arguments are required: outfile, cmd"
            .to_owned())
    );
}

#[test]
fn questions_are_answered_whatever_else_is_wrong_or_missing() {
    for args in ["-h", "--help", "-vh", "--help --foo", "--foo --help-all", "--help-all in", "--version x y", "--v"] {
        let line = command_line(args);
        assert_eq!(line.invocation, Ok(Invocation::Answered), "{args}");
        assert!(!line.printed.is_empty(), "{args}");
    }
    assert!(command_line("--jobs x --help").invocation.is_err());
    assert_eq!(options("in out cmd --help").command, words(&["cmd", "--help"]));
    let version = command_line("--version").printed;
    assert!(version.contains("(drop-in for ddSMT 2.0.6)"));
}

#[test]
fn files_are_inspected_without_a_command() {
    assert!(matches!(command_line("--info f").invocation, Ok(Invocation::Info(input, _)) if input == Path::new("f")));
    for args in ["--parser-test f", "--parser-test f out", "--parser-test f out cmd"] {
        let invocation = command_line(args).invocation;
        let right = matches!(&invocation, Ok(Invocation::ParserTest(input, _)) if input == "f");
        assert!(right, "{args}: {invocation:?}");
    }
    let rows: [(&str, &[&str]); 5] = [
        ("--candidates f --mutator bv-to-bool", &["bv-to-bool"]),
        ("--mutator fp-short-sort --candidates f --mutator constants", &["constants", "fp-short-sort"]),
        ("--candidates f --mutator BVTransformToBool", &["bv-to-bool"]),
        ("--candidates=f --disable-all --fp", &["fp-short-sort"]),
        ("--disable-all --candidates f", &[]),
    ];
    for (args, names) in rows {
        match command_line(args).invocation {
            Ok(Invocation::Candidates(input, mutators, _)) => {
                assert_eq!(input, Path::new("f"), "{args}");
                assert_eq!(mutators, names, "{args}");
            }
            other => panic!("{args}: {other:?}"),
        }
    }
    assert!(usage_error("--candidates f --mutator foo").contains("no mutator has the name 'foo'"));
}

#[test]
fn calls_of_version_1_are_refused_by_name() {
    let rows = [
        ("-t 3 in out cmd", "--timeout SECONDS for -t"),
        ("-o x in out cmd", "--ignore-output"),
        ("-vv --round 20 in out cmd", "nothing for --round"),
    ];
    for (args, advice) in rows {
        let error = usage_error(args);
        assert!(error.contains("ddSMT version 1"), "{error}");
        assert!(error.contains(advice), "{error}");
    }
    let line = ["-vv", "-o", "", "-t", "3", "--round", "20", "in", "out", "cmd"];
    let error = parse(words(&line)).invocation;
    assert!(error.is_err_and(|e| { reason(&e).starts_with("unrecognized arguments: -o -t (") }));
}

/// A call of a known script, and its meaning.
struct Call {
    line: &'static [&'static str],
    files: [&'static str; 2],
    command: &'static [&'static str],
    holds: fn(&Settings) -> bool,
}

const CALLS: &[Call] = &[
    // Fuzzer: checks two solvers by a script.
    Call {
        line: &[
            "-j", "4", "-v", "--ignore-output", "bug.smt2.orig", "reducing/bug.smt2", "./bin/check-regression.py",
            "10", "z3 -T:5", "z3-new -T:5",
        ],
        files: ["bug.smt2.orig", "reducing/bug.smt2"],
        command: &["./bin/check-regression.py", "10", "z3 -T:5", "z3-new -T:5"],
        holds: |s| {
            s.jobs.map(usize::from) == Some(4)
                && s.verbosity == 1
                && s.comparison.requirement(Stdout).is_none()
                && s.comparison.requirement(Stderr).is_none()
        },
    },
    // A solver's error of several lines.
    Call {
        line: &["-j8", "-v", "--match-err", "Assertion failed\n- at line 3", "in.smt2", "out.smt2", "./solver"],
        files: ["in.smt2", "out.smt2"],
        command: &["./solver"],
        holds: |s| {
            s.jobs.map(usize::from) == Some(8)
                && s.comparison.requirement(Stderr) == contains(Stderr, b"Assertion failed\n- at line 3")
        },
    },
    // A solver's error, if it is empty.
    Call {
        line: &["-j8", "-v", "--match-err", "", "in.smt2", "out.smt2", "./solver"],
        files: ["in.smt2", "out.smt2"],
        command: &["./solver"],
        holds: |s| s.comparison.requirement(Stderr) == contains(Stderr, b""),
    },
    // Two solvers that disagree.
    Call {
        line: &["-v", "--ignore-output", "f.in", "f", "/p/result_differs.py", "./solver"],
        files: ["f.in", "f"],
        command: &["/p/result_differs.py", "./solver"],
        holds: |s| s.comparison.requirement(Stdout).is_none() && s.jobs.is_none(),
    },
    // The evaluation of the paper.
    Call {
        line: &[
            "-j1", "-v", "--strategy", "ddmin", "--match-err", "ERRORS SATISFYING", "a.smt2", "b.smt2", "bin/cvc4",
            "-i", "--check-models",
        ],
        files: ["a.smt2", "b.smt2"],
        command: &["bin/cvc4", "-i", "--check-models"],
        holds: |s| s.strategy == Strategy::Ddmin,
    },
    Call {
        line: &[
            "-j1", "-v", "--strategy", "hybrid", "--cross-check", "bin/z3-ref", "a.smt2", "b.smt2", "bin/z3",
            "-model_validate=true",
        ],
        files: ["a.smt2", "b.smt2"],
        command: &["bin/z3", "-model_validate=true"],
        holds: |s| s.cross_check_command().is_some_and(|c| c == ["bin/z3-ref"]),
    },
    Call {
        line: &[
            "-j1", "-v", "--strategy", "hierarchical", "--match-out", "unsound", "a.smt2", "b.smt2", "match_err.py",
            "5", "wrong.*", "./s",
        ],
        files: ["a.smt2", "b.smt2"],
        command: &["match_err.py", "5", "wrong.*", "./s"],
        holds: |s| s.comparison.requirement(Stdout) == contains(Stdout, b"unsound"),
    },
    // A comparison of reducers: input and output are the same file.
    Call {
        line: &["--ignore-output", "-j", "16", "f.smt2", "f.smt2", "./r.sh"],
        files: ["f.smt2", "f.smt2"],
        command: &["./r.sh"],
        holds: |s| s.jobs.map(usize::from) == Some(16),
    },
    // Batch jobs with a fixed time limit.
    Call {
        line: &["-j", "1", "--timeout", "12.5", "--ignore-output", "i.smt2", "o.smt2", "pred"],
        files: ["i.smt2", "o.smt2"],
        command: &["pred"],
        holds: |s| s.comparison.timeout == Some(Duration::from_millis(12_500)),
    },
    // Solver developers: expected answers as arguments.
    Call {
        line: &["b.smt2", "dd.b.smt2", "differs.py", "unsat", "sat", "bin1", "bin2", "--incremental"],
        files: ["b.smt2", "dd.b.smt2"],
        command: &["differs.py", "unsat", "sat", "bin1", "bin2", "--incremental"],
        holds: |s| s.verbosity == 0 && s.strategy == Strategy::Hybrid,
    },
    Call {
        line: &["-v", "/home/u/bug.smt2", "/home/u/bug-red.smt2", "wrapper.py"],
        files: ["/home/u/bug.smt2", "/home/u/bug-red.smt2"],
        command: &["wrapper.py"],
        holds: |s| s.verbosity == 1,
    },
    // Fuzzing scripts: a bare script name.
    Call {
        line: &["-v", "--ignore-output", "x.smt2", "x.smt2.reduced", "check-crash.sh"],
        files: ["x.smt2", "x.smt2.reduced"],
        command: &["check-crash.sh"],
        holds: |s| s.comparison.requirement(Stderr).is_none(),
    },
    // Recipes of the manual.
    Call {
        line: &["--disable-all", "--let-elimination", "--let-substitution", "in", "out", "cmd"],
        files: ["in", "out"],
        command: &["cmd"],
        holds: |s| s.toggles.enabled() == ["let-elimination", "let-substitution"],
    },
    Call {
        line: &["--unchecked", "--disable-all", "--let-elimination", "--let-substitution", "in", "out", "cmd"],
        files: ["in", "out"],
        command: &["cmd"],
        holds: |s| s.unchecked && s.toggles.enabled().len() == 2,
    },
    Call {
        line: &["-c", "cmd2 -a  b", "in", "out", "cmd", "args"],
        files: ["in", "out"],
        command: &["cmd", "args"],
        holds: |s| s.cross_check_command().is_some_and(|c| c == ["cmd2", "-a", "b"]),
    },
    // A call in the old style whose options still exist.
    Call {
        line: &["-v", "--match-out", "different", "f", "f.minimized.smt2", "script.sh"],
        files: ["f", "f.minimized.smt2"],
        command: &["script.sh"],
        holds: |s| s.comparison.requirement(Stdout) == contains(Stdout, b"different"),
    },
];

#[test]
fn known_calls_mean_what_they_meant() {
    for call in CALLS {
        let options = parsed(call.line);
        assert_eq!(options.input, Path::new(call.files[0]), "{:?}", call.line);
        assert_eq!(options.output, Path::new(call.files[1]), "{:?}", call.line);
        assert_eq!(options.command, words(call.command), "{:?}", call.line);
        assert!((call.holds)(&options.settings), "{:?}", call.line);
    }
}

#[test]
fn words_need_not_be_utf8() {
    let odd = |text: &[u8]| OsString::from_vec(text.to_vec());
    let line =
        [odd(b"--match-err=\xe9"), odd(b"-c"), odd(b"ref \xff"), odd(b"in\xff"), odd(b"out\xfe"), odd(b"./cmd\xfd")];
    match parse(line).invocation {
        Ok(Invocation::Reduce(options)) => {
            assert_eq!(options.input.as_os_str(), odd(b"in\xff"));
            assert_eq!(options.command, [odd(b"./cmd\xfd")]);
            let settings = &options.settings;
            assert_eq!(settings.comparison.requirement(Stderr), contains(Stderr, b"\xe9"));
            assert_eq!(settings.cross_check_command(), Some(vec![odd(b"ref"), odd(b"\xff")]));
        }
        other => panic!("{other:?}"),
    }
    let error = parse([odd(b"--f\xff"), odd(b"a"), odd(b"b")]).invocation;
    assert!(error.is_err());
}
