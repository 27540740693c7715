//! Command lines that a person can paste into a shell.

use super::solver_commands::CommandSpec;
use crate::check::{quoted, replaced};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Returns words as one line that a shell reads.
pub fn line<'w>(words: impl IntoIterator<Item = &'w OsStr>) -> String {
    String::from_utf8_lossy(&bytes(words)).into_owned()
}

/// Returns words as one line that a shell reads, in bytes: paths need not be UTF-8.
pub fn bytes<'w>(words: impl IntoIterator<Item = &'w OsStr>) -> Vec<u8> {
    words.into_iter().map(|word| quoted(word).into_encoded_bytes()).collect::<Vec<_>>().join(&b' ')
}

/// Returns the call that continues this run, without the options that have ended it.
pub(super) fn resuming(typed: &[OsString]) -> String {
    let resume = OsStr::new("--resume");
    let is_there = typed.iter().any(|word| word == resume);
    let mut words: Vec<&OsStr> = [OsStr::new("ddsmt")].into_iter().chain((!is_there).then_some(resume)).collect();
    let mut rest = typed.iter().map(OsString::as_os_str);
    while let Some(word) = rest.next() {
        let limit =
            ["--stop-at", "--stop-after"].iter().find_map(|limit| word.as_bytes().strip_prefix(limit.as_bytes()));
        match limit {
            Some(b"") => drop(rest.next()),
            Some([b'=', ..]) => {}
            _ => words.push(word),
        }
    }
    line(words)
}

/// Returns the call with more options.
pub(super) fn with(options: &[String], typed: &[OsString]) -> String {
    let words = ["ddsmt"].into_iter().chain(options.iter().map(String::as_str)).map(OsStr::new);
    line(words.chain(typed.iter().map(OsString::as_os_str)))
}

/// Returns the line by which a person runs a command of the check on a file.
pub fn on_file(spec: &CommandSpec, program: &Path, file: &Path) -> String {
    let file =
        if file.as_os_str().as_bytes().starts_with(b"-") { PathBuf::from(".").join(file) } else { file.to_owned() };
    if spec.shell {
        let text = spec.words.last().map(OsString::as_os_str).unwrap_or_default();
        let file = quoted(file.as_os_str());
        let placed = spec.placeholder.as_deref().map(|placeholder| replaced(text, placeholder, &file));
        return placed.as_deref().unwrap_or(text).to_string_lossy().into_owned();
    }
    // ddsmt finds a script in the current folder by its bare name, a shell does not.
    let named = spec.words.first().map(OsString::as_os_str).unwrap_or_default();
    let named = if program.parent() == Some(Path::new(".")) { program.as_os_str() } else { named };
    let mut words = vec![named.to_owned()];
    for word in spec.words.iter().skip(1) {
        words.push(match &spec.placeholder {
            Some(text) => replaced(word, text, file.as_os_str()),
            None => word.clone(),
        });
    }
    let input = match (&spec.placeholder, spec.stdin) {
        (_, true) => format!(" <{}", line([file.as_os_str()])),
        (None, false) => format!(" {}", line([file.as_os_str()])),
        (Some(_), false) => String::new(),
    };
    line(words.iter().map(OsString::as_os_str)) + &input
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(words: &[&str]) -> CommandSpec {
        CommandSpec { words: words.iter().map(OsString::from).collect(), ..CommandSpec::default() }
    }

    #[test]
    fn a_command_is_run_as_by_hand() {
        let shown = |spec: CommandSpec, program: &str, file: &str| on_file(&spec, Path::new(program), Path::new(file));
        let z3 = || spec(&["z3", "-T:5", "a b"]);
        assert_eq!(shown(z3(), "/usr/bin/z3", "o.smt2"), "z3 -T:5 'a b' o.smt2");
        assert_eq!(shown(z3(), "./z3", "-o"), "./z3 -T:5 'a b' ./-o");
        assert_eq!(shown(CommandSpec { stdin: true, ..z3() }, "/usr/bin/z3", "o o"), "z3 -T:5 'a b' <'o o'");
        let placed = CommandSpec { placeholder: Some("@@".into()), ..spec(&["s", "--file=@@", "-x"]) };
        assert_eq!(shown(placed, "/bin/s", "o"), "s --file=o -x");
        let words = ["/bin/sh", "-c", "z3 {} | grep -q sat"];
        let test = CommandSpec { placeholder: Some("{}".into()), shell: true, ..spec(&words) };
        assert_eq!(shown(test, "/bin/sh", "o o"), "z3 'o o' | grep -q sat");
    }

    #[test]
    fn a_run_goes_on_with_the_words_that_were_typed() {
        let typed = |words: &str| words.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(resuming(&typed("-v a b z3 -x")), "ddsmt --resume -v a b z3 -x");
        assert_eq!(resuming(&typed("--resume a b z3")), "ddsmt --resume a b z3");
        assert_eq!(resuming(&typed("--stop-at 90 -v --stop-after=9 a b z3")), "ddsmt --resume -v a b z3");
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        let rows = [("-a=b", "-a=b"), ("a b", "'a b'"), ("", "''"), ("it's", r#""it's""#), ("--f={}", "--f={}")];
        let rows = rows.into_iter().chain([("{a,b}", "'{a,b}'"), ("a{1..3}", "'a{1..3}'")]);
        rows.for_each(|(word, want)| assert_eq!(line([OsStr::new(word)]), want));
        assert_eq!(bytes([OsStr::from_bytes(b"caf\xe9")]), b"'caf\xe9'");
    }
}
