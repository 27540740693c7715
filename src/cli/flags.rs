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
use std::path::PathBuf;

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
fn set<T>(place: &mut impl From<T>, value: Result<T, String>) -> Result<(), String> {
    *place = value?.into();
    Ok(())
}

/// Adds a value of an option that may be given several times.
fn add<T>(places: &mut Vec<T>, value: Result<T, String>) -> Result<(), String> {
    places.push(value?);
    Ok(())
}

const GENERAL: &[Flag] = &[
    Flag::switch("help", |r| r.answer(Answer::Help)).help("show the options that people use and exit").short('h'),
    Flag::switch("help-all", |r| r.answer(Answer::HelpAll)).help("show everything, with all mutators, and exit"),
    Flag::switch("help-recipes", |r| r.answer(Answer::Recipes))
        .help("show what to type for each kind of failure and exit"),
    Flag::switch("version", |r| r.answer(Answer::Version))
        .help("show the version and the one of ddSMT that it stands in for, and exit")
        .short('V'),
    Flag::switch("doctor", |r| r.answer(Answer::Doctor))
        .help("show which features of this system can be used and what they cost, and exit"),
    Flag::repeated("verbose", |r| r.settings.verbosity += 1).help("say more (repeatable)").short('v'),
    Flag::repeated("quiet", |r| r.settings.verbosity -= 1).help("say less (repeatable)").short('q'),
    Flag::switch("pretty-print", |r| r.settings.pretty_print = true).help("indent the output file"),
    Flag::choice("strategy", || names(STRATEGIES), |r, v| set(&mut r.settings.strategy, choice(v, STRATEGIES)))
        .help("how to search: blocks of nodes, node by node, or the first and then the second (default: hybrid)"),
    Flag::choice("effort", || names(Effort::CHOICES), |r, v| set(&mut r.settings.effort, choice(v, Effort::CHOICES)))
        .help(
            "quick stops where ddSMT does; thorough repeats the search on three reordered inputs and keeps the \
            smallest result (default: normal)",
        ),
    Flag::value("report", "file", |r, v| set(&mut r.settings.report, Ok(PathBuf::from(v))))
        .help("write a page about the run for a browser (HTML, one file)"),
    Flag::value("issue", "file", |r, v| set(&mut r.settings.issue, Ok(PathBuf::from(v))))
        .help("write a bug report about the result (Markdown, ready to paste)"),
    Flag::switch("anonymize", |r| r.settings.anonymize = true)
        .help("rename symbols and strings of the result and drop its comments, as far as it still fails")
        .more("Without cmd it does nothing else: ddsmt --anonymize in.smt2 out.smt2."),
];

const RARE_GENERAL: &[Flag] = &[
    Flag::choice(
        "generate",
        || names(Answer::GENERATED),
        |r, v| choice(v, Answer::GENERATED).map(|answer| r.answer(answer)),
    )
    .help("print the manual page or the completions of a shell")
    .more("ddsmt --generate man | man -l -"),
    Flag::switch("dump-config", |r| r.settings.dump_config = true)
        .help("print the options as they were understood, and go on"),
    Flag::switch("parser-test", |r| r.parser_test = true).help("only parse infile and print it"),
    Flag::switch("wrap-lines", |r| r.settings.wrap_lines = true).help("wrap long lines of the output file"),
    Flag::switch("shortest", |r| {
        r.settings.shortest = true;
        r.settings.toggles.set_optional();
    })
    .help(
        "at the end, also save bytes in ways that make the result no simpler: push for a query, exists for a \
            declaration, no blanks beside parentheses",
    ),
    Flag::value("endgame", "n", |r, v| set(&mut r.settings.end_game, integer::<u32>(v, "checks"))).help(
        "checks spent on exhaustive changes when nothing else helps any more; strategy hybrid only (default: by \
            --effort: 0, 1200 or 6000)",
    ),
    Flag::value("min-gain", "bytes", |r, v| set(&mut r.settings.min_gain, size(v)))
        .help("postpone changes that gain less until no larger ones are left (default: 0)"),
    Flag::switch("explain", |r| r.settings.explain = true)
        .help("at the end, say what cmd does without each command, symbol and argument"),
    Flag::switch("reduce-args", |r| r.settings.reduce_args = true)
        .help("at the end, find the arguments of cmd that the failure needs, and print the shortest command line"),
    Flag::switch("header", |r| r.settings.header = true)
        .help("begin the result with a comment: solver, version, options, failure"),
    Flag::value("json", "file", |r, v| set(&mut r.settings.json, Ok(PathBuf::from(v))))
        .help("write what happens as JSON lines, for programs")
        .more("The first line tells the version of their form, which --json-schema prints."),
    Flag::switch("json-schema", |r| r.answer(Answer::Schema))
        .help("print the JSON Schema of a line of --json and exit"),
    Flag::switch("disable-all", |r| {
        r.settings.disable_all = true;
        r.settings.toggles.disable_all();
    })
    .help("disable all mutators; later options enable some again"),
    Flag::choice("exit-status", || names(STATUSES), |r, v| set(&mut r.settings.detailed_status, choice(v, STATUSES)))
        .help(
            "detailed: exit 3 if nothing became smaller, 4 if the failure is not reproducible, 5 if the time was over \
            first (default: plain)",
        ),
];

const CHECKER: &[Flag] = &[
    Flag::value("jobs", "n", |r, v| set(&mut r.settings.jobs, jobs(v)))
        .help("number of parallel checks (default: physical cores within the quota)")
        .short('j')
        .more("The result is the same, byte for byte, with any number."),
    Flag::value("memout", "megabytes", |r, v| set(&mut r.settings.memout, positive(v)))
        .help("memory limit of each run of the command; 0 means none"),
    Flag::value("timeout", "time", |r, v| set(&mut r.settings.comparison.timeout, time_limit(v)))
        .help("time limit of each run (default: follows the current best)")
        .more(
            "The default is at most 1.5 * (golden runtime + 1). Seconds, or with a unit: 10, 2.5, 500ms, 10m, 8h. All \
            options that take a time accept these units.",
        ),
    Flag::switch("ignore-output", |r| r.settings.comparison.ignore_output = true)
        .help("compare only the exit code, not stdout and stderr"),
    Flag::switch("ignore-out", |r| r.settings.comparison.ignore_out = true).help("do not compare stdout"),
    Flag::switch("ignore-err", |r| r.settings.comparison.ignore_err = true).help("do not compare stderr"),
    Flag::value("match-err", "str", |r, v| set(&mut r.settings.comparison.match_err, Ok(v.to_owned())))
        .help("stderr must contain this instead of being identical"),
    Flag::value("match-out", "str", |r, v| set(&mut r.settings.comparison.match_out, Ok(v.to_owned())))
        .help("stdout must contain this instead of being identical"),
    Flag::value("cross-check", "cmd", |r, v| set(&mut r.settings.cross_check, Ok(v.to_owned())))
        .help("a second command that must keep its behavior as well (split at blanks)")
        .short('c'),
    Flag::switch("valid", |r| r.settings.valid = true)
        .help("never check candidates that are not well-sorted SMT-LIB")
        .more("A missing set-logic counts as well-sorted; --keep set-logic leaves it for parsers that ask for it."),
    Flag::switch("resume", |r| r.settings.resume = true)
        .help("continue an interrupted run with the answers in its journal"),
    Flag::value("budget", "time", |r, v| set(&mut r.settings.budget, time(v)))
        .help("end with the best so far after this time (90s, 10m, 8h)"),
    Flag::value("stop-at", "size", |r, v| set(&mut r.settings.stop_at, size(v)))
        .help("end as soon as the result is not larger than this (800, 2KB, 1.5MB)"),
];

const RARE_CHECKER: &[Flag] = &[
    Flag::switch("unchecked", |r| r.settings.unchecked = true).help("accept every change without running the command"),
    Flag::value("launcher", "words", |r, v| set(&mut r.settings.launcher, filled(v)))
        .help("a command that starts each run, for example on another machine (split at blanks)")
        .more(
            "As in --launcher 'srun -N1 -n1 --exclusive' -j64. Files of the runs are in TMPDIR if it is set, else \
            beside outfile: where all machines see them, as they see ddsmt and cmd under the same paths. Time \
            limits are of elapsed time, without that in a queue; a run that is lost with its machine is made \
            again.",
        ),
    Flag::value("timeout-cc", "time", |r, v| set(&mut r.settings.cross_comparison.timeout, time_limit(v)))
        .help("time limit of each run of the cross check"),
    Flag::switch("ignore-output-cc", |r| r.settings.cross_comparison.ignore_output = true)
        .help("compare only the exit code of the cross check"),
    Flag::value("match-err-cc", "str", |r, v| set(&mut r.settings.cross_comparison.match_err, Ok(v.to_owned())))
        .help("stderr of the cross check must contain this"),
    Flag::value("match-out-cc", "str", |r, v| set(&mut r.settings.cross_comparison.match_out, Ok(v.to_owned())))
        .help("stdout of the cross check must contain this"),
    Flag::switch("fixed-timeout", |r| r.settings.fixed_timeout = true)
        .help("keep the automatic time limit, however fast the runs become"),
    Flag::switch("no-memory-tunables", |r| r.settings.no_memory_tunables = true)
        .help("never set GLIBC_TUNABLES for the command, even where that makes it faster"),
    Flag::switch("no-warm-start", |r| r.settings.no_warm_start = true)
        .help("start the command for each run, instead of cloning a started process of it"),
    Flag::value("journal", "file", |r, v| set(&mut r.settings.journal, Ok(PathBuf::from(v))))
        .help("where to keep the answers of the command (default: a cache folder)"),
    Flag::value("stop-after", "n", |r, v| set(&mut r.settings.stop_after, count(v).map(|checks| checks.get() as u64)))
        .help("end with the best so far after this many checks"),
];

const FAILURE: &[Flag] = &[
    Flag::switch("same-crash", |r| r.settings.criteria.same_crash = true)
        .help("the same signal or exit code, and the same assertion or top frames")
        .more("Also the same summary of a sanitizer. Addresses, process numbers, folders, lines and times may differ."),
    Flag::value("test", "line", |r, v| add(&mut r.settings.criteria.tests, filled(v)))
        .help("a line for the shell that must exit with 0, {} is the file to check; needs no cmd (repeatable)"),
    Flag::value("placeholder", "text", |r, v| set(&mut r.settings.criteria.placeholder, filled(v)))
        .help("what stands for the file in the arguments of cmd, instead of adding it as the last one"),
    Flag::switch("stdin", |r| r.settings.criteria.stdin = true).help("cmd reads the file from its standard input"),
    Flag::value("disagree", "cmd", |r, v| set(&mut r.settings.criteria.disagree, filled(v)))
        .help("a second solver that must give the opposite answer to the same check-sat (split at blanks)"),
    Flag::value("slower-than", "time", |r, v| set(&mut r.settings.criteria.slower_than, time(v)))
        .help("cmd must use at least this much processor time (10s, 500ms, 2m)"),
    Flag::switch("times-out", |r| r.settings.criteria.times_out = true)
        .help("cmd must not end within --timeout (default: 10 seconds)"),
    Flag::value("keep", "re", |r, v| set(&mut r.settings.criteria.keep, pattern(v)))
        .help("commands that match this regular expression stay as they are"),
    Flag::value("repeat", "n", |r, v| set(&mut r.settings.criteria.repeat, count(v)))
        .help("check a candidate up to n times, as the failure comes and goes"),
];

const RARE_FAILURE: &[Flag] = &[
    Flag::value("match-out-re", "re", |r, v| set(&mut r.settings.criteria.match_out, pattern(v)))
        .help("stdout must match this regular expression instead of being identical"),
    Flag::value("match-err-re", "re", |r, v| set(&mut r.settings.criteria.match_err, pattern(v)))
        .help("stderr must match this regular expression instead of being identical"),
    Flag::value("match-any-re", "re", |r, v| set(&mut r.settings.criteria.match_any, pattern(v)))
        .help("stdout or stderr must match this regular expression, whatever else they hold"),
    Flag::value("reject-re", "re", |r, v| add(&mut r.settings.criteria.reject, pattern(v)))
        .help("neither output may match this regular expression (repeatable)"),
    Flag::switch("signature", |r| r.signature = true)
        .help("print the key of the failure as JSON and exit; the order is <infile> <cmd>")
        .more("What --same-crash compares, the answer that --disagree contradicts, or that cmd does not end."),
    Flag::value("referee", "cmd", |r, v| set(&mut r.settings.criteria.referee, filled(v)))
        .help("with --disagree: a third solver that must contradict cmd as well"),
    Flag::choice(
        "expect",
        || names(SatResult::WORDS),
        |r, v| set(&mut r.settings.criteria.expect, choice(v, SatResult::WORDS)),
    )
    .help("with --disagree: what the second solver must answer"),
    Flag::choice(
        "got",
        || names(SatResult::WORDS),
        |r, v| set(&mut r.settings.criteria.got, choice(v, SatResult::WORDS)),
    )
    .help("what cmd must answer"),
    Flag::value("slower-than-reference", "factor", |r, v| {
        set(&mut r.settings.criteria.slower_than_reference, factor(v))
    })
    .help("cmd must use at least this many times the processor time of --reference (5x)"),
    Flag::value("reference", "cmd", |r, v| set(&mut r.settings.criteria.reference, filled(v)))
        .help("the command that is fast (split at blanks)"),
    Flag::value("hints", "cmd", |r, v| set(&mut r.settings.criteria.hints, filled(v)))
        .help("a solver that is right about the input: its model or unsat core is tried first (split at blanks)")
        .more("Where it is not given, the solver of --disagree or --reference is asked."),
    Flag::value("stat", "re", |r, v| set(&mut r.settings.criteria.stat, statistic(v))).help(
        "regular expression whose first group finds a number on stdout or stderr that must be --at-least as large",
    ),
    Flag::value("at-least", "number", |r, v| set(&mut r.settings.criteria.at_least, number(v)))
        .help("the number for --stat"),
    Flag::value("need", "k", |r, v| set(&mut r.settings.criteria.need, count(v)))
        .help("with --repeat: it has to fail k times (default: 1)"),
    Flag::switch("lenient", |r| r.settings.criteria.lenient = true)
        .help("accept malformed input: an unmatched parenthesis or quote is a token of its own"),
    Flag::choice(
        "format",
        || names(Format::CHOICES),
        |r, v| set(&mut r.settings.criteria.format, choice(v, Format::CHOICES)),
    )
    .help("what the input is: S-expressions, or lines of any text that are only deleted (default: smtlib)"),
];

const TRIAGE: &[Flag] = &[Flag::switch("triage", |r| r.triage = true)
    .help("infile is a folder or a list of inputs, outfile a folder: reduce one of each kind of failure")
    .more(
        "Options may also follow the two folders; -- ends them and begins cmd. --budget limits each reduction. \
            The same call again reduces only what is new.",
    )];

const RARE_TRIAGE: &[Flag] = &[
    Flag::value("known", "folder", |r, v| set(&mut r.plan.known, Ok(PathBuf::from(v))))
        .help("with --triage: a folder with one input for each known bug"),
    Flag::value("engine", "name", |r, v| set(&mut r.plan.engine, filled(v)))
        .help("with --triage: who starts the runs, local, parallel or slurm, with options for GNU parallel or sbatch"),
    Flag::value("task", "name", |r, v| {
        set(&mut r.plan.task, filled(v).map(|name| name.to_string_lossy().into_owned()))
    })
    .help("with --triage: do only this task, as an engine asks"),
];

const DEBUGGING: &[Flag] = &[
    Flag::switch("check-loops", |r| r.settings.check_loops = true)
        .help("stop with an error if an accepted input comes back"),
    Flag::switch("profile", |r| r.settings.profile = true)
        .help("write times and counts into profile.json in the current directory"),
    Flag::switch("dump-diffs", |r| r.settings.dump_diffs = true)
        .help("write a diff of every simplification into .simp-N.diff in the current directory"),
    Flag::value("info", "file", |r, v| set(&mut r.info, Ok(v.to_owned())))
        .help("print the size of a file as JSON and exit"),
    Flag::value("candidates", "file", |r, v| set(&mut r.candidates, Ok(v.to_owned())))
        .help("print every candidate for a file as JSON lines and exit"),
    Flag::value("mutator", "name", |r, v| add(&mut r.mutators, Ok(v.to_owned())))
        .help("with --candidates: only those of this mutator (repeatable)"),
];

const CORE: &[Flag] = &[Flag::choice(
    "replace-by-variable-mode",
    || names(VARIABLE_MODES),
    |r, v| set(&mut r.settings.variable_mode, choice(v, VARIABLE_MODES)),
)
.help("replace a variable only by larger or only by smaller ones (default: inc)")];

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
