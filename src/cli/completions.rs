//! Completions of shells: clap's scripts and, because these do not know that all words after the files belong
//! to the command, ddsmt's own scripts beside them.

use clap::{Command, ValueHint};
use clap_complete::Shell;

const BASH: &str = include_str!("completions.bash");
const FISH: &str = include_str!("completions.fish");

pub(super) fn completions(shell: Shell, mut command: Command) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "ddsmt", &mut text);
    let text = String::from_utf8_lossy(&text);
    let (text, ours) = match shell {
        Shell::Bash => (text.into_owned(), BASH),
        Shell::Fish => {
            (text.replace("complete -c ddsmt ", "complete -c ddsmt -n 'not __ddsmt_command >/dev/null' "), FISH)
        }
        // With two colons zsh completes with all words after the options, including the files.
        _ => (text.replace("\n'*::cmd ", "\n'*:::cmd "), ""),
    };
    let valued = spellings(&command, |_| true);
    let commands = spellings(&command, |hint| hint == ValueHint::CommandString);
    text + &ours.replace("@VALUED@", &valued).replace("@COMMANDS@", &commands)
}

/// Returns the options that take a value of such a kind.
fn spellings(command: &Command, is_kind: fn(ValueHint) -> bool) -> String {
    let options = command.get_opts().filter(|arg| is_kind(arg.get_value_hint()));
    let names = options.flat_map(|arg| {
        [arg.get_short().map(|short| format!("-{short}")), arg.get_long().map(|long| format!("--{long}"))]
    });
    names.flatten().collect::<Vec<_>>().join(" ")
}
