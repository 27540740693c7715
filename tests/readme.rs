//! The pages agree with the program, and the README's commands are run.

use crate::properties::example::Example;
use crate::test::{Test, repository, updated};
use ddsmt::cli::recipes::recipes;
use ddsmt::mutators::REGISTRY;
use regex::Regex;
use std::fs;
use std::process::Command;

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).expect("a README")
}

/// Returns all pages with their texts.
fn pages() -> Vec<(&'static str, String)> {
    let read = |&path: &&'static str| (path, fs::read_to_string(repository().join(path)).expect("a page"));
    PAGES.iter().map(read).collect()
}

/// The pages, relative to the repository.
const PAGES: &[&str] = &[
    "README.md", "benches/README.md", "examples/README.md", "scripts/README.md", "src/cli/README.md",
    "src/mutators/README.md", "src/reduce/README.md", "src/strategy/README.md", "tests/README.md",
];

#[test]
fn links_between_pages_lead_somewhere() {
    let link = Regex::new(r"\]\(([^)#]*)(?:#([^)]*))?\)").expect("a pattern");
    for (path, text) in pages() {
        for found in link.captures_iter(&text) {
            let (file, anchor) = (&found[1], found.get(2).map(|anchor| anchor.as_str()));
            if file.contains("://") {
                continue;
            }
            let page =
                if file.is_empty() { repository().join(path) } else { repository().join(path).with_file_name(file) };
            let Some(anchor) = anchor else {
                assert!(page.exists(), "{path}: {file}");
                continue;
            };
            let target = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{path}: {file}: {error}"));
            let anchors = target.lines().filter(|line| line.starts_with('#')).map(|line| {
                let words = line.trim_start_matches('#').trim().to_lowercase();
                words.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c)).collect::<String>().replace(' ', "-")
            });
            assert!(anchors.into_iter().any(|found| found == anchor), "{path}: {file}#{anchor}");
        }
    }
}

/// Returns the lines of the README's blocks of commands.
fn commands() -> Vec<String> {
    let (text, mut found, mut inside) = (readme(), vec![], false);
    for line in text.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => found.push(line.to_owned()),
            _ => {}
        }
    }
    found
}

/// Commands that are not run here, and the file that runs each.
const ELSEWHERE: &[(&str, &str)] = &[
    ("cargo install --path .", ".ci/run"),
    ("scripts/get-solvers", ".ci/run"),
    // This command needs a real solver.
    ("ddsmt examples/assertion-cvc5-ackermann.smt2 ", "tests/real.rs"),
];

#[test]
fn the_commands_of_the_readme_succeed() {
    for line in commands() {
        if let Some((_, place)) = ELSEWHERE.iter().find(|(command, _)| line.starts_with(command)) {
            let text = fs::read_to_string(repository().join(place)).expect("a file of the repository");
            let needle = line.split(' ').find(|word| word.starts_with("examples/")).unwrap_or(&line);
            assert!(text.contains(needle.trim_start_matches("examples/")), "{place} does not run {line}");
            continue;
        }
        let words = line.strip_prefix("ddsmt ").unwrap_or_else(|| panic!("who runs {line:?}?"));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = folder.path().join("out.smt2");
        let words = words.replace("/tmp/out.smt2", output.to_str().expect("UTF-8"));
        let status = Command::new(env!("CARGO_BIN_EXE_ddsmt"))
            .args(words.split(' '))
            .current_dir(repository())
            .status()
            .expect("the program starts");
        assert!(status.success(), "{line}");
        let size = fs::metadata(output).expect("an output").len();
        assert!(size < 200, "{line}: {size} bytes");
    }
}

/// Returns a log without times, which differ from run to run, and without the lines that only a long run prints.
fn masked(text: &str) -> String {
    let text = Regex::new(r"\[ddSMT CHAT\] [0-9:]+ (s|min): .*\n").expect("a pattern").replace_all(text, "");
    let times = Regex::new(r"[0-9:.]+ ?(s|min)(, [0-9]+% of the search in the command)?\b").expect("a pattern");
    times.replace_all(&text, "_ s").into_owned()
}

#[test]
fn the_session_of_the_readme_is_a_real_one() {
    let test = Test::on_file("examples/first.smt2").input("first.smt2");
    let body = fs::read_to_string(repository().join("examples/stand-in-solver")).expect("a solver");
    let body = body.strip_prefix("#!/bin/sh\n").expect("a shell script").trim_end();
    let test = test.script("stand-in-solver", body).command(["./stand-in-solver"]).output("small.smt2");
    let run = test.run();
    run.status(0);
    let session = format!("\n```console\n$ ddsmt first.smt2 small.smt2 ./stand-in-solver\n{}```\n", run.stderr());
    updated("README.md", "<!-- session -->", "<!-- end session -->", &session, masked);
}

#[test]
fn the_options_on_the_page_of_the_command_line_are_those_of_the_program() {
    let run = Test::without_input().run_with(&["--help"]);
    let help = format!("\n```text\n{}```\n", run.status(0).stdout());
    updated("src/cli/README.md", "<!-- help -->", "<!-- end help -->", &help, str::to_owned);
}

#[test]
fn the_recipes_on_the_page_of_examples_are_those_of_the_program() {
    let mut table = "\n| what is wrong | what to type | |\n|---|---|---|\n".to_owned();
    for recipe in recipes() {
        let call = cell(&format!("ddsmt {}", recipe.call));
        table += &format!("| {} | {call} | {} |\n", recipe.kind, recipe.note.replace('|', r"\|"));
    }
    updated("examples/README.md", "<!-- recipes -->", "<!-- end recipes -->", &format!("{table}\n"), str::to_owned);
}

#[test]
fn every_row_of_a_table_has_as_many_cells_as_its_header() {
    for (path, text) in pages() {
        let (mut inside, mut header) = (false, None);
        for line in text.lines() {
            inside ^= line.starts_with("```");
            if inside || !line.starts_with('|') {
                header = None;
                continue;
            }
            // A bar ends the cell even within code.
            let bars = line.matches('|').count() - line.matches(r"\|").count();
            assert_eq!(bars, *header.get_or_insert(bars), "{path}: {line}");
        }
    }
}

#[test]
fn every_mutator_has_its_line_in_the_readme_of_its_folder() {
    let mut table = String::new();
    for group in REGISTRY {
        table += &format!("\n**{}**\n\n| option | what it does | before | after |\n|---|---|---|---|\n", group.name);
        for mutator in group.mutators {
            let applies = |example: &Example| !example.after.is_empty();
            let example = Example::all(mutator.examples).into_iter().find(applies).expect("an example that applies");
            let (before, after) = different(&example.before, &example.after[0]);
            table += &format!("| `{}` | {} | {before} | {after} |\n", mutator.name, mutator.summary);
        }
    }
    updated(
        "src/mutators/README.md",
        "<!-- mutators -->",
        "<!-- end mutators -->",
        &format!("{table}\n"),
        str::to_owned,
    );
}

/// Returns the commands in which two scripts differ, as cells of a table.
fn different(before: &str, after: &str) -> (String, String) {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let shown = |these: &[&str], others: &[&str]| -> String {
        let lines: Vec<String> = these.iter().filter(|line| !others.contains(line)).map(|line| cell(line)).collect();
        if lines.is_empty() { "(nothing)".into() } else { lines.join("<br>") }
    };
    (shown(&old, &new), shown(&new, &old))
}

/// Returns code as a cell of a table, where a bar would end the cell.
fn cell(line: &str) -> String {
    if line.contains('|') || line.contains('`') {
        format!("<code>{}</code>", line.replace('<', "&lt;").replace('|', "&#124;"))
    } else {
        format!("`{line}`")
    }
}

#[test]
fn the_readme_is_short() {
    let text = readme();
    assert!(text.lines().count() <= 200, "{} lines", text.lines().count());
    for line in text.lines() {
        assert!(line.chars().count() <= 120, "{line}");
    }
}

#[test]
fn the_readme_holds_the_recipes_that_fit_a_line() {
    let mut table = "\n| what is wrong | what to type |\n|---|---|\n".to_owned();
    let mut longer = 0;
    for recipe in recipes() {
        let row = format!("| {} | {} |\n", recipe.kind, cell(&format!("ddsmt {}", recipe.call)));
        if row.chars().count() <= 120 { table += &row } else { longer += 1 }
    }
    assert_eq!(longer, 4, "the last row names the others");
    table += "| a count, a model, an unsat core or a proof that is wrong | \
        [`--help-recipes`](examples/README.md#what-to-type) |\n";
    updated("README.md", "<!-- recipes -->", "<!-- end recipes -->", &format!("{table}\n"), str::to_owned);
}
