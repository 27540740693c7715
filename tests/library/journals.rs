//! Journals as they are written and read.

use ddsmt::check::{Finding, Time, TimeBudget, Usage};
use ddsmt::reduce::journal::*;
use ddsmt::sexpr::Digest;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn header(command: &str) -> Header {
    Header([("version", "1"), ("command", command)].map(|(name, fact)| (name.into(), fact.into())).into())
}

fn finding(number: u64) -> (Digest, Finding) {
    let time = Time { wall: Duration::from_micros(number * 7), cpu: Duration::from_micros(number) };
    let cut = number.is_multiple_of(3).then_some(TimeBudget([Some(time), None]));
    let finding = Finding { verdict: number.is_multiple_of(2), usage: Usage([time, Time::default()]), cut };
    (Digest::of(&number.to_le_bytes()), finding)
}

fn written(path: &Path, findings: u64) -> Vec<u8> {
    let journal = Journal::create(path, || header("solver"), Some(Arc::new(b"(a)\n\n".to_vec()))).expect("a journal");
    journal.note(Entry::Output(Digest::of(b"(b)"), Digest::of(b"(b)")));
    (0..findings).map(finding).for_each(|(digest, finding)| journal.note(Entry::Finding(digest, finding)));
    journal.close().expect("writable");
    fs::read(path).expect("there")
}

#[test]
fn a_written_journal_is_read_again() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("j");
    let bytes = written(&path, 9);
    let contents = JournalContents::read(&path).expect("readable").expect("a header");
    assert_eq!((contents.whole, contents.input.as_deref()), (bytes.len() as u64, Some(&b"(a)\n\n"[..])));
    assert_eq!(contents.header, header("solver"));
    assert_eq!(contents.findings, (0..9).map(finding).collect::<Vec<_>>());
    assert_eq!(contents.outputs.get(&Digest::of(b"(b)")), Some(&Digest::of(b"(b)")));
    assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_journal_that_is_torn_anywhere_is_read_up_to_there_and_goes_on() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("j");
    let bytes = written(&path, 5);
    let mut lengths = Vec::new();
    for cut in 0..bytes.len() {
        fs::write(&path, &bytes[..cut]).expect("writable");
        let Some(contents) = JournalContents::read(&path).expect("readable") else {
            assert!(lengths.is_empty());
            continue;
        };
        assert!(contents.whole <= cut as u64);
        assert_eq!(contents.findings, (0..contents.findings.len() as u64).map(finding).collect::<Vec<_>>());
        lengths.push(contents.findings.len());
        let journal = Journal::resume(&path, &contents).expect("a journal");
        let (digest, last) = finding(77);
        journal.note(Entry::Finding(digest, last));
        journal.close().expect("writable");
        let again = JournalContents::read(&path).expect("readable").expect("a header");
        assert_eq!((again.findings.last(), again.findings.len()), (Some(&(digest, last)), contents.findings.len() + 1));
    }
    assert!(lengths.is_sorted() && lengths.last() == Some(&4), "{lengths:?}");
}

#[test]
fn only_a_journal_without_an_end_is_of_an_interrupted_run() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("j");
    assert_eq!(JournalContents::of_interrupted(&path), None);
    let mut bytes = written(&path, 2);
    let interrupted = JournalContents::of_interrupted(&path);
    assert_eq!((interrupted.is_some(), interrupted), (true, JournalContents::of(&bytes)));
    bytes.extend(Entry::Done.line());
    for (end, what) in [(bytes.len(), "finished"), (3, "torn")] {
        fs::write(&path, &bytes[..end]).expect("writable");
        assert_eq!(JournalContents::of_interrupted(&path), None, "{what}");
    }
}

#[test]
fn a_journal_has_one_writer() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("j");
    written(&path, 1);
    let contents = JournalContents::read(&path).expect("readable").expect("a header");
    let _first = Journal::resume(&path, &contents).expect("a journal");
    assert!(Journal::resume(&path, &contents).is_err());
}
