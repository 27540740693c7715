//! Command lines that a person can paste into a shell.

use super::solver_commands::CommandSpec;
use crate::check::{quoted, replaced};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Returns words as one line that a shell reads.
pub fn line(words: impl IntoIterator<Item: AsRef<OsStr>>) -> String {
    String::from_utf8_lossy(&bytes(words)).into_owned()
}

/// Returns words as one line that a shell reads, in bytes: paths need not be UTF-8.
pub fn bytes(words: impl IntoIterator<Item: AsRef<OsStr>>) -> Vec<u8> {
    words.into_iter().map(|word| quoted(word.as_ref()).into_encoded_bytes()).collect::<Vec<_>>().join(&b' ')
}

/// The option with which a call continues another one.
pub(super) const RESUME: &str = "--resume";

/// Returns the call that continues this run, maybe without `--stop-at` and `--stop-after`. The command
/// has the last `of_command` of its words.
pub(super) fn resuming(typed: &[OsString], of_command: usize, without_limits: bool) -> String {
    let (ours, command) = typed.split_at(typed.len() - of_command);
    let resume = OsStr::new(RESUME);
    let is_there = ours.iter().any(|word| word == resume);
    let mut words: Vec<&OsStr> = [OsStr::new("ddsmt")].into_iter().chain((!is_there).then_some(resume)).collect();
    let mut rest = ours.iter().map(OsString::as_os_str);
    while let Some(word) = rest.next() {
        // They may be abbreviated.
        let is_limit = without_limits && word.as_bytes().starts_with(b"--stop-a");
        if !is_limit {
            words.push(word);
        } else if !word.as_bytes().contains(&b'=') {
            rest.next();
        }
    }
    line(words.into_iter().chain(command.iter().map(OsString::as_os_str)))
}

/// Returns the call with more options.
pub(super) fn with(options: &[String], typed: &[OsString]) -> String {
    let words = ["ddsmt"].into_iter().chain(options.iter().map(String::as_str)).map(OsStr::new);
    line(words.chain(typed.iter().map(OsString::as_os_str)))
}

/// Returns the line by which a person runs a command of the check on a file.
pub fn on_file(spec: &CommandSpec, file: &Path) -> String {
    let CommandSpec { name, program, command, .. } = spec;
    let file =
        if file.as_os_str().as_bytes().starts_with(b"-") { PathBuf::from(".").join(file) } else { file.to_owned() };
    if command.shell {
        let text = command.args.last().map(OsString::as_os_str).unwrap_or_default();
        let file = quoted(file.as_os_str());
        let placed = command.placeholder.as_deref().map(|placeholder| replaced(text, placeholder, &file));
        return placed.as_deref().unwrap_or(text).to_string_lossy().into_owned();
    }
    // ddsmt finds a script in the current folder by its bare name, a shell does not.
    let named = if program.parent() == Some(Path::new(".")) { program.as_os_str() } else { name };
    let placed = |word: &OsString| match &command.placeholder {
        Some(text) => replaced(word, text, file.as_os_str()),
        None => word.clone(),
    };
    let words = std::iter::once(named.to_owned()).chain(command.args.iter().map(placed));
    let input = match (&command.placeholder, command.stdin) {
        (_, true) => format!(" <{}", line([&file])),
        (None, false) => format!(" {}", line([&file])),
        (Some(_), false) => String::new(),
    };
    line(words) + &input
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::SolverCommand;
    use crate::reduce::solver_commands::Role;

    fn command(args: &[&str]) -> SolverCommand {
        SolverCommand { args: args.iter().map(OsString::from).collect(), ..SolverCommand::default() }
    }

    #[test]
    fn a_command_is_run_as_by_hand() {
        let shown = |command: SolverCommand, program: &str, file: &str| {
            let name = Path::new(program).file_name().unwrap_or_default().to_owned();
            on_file(&CommandSpec { role: Role::Main, name, program: program.into(), command }, Path::new(file))
        };
        let z3 = || command(&["-T:5", "a b"]);
        assert_eq!(shown(z3(), "/usr/bin/z3", "o.smt2"), "z3 -T:5 'a b' o.smt2");
        assert_eq!(shown(z3(), "./z3", "-o"), "./z3 -T:5 'a b' ./-o");
        assert_eq!(shown(SolverCommand { stdin: true, ..z3() }, "/usr/bin/z3", "o o"), "z3 -T:5 'a b' <'o o'");
        let placed = SolverCommand { placeholder: Some("@@".into()), ..command(&["--file=@@", "-x"]) };
        assert_eq!(shown(placed, "/bin/s", "o"), "s --file=o -x");
        let test = command(&["-c", "z3 {} | grep -q sat"]);
        let test = SolverCommand { placeholder: Some("{}".into()), shell: true, ..test };
        assert_eq!(shown(test, "/bin/sh", "o o"), "z3 'o o' | grep -q sat");
    }

    #[test]
    fn a_run_goes_on_with_the_words_that_were_typed() {
        let rows = [
            ("-v a b z3 -x", false, "ddsmt --resume -v a b z3 -x"),
            ("--resume a b z3 -x", false, "ddsmt --resume a b z3 -x"),
            ("--stop-at 90 -v --stop-af=9 a b z3 --stop-at", true, "ddsmt --resume -v a b z3 --stop-at"),
            ("--stop-at 90 a b z3 -x", false, "ddsmt --resume --stop-at 90 a b z3 -x"),
        ];
        for (typed, without_limits, line) in rows {
            let typed: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
            assert_eq!(resuming(&typed, 2, without_limits), line);
        }
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        let rows = [("-a=b", "-a=b"), ("a b", "'a b'"), ("", "''"), ("it's", r#""it's""#), ("--f={}", "--f={}")];
        let rows = rows.into_iter().chain([("{a,b}", "'{a,b}'"), ("a{1..3}", "'a{1..3}'")]);
        rows.for_each(|(word, want)| assert_eq!(line([OsStr::new(word)]), want));
        assert_eq!(bytes([OsStr::from_bytes(b"caf\xe9")]), b"'caf\xe9'");
    }
}
