//! `--explain`: shows which parts of a result are essential, and what the command does without each.

use super::diagnosis::{answered, ended, shown};
use crate::check::{Checker, Interesting, Recording, Slot, Stream, Trial, error_words, masked, record};
use crate::report::issue::line;
use crate::sexpr::Script;
use std::collections::HashSet;
use std::io;
use std::time::{Duration, Instant};

/// Largest number of parts that are tried.
const MAX_PARTS: usize = 64;

/// Number of columns for a part.
const COLUMNS: usize = 40;

/// Time after which no further part is tried.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns lines that say what happens without each command of a result, without each symbol that it
/// declares, and without each argument of the user's command, if there is one, whose number is `main`.
pub(super) fn explanation(checker: &Checker, slot: &mut Slot, main: Option<usize>, script: &Script) -> Vec<String> {
    let (start, mut lines) = (Instant::now(), Vec::new());
    let trial = main.and_then(|number| checker.trial(number));
    let result = trial.and_then(|trial| record(&trial.command, slot, &[&script.text()]).ok());
    let commands: Vec<&[u8]> = script.tapes().map(|tape| tape.text()).collect();
    let tail = || script.slices().skip(commands.len());
    let mut untried = commands.len().saturating_sub(MAX_PARTS);
    let mut tell = |part: &str, checker: &Checker, text: &[u8]| {
        if start.elapsed() < PATIENCE {
            lines.push(told(part, &without(checker, slot, main, text, result.as_ref())));
        } else {
            untried += 1;
        }
    };
    for i in 0..commands.len().min(MAX_PARTS) {
        let others: Vec<&[u8]> = commands[..i].iter().chain(&commands[i + 1..]).copied().chain(tail()).collect();
        tell(&line(&String::from_utf8_lossy(commands[i]), COLUMNS - 1), checker, &others.concat());
    }
    for symbol in declared(script).into_iter().take(MAX_PARTS) {
        let uses = |text: &[u8]| words(text).any(|word| word == symbol);
        let others: Vec<&[u8]> = commands.iter().copied().filter(|text| !uses(text)).collect();
        if commands.len() - others.len() > 1 {
            let name = format!("all that uses {}", String::from_utf8_lossy(&symbol));
            tell(&name, checker, &[others.concat(), tail().collect::<Vec<_>>().concat()].concat());
        }
    }
    let arguments = trial.map(|trial| trial.command.args.clone()).unwrap_or_default();
    for i in 0..arguments.len().min(MAX_PARTS) {
        let mut fewer = checker.clone();
        if let Some(trial) = fewer.trials.iter_mut().find(|trial| Some(trial.number) == main) {
            trial.command.args = [&arguments[..i], &arguments[i + 1..]].concat();
        }
        tell(&arguments[i].to_string_lossy(), &fewer, &script.text());
    }
    lines.extend((untried > 0).then(|| format!("not tried  {untried} more parts")));
    lines
}

fn told(part: &str, what: &str) -> String {
    format!("without    {part:<COLUMNS$}  {what}")
}

/// Returns a phrase that says what the command does on a text, and what it prints beside what it prints on the
/// result.
fn without(checker: &Checker, slot: &mut Slot, main: Option<usize>, text: &[u8], result: Option<&Recording>) -> String {
    if checker.check(slot, &[text]).interesting == Interesting::Yes {
        return "it still fails".into();
    }
    let Some(trial) = main.and_then(|number| checker.trial(number)) else { return "it does not fail".into() };
    let dispute = checker.trials.iter().any(|trial| trial.command.comparison.disputes());
    let what = if dispute {
        let answer = |trial: &Trial| Ok(answered(&trial.command.program, &record(&trial.command, slot, &[text])?));
        let mut trials: Vec<&Trial> = checker.trials.iter().collect();
        trials.sort_by_key(|trial| Some(trial.number) != main);
        trials.into_iter().map(answer).collect::<io::Result<Vec<_>>>().map(|all| all.join(", "))
    } else {
        let run = record(&trial.command, slot, &[text]);
        run.map(|run| format!("it {}; {}", ended(run.outcome.end), news(&run, result)))
    };
    what.unwrap_or_else(|error| error.to_string())
}

/// Returns what a run printed: the error, or an answer, or the last line that the run on the result did not print.
/// Where both ended alike, addresses and numbers count, too: nothing else may tell them apart.
fn news(run: &Recording, result: Option<&Recording>) -> String {
    let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    // The place in the input is an accident, too.
    let key = |line: &[u8]| masked(error_words(line).as_bytes());
    let old: HashSet<Vec<u8>> = result
        .iter()
        .flat_map(|run| [&run.stdout, &run.stderr])
        .flat_map(|text| lines(text))
        .map(|line| key(&line))
        .collect();
    let is_new = |line: &Vec<u8>| !line.trim_ascii().is_empty() && !old.contains(&key(line));
    let alike = result.filter(|result| result.outcome.end == run.outcome.end);
    let raw = |result: &Recording| {
        let differs = |stream| {
            let old: HashSet<Vec<u8>> = lines(result.output(stream)).into_iter().collect();
            lines(run.output(stream)).into_iter().rfind(|line| !line.is_empty() && !old.contains(line))
        };
        Stream::BOTH.into_iter().find_map(differs)
    };
    let error = run.error_line().map(<[u8]>::to_vec).filter(is_new);
    let answer = || run.answers().last().map(|answer| answer.word().into());
    let other = || lines(&run.stdout).into_iter().chain(lines(&run.stderr)).rfind(is_new);
    match error.or_else(answer).or_else(other).or_else(|| alike.and_then(raw)) {
        Some(line) => format!("it printed '{}'", shown(&line)),
        None if run.stdout.is_empty() && run.stderr.is_empty() => "it printed nothing".into(),
        None => "it printed nothing else".into(),
    }
}

fn declared(script: &Script) -> Vec<Vec<u8>> {
    let is_declaration = |head: &[u8]| head.starts_with(b"declare-") || head.starts_with(b"define-");
    let declarations = script.commands().filter(|command| command.head().is_some_and(is_declaration));
    declarations.filter_map(|command| Some(command.child(1)?.leaf()?.to_vec())).collect()
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| byte.is_ascii_whitespace() || b"()".contains(byte)).filter(|word| !word.is_empty())
}
