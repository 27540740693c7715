//! ddsmt on a terminal: its display, its keys, and the restored modes at the end.

use crate::test::{Test, needs};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A run on a terminal of its own.
struct Session {
    child: Child,
    master: File,
    slave: File,
    seen: Arc<Mutex<String>>,
    test: Test,
}

/// Returns so many assertions that, with a slow solver, the search still runs when keys are pressed.
fn input() -> String {
    (0..400).map(|i| format!("(assert (> x{i} {i}))\n")).collect()
}

fn session(options: &str) -> Session {
    session_of(&format!("sleep 0.1\n{}", needs(&["x7 ", "x170 ", "x300 "])), options)
}

fn session_of(solver: &str, options: &str) -> Session {
    session_on(Test::on(input()).solver(solver).options(options))
}

fn session_on(test: Test) -> Session {
    let master = File::from(openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal"));
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("a terminal");
    let name = ptsname(&master, Vec::new()).expect("its name");
    let slave = File::options().read(true).write(true).open(name.to_str().expect("UTF-8")).expect("its other end");
    let copy = || slave.try_clone().expect("a descriptor");
    let words = test.words();
    let program = test.program(&words);
    // `setsid` gives the program this terminal and becomes the program.
    let mut command = Command::new("setsid");
    command.arg("--ctty").arg(program.get_program()).args(program.get_args());
    command.current_dir(program.get_current_dir().expect("a folder"));
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").stdin(copy()).stdout(copy()).stderr(copy());
    let child = command.spawn().expect("setsid");
    let seen = Arc::new(Mutex::new(String::new()));
    let (mut reader, heard) = (master.try_clone().expect("a descriptor"), seen.clone());
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            heard.lock().expect("no panic").push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    });
    Session { child, master, slave, seen, test }
}

impl Session {
    /// Waits until `holds` is true of the text on the terminal.
    #[track_caller]
    fn until(&self, what: &str, holds: impl Fn(&str) -> bool) {
        let started = Instant::now();
        while !holds(&self.seen.lock().expect("no panic")) {
            assert!(started.elapsed() < Duration::from_secs(120), "{what}: {:?}", self.seen.lock());
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[track_caller]
    fn shows(&self, text: &str) {
        self.until(text, |seen| seen.contains(text));
    }

    fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("a terminal");
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Whether the terminal passes on each key as it is pressed.
    fn has_keys(&self) -> bool {
        !tcgetattr(self.slave.as_fd()).expect("a terminal").local_modes.contains(LocalModes::ICANON)
    }

    /// Waits for the end, checks the status and the restored terminal, and returns the text on the terminal.
    #[track_caller]
    fn ends(mut self, status: i32) -> String {
        let found = self.child.wait().expect("it ends").code();
        let modes = tcgetattr(self.slave.as_fd()).expect("a terminal").local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO), "{modes:?}");
        let seen = self.seen.lock().expect("no panic").clone();
        assert_eq!(found, Some(status), "{seen}");
        assert!(self.test.path("out.smt2").exists());
        seen
    }
}

#[test]
fn keys_show_pause_skip_and_finish() {
    let mut session = session("-j1");
    session.shows(" bytes (");
    session.shows("? for keys");
    session.press("?");
    session.shows("d: the latest change");
    session.press("p");
    session.shows("paused, p goes on");
    session.press("d");
    session.until("a difference", |seen| seen.contains("\r\n-") || seen.contains("nothing has changed yet"));
    session.press("ps");
    session.press("q");
    session.shows("shown by");
    session.ends(0);
}

#[test]
fn the_terminal_is_given_back_on_every_end() {
    for (end, status) in [("\x03", 130), ("", 143)] {
        let mut session = session("-j1");
        session.shows("? for keys");
        session.until("keys", |_| session.has_keys());
        match end {
            "" => kill_process(session.pid(), Signal::TERM).expect("it runs"),
            keys => session.press(keys),
        }
        session.ends(status);
    }
}

#[test]
fn the_terminal_is_given_back_while_we_are_stopped() {
    let mut session = session("-j1");
    session.until("keys", |seen| session.has_keys() && seen.contains("? for keys"));
    session.press("\x1a");
    session.until("the terminal", |_| !session.has_keys());
    let state = || std::fs::read_to_string(format!("/proc/{}/stat", session.child.id())).unwrap_or_default();
    session.until("a stop", |_| state().contains(") T "));
    kill_process(session.pid(), Signal::CONT).expect("it is stopped");
    session.until("keys", |_| session.has_keys());
    session.press("q");
    session.ends(0);
}

#[test]
fn the_state_is_told_on_request() {
    let session = session("-q -j1");
    session.until("the search", |_| session.test.path("out.smt2").exists());
    kill_process(session.pid(), Signal::USR1).expect("it runs");
    session.shows(" of ");
    kill_process(session.pid(), Signal::TERM).expect("it runs");
    session.ends(143);
}

#[test]
#[cfg_attr(feature = "portable", ignore = "the solver is stopped as a job in the background")]
fn a_solver_may_turn_to_its_terminal() {
    let session = session_of("stty -tostop </dev/tty || exit 3\nexit 9", "-j2");
    session.shows("shown by");
    let seen = session.ends(0);
    assert!(seen.contains("-> 0 bytes"), "{seen}");
}

#[test]
fn ignoring_stops_is_tried_once_if_it_has_no_effect() {
    // This `env` ignores no signal; for ddsmt that is like a system where ignored signals cannot be seen.
    let env = "echo >>starts; [ $(wc -l <starts) -lt 9 ] || exit 1; shift; exec \"$@\"";
    let test = Test::on("(a)\n").solver("exit 9").script("path/env", env);
    let path = format!("{}:{}", test.path("path").display(), std::env::var("PATH").unwrap_or_default());
    let session = session_on(test.environment("PATH", path));
    session.shows("shown by");
    // One start of `env` is the trial, and the other one starts ddsmt anew.
    assert_eq!(std::fs::read(session.test.path("starts")).expect("it is tried").len(), 2);
    session.ends(0);
}
