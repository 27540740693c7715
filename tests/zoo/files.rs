//! The input and folders that a solver finds, and its changes of them.

use super::slots::{INPUT, Zoo};
use ddsmt::check::record;
use std::path::Path;

#[test]
fn no_run_can_spoil_the_input_of_the_next_one() {
    for body in [
        "rm $1",
        ": > $1",
        "echo garbage >> $1",
        "chmod 000 $1",
        "chmod 777 $1",
        "mv $1 $1.old",
        "echo garbage > $1.new; mv $1.new $1",
        "ln $1 $1.link",
        "rm $1; mkdir $1",
        "rm $1; ln -s /dev/null $1",
        "rm -r $(dirname $1)",
        "chmod 000 $(dirname $1)",
        "mv $(dirname $1) $(dirname $1).old; mkdir $(dirname $1)",
        "rm -r $TMPDIR",
        "rmdir $TMPDIR; mkdir $TMPDIR",
        "mkdir -p $TMPDIR/a/b; touch $TMPDIR/a/b/c; chmod 000 $TMPDIR/a",
        "touch $1.log",
    ] {
        let mut zoo = Zoo::new();
        let vandal = zoo.solver(body);
        zoo.record(&vandal);
        let witness = "cat $1; echo text > $1.try; rm $1.try; ls -A $TMPDIR $(dirname $1)";
        let witness = zoo.solver(witness);
        let recording = zoo.record(&witness);
        let text = String::from_utf8_lossy(&recording.stdout);
        let (content, listing) = text.split_at(INPUT.concat().len());
        assert_eq!(content.as_bytes(), INPUT.concat(), "{body}");
        let files: Vec<&str> = listing.lines().filter(|line| !line.ends_with(':')).collect();
        assert_eq!(files.concat(), "input.smt2", "{body}: {listing}");
    }
}

#[test]
fn a_shorter_candidate_leaves_nothing_of_a_longer_one() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("cat $1");
    let many: Vec<&[u8]> = vec![b"0123456789"; 1000];
    for text in [&many[..], &many[..1], &[], &[b"", b"a", b"", b"b"], &many[..65]] {
        let recording = record(&command, &mut zoo.slot, text).expect("input file");
        assert_eq!(recording.stdout, text.concat());
    }
}

#[test]
fn input_and_folders_are_private() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("stat -c %a $1 $(dirname $1) $(dirname $(dirname $1)) $TMPDIR");
    assert_eq!(zoo.record(&command).stdout, b"600\n700\n700\n700\n");
}

#[test]
fn nothing_is_left_of_a_workspace() {
    let mut zoo = Zoo::new();
    let command = zoo.solver("mkdir $TMPDIR/a; touch $TMPDIR/a/b; chmod 000 $TMPDIR/a");
    zoo.record(&command);
    let paths = zoo.slot.paths();
    let parents = [&paths.folder, &paths.scratch].map(|path| path.parent().map(Path::to_owned));
    drop(zoo);
    for parent in parents.into_iter().flatten() {
        assert!(!parent.exists(), "{}", parent.display());
    }
}

#[test]
fn the_placeholder_stands_for_the_path() {
    let mut zoo = Zoo::new();
    let mut command = zoo.solver("echo $# $1 $2; cat ${2#--in=}");
    command.args = vec!["{}".into(), "--in={}".into()];
    command.placeholder = Some("{}".into());
    let path = zoo.slot.paths().input.display().to_string();
    let text = format!("2 {path} --in={path}\n(check-sat)\n(exit)\n");
    assert_eq!(zoo.record(&command).stdout, text.as_bytes());
    command.placeholder = None;
    let text = "3 {} --in={}\n";
    assert!(zoo.record(&command).stdout.starts_with(text.as_bytes()));
}
