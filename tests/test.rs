//! Calls of the program in a temporary folder, and checks of their outcome.

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag::register_conditional_shutdown;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// Time after which a call hangs, however slow the machine is.
const HANGS: Duration = Duration::from_secs(1200);

/// The folder of this repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A call of the program, built step by step. Without further steps it is `ddsmt in.smt2 out.smt2 ./solver`, in a
/// folder that holds only the input and the solver.
pub struct Test {
    folder: TempDir,
    input: String,
    output: String,
    options: Vec<OsString>,
    command: Vec<OsString>,
    environment: Vec<(String, OsString)>,
}

impl Test {
    /// A call on an input with this text.
    pub fn on(text: impl AsRef<[u8]>) -> Test {
        Test::without_input().file("in.smt2", text)
    }

    /// A call on a copy of a file of this repository.
    pub fn on_file(path: &str) -> Test {
        Test::on(fs::read(repository().join(path)).expect("a file of the repository"))
    }

    /// A call on an input that does not exist.
    pub fn without_input() -> Test {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["home", "tmp"] {
            fs::create_dir(folder.path().join(name)).expect("a new folder");
        }
        Test {
            folder,
            input: "in.smt2".into(),
            output: "out.smt2".into(),
            options: vec![],
            command: vec!["./solver".into()],
            // The trial of memory tunables depends on times, and would make the number of runs vary.
            environment: vec![("GLIBC_TUNABLES".into(), "".into())],
        }
    }

    /// Adds a file beside the input.
    pub fn file(self, name: &str, bytes: impl AsRef<[u8]>) -> Test {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("the folder")).expect("a folder");
        fs::write(path, bytes).expect("a new file");
        self
    }

    /// Adds a symbolic link beside the input.
    pub fn link(self, name: &str, target: impl AsRef<Path>) -> Test {
        std::os::unix::fs::symlink(target, self.path(name)).expect("a new link");
        self
    }

    /// Adds an executable shell script beside the input. `body` is its text without the first line.
    pub fn script(self, name: &str, body: &str) -> Test {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("the folder")).expect("a folder");
        // A shell writes the file. If this process had it open while another thread starts a program, that program
        // would keep it open, and executing it would fail.
        let mut shell = Command::new("sh")
            .args(["-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh"])
            .arg(&path)
            .stdin(Stdio::piped())
            .spawn()
            .expect("sh");
        let mut stdin = shell.stdin.take().expect("piped");
        stdin.write_all(format!("#!/bin/sh\n{body}\n").as_bytes()).expect("sh reads");
        drop(stdin);
        assert!(shell.wait().expect("sh ends").success());
        self
    }

    /// Adds a solver that is a shell script; `$1` is the candidate.
    pub fn solver(self, body: &str) -> Test {
        self.script("solver", body)
    }

    /// Adds a solver that ends with status 9 if its input contains all of the texts.
    pub fn needs(self, texts: &[&str]) -> Test {
        self.solver(&needs(texts))
    }

    /// Sets the words of the command, instead of `./solver`.
    pub fn command<S: Into<OsString>>(mut self, words: impl IntoIterator<Item = S>) -> Test {
        self.command = words.into_iter().map(Into::into).collect();
        self
    }

    /// Adds options, split at blanks.
    pub fn options(mut self, words: &str) -> Test {
        self.options.extend(words.split_whitespace().map(OsString::from));
        self
    }

    /// Adds one word to the options, which may contain blanks.
    pub fn option(mut self, word: impl Into<OsString>) -> Test {
        self.options.push(word.into());
        self
    }

    /// Sets the name of the input file, and renames the file if it exists.
    pub fn input(mut self, name: &str) -> Test {
        let _ = fs::rename(self.path(&self.input), self.path(name));
        self.input = name.into();
        self
    }

    /// Sets the name of the output file.
    pub fn output(mut self, name: &str) -> Test {
        self.output = name.into();
        self
    }

    /// Sets an environment variable.
    pub fn environment(mut self, name: &str, value: impl Into<OsString>) -> Test {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Removes the environment variables that only tests set.
    pub fn plain_environment(mut self) -> Test {
        self.environment.clear();
        self
    }

    /// Returns the path of a file beside the input.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program with the options, the files and the command.
    pub fn run(self) -> Outcome {
        let words = self.words();
        self.call(&words)
    }

    /// Runs the program with these words only.
    pub fn run_with(self, words: &[&str]) -> Outcome {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        self.call(&words)
    }

    /// Runs shell lines in the folder of the input, with the program in the path.
    pub fn run_line(self, line: &str) -> Outcome {
        let program = Path::new(env!("CARGO_BIN_EXE_ddsmt")).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = self.prepared(Command::new("sh"));
        shell.args(["-eu", "-c", line]).env("PATH", format!("{}:{path}", program.display()));
        self.outcome(output_unless_it_hangs(shell))
    }

    /// Returns all words after the program's name.
    pub fn words(&self) -> Vec<OsString> {
        let files = [OsString::from(&self.input), OsString::from(&self.output)];
        [&self.options[..], &files, &self.command].concat()
    }

    /// Returns the program, ready to be started in the folder of the input.
    pub fn program(&self, words: &[OsString]) -> Command {
        let mut program = self.prepared(Command::new(env!("CARGO_BIN_EXE_ddsmt")));
        program.args(words);
        program
    }

    fn prepared(&self, mut program: Command) -> Command {
        heed_signals();
        program.current_dir(self.folder.path()).env("TMPDIR", self.path("tmp"));
        program.env("HOME", self.path("home")).env_remove("XDG_CACHE_HOME");
        program.envs(self.environment.iter().map(|(name, value)| (name, value)));
        program
    }

    fn call(self, words: &[OsString]) -> Outcome {
        let program = self.program(words);
        self.outcome(output_unless_it_hangs(program))
    }

    /// Returns the outcome of a run of [`Test::program`].
    pub fn outcome(self, output: Output) -> Outcome {
        let Output { status, stdout, stderr } = output;
        Outcome { folder: self.folder, output: self.output, status: status.code(), stdout, stderr }
    }
}

/// Runs a program, in a process group of its own that is ended if it hangs: no test may keep the others waiting.
fn output_unless_it_hangs(mut program: Command) -> Output {
    program.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = program.spawn().expect("the program starts");
    let group = Pid::from_child(&child);
    let (has_ended, end) = channel::<()>();
    let watch = thread::spawn(move || {
        for (patience, signal) in [(HANGS, Signal::TERM), (HANGS / 60, Signal::KILL)] {
            if end.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{program:?} hangs, and is ended");
                let _ = kill_process_group(group, signal);
            }
        }
    });
    let output = child.wait_with_output().expect("pipes");
    drop(has_ended);
    watch.join().expect("no panic");
    output
}

/// Handles signals in this process, so that the programs that it starts have their default actions. Signals that a
/// script or `nohup` has set to be ignored would be ignored by these programs, too.
fn heed_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            register_conditional_shutdown(signal, 128 + signal, Arc::new(true.into())).expect("a handler");
        }
    });
}

/// The lines of a solver that read the file of its last argument into `$text`.
///
/// They start no further process, which would take as long as the shell itself.
pub const READ_TEXT: &str = "for input; do :; done
while IFS= read -r line || [ \"$line\" ]; do text=$text$line'\n'; done <\"$input\"\n";

/// Returns the body of a solver that ends with status 9 if the file of its last argument contains all of the texts.
pub fn needs(texts: &[&str]) -> String {
    let mut body = READ_TEXT.to_owned();
    for text in texts {
        body += &format!("case $text in *'{text}'*) ;; *) exit 0 ;; esac\n");
    }
    body + "exit 9"
}

/// The body of a solver whose runs pass beside another one, unless they are golden runs.
pub const DISTURBED: &str = "cmp -s \"$1\" in.smt2 && exit 9; exec 3>home/lock; flock -n 3 || exit 0; sleep 0.02
grep -q '(assert' \"$1\" && exit 9; exit 0";

/// A line of a solver that notes the folder of its candidate in `home/places`.
pub const NOTE_PLACE: &str = "echo \"${1%/*}\" >>\"$HOME/places\"\n";

/// The outcome of a call: its folder, exit status and outputs.
pub struct Outcome {
    folder: TempDir,
    output: String,
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Outcome {
    /// Asserts the exit status.
    #[track_caller]
    pub fn status(&self, status: i32) -> &Outcome {
        assert_eq!(self.status, Some(status), "\n{}", self.transcript());
        self
    }

    /// Asserts that the standard output is `text`.
    #[track_caller]
    pub fn prints(&self, text: &str) -> &Outcome {
        assert_eq!(String::from_utf8_lossy(&self.stdout), text, "\n{}", self.transcript());
        self
    }

    /// Asserts that the standard error contains `text`.
    #[track_caller]
    pub fn says(&self, text: &str) -> &Outcome {
        assert!(self.stderr().contains(text), "no {text:?} in\n{}", self.transcript());
        self
    }

    /// Asserts that the standard error does not contain `text`.
    #[track_caller]
    pub fn does_not_say(&self, text: &str) -> &Outcome {
        assert!(!self.stderr().contains(text), "{text:?} in\n{}", self.transcript());
        self
    }

    /// Asserts that the output file has this text.
    #[track_caller]
    pub fn reduced(&self, text: impl AsRef<[u8]>) -> &Outcome {
        let found = self.read(&self.output);
        let (found, text) = (String::from_utf8_lossy(&found), String::from_utf8_lossy(text.as_ref()));
        assert_eq!(found, text, "\n{}", self.transcript());
        self
    }

    /// Asserts that a file beside the input has this text.
    #[track_caller]
    pub fn holds(&self, name: &str, text: &str) -> &Outcome {
        assert_eq!(String::from_utf8_lossy(&self.read(name)), text, "{name}\n{}", self.transcript());
        self
    }

    /// Asserts that only these files are in the folder, and that the folders of candidates that the solver has noted in
    /// `home/places` are gone.
    #[track_caller]
    pub fn leaves(&self, names: &[&str]) -> &Outcome {
        let mut names: Vec<OsString> = names.iter().chain(&["home", "tmp"]).map(OsString::from).collect();
        names.sort();
        let mut found = listing(self.folder.path());
        found.sort();
        assert_eq!(found, names, "\n{}", self.transcript());
        assert_eq!(listing(&self.path("tmp")), [""; 0], "temporary files\n{}", self.transcript());
        let places = fs::read_to_string(self.path("home/places")).unwrap_or_default();
        for place in places.lines() {
            assert!(!Path::new(place).exists(), "{place} is still there\n{}", self.transcript());
        }
        self
    }

    /// Asserts that the processes whose numbers are in the file `notes` have ended.
    #[track_caller]
    pub fn has_ended(&self, notes: &str) {
        for pid in self.text(notes).lines().map(|line| line.parse().expect("a number")) {
            let pid = Pid::from_raw(pid).expect("a process");
            assert!(test_kill_process(pid).is_err(), "{pid:?} is still there\n{}", self.transcript());
        }
    }

    /// Returns the text of the output file.
    #[track_caller]
    pub fn result(&self) -> String {
        self.text(&self.output)
    }

    /// Returns the text of a file beside the input.
    #[track_caller]
    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    /// Returns the content of a file beside the input.
    #[track_caller]
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}\n{}", self.transcript()))
    }

    /// Returns the path of a file beside the input.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the standard error.
    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// Returns the standard output.
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Returns the number of runs of the solver, from the statistics (`-v`).
    #[track_caller]
    pub fn tests(&self) -> u64 {
        let stderr = self.stderr();
        let line = stderr.lines().find_map(|line| line.strip_prefix("[ddSMT INFO] tests:"));
        let number = line.and_then(|number| number.trim().parse().ok());
        number.unwrap_or_else(|| panic!("no statistics in\n{}", self.transcript()))
    }

    fn transcript(&self) -> String {
        let status = self.status.map_or("none".to_owned(), |status| status.to_string());
        format!("status {status}\n--- stdout\n{}--- stderr\n{}---", self.stdout(), self.stderr())
    }
}

fn listing(folder: &Path) -> Vec<OsString> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name()).collect()
}

/// Returns the path of a real solver, if `scripts/get-solvers` has installed it.
///
/// Prints that the solver is missing; with `DDSMT_NEED_SOLVERS=1`, as in CI, the test fails then.
pub fn real_solver(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SOLVERS_DIR").map_or_else(|| repository().join(".solvers"), PathBuf::from);
    let path = folder.join("bin").join(name);
    if path.exists() {
        return Some(path);
    }
    let needed = std::env::var_os("DDSMT_NEED_SOLVERS").is_some_and(|value| value == OsStr::new("1"));
    assert!(!needed, "{} is missing: run scripts/get-solvers", path.display());
    tell_once(format!("skipped: no {name} in .solvers/bin (scripts/get-solvers fetches it)"));
    None
}

/// Whether to run all cases, as `scripts/ci` does. If not, says once that only a quick sample is run.
pub fn all_cases() -> bool {
    let all = updates() || std::env::var_os("DDSMT_ALL_CASES").is_some();
    if !all {
        tell_once("skipped: of cases that take long, all but a sample (DDSMT_ALL_CASES=1 runs all)".into());
    }
    all
}

/// Prints a line once, past the test harness, which shows the output of failed tests only.
pub fn tell_once(line: String) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(line.clone()) {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

/// Returns the first of some cases and every `one_in`th after it, or all cases if all are asked for.
pub fn sample<T>(cases: impl IntoIterator<Item = T>, one_in: usize) -> impl Iterator<Item = T> {
    cases.into_iter().step_by(if all_cases() { 1 } else { one_in })
}

/// Calls `show` with each of some rows, which have names. As most of them only wait, as many as `count` run at a time.
pub fn in_threads<T: Copy + Sync>(rows: impl Iterator<Item = (&'static str, T)>, count: usize, show: fn(T)) {
    for some in rows.collect::<Vec<_>>().chunks(count) {
        thread::scope(|scope| {
            for (name, row) in some {
                let named = thread::Builder::new().name((*name).to_owned());
                named.spawn_scoped(scope, || show(*row)).expect("a thread");
            }
        });
    }
}

/// Whether tests are to update the figures and texts that they keep in the repository.
pub fn updates() -> bool {
    std::env::var_os("DDSMT_UPDATE").is_some_and(|value| value == OsStr::new("1"))
}

/// Compares the text between two marks in a file of this repository with `wanted`, after `masked` has hidden the
/// parts of both that may differ. With `DDSMT_UPDATE=1`, writes `wanted` instead.
pub fn updated(path: &str, begin: &str, end: &str, wanted: &str, masked: impl Fn(&str) -> String) {
    // Tests of one file may run at the same time.
    static WRITING: Mutex<()> = Mutex::new(());
    let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let file = repository().join(path);
    let text = fs::read_to_string(&file).expect("a file of the repository");
    let start = text.find(begin).unwrap_or_else(|| panic!("{path} lacks {begin}")) + begin.len() + 1;
    let length = text[start..].find(end).unwrap_or_else(|| panic!("{path} lacks {end}"));
    let (head, found, tail) = (&text[..start], &text[start..start + length], &text[start + length..]);
    if masked(found) == masked(wanted) {
        return;
    }
    let advice = "if the change is meant, run `DDSMT_UPDATE=1 cargo test --test main` and look at the difference";
    assert!(updates(), "{path} is out of step after {begin}: {advice}; it should read\n{wanted}");
    fs::write(&file, format!("{head}{wanted}{tail}")).expect("writable");
}
