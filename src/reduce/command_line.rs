//! `--reduce-args`: removes arguments of the command that the failure does not need.

use super::solver_commands::CommandSpec;
use crate::check::{Checker, Interesting, Slot};
use memchr::memmem;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// Removes arguments of the command with this number as long as `text` fails without them. The argument that
/// names the file is never removed.
pub(super) fn reduce_arguments(
    checker: &mut Checker,
    number: usize,
    spec: &mut CommandSpec,
    slot: &mut Slot,
    text: &[u8],
) {
    let Some(i) = checker.trials.iter().position(|trial| trial.number == number) else { return };
    let command = checker.trials[i].command.clone();
    let names_file = |word: &OsStr| {
        command.placeholder.as_deref().is_some_and(|file| memmem::find(word.as_bytes(), file.as_bytes()).is_some())
    };
    let left = needed(&command.args, names_file, |arguments| {
        checker.trials[i].command.args = arguments.to_vec();
        checker.check(slot, &[text]).interesting == Interesting::Yes
    });
    spec.command.args.clone_from(&left);
    checker.trials[i].command.args = left;
}

/// Returns the words without which `fails` no longer holds. Removes blocks first, then pairs, such as an
/// option and its value, then single words.
fn needed(
    words: &[OsString],
    stays: impl Fn(&OsStr) -> bool,
    mut fails: impl FnMut(&[OsString]) -> bool,
) -> Vec<OsString> {
    let mut kept = words.to_vec();
    let mut block = kept.len();
    while block > 0 {
        let (mut at, before) = (0, kept.len());
        while at < kept.len() {
            let end = (at + block).min(kept.len());
            let goes = |i: usize| (at..end).contains(&i) && !stays(&kept[i]);
            let fewer: Vec<OsString> = (0..kept.len()).filter(|&i| !goes(i)).map(|i| kept[i].clone()).collect();
            if fewer.len() < kept.len() && fails(&fewer) {
                kept = fewer;
            } else {
                at += if block > 2 { block } else { 1 };
            }
        }
        let again = block == 1 && kept.len() < before;
        block = if again { 2.min(kept.len()) } else { block / 2 };
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_go_with_their_values() {
        let rows = [
            ("-a -b x -c {} -d", "", "{}"),
            ("-a -b x -c {} -d", "-c", "-c {}"),
            ("-a -b x -c {} -d", "-b x", "-b x {}"),
            ("-a -b x -c {} -d -e -f", "-a -f", "-a {} -f"),
            ("", "", ""),
        ];
        let split = |text: &str| text.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        for (words, wanted, left) in rows {
            let is_whole = |words: &[OsString]| {
                let value = words.iter().position(|word| word == "x");
                value.is_some() == words.iter().any(|word| word == "-b")
            };
            let fails = |words: &[OsString]| is_whole(words) && split(wanted).iter().all(|word| words.contains(word));
            assert_eq!(needed(&split(words), |word| word == "{}", fails), split(left), "{wanted} of {words}");
        }
    }
}
