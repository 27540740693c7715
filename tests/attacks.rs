//! Attacks on a run by other users, other programs, and the system. Each row of `tests/attacks/*.sh` is a promise and
//! shell lines that try to break it; `scripts/side-by-side` runs the same rows on ddSMT. With `DDSMT_ALL_CASES` root
//! runs each row as an ordinary user, too, where rows that call `needs_root` pass.
//!
//! A row is `kept` if its run must leave the smallest result that fails, `seen` if its lines check the outcome
//! themselves, and `refused: WORDS` if the run must end with an error that contains the words.

use crate::test::{Test, all_cases, repository};
use std::thread;

const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

fn show_all(section: &'static str) {
    let rows: Vec<&str> = section.split("\n## ").skip(1).collect();
    for some in rows.chunks(3) {
        thread::scope(|scope| {
            for row in some {
                let (promise, lines) = row.split_once('\n').expect("a promise and its lines");
                let named = thread::Builder::new().name(promise.to_owned());
                named.spawn_scoped(scope, || show(lines)).expect("a thread");
            }
        });
    }
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
    show_all(include_str!("attacks/data.sh"));
}

#[test]
fn verdicts_do_not_depend_on_chance() {
    show_all(include_str!("attacks/verdicts.sh"));
}

#[test]
fn runs_end_when_they_are_to_and_not_before() {
    show_all(include_str!("attacks/ends.sh"));
}

#[test]
fn nothing_is_left_behind() {
    show_all(include_str!("attacks/left-behind.sh"));
}

#[test]
fn messages_name_what_failed() {
    show_all(include_str!("attacks/words.sh"));
}

#[test]
fn names_are_bytes_and_folders_may_be_odd() {
    show_all(include_str!("attacks/names.sh"));
}

#[test]
fn the_solver_finds_the_same_whatever_the_environment_is_like() {
    show_all(include_str!("attacks/environment.sh"));
}

#[test]
fn descriptors_may_be_closed_full_or_the_ends_of_others() {
    show_all(include_str!("attacks/descriptors.sh"));
}

#[test]
fn limits_may_be_odd() {
    show_all(include_str!("attacks/limits.sh"));
}

#[test]
fn whoever_starts_us_may_be_odd() {
    show_all(include_str!("attacks/parents.sh"));
}

#[test]
fn files_may_change_while_we_run() {
    show_all(include_str!("attacks/changes.sh"));
}

#[test]
fn file_systems_and_containers_may_be_odd() {
    show_all(include_str!("attacks/systems.sh"));
}

#[test]
fn a_triage_writes_only_what_it_has_made() {
    show_all(include_str!("attacks/triage.sh"));
}

#[test]
fn reports_destroy_nothing() {
    show_all(include_str!("attacks/reports.sh"));
}

#[test]
fn a_launcher_may_do_what_it_wants() {
    show_all(include_str!("attacks/launchers.sh"));
}

#[test]
fn a_journal_is_believed_as_far_as_it_is_whole() {
    show_all(include_str!("attacks/journals.sh"));
}

#[test]
fn sandboxes_may_forbid_what_we_would_use() {
    show_all(include_str!("attacks/sandboxes.sh"));
}
