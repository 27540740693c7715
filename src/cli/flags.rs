//! Every option but the toggles of mutators: one row each, with its help and
//! what it sets. To add an option is to add a row.

use super::flag::Flag;
use super::request::Answer;
use super::value::{
    choice, count, factor, filled, integer, jobs, names, number, pattern, positive, size, statistic, time, time_limit,
};
use crate::check::SatResult;
use crate::reduce::criteria::Format;
use crate::reduce::options::{Effort, STATUSES, STRATEGIES, VARIABLE_MODES};

/// Returns all options in the order of the help text. Rare ones are those that `--help` leaves to `--help-all`.
pub(super) fn flags() -> impl Iterator<Item = Flag> {
    let paragraphs = [
        ("Options", GENERAL, RARE_GENERAL),
        ("Runs of the command", CHECKER, RARE_CHECKER),
        ("The failure", FAILURE, RARE_FAILURE),
        ("Many inputs", TRIAGE, RARE_TRIAGE),
        ("Debugging", &[], DEBUGGING),
        // Beside the toggles of the group.
        ("Mutators: core", &[], CORE),
    ];
    paragraphs.into_iter().flat_map(|(heading, common, rare)| {
        let all = [(common, false), (rare, true)].into_iter();
        all.flat_map(move |(flags, is_rare)| flags.iter().map(move |flag| Flag { heading, is_rare, ..*flag }))
    })
}

/// Sets the value of an option; a later value wins.
fn set<T>(place: &mut T, value: Result<T, String>) -> Result<(), String> {
    *place = value?;
    Ok(())
}

/// Adds a value of an option that may be given several times.
fn add<T>(places: &mut Vec<T>, value: Result<T, String>) -> Result<(), String> {
    places.push(value?);
    Ok(())
}

const GENERAL: &[Flag] = &[
    Flag::switch("help", "show the options that people use and exit", |r| r.answer(Answer::Help)).short('h'),
    Flag::switch("help-all", "show everything, with all mutators, and exit", |r| r.answer(Answer::HelpAll)),
    Flag::switch("help-recipes", "show what to type for each kind of failure and exit", |r| r.answer(Answer::Recipes)),
    Flag::switch("version", "show the version and the one of ddSMT that it stands in for, and exit", |r| {
        r.answer(Answer::Version)
    })
    .short('V'),
    Flag::switch("doctor", "show which features of this system can be used and what they cost, and exit", |r| {
        r.answer(Answer::Doctor)
    }),
    Flag::repeated('v', "verbose", "say more (repeatable)", |r| r.settings.verbosity += 1),
    Flag::repeated('q', "quiet", "say less (repeatable)", |r| r.settings.verbosity -= 1),
    Flag::switch("pretty-print", "indent the output file", |r| r.settings.pretty_print = true),
    Flag::choice(
        "strategy",
        || names(STRATEGIES),
        "how to search: blocks of nodes, node by node, or the first and then the second (default: hybrid)",
        |r, v| set(&mut r.settings.strategy, choice(v, STRATEGIES)),
    ),
    Flag::choice(
        "effort",
        || names(Effort::CHOICES),
        "quick stops where ddSMT does; thorough repeats the search on three reordered inputs and keeps the smallest result (default: normal)",
        |r, v| set(&mut r.settings.effort, choice(v, Effort::CHOICES)),
    ),
    Flag::value("report", "file", "write a page about the run for a browser (HTML, one file)", |r, v| {
        set(&mut r.settings.report, Ok(Some(v.into())))
    }),
    Flag::value("issue", "file", "write a bug report about the result (Markdown, ready to paste)", |r, v| {
        set(&mut r.settings.issue, Ok(Some(v.into())))
    }),
    Flag::switch(
        "anonymize",
        "rename symbols and strings of the result and drop its comments, as far as it still fails",
        |r| r.settings.anonymize = true,
    )
    .more("Without cmd it does nothing else: ddsmt --anonymize in.smt2 out.smt2."),
];

const RARE_GENERAL: &[Flag] = &[
    Flag::choice(
        "generate",
        || names(Answer::GENERATED),
        "print the manual page or the completions of a shell",
        |r, v| choice(v, Answer::GENERATED).map(|answer| r.answer(answer)),
    )
    .more("ddsmt --generate man | man -l -"),
    Flag::switch("dump-config", "print the options as they were understood, and go on", |r| {
        r.settings.dump_config = true
    }),
    Flag::switch("parser-test", "only parse infile and print it", |r| r.parser_test = true),
    Flag::switch("wrap-lines", "wrap long lines of the output file", |r| r.settings.wrap_lines = true),
    Flag::switch(
        "shortest",
        "at the end, also save bytes in ways that make the result no simpler: push for a query, exists for a declaration, no blanks beside parentheses",
        |r| {
            r.settings.shortest = true;
            r.settings.toggles.set_optional();
        },
    ),
    Flag::value(
        "endgame",
        "n",
        "checks spent on exhaustive changes when nothing else helps any more; strategy hybrid only (default: by --effort: 0, 1200 or 6000)",
        |r, v| set(&mut r.settings.end_game, integer(v, "checks").map(Some)),
    ),
    Flag::value(
        "min-gain",
        "bytes",
        "postpone changes that gain less until no larger ones are left (default: 0)",
        |r, v| set(&mut r.settings.min_gain, integer(v, "bytes")),
    ),
    Flag::switch("explain", "at the end, say what cmd does without each command, symbol and argument", |r| {
        r.settings.explain = true
    }),
    Flag::switch(
        "reduce-args",
        "at the end, find the arguments of cmd that the failure needs, and print the shortest command line",
        |r| r.settings.reduce_args = true,
    ),
    Flag::switch("header", "begin the result with a comment: solver, version, options, failure", |r| {
        r.settings.header = true
    }),
    Flag::value("json", "file", "write what happens as JSON lines, for programs", |r, v| {
        set(&mut r.settings.json, Ok(Some(v.into())))
    })
    .more("The first line tells the version of their form, which --json-schema prints."),
    Flag::switch("json-schema", "print the JSON Schema of a line of --json and exit", |r| r.answer(Answer::Schema)),
    Flag::switch("disable-all", "disable all mutators; later options enable some again", |r| {
        r.settings.disable_all = true;
        r.settings.toggles.disable_all();
    }),
    Flag::choice(
        "exit-status",
        || names(STATUSES),
        "detailed: exit 3 if nothing became smaller, 4 if the failure is not reproducible, 5 if the time was over first (default: plain)",
        |r, v| set(&mut r.settings.detailed_status, choice(v, STATUSES)),
    ),
];

const CHECKER: &[Flag] = &[
    Flag::value("jobs", "n", "number of parallel checks (default: physical cores within the quota)", |r, v| {
        set(&mut r.settings.jobs, jobs(v).map(Some))
    })
    .short('j')
    .more("The result is the same, byte for byte, with any number."),
    Flag::value("memout", "megabytes", "memory limit of each run of the command; 0 means none", |r, v| {
        set(&mut r.settings.memout, positive(v))
    }),
    Flag::value(
        "timeout",
        "time",
        "time limit of each run (default: follows the current best)",
        |r, v| set(&mut r.settings.comparison.timeout, time_limit(v).map(Some)),
    )
    .more("The default is at most 1.5 * (golden runtime + 1). Seconds, or with a unit: 10, 2.5, 500ms, 10m, 8h. All options that take a time accept these units."),
    Flag::switch("ignore-output", "compare only the exit code, not stdout and stderr", |r| {
        r.settings.comparison.ignore_output = true
    }),
    Flag::switch("ignore-out", "do not compare stdout", |r| r.settings.comparison.ignore_out = true),
    Flag::switch("ignore-err", "do not compare stderr", |r| r.settings.comparison.ignore_err = true),
    Flag::value("match-err", "str", "stderr must contain this instead of being identical", |r, v| {
        set(&mut r.settings.comparison.match_err, Ok(Some(v.into())))
    }),
    Flag::value("match-out", "str", "stdout must contain this instead of being identical", |r, v| {
        set(&mut r.settings.comparison.match_out, Ok(Some(v.into())))
    }),
    Flag::value(
        "cross-check",
        "cmd",
        "a second command that must keep its behavior as well (split at blanks)",
        |r, v| set(&mut r.settings.cross_check, Ok(Some(v.into()))),
    )
    .short('c'),
    Flag::switch("valid", "never check candidates that are not well-sorted SMT-LIB", |r| r.settings.valid = true)
        .more("A missing set-logic counts as well-sorted; --keep set-logic leaves it for parsers that ask for it."),
    Flag::switch("resume", "continue an interrupted run with the answers in its journal", |r| r.settings.resume = true),
    Flag::value("budget", "time", "end with the best so far after this time (90s, 10m, 8h)", |r, v| {
        set(&mut r.settings.budget, time(v).map(Some))
    }),
    Flag::value("stop-at", "size", "end as soon as the result is not larger than this (800, 2KB, 1.5MB)", |r, v| {
        set(&mut r.settings.stop_at, size(v).map(Some))
    }),
];

const RARE_CHECKER: &[Flag] = &[
    Flag::switch("unchecked", "accept every change without running the command", |r| r.settings.unchecked = true),
    Flag::value("launcher", "words", "a command that starts each run, for example on another machine (split at blanks)", |r, v| {
        set(&mut r.settings.launcher, filled(v).map(Some))
    })
    .more(
        "As in --launcher 'srun -N1 -n1 --exclusive' -j64. Files of the runs are in TMPDIR if it is set, else beside \
        outfile: where all machines see them, as they see ddsmt and cmd under the same paths. Time limits are of elapsed \
        time, without that in a queue; a run that is lost with its machine is made again.",
    ),
    Flag::value("timeout-cc", "time", "time limit of each run of the cross check", |r, v| {
        set(&mut r.settings.cross_comparison.timeout, time_limit(v).map(Some))
    }),
    Flag::switch("ignore-output-cc", "compare only the exit code of the cross check", |r| {
        r.settings.cross_comparison.ignore_output = true
    }),
    Flag::value("match-err-cc", "str", "stderr of the cross check must contain this", |r, v| {
        set(&mut r.settings.cross_comparison.match_err, Ok(Some(v.into())))
    }),
    Flag::value("match-out-cc", "str", "stdout of the cross check must contain this", |r, v| {
        set(&mut r.settings.cross_comparison.match_out, Ok(Some(v.into())))
    }),
    Flag::switch("fixed-timeout", "keep the automatic time limit, however fast the runs become", |r| {
        r.settings.fixed_timeout = true
    }),
    Flag::switch(
        "no-memory-tunables",
        "never set GLIBC_TUNABLES for the command, even where that makes it faster",
        |r| r.settings.no_memory_tunables = true,
    ),
    Flag::switch(
        "no-warm-start",
        "start the command for each run, instead of cloning a started process of it",
        |r| r.settings.no_warm_start = true,
    ),
    Flag::value("journal", "file", "where to keep the answers of the command (default: a cache folder)", |r, v| {
        set(&mut r.settings.journal, Ok(Some(v.into())))
    }),
    Flag::value("stop-after", "n", "end with the best so far after this many checks", |r, v| {
        set(&mut r.settings.stop_after, count(v).map(|checks| Some(checks.get() as u64)))
    }),
];

const FAILURE: &[Flag] = &[
    Flag::switch("same-crash", "the same signal or exit code, and the same assertion or top frames", |r| {
        r.settings.criteria.same_crash = true
    })
    .more("Also the same summary of a sanitizer. Addresses, process numbers, folders, lines and times may differ."),
    Flag::value(
        "test",
        "line",
        "a line for the shell that must exit with 0, {} is the file to check; needs no cmd (repeatable)",
        |r, v| add(&mut r.settings.criteria.tests, Ok(v.into())),
    ),
    Flag::value(
        "placeholder",
        "text",
        "what stands for the file in the arguments of cmd, instead of adding it as the last one",
        |r, v| set(&mut r.settings.criteria.placeholder, filled(v).map(Some)),
    ),
    Flag::switch("stdin", "cmd reads the file from its standard input", |r| r.settings.criteria.stdin = true),
    Flag::value(
        "disagree",
        "cmd",
        "a second solver that must give the opposite answer to the same check-sat (split at blanks)",
        |r, v| set(&mut r.settings.criteria.disagree, filled(v).map(Some)),
    ),
    Flag::value("slower-than", "time", "cmd must use at least this much processor time (10s, 500ms, 2m)", |r, v| {
        set(&mut r.settings.criteria.slower_than, time(v).map(Some))
    }),
    Flag::switch("times-out", "cmd must not end within --timeout (default: 10 seconds)", |r| {
        r.settings.criteria.times_out = true
    }),
    Flag::value("keep", "re", "commands that match this regular expression stay as they are", |r, v| {
        set(&mut r.settings.criteria.keep, pattern(v).map(Some))
    }),
    Flag::value("repeat", "n", "check a candidate up to n times, as the failure comes and goes", |r, v| {
        set(&mut r.settings.criteria.repeat, count(v).map(Some))
    }),
];

const RARE_FAILURE: &[Flag] = &[
    Flag::value(
        "match-out-re",
        "re",
        "stdout must match this regular expression instead of being identical",
        |r, v| set(&mut r.settings.criteria.match_out, pattern(v).map(Some)),
    ),
    Flag::value(
        "match-err-re",
        "re",
        "stderr must match this regular expression instead of being identical",
        |r, v| set(&mut r.settings.criteria.match_err, pattern(v).map(Some)),
    ),
    Flag::value(
        "match-any-re",
        "re",
        "stdout or stderr must match this regular expression, whatever else they hold",
        |r, v| set(&mut r.settings.criteria.match_any, pattern(v).map(Some)),
    ),
    Flag::value("reject-re", "re", "neither output may match this regular expression (repeatable)", |r, v| {
        add(&mut r.settings.criteria.reject, pattern(v))
    }),
    Flag::switch("signature", "print the key of the failure as JSON and exit; the order is <infile> <cmd>", |r| {
        r.signature = true
    })
    .more("What --same-crash compares, the answer that --disagree contradicts, or that cmd does not end."),
    Flag::value("referee", "cmd", "with --disagree: a third solver that must contradict cmd as well", |r, v| {
        set(&mut r.settings.criteria.referee, filled(v).map(Some))
    }),
    Flag::choice(
        "expect",
        || names(SatResult::WORDS),
        "with --disagree: what the second solver must answer",
        |r, v| set(&mut r.settings.criteria.expect, choice(v, SatResult::WORDS).map(Some)),
    ),
    Flag::choice(
        "got",
        || names(SatResult::WORDS),
        "what cmd must answer",
        |r, v| set(&mut r.settings.criteria.got, choice(v, SatResult::WORDS).map(Some)),
    ),
    Flag::value(
        "slower-than-reference",
        "factor",
        "cmd must use at least this many times the processor time of --reference (5x)",
        |r, v| set(&mut r.settings.criteria.slower_than_reference, factor(v).map(Some)),
    ),
    Flag::value("reference", "cmd", "the command that is fast (split at blanks)", |r, v| {
        set(&mut r.settings.criteria.reference, filled(v).map(Some))
    }),
    Flag::value(
        "hints",
        "cmd",
        "a solver that is right about the input: its model or unsat core is tried first (split at blanks)",
        |r, v| set(&mut r.settings.criteria.hints, filled(v).map(Some)),
    )
    .more("Where it is not given, the solver of --disagree or --reference is asked."),
    Flag::value(
        "stat",
        "re",
        "regular expression whose first group finds a number on stdout or stderr that must be --at-least as large",
        |r, v| set(&mut r.settings.criteria.stat, statistic(v).map(Some)),
    ),
    Flag::value("at-least", "number", "the number for --stat", |r, v| {
        set(&mut r.settings.criteria.at_least, number(v).map(Some))
    }),
    Flag::value("need", "k", "with --repeat: it has to fail k times (default: 1)", |r, v| {
        set(&mut r.settings.criteria.need, count(v).map(Some))
    }),
    Flag::switch("lenient", "accept malformed input: an unmatched parenthesis or quote is a token of its own", |r| {
        r.settings.criteria.lenient = true
    }),
    Flag::choice(
        "format",
        || names(Format::CHOICES),
        "what the input is: S-expressions, or lines of any text that are only deleted (default: smtlib)",
        |r, v| set(&mut r.settings.criteria.format, choice(v, Format::CHOICES)),
    ),
];

const TRIAGE: &[Flag] = &[
    Flag::switch(
        "triage",
        "infile is a folder or a list of inputs, outfile a folder: reduce one of each kind of failure",
        |r| r.triage = true,
    )
    .more("Options may also follow the two folders; -- ends them and begins cmd. --budget limits each reduction. The same call again reduces only what is new."),
];

const RARE_TRIAGE: &[Flag] = &[
    Flag::value("known", "folder", "with --triage: a folder with one input for each known bug", |r, v| {
        set(&mut r.plan.known, Ok(Some(v.into())))
    }),
    Flag::value(
        "engine",
        "name",
        "with --triage: who starts the runs, local, parallel or slurm, with options for GNU parallel or sbatch",
        |r, v| set(&mut r.plan.engine, filled(v).map(Some)),
    ),
    Flag::value("task", "name", "with --triage: do only this task, as an engine asks", |r, v| {
        set(&mut r.plan.task, filled(v).map(|name| Some(name.to_string_lossy().into_owned())))
    }),
];

const DEBUGGING: &[Flag] = &[
    Flag::switch("check-loops", "stop with an error if an accepted input comes back", |r| {
        r.settings.check_loops = true
    }),
    Flag::switch("profile", "write times and counts into profile.json in the current directory", |r| {
        r.settings.profile = true
    }),
    Flag::switch(
        "dump-diffs",
        "write a diff of every simplification into .simp-N.diff in the current directory",
        |r| r.settings.dump_diffs = true,
    ),
    Flag::value("info", "file", "print the size of a file as JSON and exit", |r, v| {
        set(&mut r.info, Ok(Some(v.into())))
    }),
    Flag::value("candidates", "file", "print every candidate for a file as JSON lines and exit", |r, v| {
        set(&mut r.candidates, Ok(Some(v.into())))
    }),
    Flag::value("mutator", "name", "with --candidates: only those of this mutator (repeatable)", |r, v| {
        add(&mut r.mutators, Ok(v.into()))
    }),
];

const CORE: &[Flag] = &[Flag::choice(
    "replace-by-variable-mode",
    || names(VARIABLE_MODES),
    "replace a variable only by larger or only by smaller ones (default: inc)",
    |r, v| set(&mut r.settings.variable_mode, choice(v, VARIABLE_MODES)),
)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_lines_start_small_and_have_no_full_stop() {
        for flag in flags() {
            assert!(flag.help.starts_with(|c: char| c.is_lowercase()), "{}", flag.name);
            assert!(!flag.help.ends_with('.'), "{}", flag.name);
        }
    }
}
