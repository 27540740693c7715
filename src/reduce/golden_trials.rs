//! The golden runs, and the messages about them.

use super::diagnosis::{
    differences, is_ordinary_error, not_seen, not_started, option_complaint, refusal, reported_error, shown, wanted,
};
use super::key::Key;
use super::run::{Findings, Run};
use super::solver_commands::{CommandSpec, Role};
use crate::check::criteria::{self, slow};
use crate::check::{
    Agreement, CheckContext, End, GoldenRunner, GoldenRuns, Recording, Requirement, SatResult, Slot, SolverCommand,
    Stream, Trial, error_key, record,
};
use crate::files::folder_is_gone;
use crate::report::log::CHAT;
use anyhow::{Context, Result, bail, ensure};
use memchr::memmem;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long a golden run may take before a message about it appears.
const LONG: Duration = Duration::from_secs(5);

/// The beginning of the command by which an input claims its answer.
const STATUS: &[u8] = b"(set-info :status";

/// Makes the golden runs of a reduction, and records what they show in `found`.
pub(super) struct GoldenTrials<'a> {
    /// Two slots at least.
    pub slots: &'a mut [Slot],
    pub run: &'a Run<'a>,
    pub found: &'a mut Findings,
    /// The facts that the golden runs so far have shown.
    pub context: CheckContext,
}

impl GoldenTrials<'_> {
    /// Makes the golden run of the command with this number, reports the run and the comparison, and
    /// completes the limits. An error says why nothing can be compared with this run, and what helps.
    pub fn trial(&mut self, number: usize, spec: &CommandSpec, has_more: bool) -> Result<Trial> {
        let (mut command, role) = (spec.command.clone(), spec.role);
        self.context.has_more = has_more;
        let mut runs = self.runs(spec)?;
        describe(&command, &runs, role);
        self.run.events.golden(spec, &runs.first);
        refuse_what_did_not_run(&command, runs.first.outcome.end)?;
        let context = self.failure(&mut command, &mut runs, role)?;
        self.refuse_limits(&command, &runs)?;
        self.refuse_rare_failures(&runs, role)?;
        self.context = context;
        if role == Role::Main {
            self.found.longest_query = command.comparison.is_timing().then_some(runs.first.longest_query);
            self.found.golden = Some(runs.first.clone());
        }
        self.warn(spec, &command, &runs);
        let golden = runs.golden(&command.comparison);
        if command.limits.wall.is_none() && command.comparison.slow().is_none() {
            command.limits = command.limits.or_after_golden(golden.wall);
            let limit = command.limits.wall.unwrap_or_default().as_secs_f64();
            log::info!("automatic timeout{role}: {limit:.2} seconds");
        }
        Ok(Trial { command, golden, number })
    }

    /// Makes the golden runs: two, or as many as `--repeat` asks for.
    fn runs(&mut self, spec: &CommandSpec) -> Result<GoldenRuns> {
        let CommandSpec { role, program, command, .. } = spec;
        let mut limited = command.clone();
        if let Some(slow) = command.comparison.slow() {
            limited.limits = slow::limits(&command.limits, slow.bound(self.context.reference));
        }
        let [first, second, ..] = &mut *self.slots else { bail!("two slots are needed for the golden run") };
        let remedy = if limited.limits.wall.is_some() { "" } else { " and has no time limit: --timeout 60 sets one" };
        let long = format!("the golden run of {} has taken {} s so far{remedy}", program.display(), LONG.as_secs());
        let (settings, text) = (&self.run.options.settings, &[self.run.input.bytes.as_slice()]);
        // Whether a run of the user's command shows the failure that is kept if runs differ.
        let is_sought = |run: &Recording| {
            let key = || Key::of(run, &run.signature_on(&settings.comparison.streams()), settings.asks());
            *role == Role::Main && settings.key.is_some() && key() == settings.key
        };
        let runner = GoldenRunner { command: &limited, text, context: &self.context };
        let runs = told_if_long(&long, || match settings.criteria.repeat().most {
            1 => runner.twice([first, second]),
            most => runner.often(first, most, &is_sought),
        })?;
        let ended = |end| [&runs.first, &runs.second].iter().any(|run| run.outcome.end == end);
        if ended(End::Cancelled) {
            bail!("the golden run was cut off");
        }
        if ended(End::Flooded) {
            let most = command.limits.output >> 20;
            let looks_at_all = |wanted: &Requirement| match wanted {
                Requirement::SameCrash(_) => {
                    Some("--same-crash looks for the crash in all of it: add --ignore-out or --ignore-err")
                }
                Requirement::MatchesAny(_) | Requirement::Lacks(_) | Requirement::Reaches(..) => {
                    Some("a pattern is looked for in all of it: the command has to print less")
                }
                _ => None,
            };
            let advice = command.comparison.0.iter().find_map(looks_at_all);
            let advice = advice.unwrap_or("--ignore-output, or --match-out and --match-err, compare less");
            bail!("the golden run{role} prints more than {most} MB, and was cut off: {advice}");
        }
        Ok(runs)
    }

    /// Returns the context for later commands, if the run shows the requested failure.
    fn failure(&mut self, command: &mut SolverCommand, runs: &mut GoldenRuns, role: Role) -> Result<CheckContext> {
        let (mut unmet, mut context) = runs.first.unmet(&command.comparison, &self.context);
        if let [Requirement::Disputes(_)] = unmet[..]
            && let Some(passing) = self.passing_over_errors(command, runs, role)
        {
            (unmet, context) = (Vec::new(), passing);
        }
        let wanted = &command.comparison.0;
        let crash = wanted.iter().find(|wanted| matches!(wanted, Requirement::SameCrash(_))).cloned();
        let crash = crash.filter(|_| !wanted.contains(&Requirement::SameError) && is_ordinary_error(&runs.first));
        if crash.is_some() || unmet.iter().any(|wanted| matches!(wanted, Requirement::SameCrash(_))) {
            self.refuse_wrong_options(command, &runs.first)?;
        }
        if let Some(requirement) = unmet.first() {
            let message = refusal(requirement, &runs.first, role, &self.context);
            match role {
                // Only a warning, as in ddSMT: the user may know better.
                Role::CrossCheck => log::warn!("{message}: nothing will match"),
                _ => bail!(message),
            }
        }
        if let Some(crash) = crash {
            bail!(refusal(&crash, &runs.first, role, &self.context));
        }
        Ok(context)
    }

    /// Ignores the errors that a solver has reported before it answered, if there is a disagreement without
    /// them. Returns the context for later commands in this case.
    fn passing_over_errors(
        &self,
        command: &mut SolverCommand,
        runs: &mut GoldenRuns,
        role: Role,
    ) -> Option<CheckContext> {
        let errors = errors_before_answers(&runs.first);
        let first = shown(errors.first()?);
        let mut passing = command.comparison.clone();
        for requirement in &mut passing.0 {
            if let Requirement::Disputes(dispute) = requirement {
                dispute.known = errors.iter().map(|line| error_key(line)).collect();
            }
        }
        let (unmet, context) = runs.first.unmet(&passing, &self.context);
        unmet.is_empty().then(|| {
            log::warn!("the command{role} reports an error and answers all the same: '{first}': it does not count");
            if criteria::Golden::of(&runs.first, &passing).matches(&passing, &runs.second, &self.context) {
                runs.agreement = Agreement::Steady;
            }
            command.comparison = passing;
            context
        })
    }

    /// Refuses a command that complains of its options, whatever its input is.
    fn refuse_wrong_options(&mut self, command: &SolverCommand, run: &Recording) -> Result<()> {
        let Some(complaint) = option_complaint(run).map(shown) else { return Ok(()) };
        let empty = record(command, &mut self.slots[0], &[])?;
        if empty.outcome.end == run.outcome.end && option_complaint(&empty).map(shown).as_ref() == Some(&complaint) {
            bail!("the command rejects its options: '{complaint}'");
        }
        Ok(())
    }

    /// Refuses a limit of the user's that ends the command on every input.
    fn refuse_limits(&mut self, command: &SolverCommand, runs: &GoldenRuns) -> Result<()> {
        let end = runs.first.outcome.end;
        let option = match end {
            End::TimedOut if !command.comparison.is_timing() => "--timeout",
            End::TimedOut | End::Exited(0) => return Ok(()),
            _ if command.limits.memory.is_some() => "--memout",
            _ => return Ok(()),
        };
        if record(command, &mut self.slots[0], &[])?.outcome.end == end {
            let ended = if end == End::TimedOut { "reaches its limit" } else { "fails in the same way" };
            bail!("the command {ended} whatever its input is, even on an empty file: use a larger {option}");
        }
        Ok(())
    }

    /// Refuses a failure that is rarer than `--need` asks for.
    fn refuse_rare_failures(&self, runs: &GoldenRuns, role: Role) -> Result<()> {
        if let Some((failed, all)) = runs.rate {
            log::info!(target: CHAT, "the failure is in {failed} of {all} golden runs{role}");
            let need = self.run.options.settings.criteria.repeat().need;
            ensure!(failed >= need, "that is not often enough for --need {need}: use a larger --repeat");
        }
        Ok(())
    }

    fn warn(&mut self, spec: &CommandSpec, command: &SolverCommand, runs: &GoldenRuns) {
        self.found.agreement = runs.agreement.max(self.found.agreement);
        match runs.agreement {
            Agreement::Steady => {}
            Agreement::Interfering => {
                let why = match runs.refused.map(io::Error::from_raw_os_error) {
                    Some(error) => format!("two runs of the command cannot be started at once: {error}"),
                    None => {
                        "two runs of the command disturb each other, or the failure comes and goes (--repeat)".into()
                    }
                };
                log::warn!("{why}: going on with one job");
            }
            Agreement::Unsteady => {
                differences(&command.comparison, &runs.first, &runs.second)
                    .iter()
                    .for_each(|line| log::warn!("{line}"));
            }
        }
        if runs.first.outcome.end == End::TimedOut && command.comparison.0.contains(&Requirement::SameEnd) {
            let message = "the golden run timed out: inputs on which the command hangs count as the same, as with --times-out; \
                if that is not the failure, use a larger --timeout; --slower-than if it is only slow";
            log::warn!("{message}");
        }
        let is_claim = runs.first.contradicts_status() && memmem::find(&self.run.input.bytes, STATUS).is_some();
        if is_claim && spec.role == Role::Main && !command.comparison.disputes() {
            log::warn!(
                "the answer only contradicts what the input claims by (set-info :status ...), which any change can make \
                 false: delete that command, and use --disagree 'OTHER SOLVER'"
            );
            return;
        }
        let said = match not_seen(&runs.first) {
            None => [reported_error(&command.comparison, &runs.first), not_started(&runs.first)],
            message => [message, None],
        };
        said.iter().flatten().for_each(|message| log::warn!("{message}"));
    }
}

/// Refuses a command that could not be started.
pub(super) fn refuse_what_did_not_run(command: &SolverCommand, end: End) -> Result<()> {
    match end {
        End::Lost => bail!("--launcher: it does not run {}", command.program.display()),
        End::NotRun(error) => {
            let error = io::Error::from_raw_os_error(error);
            let hint = match rustix::io::Errno::from_io_error(&error) {
                Some(rustix::io::Errno::NOEXEC) => ": a script needs a first line such as #!/bin/sh",
                Some(rustix::io::Errno::NOENT) if !folder_is_gone().is_empty() => folder_is_gone(),
                Some(rustix::io::Errno::NOENT) => {
                    ": if the file exists, the interpreter that its first line names does not"
                }
                // The advice for other errors is that of the whole program.
                _ => return Err(error).with_context(|| command.program.display().to_string()),
            };
            bail!("{}: {error}{hint}", command.program.display())
        }
        _ => Ok(()),
    }
}

/// Returns the errors that a run has reported before its last answer.
fn errors_before_answers(run: &Recording) -> Vec<&[u8]> {
    let lines: Vec<&[u8]> = run.stdout.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).collect();
    let end = lines.iter().rposition(|line| SatResult::of(line).is_some()).unwrap_or(0);
    lines[..end].iter().copied().filter(|line| line.starts_with(b"(error")).collect()
}

/// Does some work, and says something if it takes long.
fn told_if_long<T>(message: &str, work: impl FnOnce() -> T) -> T {
    let (done, end) = channel::<()>();
    thread::scope(|scope| {
        // If there is no thread left, there is no message.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            if end.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
                log::info!(target: CHAT, "{message}");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Logs what the golden run did and which part of it will be compared.
fn describe(command: &SolverCommand, runs: &GoldenRuns, role: Role) {
    let code = runs.first.outcome.end.code().map_or("None".to_owned(), |code| code.to_string());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut lines = vec![
        format!("golden exit{role}: {code}"),
        format!("golden err{role}:\n{}", text(&runs.first.stderr)),
        format!("golden out{role}:\n{}", text(&runs.first.stdout)),
        format!("golden runtime{role}: {:.2} seconds", runs.first.outcome.wall.as_secs_f64()),
    ];
    for stream in Stream::BOTH {
        if !command.comparison.wants(stream) {
            lines.push(format!("ignoring {stream}{role}"));
        }
        for requirement in &command.comparison.0 {
            if let Requirement::Contains(wanted, bytes) = requirement
                && *wanted == stream
            {
                lines.push(format!("match{role} ({stream}): \"{}\"", text(bytes)));
            }
        }
    }
    let end = Some(runs.first.outcome.end);
    let all: Vec<String> = command.comparison.0.iter().map(|requirement| wanted(requirement, end)).collect();
    lines.extend((!all.is_empty()).then(|| format!("comparing{role}: {}", all.join("; "))));
    lines.into_iter().for_each(|line| log::info!("{line}"));
}
