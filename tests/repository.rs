//! Rules of this repository that a compiler does not check.

use crate::test::repository;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns all files below a folder, relative to the repository.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut pending = vec![repository().join(folder)];
    let mut found = vec![];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true if entry.file_name() != "target" => pending.push(path),
                true => {}
                false => found.push(path.strip_prefix(repository()).expect("below").to_owned()),
            }
        }
    }
    found.sort();
    found
}

/// Returns the Rust files below folders.
pub fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let all = folders.iter().flat_map(|folder| files(folder));
    all.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// Returns the text of a file of the repository.
pub fn text(path: &Path) -> String {
    fs::read_to_string(repository().join(path)).expect("a text")
}

#[test]
fn every_file_begins_with_a_description() {
    for path in sources(&["src", "tests", "benches"]) {
        assert!(text(&path).starts_with("//! "), "{} does not start with //!", path.display());
    }
}

#[test]
fn no_source_file_is_longer_than_450_lines() {
    for path in sources(&["src"]) {
        let lines = text(&path).lines().count();
        assert!(lines <= 450, "{} has {lines} lines", path.display());
    }
}

#[test]
fn nothing_is_left_unfinished() {
    // The marks are written with blanks, so that the search does not find this file.
    let marks =
        ["to do!(", "unimple mented!(", "db g!(", "#[igno re", "FIX ME", "XX X"].map(|mark| mark.replace(' ', ""));
    for path in sources(&["src", "tests", "benches"]) {
        let text = text(&path);
        for mark in &marks {
            assert!(!text.contains(mark.as_str()), "{} holds {mark}", path.display());
        }
    }
}

#[test]
fn no_example_of_a_comment_is_to_be_run() {
    for path in sources(&["src"]) {
        let text = text(&path);
        let fences = text.lines().filter_map(|line| line.trim().strip_prefix("//")?.split_once("```"));
        // Each that begins one says what it is; Cargo.toml leaves examples out.
        for (_, kind) in fences.step_by(2) {
            assert!(!kind.is_empty() && !kind.starts_with("rust"), "{} holds an example", path.display());
        }
    }
}

#[test]
fn the_top_level_is_tidy() {
    let allowed = [
        "Cargo.toml", "Cargo.lock", "src", "tests", "benches", "examples", "scripts", "README.md", "LICENSE", "target",
    ];
    for entry in fs::read_dir(repository()).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("UTF-8");
        assert!(name.starts_with('.') || allowed.contains(&name.as_str()), "{name} does not belong there");
    }
}

#[test]
fn every_fixture_and_example_is_used() {
    let tests: String = sources(&["tests", "src", "benches"]).iter().map(|path| text(path)).collect();
    for path in ["tests/fixtures", "tests/dialects", "examples"].iter().flat_map(|folder| files(folder)) {
        let name = path.file_name().expect("a name").to_str().expect("UTF-8");
        let folder = format!("\"{}\"", path.parent().expect("a folder").display());
        assert!(tests.contains(name) || tests.contains(&folder), "no test uses {}", path.display());
    }
}

#[test]
fn every_script_tells_its_use_and_is_on_the_page_of_scripts() {
    let readme = text(Path::new("scripts/README.md"));
    for path in files("scripts").iter().filter(|path| path.extension().is_none()) {
        let head: Vec<String> = text(path).lines().take(12).map(str::to_owned).collect();
        assert!(head.join("\n").contains("usage: "), "{} does not tell its use", path.display());
        assert!(readme.contains(&format!("`{}", path.display())), "{} is not in scripts/README.md", path.display());
    }
}
