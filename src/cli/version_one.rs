//! Options of ddSMT 1, which are refused with their new spelling: a run with
//! other defaults than the user meant would be worse.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// The options of version 1, each with what to write now.
const OPTIONS: &[(&str, &str)] = &[
    ("-t", "--timeout SECONDS for -t"),
    ("-o", "--ignore-output, --match-out STR or --match-err STR for -o"),
    ("-p", "--jobs N for -p"),
    ("-b", "--strategy hierarchical for -b"),
    ("-r", "nothing for -r"),
    ("-O", "nothing for -O"),
    ("--round", "nothing for --round"),
    ("--max-threads", "--jobs N for --max-threads"),
];

/// Returns what to write instead, if there are options of version 1 among these unknown words.
pub(super) fn advice<'a>(unknown: impl Iterator<Item = &'a OsStr>) -> Option<String> {
    let unknown: Vec<&[u8]> = unknown.map(OsStr::as_bytes).collect();
    let advice: Vec<&str> = OPTIONS
        .iter()
        .filter(|(option, _)| unknown.iter().any(|word| is(option, word)))
        .map(|(_, advice)| *advice)
        .collect();
    (!advice.is_empty()).then(|| format!("options of ddSMT version 1, write {}", advice.join("; ")))
}

/// Whether a word is this option, alone or with a value attached to it.
fn is(option: &str, word: &[u8]) -> bool {
    let Some(rest) = word.strip_prefix(option.as_bytes()) else {
        return false;
    };
    match rest {
        [] => true,
        [b'=', ..] => option.starts_with("--"),
        digits => option.len() == 2 && digits.iter().all(u8::is_ascii_digit),
    }
}
