//! From words to a configuration, left to right, since toggles, `--help` and
//! `--dump-config` act at the place where they stand.

use super::draft::Draft;
use super::dump;
use super::help;
use super::names::{Names, Target, short};
use super::recipes;
use super::table::{Id, Spec, spec};
use super::usage::UsageError;
use super::value::quoted;
use super::words::{Class, classify};
use crate::reduce::options::{Options, Settings};
use crate::reduce::os_bytes as bytes;
use crate::reduce::toggles::ToggleGroup;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// Everything was said by printing it (`--help`, `--version`).
    Answered,
    /// Reduce a file.
    Reduce(Box<Options>),
    /// Parse a file and print it (`--parser-test`).
    ParserTest {
        /// The file to parse.
        input: PathBuf,
        /// How to print it.
        settings: Box<Settings>,
    },
    /// Print the size of a file as JSON (`--info`).
    Info {
        /// The file to measure.
        input: PathBuf,
    },
    /// Print the candidates for a file as JSON lines (`--candidates`).
    Candidates {
        /// The file to read.
        input: PathBuf,
        /// The option names of the mutators to ask, in the order of the
        /// registry; those of `--mutator`, else all that are enabled.
        mutators: Vec<&'static str>,
        /// Print digests instead of texts.
        digest: bool,
        /// What the options say besides.
        settings: Box<Settings>,
    },
}

impl Invocation {
    /// What the options say, if the invocation depends on it.
    pub fn settings(&self) -> Option<&Settings> {
        match self {
            Invocation::Reduce(options) => Some(&options.settings),
            Invocation::ParserTest { settings, .. } | Invocation::Candidates { settings, .. } => Some(settings),
            Invocation::Answered | Invocation::Info { .. } => None,
        }
    }
}

/// What became of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// What options asked to print on standard output, in order.
    pub printed: String,
    /// What to do next, or why the words cannot be understood.
    pub invocation: Result<Invocation, UsageError>,
}

/// Reads the words after the program's name. The toggles come from `groups`, so
/// that a new mutator has its option without a change here.
pub fn parse(words: impl IntoIterator<Item = OsString>, groups: &[ToggleGroup]) -> CommandLine {
    let mut parser = Parser {
        groups,
        names: Names::new(groups),
        words: words.into_iter().collect::<Vec<_>>().into_iter(),
        draft: Draft::new(groups),
        printed: String::new(),
    };
    let invocation = match parser.read() {
        Ok(Flow::Stop) => Ok(Invocation::Answered),
        Ok(Flow::Continue) => parser.draft.finish(),
        Err(error) => Err(error),
    };
    CommandLine { printed: parser.printed, invocation }
}

/// Whether to read on after an option.
enum Flow {
    Continue,
    Stop,
}

struct Parser<'a> {
    groups: &'a [ToggleGroup],
    names: Names,
    words: std::vec::IntoIter<OsString>,
    draft: Draft,
    printed: String,
}

impl Parser<'_> {
    fn read(&mut self) -> Result<Flow, UsageError> {
        let mut only_plain = false;
        while let Some(word) = self.words.next() {
            let class = match only_plain {
                true => Class::Plain,
                false => classify(&self.names, &word),
            };
            let flow = match class {
                Class::Plain => self.place(word),
                Class::Terminator => {
                    only_plain = true;
                    Flow::Continue
                }
                Class::Long(target, value) => self.long(target, value)?,
                Class::Cluster => self.cluster(bytes::bytes(&word))?,
                Class::Ambiguous(names) => return Err(UsageError::ambiguous(&word, &names)),
                Class::Unknown => {
                    self.draft.unknown.push(word);
                    Flow::Continue
                }
            };
            if let Flow::Stop = flow {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Continue)
    }

    /// Takes a file name; after the second, all words are the command's.
    fn place(&mut self, word: OsString) -> Flow {
        let draft = &mut self.draft;
        if draft.input.is_none() {
            draft.input = Some(word);
            return Flow::Continue;
        }
        draft.output = Some(word);
        let mut command: Vec<OsString> = self.words.by_ref().collect();
        if command.first().is_some_and(|first| first == "--") {
            command.remove(0);
        }
        draft.command = command;
        Flow::Continue
    }

    fn long(&mut self, target: Target, value: Option<OsString>) -> Result<Flow, UsageError> {
        let id = match target {
            Target::Option(id) => id,
            toggle => return self.toggle(toggle, value),
        };
        let spec = spec(id);
        match (spec.value, value) {
            (None, Some(value)) => Err(UsageError::explicit(&spec.spelling(), &value)),
            (None, None) => self.apply(spec, OsString::new()),
            (Some(_), Some(value)) => self.apply(spec, value),
            (Some(_), None) => {
                let value = self.next_value(spec)?;
                self.apply(spec, value)
            }
        }
    }

    fn toggle(&mut self, target: Target, value: Option<OsString>) -> Result<Flow, UsageError> {
        let toggles = &mut self.draft.settings.toggles;
        let name = match target {
            Target::Group(group, on) => {
                toggles.set_group(group, on);
                self.groups[group].name
            }
            Target::Mutator(group, mutator, on) => {
                toggles.set_mutator(group, mutator, on);
                self.groups[group].mutators[mutator].name
            }
            Target::Option(_) => return Ok(Flow::Continue),
        };
        match value {
            Some(value) => Err(UsageError::explicit(&format!("--{name}/--no-{name}"), &value)),
            None => Ok(Flow::Continue),
        }
    }

    /// One-letter options; the first that takes a value takes the rest.
    fn cluster(&mut self, word: &[u8]) -> Result<Flow, UsageError> {
        let mut previous: Option<&Spec> = None;
        let mut rest = &word[1..];
        while let Some((letter, after)) = rest.split_first() {
            let Some(spec) = short(*letter) else {
                let owner = previous.map(Spec::spelling).unwrap_or_default();
                return Err(UsageError::explicit(&owner, &bytes::word(rest)));
            };
            if spec.value.is_some() {
                let value = match after {
                    [] => self.next_value(spec)?,
                    [b'=', value @ ..] => bytes::word(value),
                    value => bytes::word(value),
                };
                return self.apply(spec, value);
            }
            if let Flow::Stop = self.apply(spec, OsString::new())? {
                return Ok(Flow::Stop);
            }
            previous = Some(spec);
            rest = after;
        }
        Ok(Flow::Continue)
    }

    fn next_value(&mut self, spec: &Spec) -> Result<OsString, UsageError> {
        let is_value = |word: &OsString| classify(&self.names, word) == Class::Plain;
        if self.words.as_slice().first().is_some_and(is_value)
            && let Some(value) = self.words.next()
        {
            return Ok(value);
        }
        Err(UsageError::argument(spec, "expected one argument"))
    }

    fn apply(&mut self, spec: &Spec, value: OsString) -> Result<Flow, UsageError> {
        match spec.id {
            Id::Help => self.printed.push_str(&help::short()),
            Id::HelpAll => self.printed.push_str(&help::long(self.groups)),
            Id::HelpRecipes => self.printed.push_str(&recipes::text()),
            Id::Version => self.printed.push_str(&help::version()),
            Id::DumpConfig => {
                self.draft.settings.dump_config = true;
                self.printed.push_str(&dump::text(&self.draft));
                return Ok(Flow::Continue);
            }
            Id::Mutator => {
                let name = self.mutator(&value);
                let name = name.map_err(|end| UsageError::argument(spec, &end))?;
                self.draft.mutators.push(name);
                return Ok(Flow::Continue);
            }
            _ => {
                let applied = self.draft.apply(spec.id, value);
                applied.map_err(|end| UsageError::argument(spec, &end))?;
                return Ok(Flow::Continue);
            }
        }
        Ok(Flow::Stop)
    }

    fn mutator(&self, value: &OsStr) -> Result<&'static str, String> {
        let mut all = self.groups.iter().flat_map(|group| &group.mutators);
        let found = all.find(|mutator| value == mutator.name || value == mutator.class);
        found
            .map(|mutator| mutator.name)
            .ok_or_else(|| format!("no mutator has the name {} (ddsmt --help-all lists them)", quoted(value)))
    }
}
