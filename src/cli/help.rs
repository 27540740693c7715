//! Help texts, the manual page and the completions of shells, all made from the same options.

use super::command::{command, readable};
use super::completions::completions;
use super::manual::manual;
use super::recipes;
use super::request::Answer;
use super::usage::USAGE;
use crate::report::events;
use clap::Command;
use std::io::{self, IsTerminal};

/// The version of ddSMT whose command lines have the same meaning here.
const STANDS_IN_FOR: &str = "2.0.6";

/// Columns of a line where the terminal does not say how many it has, so that the text is the same everywhere.
const WIDTH: usize = 100;

pub(super) fn text(answer: Answer) -> String {
    match answer {
        Answer::Help => {
            let after = "ddsmt --help-all shows all options, --help-recipes what to type for each kind of failure.";
            help(command().after_help(after))
        }
        Answer::HelpAll => {
            let command = command().mut_args(|arg| arg.hide_short_help(false));
            help(readable(command).after_help(
                "ddsmt --generate man | man -l - tells of time limits, the journal, exit status and log too.",
            ))
        }
        Answer::Recipes => recipes::TEXT.into(),
        Answer::Version => version(),
        Answer::Doctor => crate::reduce::doctor::report(),
        Answer::Schema => events::schema(),
        Answer::Manual => manual(command(), version().trim_end()),
        Answer::Completions(shell) => completions(shell, command()),
    }
}

fn version() -> String {
    let ours = env!("CARGO_PKG_VERSION");
    format!("ddsmt {ours} (drop-in for ddSMT {STANDS_IN_FOR})\n")
}

/// Returns the options in paragraphs, in colours on a terminal.
fn help(command: Command) -> String {
    let is_seen = io::stdout().is_terminal();
    let command = command.help_template("usage: {usage}\n\n{all-args}{after-help}").override_usage(USAGE);
    let command = command.mut_args(|arg| if arg.is_positional() { arg.required(true) } else { arg });
    let mut command = if is_seen { command.max_term_width(WIDTH) } else { command.term_width(WIDTH) };
    let text = command.render_help();
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_plain = is_set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let text = if is_seen && !is_plain { text.ansi().to_string() } else { text.to_string() };
    format!("{}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::super::flags::flags;
    use super::*;
    use crate::mutators::REGISTRY;
    use clap_complete::Shell;

    #[test]
    fn help_has_what_people_use_and_help_all_everything() {
        let (short, all) = (text(Answer::Help), text(Answer::HelpAll));
        let has =
            |text: &str, name: &str| text.contains(&format!("--{name} ")) || text.contains(&format!("--{name}\n"));
        assert!(short.starts_with(&format!("usage: {USAGE}\n\n")), "{short}");
        assert!(short.lines().count() < 80, "{short}");
        for flag in flags().filter(|flag| !["verbose", "quiet"].contains(&flag.name)) {
            assert_eq!(has(&short, flag.name), !flag.is_rare, "{} in {short}", flag.name);
            assert!(has(&all, flag.name), "{} in {all}", flag.name);
        }
        assert!(!short.contains("[no-]"));
        let toggles: usize = REGISTRY.iter().map(|group| 1 + group.mutators.len()).sum();
        assert_eq!(all.matches("--[no-]").count(), toggles, "{all}");
        for text in [short, all] {
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
    }

    #[test]
    fn shells_complete_options_and_their_values() {
        for (shell, words) in [
            (Shell::Bash, ["--strategy", "hierarchical"]),
            (Shell::Zsh, ["--strategy", "hierarchical"]),
            // The words of the command alone.
            (Shell::Zsh, ["'*:::cmd ", ":_cmdambivalent"]),
            (Shell::Fish, ["-l strategy", "hierarchical"]),
        ] {
            let text = text(Answer::Completions(shell));
            assert!(words.iter().all(|word| text.contains(word)), "{shell}: {text}");
        }
    }
}
