//! The events of a reduction as plain data: the lines of `--json`, and the contents of the page of `--report`.

use super::statistics::Size;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;

/// The version of the form of events. Within a version fields and events are only added, so readers have to
/// skip those that they do not know.
pub const VERSION: u32 = 1;

/// One event of a reduction. The first one is `start`, the last one `end`, however the
/// reduction ends. Times are seconds since the program started; what is no UTF-8 in
/// names and outputs is shown by U+FFFD.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// What is about to be done.
    Start(Start),
    /// How large the input is.
    Input(Size),
    /// What a command does on the input.
    Golden(Golden),
    /// Answers of the command that were used together, and what followed.
    Step(Step),
    /// How the reduction ended.
    End(End),
}

/// What is about to be done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Start {
    /// The version of the form of all events: 1.
    pub version: u32,
    /// The program with its version.
    pub program: String,
    /// All words that were typed after the program's name.
    pub arguments: Vec<String>,
    /// The input file.
    pub input: String,
    /// The output file.
    pub output: String,
}

/// What a command does on the input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Golden {
    /// What the command is for: `command`, or `cc`, `reference`, `disagree`, `referee`, `test`
    /// after the option that adds it.
    pub role: String,
    /// The program and its arguments, without the file.
    pub command: Vec<String>,
    /// The exit status, or minus the number of the signal; null where a limit ended it.
    pub exit: Option<i32>,
    /// What it printed on standard output, cut off after 64 KiB.
    pub stdout: String,
    /// What it printed on standard error, cut off after 64 KiB.
    pub stderr: String,
    /// How long it ran.
    pub runtime: f64,
}

/// Returns how a run ended, in words; `exit` is [`Golden::exit`].
pub fn ending(exit: Option<i32>) -> String {
    match exit {
        Some(exit) if exit < 0 => format!("dies by signal {}", -exit),
        Some(exit) => format!("ends with status {exit}"),
        None => "does not end within its limits".into(),
    }
}

/// How much was done so far.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
pub struct Effort {
    /// Seconds since the program started.
    pub seconds: f64,
    /// The answers of the command that were used.
    pub checks: u64,
    /// The runs of the command during the search, with those whose answer was not needed.
    pub runs: u64,
    /// Seconds that all these runs took together.
    pub command_seconds: f64,
}

/// Answers of the command that were used together, and what followed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Step {
    /// How much was done so far, with this step.
    #[serde(flatten)]
    pub effort: Effort,
    /// The part of the strategy: `ddmin` (and what comes before it), `hierarchical` or `end-game`.
    pub phase: String,
    /// The answers by mutator.
    pub answers: Vec<Answers>,
    /// The changes that were made together; none where all were refused.
    pub accepted: Vec<Accepted>,
    /// The bytes of the script after this step.
    pub bytes: u64,
    /// What the step changed, as a unified difference of commands.
    #[serde(skip)]
    pub diff: Option<String>,
}

/// The answers about candidates of one mutator.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Answers {
    /// The mutator, as `--help-all` calls it.
    pub mutator: String,
    /// The candidates that were looked at, also those whose answer was known already.
    pub asked: u32,
    /// Those of them that still fail.
    pub accepted: u32,
}

/// A change that was made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Accepted {
    /// The mutator, as `--help-all` calls it.
    pub mutator: String,
    /// By how many bytes it shortens the script.
    pub gain: i64,
}

/// How the reduction ended.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct End {
    /// How much was done.
    #[serde(flatten)]
    pub effort: Effort,
    /// The exit status of the program.
    pub status: u8,
    /// Whether the search was finished: nothing more helps, or `--stop-at` is reached.
    pub finished: bool,
    /// How large the result is; null where it is the input, or was not written.
    pub result: Option<Size>,
    /// What went wrong, where something did.
    pub error: Option<String>,
    /// How many runs there were at a time at most; 0 where nothing was searched.
    pub jobs: usize,
}

/// Returns the JSON Schema of a line of `--json`.
pub fn schema() -> String {
    format!("{:#}\n", schema_for!(Event).to_value())
}
