//! Attacks on a run by other users, other programs, and the system. Each row of `tests/attacks/*.sh` is a promise and
//! shell lines that try to break it; `scripts/side-by-side` runs the same rows on ddSMT. The first row of each file and
//! every seventh one after it is run. With `DDSMT_ALL_CASES` all rows are, and root runs each row as an ordinary user,
//! too, where rows that call `needs_root` pass.
//!
//! A row is `kept` if its run must leave the smallest result that fails, `seen` if its lines check the outcome
//! themselves, and `refused: WORDS` if the run must end with an error that contains the words.

use crate::test::{Test, all_cases, in_threads, repository, sample};

const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

const DATA: &str = include_str!("attacks/data.sh");
const VERDICTS: &str = include_str!("attacks/verdicts.sh");
const ENDS: &str = include_str!("attacks/ends.sh");
const LEFT_BEHIND: &str = include_str!("attacks/left-behind.sh");
const WORDS: &str = include_str!("attacks/words.sh");
const NAMES: &str = include_str!("attacks/names.sh");
const ENVIRONMENT: &str = include_str!("attacks/environment.sh");
const DESCRIPTORS: &str = include_str!("attacks/descriptors.sh");
const LIMITS: &str = include_str!("attacks/limits.sh");
const PARENTS: &str = include_str!("attacks/parents.sh");
const CHANGES: &str = include_str!("attacks/changes.sh");
const SYSTEMS: &str = include_str!("attacks/systems.sh");
const TRIAGE: &str = include_str!("attacks/triage.sh");
const REPORTS: &str = include_str!("attacks/reports.sh");
const LAUNCHERS: &str = include_str!("attacks/launchers.sh");
const JOURNALS: &str = include_str!("attacks/journals.sh");
const SANDBOXES: &str = include_str!("attacks/sandboxes.sh");

/// Returns the rows of a file, each with its promise first.
fn rows(file: &str) -> Vec<&str> {
    file.split("\n## ").skip(1).collect()
}

fn show_all(file: &'static str) {
    let rows = sample(rows(file), 7).map(|row| row.split_once('\n').expect("a promise and its lines"));
    in_threads(rows, 3, show);
}

fn show(lines: &str) {
    let (expected, lines) = lines.split_once('\n').expect("what is expected, and lines");
    let lines = shlex::try_quote(lines).expect("no NUL");
    let row = repository().join("tests/attacks/row");
    let has_another = all_cases() && rustix::process::geteuid().is_root();
    for user in if has_another { &["", "ordinary"][..] } else { &[""] } {
        let run = Test::on(SMALL).run_line(&format!("exec sh '{}' {lines} {user}", row.display()));
        match expected.split_once(": ") {
            Some(("#= refused", words)) => run.status(1).says(words),
            _ => run.status(0),
        };
        if expected == "#= kept" {
            run.reduced("(assert)\n");
        }
    }
}

#[test]
fn no_data_of_anybody_is_lost() {
    show_all(DATA);
}

#[test]
fn verdicts_do_not_depend_on_chance() {
    show_all(VERDICTS);
}

#[test]
fn runs_end_when_they_are_to_and_not_before() {
    show_all(ENDS);
}

#[test]
fn nothing_is_left_behind() {
    show_all(LEFT_BEHIND);
}

#[test]
fn messages_name_what_failed() {
    show_all(WORDS);
}

#[test]
fn names_are_bytes_and_folders_may_be_odd() {
    show_all(NAMES);
}

#[test]
fn the_solver_finds_the_same_whatever_the_environment_is_like() {
    show_all(ENVIRONMENT);
}

#[test]
fn descriptors_may_be_closed_full_or_the_ends_of_others() {
    show_all(DESCRIPTORS);
}

#[test]
fn limits_may_be_odd() {
    show_all(LIMITS);
}

#[test]
fn whoever_starts_us_may_be_odd() {
    show_all(PARENTS);
}

#[test]
fn files_may_change_while_we_run() {
    show_all(CHANGES);
}

#[test]
fn file_systems_and_containers_may_be_odd() {
    show_all(SYSTEMS);
}

#[test]
fn a_triage_writes_only_what_it_has_made() {
    show_all(TRIAGE);
}

#[test]
fn reports_destroy_nothing() {
    show_all(REPORTS);
}

#[test]
fn a_launcher_may_do_what_it_wants() {
    show_all(LAUNCHERS);
}

#[test]
fn a_journal_is_believed_as_far_as_it_is_whole() {
    show_all(JOURNALS);
}

#[test]
fn sandboxes_may_forbid_what_we_would_use() {
    show_all(SANDBOXES);
}
