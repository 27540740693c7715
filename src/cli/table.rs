//! Every option except the mutator toggles: one row each, from which the
//! parser, the abbreviations and the help texts are made.

/// What an option does; the parser's `match` over it is exhaustive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Help,
    HelpAll,
    Version,
    Verbose,
    Quiet,
    DumpConfig,
    ParserTest,
    PrettyPrint,
    WrapLines,
    Strategy,
    DisableAll,
    Unchecked,
    Jobs,
    Memout,
    Timeout,
    IgnoreOutput,
    IgnoreOut,
    IgnoreErr,
    MatchErr,
    MatchOut,
    CrossCheck,
    TimeoutCc,
    IgnoreOutputCc,
    MatchErrCc,
    MatchOutCc,
    Without,
    CheckLoops,
    Profile,
    DumpDiffs,
    ReplaceByVariableMode,
    ExitStatus,
    Valid,
    FixedTimeout,
    NoMemoryTunables,
    Journal,
    Resume,
    Budget,
    EndGame,
    MinGain,
    ReduceArgs,
    MatchOutRe,
    MatchErrRe,
    RejectRe,
    SameCrash,
    Test,
    Placeholder,
    Stdin,
    Disagree,
    Referee,
    Expect,
    Got,
    SlowerThan,
    SlowerThanReference,
    Reference,
    Hints,
    TimesOut,
    Stat,
    AtLeast,
    Keep,
    Repeat,
    Need,
    Lenient,
    Format,
    HelpRecipes,
    Info,
    Candidates,
    Mutator,
    Digest,
}

/// Who introduced an option: ddSMT's names win every abbreviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    DdSmt,
    Ours,
}

/// The paragraph of the help text in which an option stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    General,
    Checker,
    /// What counts as the same failure, beyond what ddSMT has options for.
    Failure,
    Debugging,
    /// Beside the toggles of the group `core`, hence only in `--help-all`.
    Core,
}

/// One option: its spellings, its value if it takes one, and its help.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    pub id: Id,
    /// Without the leading hyphens; empty where there is only a short name.
    pub long: &'static str,
    pub short: Option<char>,
    /// The name of the value in the help text, for options that take one.
    pub value: Option<&'static str>,
    pub help: &'static str,
    pub section: Section,
    pub origin: Origin,
}

impl Spec {
    /// The option as usage errors name it: `-j/--jobs`.
    pub fn spelling(&self) -> String {
        match (self.short, self.long) {
            (Some(short), "") => format!("-{short}"),
            (Some(short), long) => format!("-{short}/--{long}"),
            (None, long) => format!("--{long}"),
        }
    }
}

/// The row of an option.
pub(super) fn spec(id: Id) -> &'static Spec {
    OPTIONS.iter().find(|spec| spec.id == id).expect("every option has a row: a test in this file reads the enum")
}

const fn flag(id: Id, long: &'static str, section: Section, help: &'static str) -> Spec {
    Spec { id, long, short: None, value: None, help, section, origin: Origin::DdSmt }
}

const fn short(short: char, spec: Spec) -> Spec {
    Spec { short: Some(short), ..spec }
}

const fn value(name: &'static str, spec: Spec) -> Spec {
    Spec { value: Some(name), ..spec }
}

const fn ours(spec: Spec) -> Spec {
    Spec { origin: Origin::Ours, ..spec }
}

use Section::{Checker, Core, Debugging, Failure, General};

/// All options in the order of the help text; ddSMT's stand in ddSMT's order,
/// in which the message about an ambiguous abbreviation lists them.
pub(super) const OPTIONS: &[Spec] = &[
    short('h', flag(Id::Help, "help", General, "show this help message and exit")),
    flag(Id::HelpAll, "help-all", General, "show the help message with all mutators and exit"),
    ours(flag(Id::HelpRecipes, "help-recipes", General, "show what to type for each kind of failure and exit")),
    flag(Id::Version, "version", General, "show the version and the one of ddSMT that it stands in for, and exit"),
    short('v', flag(Id::Verbose, "", General, "increase verbosity (repeatable)")),
    short('q', flag(Id::Quiet, "", General, "decrease verbosity (repeatable)")),
    flag(Id::DumpConfig, "dump-config", General, "print the options as parsed up to this one, and go on"),
    flag(Id::ParserTest, "parser-test", General, "only parse infile and print it"),
    flag(Id::PrettyPrint, "pretty-print", General, "indent the output file"),
    flag(Id::WrapLines, "wrap-lines", General, "wrap long lines of the output file"),
    value(
        "{ddmin,hierarchical,hybrid}",
        flag(Id::Strategy, "strategy", General, "minimization strategy (default: hybrid)"),
    ),
    value(
        "n",
        ours(flag(
            Id::EndGame,
            "endgame",
            General,
            "checks spent on exhaustive changes when nothing else helps any more; strategy hybrid only (default: 400)",
        )),
    ),
    value(
        "bytes",
        ours(flag(
            Id::MinGain,
            "min-gain",
            General,
            "leave changes that gain less for later, when no larger ones are left (default: 0)",
        )),
    ),
    ours(flag(
        Id::ReduceArgs,
        "reduce-args",
        General,
        "then find the arguments of cmd that the failure needs, and print the shortest command line",
    )),
    flag(Id::DisableAll, "disable-all", General, "disable all mutators; later options enable some again"),
    value(
        "{plain,detailed}",
        ours(flag(
            Id::ExitStatus,
            "exit-status",
            General,
            "detailed: exit 3 if nothing became smaller, 4 if the failure is not reproducible (default: plain)",
        )),
    ),
    flag(Id::Unchecked, "unchecked", Checker, "accept every change without running the command"),
    short(
        'j',
        value(
            "n",
            flag(Id::Jobs, "jobs", Checker, "number of parallel checks (default: physical cores within the quota)"),
        ),
    ),
    value("megabytes", flag(Id::Memout, "memout", Checker, "memory limit of each run of the command")),
    value(
        "seconds",
        flag(Id::Timeout, "timeout", Checker, "time limit of each run (default: 1.5 * (golden runtime + 1))"),
    ),
    flag(Id::IgnoreOutput, "ignore-output", Checker, "compare only the exit code, not stdout and stderr"),
    flag(Id::IgnoreOut, "ignore-out", Checker, "do not compare stdout"),
    flag(Id::IgnoreErr, "ignore-err", Checker, "do not compare stderr"),
    value("str", flag(Id::MatchErr, "match-err", Checker, "stderr must contain this instead of being identical")),
    value("str", flag(Id::MatchOut, "match-out", Checker, "stdout must contain this instead of being identical")),
    short(
        'c',
        value(
            "cmd-cc",
            flag(
                Id::CrossCheck,
                "cross-check",
                Checker,
                "a second command that must keep its behavior as well (split at blanks)",
            ),
        ),
    ),
    value("seconds", flag(Id::TimeoutCc, "timeout-cc", Checker, "time limit of each run of the cross check")),
    flag(Id::IgnoreOutputCc, "ignore-output-cc", Checker, "compare only the exit code of the cross check"),
    value("str", flag(Id::MatchErrCc, "match-err-cc", Checker, "stderr of the cross check must contain this")),
    value("str", flag(Id::MatchOutCc, "match-out-cc", Checker, "stdout of the cross check must contain this")),
    ours(flag(Id::Valid, "valid", Checker, "never ask about candidates that are not well-sorted SMT-LIB")),
    ours(flag(
        Id::FixedTimeout,
        "fixed-timeout",
        Checker,
        "keep the automatic time limit, however fast the runs become",
    )),
    ours(flag(
        Id::NoMemoryTunables,
        "no-memory-tunables",
        Checker,
        "never set GLIBC_TUNABLES for the command, even where that makes it faster",
    )),
    value(
        "file",
        ours(flag(
            Id::Journal,
            "journal",
            Checker,
            "where to keep the answers of the command (default: a cache folder)",
        )),
    ),
    ours(flag(Id::Resume, "resume", Checker, "go on with the answers that an interrupted run left in its journal")),
    value("time", ours(flag(Id::Budget, "budget", Checker, "end with the best so far after this time (90s, 10m, 8h)"))),
    value(
        "re",
        ours(flag(
            Id::MatchOutRe,
            "match-out-re",
            Failure,
            "stdout must match this regular expression instead of being identical",
        )),
    ),
    value(
        "re",
        ours(flag(
            Id::MatchErrRe,
            "match-err-re",
            Failure,
            "stderr must match this regular expression instead of being identical",
        )),
    ),
    value(
        "re",
        ours(flag(Id::RejectRe, "reject-re", Failure, "neither output may match this regular expression (repeatable)")),
    ),
    ours(flag(
        Id::SameCrash,
        "same-crash",
        Failure,
        "the same signal or exit code, and the same assertion, sanitizer summary or top frames, but for addresses, process numbers, folders, lines and times",
    )),
    value(
        "line",
        ours(flag(
            Id::Test,
            "test",
            Failure,
            "a line for the shell that must exit with 0, {} is the file to check; needs no cmd (repeatable)",
        )),
    ),
    value(
        "text",
        ours(flag(
            Id::Placeholder,
            "placeholder",
            Failure,
            "what stands for the file in the arguments of cmd, instead of adding it as the last one",
        )),
    ),
    ours(flag(Id::Stdin, "stdin", Failure, "cmd reads the file from its standard input")),
    value(
        "cmd",
        ours(flag(
            Id::Disagree,
            "disagree",
            Failure,
            "a second solver that must give the opposite answer to the same check-sat (split at blanks)",
        )),
    ),
    value(
        "cmd",
        ours(flag(Id::Referee, "referee", Failure, "with --disagree: a third solver that must contradict cmd as well")),
    ),
    value(
        "{sat,unsat,unknown}",
        ours(flag(Id::Expect, "expect", Failure, "with --disagree: what the second solver must answer")),
    ),
    value("{sat,unsat,unknown}", ours(flag(Id::Got, "got", Failure, "what cmd must answer"))),
    value(
        "time",
        ours(flag(Id::SlowerThan, "slower-than", Failure, "cmd must need as much processor time (10s, 500ms, 2m)")),
    ),
    value(
        "factor",
        ours(flag(
            Id::SlowerThanReference,
            "slower-than-reference",
            Failure,
            "cmd must need as many times the processor time of --reference (5x)",
        )),
    ),
    value("cmd", ours(flag(Id::Reference, "reference", Failure, "the command that is fast (split at blanks)"))),
    value(
        "cmd",
        ours(flag(
            Id::Hints,
            "hints",
            Failure,
            "a solver that is right about the input: its model or unsat core is tried first (split at blanks; default: the one of --disagree or --reference)",
        )),
    ),
    ours(flag(Id::TimesOut, "times-out", Failure, "cmd must not end within --timeout (default: 10 seconds)")),
    value(
        "re",
        ours(flag(
            Id::Stat,
            "stat",
            Failure,
            "the first group of this regular expression must match a number on either output that is --at-least as large",
        )),
    ),
    value("number", ours(flag(Id::AtLeast, "at-least", Failure, "the number for --stat"))),
    value("re", ours(flag(Id::Keep, "keep", Failure, "commands that match this regular expression stay as they are"))),
    value(
        "n",
        ours(flag(Id::Repeat, "repeat", Failure, "check a candidate up to n times, as the failure comes and goes")),
    ),
    value("k", ours(flag(Id::Need, "need", Failure, "with --repeat: it has to fail k times (default: 1)"))),
    ours(flag(
        Id::Lenient,
        "lenient",
        Failure,
        "go on where the input is malformed: what has no partner is a token of its own",
    )),
    value(
        "{smtlib,lines}",
        ours(flag(
            Id::Format,
            "format",
            Failure,
            "what the input is: S-expressions, or lines of any text that are only deleted (default: smtlib)",
        )),
    ),
    value(
        "{texts,sorts,failures,folds}",
        ours(flag(
            Id::Without,
            "without",
            Debugging,
            "ask again what is known of texts, sorts or failures, or one by one what could be folded (repeatable)",
        )),
    ),
    flag(Id::CheckLoops, "check-loops", Debugging, "stop with an error if an accepted input comes back"),
    flag(Id::Profile, "profile", Debugging, "write times and counts into profile.json in the current directory"),
    flag(
        Id::DumpDiffs,
        "dump-diffs",
        Debugging,
        "write a diff of every simplification into .simp-N.diff in the current directory",
    ),
    value("file", ours(flag(Id::Info, "info", Debugging, "print the size of a file as JSON and exit"))),
    value(
        "file",
        ours(flag(Id::Candidates, "candidates", Debugging, "print every candidate for a file as JSON lines and exit")),
    ),
    value(
        "name",
        ours(flag(Id::Mutator, "mutator", Debugging, "with --candidates: only those of this mutator (repeatable)")),
    ),
    ours(flag(
        Id::Digest,
        "digest",
        Debugging,
        "with --candidates: print the SHA-256 of each result instead of its text",
    )),
    value(
        "{inc,dec}",
        flag(
            Id::ReplaceByVariableMode,
            "replace-by-variable-mode",
            Core,
            "replace a variable only by larger or only by smaller ones (default: inc)",
        ),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_option_has_exactly_one_row_and_its_own_names() {
        let digest = OPTIONS.iter().map(|o| o.id as usize).max();
        assert_eq!(digest, Some(OPTIONS.len() - 1));
        let ids: HashSet<usize> = OPTIONS.iter().map(|o| o.id as usize).collect();
        assert_eq!(ids.len(), OPTIONS.len());
        let longs: Vec<&str> = OPTIONS.iter().map(|o| o.long).filter(|l| !l.is_empty()).collect();
        let unique: HashSet<&&str> = longs.iter().collect();
        assert_eq!(unique.len(), longs.len());
    }

    #[test]
    fn our_names_hide_no_abbreviation_of_ddsmt() {
        let of = |origin| OPTIONS.iter().filter(move |o| o.origin == origin);
        for new in of(Origin::Ours) {
            for old in of(Origin::DdSmt) {
                assert!(!old.long.starts_with(new.long), "--{}", new.long);
            }
        }
    }

    #[test]
    fn help_lines_start_small_and_have_no_full_stop() {
        for option in OPTIONS {
            assert!(option.help.starts_with(|c: char| c.is_lowercase()), "{option:?}");
            assert!(!option.help.ends_with('.'), "{option:?}");
        }
    }
}
