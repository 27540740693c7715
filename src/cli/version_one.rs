//! Options of ddSMT 1, which are refused with their new spelling: a run with
//! other defaults than the user meant would be worse.

use crate::reduce::os_bytes::bytes;
use std::ffi::OsStr;

/// The beginning of an option of version 1 and what to write now.
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

/// What to write instead, if there are options of version 1 among these
/// unknown words.
pub(super) fn advice<'a>(unknown: impl Iterator<Item = &'a OsStr>) -> Option<String> {
    let unknown: Vec<&[u8]> = unknown.map(bytes).collect();
    let advice: Vec<&str> = OPTIONS
        .iter()
        .filter(|(option, _)| unknown.iter().any(|word| is(option, word)))
        .map(|(_, advice)| *advice)
        .collect();
    (!advice.is_empty()).then(|| format!("options of ddSMT version 1, write {}", advice.join("; ")))
}

/// Whether a word is this option, alone or with a value that is glued to it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_options_of_version_1_get_its_advice() {
        let rows: [(&[&str], Option<&str>); 6] = [
            (&[], None),
            (&["-x", "--foo", "-timeout"], None),
            (&["-t"], Some("--timeout SECONDS for -t")),
            (&["-t3"], Some("--timeout SECONDS for -t")),
            (&["--round=20"], Some("nothing for --round")),
            (&["--round", "-x", "-p"], Some("--jobs N for -p; nothing for --round")),
        ];
        for (words, expected) in rows {
            let expected = expected.map(|e| format!("options of ddSMT version 1, write {e}"));
            assert_eq!(advice(words.iter().map(OsStr::new)), expected, "{words:?}");
        }
    }
}
