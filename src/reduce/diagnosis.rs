//! Messages about what is compared and why a comparison cannot work, which name the option that helps.

use crate::check::{
    CheckContext, Claims, Dispute, End, Recording, Requirement, Requirements, SatResult, Side, Slow, Stream,
    error_words, replace_slots,
};
use crate::reduce::shell;
use crate::reduce::solver_commands::Role;
use bstr::ByteSlice;
use memchr::memmem;
use regex::bytes::Regex;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

/// Largest number of different lines that are reported.
const MAX_LINES: usize = 5;

/// The processor time from which on slowness alone may be the failure.
const SLOW: Duration = Duration::from_secs(5);

/// The processor time from which on slowness may be the failure beside the answer.
const RATHER_SLOW: Duration = Duration::from_secs(1);

/// Number of bytes of a line that a message repeats.
const MAX_LINE: usize = 160;

/// Returns what a requirement asks of a candidate, in words that are equal only for equal requirements. They tell how
/// the golden run ended, if that is given.
pub fn wanted(requirement: &Requirement, end: Option<End>) -> String {
    let again = || end.map_or("ends in the same way".to_owned(), |end| format!("{} again", ended(end)));
    match requirement {
        Requirement::SameEnd => format!("the command {}", again()),
        Requirement::Ends(end) => format!("the command {}", ended(*end)),
        Requirement::SameOutput(stream) => format!("{stream} is the same"),
        Requirement::Contains(stream, text) => format!("{stream} contains {:?}", text.as_bstr()),
        Requirement::Matches(stream, pattern) => format!("{stream} matches '{pattern}'"),
        Requirement::MatchesAny(pattern) => format!("an output matches '{pattern}'"),
        Requirement::Lacks(pattern) => format!("no output matches '{pattern}'"),
        Requirement::SameCrash(streams) if streams.is_empty() => format!("the command crashes, and {}", again()),
        Requirement::SameCrash(streams) => {
            format!("the command {} at the same place{}", end.map_or("crashes".into(), ended), on(streams))
        }
        Requirement::SameError => "the command reports the same error, wherever that is, or none again".into(),
        Requirement::Reaches(pattern, least) => format!("'{pattern}' finds {least} or more"),
        Requirement::Disputes(dispute) => disputed(dispute),
        Requirement::TakesLong(slow) => format!("the command needs {}", too_long(slow)),
        Requirement::IsReference => "the command ends".into(),
    }
}

/// Returns why the golden run itself does not meet a requirement, and what to do.
pub fn refusal(requirement: &Requirement, run: &Recording, role: Role, context: &CheckContext) -> String {
    let end = run.outcome.end;
    let cut = if end.is_limit() { ", and was ended at its limit (--timeout, --slower-than)" } else { "" };
    match requirement {
        Requirement::Contains(stream, text) => {
            let found = told(last_line(run.output(*stream)));
            let other = Stream::BOTH[1 - *stream as usize];
            let is_there = memmem::find(run.output(other), text).is_some();
            let hint = if is_there { format!("; {other} has it: --match-{}", other.short()) } else { String::new() };
            let text = String::from_utf8_lossy(text);
            format!("Expected {stream}{role} to match \"{text}\", but {found}{cut}{hint}")
        }
        Requirement::Matches(stream, pattern) => {
            let found = told(last_line(run.output(*stream)));
            format!("Expected {stream}{role} to match the regular expression '{pattern}', but {found}{cut}")
        }
        Requirement::MatchesAny(pattern) => {
            format!("Expected an output{role} to match the regular expression '{pattern}', but {}{cut}", printed(run))
        }
        Requirement::Lacks(pattern) => {
            let both = [run.stdout.as_slice(), &run.stderr].concat();
            let line = both.split(|&b| b == b'\n').find(|line| pattern.is_match(line)).unwrap_or_default();
            format!("the input itself is rejected: --reject-re '{pattern}' matches '{}'", shown(line))
        }
        Requirement::Ends(End::Exited(0)) => {
            format!(
                "the input is not interesting: the line of --test {}, and should exit with 0; {}",
                ended(end),
                printed(run)
            )
        }
        Requirement::Ends(End::TimedOut) => format!(
            "the command {} after {}: use a smaller --timeout, or --slower-than if it is slow and not hanging",
            ended(end),
            seconds(run.outcome.wall)
        ),
        Requirement::Reaches(pattern, least) => {
            let largest = [&run.stdout, &run.stderr].iter().filter_map(|text| pattern.largest(text)).reduce(f64::max);
            match largest {
                Some(number) => format!("--stat '{pattern}' finds {number}, which is less than {least}"),
                None => format!("--stat '{pattern}' finds no number: {}{cut}", printed(run)),
            }
        }
        Requirement::Disputes(dispute) => no_dispute(dispute, run, role, context),
        Requirement::TakesLong(slow) => {
            let bound = seconds(slow.bound(context.reference));
            let needed = seconds(run.outcome.cpu);
            format!(
                "the command is not slow: it needs {needed} of processor time, and should need {bound}: ask for less"
            )
        }
        Requirement::IsReference => format!("the reference {}: nothing can be compared with its time", ended(end)),
        Requirement::SameCrash(_) if run.contradicts_status() => format!(
            "the command does not crash, its answer only contradicts what the input claims: delete (set-info :status ...) \
             there, and use --disagree 'OTHER SOLVER'; {}",
            printed(run)
        ),
        Requirement::SameCrash(streams) => format!(
            "the command does not crash{}: it {}, and {}: if it crashes in some runs only, add --repeat 20 --need 1; \
             else leave out --same-crash, and use --match-out or --match-err with words that tell the failure",
            on(streams),
            ended(end),
            printed(run)
        ),
        Requirement::SameEnd | Requirement::SameError | Requirement::SameOutput(_) | Requirement::Ends(_) => {
            format!("the command{role} {}, which is not what was asked for", ended(end))
        }
    }
}

/// Returns how two golden runs differ in what is compared, line by line, and which options would hide the difference.
pub fn differences(comparison: &Requirements, first: &Recording, second: &Recording) -> Vec<String> {
    let mut lines = Vec::new();
    let (one, other) = (first.outcome.end, second.outcome.end);
    if one != other {
        lines.push(format!(
            "two golden runs differ: one {}, as candidates have to, the other {}: the failure comes and goes; use --repeat 20 --need 1",
            ended(one),
            ended(other)
        ));
    }
    for stream in Stream::BOTH {
        if comparison.0.contains(&Requirement::SameOutput(stream)) && first.output(stream) != second.output(stream) {
            lines.extend(different_lines(stream, first, second));
        }
    }
    if lines.is_empty() {
        lines.push(
            "two golden runs differ: choose what to compare with --match-out, --match-err, --ignore-out, --ignore-err or --ignore-output"
                .into(),
        );
    }
    lines
}

/// Returns each line in which two outputs differ, and the options that would hide the difference.
fn different_lines(stream: Stream, first: &Recording, second: &Recording) -> Vec<String> {
    let lines = |run: &Recording| -> Vec<String> {
        String::from_utf8_lossy(run.output(stream)).lines().map(str::to_owned).collect()
    };
    let (a, b) = (lines(first), lines(second));
    let line = |lines: &[String], i: usize| lines.get(i).map_or("nothing".to_owned(), |line| shown(line.as_bytes()));
    let different: Vec<usize> = (0..a.len().max(b.len())).filter(|&i| a.get(i) != b.get(i)).collect();
    let told = |&i: &usize| {
        format!("two golden runs differ in line {} of {stream}: '{}' and '{}'", i + 1, line(&a, i), line(&b, i))
    };
    let mut told: Vec<String> = different.iter().take(MAX_LINES).map(told).collect();
    if different.len() > MAX_LINES {
        told.push(format!("and in {} more", different.len() - MAX_LINES));
    }
    let short = stream.short();
    let has = |run: &Recording, words: &str| memmem::find(run.output(stream), words.as_bytes()).is_some();
    let error = reported(first).filter(|words| has(first, words) && has(second, words));
    let error = error.map(|words| shell::line([OsStr::new(&words)]));
    let common = error.or_else(|| different.iter().find_map(|&i| in_common(a.get(i)?, b.get(i)?)));
    let common = common.unwrap_or_else(|| "with what stays".into());
    told.push(format!("use {}--match-{short} {common}, or --ignore-{short}", same_crash(first, second)));
    told
}

/// Returns the longest sequence of words that two lines have in common, quoted for a shell.
fn in_common(a: &str, b: &str) -> Option<String> {
    let words: Vec<(&str, &str)> = a.split(' ').zip(b.split(' ')).collect();
    // A NUL cannot be part of an argument.
    let same = words
        .split(|(x, y)| x != y || x.contains('\0'))
        .map(|run| run.iter().map(|(x, _)| *x).collect::<Vec<_>>().join(" "));
    let longest = same.max_by_key(|text| text.trim().len())?;
    Some(longest.trim()).filter(|text| !text.is_empty()).map(|text| shell::line([OsStr::new(text)]))
}

/// Returns the words of the error that a run reports, without the path of the input.
fn reported(run: &Recording) -> Option<String> {
    let words = error_words(&replace_slots(run.error_line()?, b"\n"));
    Some(words).filter(|words| !words.is_empty())
}

/// Returns a message about the error that the command reports of its input, if it may not be the failure that
/// the user means.
pub fn reported_error(comparison: &Requirements, run: &Recording) -> Option<String> {
    let asked = |wanted: &Requirement| matches!(wanted, Requirement::SameEnd | Requirement::SameOutput(_));
    if !comparison.0.iter().all(asked) {
        return None;
    }
    let line = run.error_line()?;
    Some(format!(
        "the command reports an error: '{}': if that is not the failure, correct the input or the options of the \
         command, or see --placeholder and --stdin",
        shown(line)
    ))
}

/// Returns a message about a command that says that its input does not exist.
pub fn not_seen(run: &Recording) -> Option<String> {
    static MISSING: LazyLock<Regex> = LazyLock::new(|| {
        let pattern =
            r"(?i)no such file|not found|does not exist|(n.t|not|failed to|unable to)( be)? (open|read|find|access)";
        Regex::new(pattern).expect("it is compiled by a test")
    });
    let mut lines = [&run.stderr, &run.stdout].into_iter().flat_map(|text| text.split(|&byte| byte == b'\n'));
    let line = lines.find(|line| MISSING.is_match(line) && replace_slots(line, b"").len() < line.len())?;
    Some(format!(
        "the command does not see the file: '{}': candidates lie in /dev/shm, or in TMPDIR where that is full, which a \
         container has to share (docker run -v /dev/shm:/dev/shm); or see --stdin",
        shown(line)
    ))
}

/// Returns a message about a shell that did not find or could not start a program.
pub fn not_started(run: &Recording) -> Option<String> {
    let why = match run.outcome.end {
        End::Exited(126) => "could not start",
        End::Exited(127) => "did not find",
        _ => return None,
    };
    let (ended, printed) = (ended(run.outcome.end), printed(run));
    Some(format!("the command {ended}: a shell ends so if it {why} a program; {printed}"))
}

/// The words by which solvers complain of their options.
static OPTIONS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("(?i)option|parameter|argument|usage|too many").expect("it is compiled by a test"));

/// Returns the line in which a run that ends with an error may complain of its options.
pub fn option_complaint(run: &Recording) -> Option<&[u8]> {
    let mut lines = [&run.stderr, &run.stdout].into_iter().flat_map(|text| text.split(|&byte| byte == b'\n'));
    lines.find(|line| OPTIONS.is_match(line)).filter(|_| run.outcome.end != End::Exited(0))
}

/// Whether a run ended by itself with an error about its input, and did not crash.
pub fn is_ordinary_error(run: &Recording) -> bool {
    let is_exit = matches!(run.outcome.end, End::Exited(status) if status < 128);
    is_exit && run.signature().lines.is_empty() && run.error_line().is_some()
}

/// Returns the call's option if the only odd thing about a run beside its answers may be its time.
pub(super) fn slower_than(run: &Recording) -> Option<(String, [String; 2])> {
    let cpu = run.outcome.cpu;
    let bound = format!("{:.1}s", cpu.as_secs_f64() / 2.0);
    (RATHER_SLOW..SLOW)
        .contains(&cpu)
        .then(|| (format!("or is it slow ({:.1} s)?", cpu.as_secs_f64()), ["--slower-than".into(), bound]))
}

/// Returns a better comparison for a failure about which the user has said nothing, and the reason.
pub(super) fn proposal(run: &Recording) -> Option<(String, Vec<String>)> {
    if run.contradicts_status() {
        return None;
    }
    let signature = run.signature();
    let lines: Vec<&[u8]> = run.stdout.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty()).collect();
    let answers = lines.iter().filter(|line| SatResult::of(line).is_some()).count();
    let has_model = lines.iter().any(|line| line.trim_ascii_start().starts_with(b"(define-fun "));
    let only_answers = answers > 0 && answers == lines.len() && run.stderr.is_empty();
    let (why, options): (String, &[&str]) = match (run.outcome.end, run.headline(&Stream::BOTH)) {
        (_, Some(line)) => (format!("the command crashes: '{}'", shown(line.as_bytes())), &["--same-crash"]),
        (end, None) if signature.signal().is_some() => (format!("the command {}", ended(end)), &["--same-crash"]),
        (End::Exited(0), None) if has_model && answers > 0 => {
            ("the command prints a model, which differs for every input".into(), &["--match-out", "sat"])
        }
        (End::Exited(0), None) if only_answers && run.outcome.cpu >= SLOW => {
            let needed = seconds(run.outcome.cpu);
            let half = format!("{}s", run.outcome.cpu.as_secs() / 2);
            let why = format!("the command needs {needed} of processor time: is it too slow?");
            return Some((why, vec!["--slower-than".into(), half]));
        }
        (End::Exited(0), None) if only_answers => {
            let answer = shown(lines[0]);
            let why = format!("the command only answers {answer}, as it will for many inputs: is that wrong?");
            (why, &["--disagree", "OTHER SOLVER"])
        }
        (End::Exited(_), None) => {
            let words = reported(run)?;
            let is_printed = memmem::find(&run.stdout, words.as_bytes()).is_some();
            let option = if is_printed { "--match-out" } else { "--match-err" };
            let why = "the error names a place in the input, which changes as the input does".into();
            return Some((why, vec![option.into(), words]));
        }
        _ => return None,
    };
    Some((why, options.iter().map(|option| (*option).to_owned()).collect()))
}

/// Returns the option that hides addresses and times, if both runs crashed at the same place.
fn same_crash(first: &Recording, second: &Recording) -> &'static str {
    let place = first.signature();
    let is_crash = !place.lines.is_empty() || place.signal().is_some();
    let alike = is_crash && place == second.signature();
    if alike { "--same-crash, " } else { "" }
}

fn disputed(dispute: &Dispute) -> String {
    let (verb, what) = to_dispute(dispute);
    let subject = if dispute.side == Side::Command { "the command" } else { "it" };
    format!("{subject} {verb}s {what}")
}

/// Returns what a run has to do for a dispute: a verb and its object.
fn to_dispute(dispute: &Dispute) -> (&'static str, String) {
    match (dispute.side, dispute.got, dispute.expect) {
        (Side::Command, Some(got), _) => ("answer", got.word().into()),
        (Side::Command, None, _) => ("answer", "sat or unsat".into()),
        (Side::Other, _, Some(expect)) => ("answer", format!("{} to the same check-sat", expect.word())),
        (Side::Other, _, None) => ("contradict", "the command's answer to the same check-sat".into()),
    }
}

fn no_dispute(dispute: &Dispute, run: &Recording, role: Role, context: &CheckContext) -> String {
    let answers = run.answers();
    let words = answers.iter().map(|answer| answer.word()).collect::<Vec<_>>().join(" ");
    let definite: Claims = answers.iter().map(|answer| Some(*answer)).collect();
    if role == Role::Disagree
        && !answers.is_empty()
        && context.claims.as_ref() == Some(&definite)
        && dispute.got.is_none()
    {
        return format!("there is no disagreement: both answer {words}");
    }
    let who = if dispute.side == Side::Command { "the command".into() } else { format!("the other solver{role}") };
    let end = ended(run.outcome.end);
    let did = match run.outcome.end {
        _ if !answers.is_empty() => format!("answers {words}"),
        _ if run.contradicts_status() => {
            let said = printed(run);
            return format!("{who} does not answer what the input claims: delete (set-info :status ...) there; {said}");
        }
        End::Signaled(_) | End::Exited(129..) if dispute.side == Side::Command => {
            let crash = run.headline(&Stream::BOTH).map_or_else(|| printed(run), |crash| shown(crash.as_bytes()));
            format!("{end} ({crash}): --same-crash reduces that crash")
        }
        End::Exited(0) => format!("gives no answer: {}", printed(run)),
        _ => format!("{end} without an answer: {}", printed(run)),
    };
    let (verb, what) = to_dispute(dispute);
    format!("there is no disagreement: {who} should {verb} {what}, but {did}")
}

/// Returns the answers of a program in a run, in words.
pub(super) fn answered(program: &Path, run: &Recording) -> String {
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    match run.answers().iter().map(|answer| answer.word()).collect::<Vec<_>>().join(" ") {
        none if none.is_empty() => format!("{name} gives no answer"),
        words => format!("{name} answers {words}"),
    }
}

fn too_long(slow: &Slow) -> String {
    let least = (slow.least > Duration::ZERO).then(|| format!("{:?} of processor time", slow.least));
    let relative = slow.thousandths.map(|n| format!("{} times the reference's time", n as f64 / 1000.0));
    least.into_iter().chain(relative).collect::<Vec<_>>().join(" and ")
}

pub(super) fn ended(end: End) -> String {
    match end {
        End::Exited(status) => format!("exits with status {status}"),
        End::Signaled(signal) => format!("is ended by signal {signal}"),
        End::TimedOut | End::Idle => "reaches its time limit".into(),
        End::Flooded => "prints without end".into(),
        End::KilledEarly | End::Cancelled | End::NotRun(_) | End::Lost => "is cut off".into(),
    }
}

/// Returns the last message of a run, for a message to the user.
pub(super) fn printed(run: &Recording) -> String {
    told(last_words(run))
}

/// Returns the error that a run printed, else the last line of its error output, else that of its standard output.
pub(super) fn last_words(run: &Recording) -> Option<String> {
    run.error_line().map(shown).or_else(|| last_line(&run.stderr)).or_else(|| last_line(&run.stdout))
}

fn last_line(text: &[u8]) -> Option<String> {
    text.split(|&b| b == b'\n').rfind(|line| !line.trim_ascii().is_empty()).map(shown)
}

fn told(line: Option<String>) -> String {
    line.map_or("it printed nothing".into(), |line| format!("it printed '{line}'"))
}

/// Returns the beginning of a line for a message, with printable characters only, and without the folder of a slot.
pub fn shown(bytes: &[u8]) -> String {
    let bytes = replace_slots(bytes, b"");
    // The output of a solver must not control the terminal.
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_LINE)]).replace(char::is_control, " ");
    if bytes.len() > MAX_LINE { text + "..." } else { text }
}

/// Returns where the place of a crash is looked for, if not on both outputs.
fn on(streams: &[Stream]) -> String {
    match streams {
        [] => " by its end".into(),
        [one] => format!(" on {one}"),
        _ => String::new(),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} seconds", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::in_common;

    #[test]
    fn the_common_part_of_two_lines_is_proposed() {
        let rows = [
            ("at 0x12", "at 0x34", Some("at")),
            ("3.1 s in all", "2.7 s in all", Some("'s in all'")),
            (
                "==17== x:3: Assertion `f' failed at 0x1",
                "==18== x:4: Assertion `f' failed at 0x2",
                Some(r#"'Assertion `f'"' failed at""#),
            ),
            ("a b", "a", Some("a")),
            ("x", "y", None),
            ("x  1", "y  2", None),
            ("sat ", "sat  ", Some("sat")),
        ];
        for (a, b, common) in rows {
            assert_eq!(in_common(a, b).as_deref(), common, "{a} {b}");
        }
    }
}
