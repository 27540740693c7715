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
    CheckLoops,
    Profile,
    DumpDiffs,
    ReplaceByVariableMode,
    ExitStatus,
    Valid,
    FixedTimeout,
    Journal,
    Resume,
    EndGame,
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

use Section::{Checker, Core, Debugging, General};

/// All options in the order of the help text; ddSMT's stand in ddSMT's order,
/// in which the message about an ambiguous abbreviation lists them.
pub(super) const OPTIONS: &[Spec] = &[
    short('h', flag(Id::Help, "help", General, "show this help message and exit")),
    flag(Id::HelpAll, "help-all", General, "show the help message with all mutators and exit"),
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
            "checks spent on exhaustive changes when nothing else helps any more; strategy hybrid only (default: 200)",
        )),
    ),
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
