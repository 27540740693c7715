//! `--dump-config`: the options so far as a Python dictionary, the format that
//! ddSMT prints and scripts evaluate.

use super::draft::Draft;
use super::value::quoted;
use crate::check::compare::Pattern;
use crate::check::compare::answers::Answer;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::time::Duration;

/// The dictionary with sorted keys, one per line.
pub(super) fn text(draft: &Draft) -> String {
    let mut entries = files(draft);
    entries.extend(settings(draft));
    entries.extend(toggles(draft));
    let lines: Vec<String> = entries.iter().map(|(key, value)| format!("'{key}': {value}")).collect();
    format!("{{{}}}\n", lines.join(",\n "))
}

fn files(draft: &Draft) -> BTreeMap<String, String> {
    let command: Vec<String> = draft.command.iter().map(|word| quoted(word)).collect();
    let command = match draft.command.is_empty() {
        true => "None".to_owned(),
        false => format!("[{}]", command.join(", ")),
    };
    table([
        ("candidates", word(draft.candidates.as_deref())),
        ("cmd", command),
        ("digest", boolean(draft.digest)),
        ("info", word(draft.info.as_deref())),
        ("infile", word(draft.input.as_deref())),
        ("outfile", word(draft.output.as_deref())),
        ("parser_test", boolean(draft.parser_test)),
    ])
}

fn settings(draft: &Draft) -> BTreeMap<String, String> {
    let settings = &draft.settings;
    let (main, cross) = (&settings.comparison, &settings.cross_comparison);
    let wishes = &settings.wishes;
    let disable_all = match settings.disable_all {
        true => "True",
        false => "None",
    };
    table([
        ("budget", seconds(settings.budget)),
        ("check_loops", boolean(settings.check_loops)),
        ("cmd_cc", word(settings.cross_check.as_deref())),
        ("disable_all", disable_all.to_owned()),
        ("dump_config", boolean(settings.dump_config)),
        ("dump_diffs", boolean(settings.dump_diffs)),
        ("endgame", number(Some(settings.end_game))),
        ("exit_status", named(settings.exit_status, crate::reduce::exit::StatusStyle::CHOICES)),
        ("ignore_err", boolean(main.ignore_err)),
        ("ignore_out", boolean(main.ignore_out)),
        ("ignore_output", boolean(main.ignore_output)),
        ("ignore_output_cc", boolean(cross.ignore_output)),
        ("fixed_timeout", boolean(settings.fixed_timeout)),
        ("journal", word(settings.journal.as_ref().map(|path| path.as_os_str()))),
        ("jobs", number(settings.jobs)),
        ("match_err", word(main.match_err.as_deref())),
        ("match_err_cc", word(cross.match_err.as_deref())),
        ("match_out", word(main.match_out.as_deref())),
        ("match_out_cc", word(cross.match_out.as_deref())),
        ("memout", number(settings.memout)),
        ("memory_tunables", boolean(settings.memory_tunables)),
        ("min_gain", number(Some(settings.min_gain))),
        ("pretty_print", boolean(settings.pretty_print)),
        ("profile", boolean(settings.profile)),
        ("quietness", settings.quiet.to_string()),
        ("reduce_args", boolean(settings.reduce_args)),
        ("replace_by_variable_mode", named(settings.variable_mode, crate::reduce::options::VARIABLE_MODES)),
        ("resume", boolean(settings.resume)),
        ("strategy", named(settings.strategy, crate::reduce::options::Strategy::CHOICES)),
        ("at_least", number(wishes.at_least.map(|number| number.0))),
        ("disagree", word(wishes.disagree.as_deref())),
        ("expect", answer(wishes.expect)),
        ("got", answer(wishes.got)),
        ("hints", word(wishes.hints.as_deref())),
        ("format", named(wishes.format, crate::reduce::criteria::Format::CHOICES)),
        ("keep", text_or_none(&wishes.keep)),
        ("lenient", boolean(wishes.lenient)),
        ("need", number(wishes.need)),
        ("repeat", number(wishes.repeat)),
        ("match_err_re", text_or_none(&wishes.match_err)),
        ("match_out_re", text_or_none(&wishes.match_out)),
        ("placeholder", word(wishes.placeholder.as_deref())),
        ("reference", word(wishes.reference.as_deref())),
        ("referee", word(wishes.referee.as_deref())),
        ("reject_re", list(wishes.reject.iter().map(ToString::to_string))),
        ("same_crash", boolean(wishes.same_crash)),
        ("slower_than", seconds(wishes.slower_than)),
        ("slower_than_reference", number(wishes.slower_than_reference.map(|n| n as f64 / 1000.0))),
        ("stat", text_or_none(&wishes.stat)),
        ("stdin", boolean(wishes.stdin)),
        ("test", list(wishes.tests.iter().map(|line| line.to_string_lossy().into_owned()))),
        ("times_out", boolean(wishes.times_out)),
        ("timeout", seconds(main.timeout)),
        ("timeout_cc", seconds(cross.timeout)),
        ("unchecked", boolean(settings.unchecked)),
        ("valid", boolean(settings.valid)),
        ("without", list(settings.without.iter().filter_map(|saving| label(saving, crate::reduce::options::SAVINGS)))),
        ("verbosity", settings.verbose.to_string()),
        ("wrap_lines", boolean(settings.wrap_lines)),
    ])
}

fn toggles(draft: &Draft) -> BTreeMap<String, String> {
    let toggles = &draft.settings.toggles;
    let key = |name: &str| name.replace('-', "_");
    let mutators = toggles.mutators().map(|(name, on)| (format!("mutator_{}", key(name)), boolean(on)));
    let groups = toggles.groups().map(|(name, setting)| {
        let value = setting.map_or("None".to_owned(), boolean);
        (format!("mutators_{}", key(name)), value)
    });
    mutators.chain(groups).collect()
}

fn table<const N: usize>(rows: [(&str, String); N]) -> BTreeMap<String, String> {
    rows.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
}

fn boolean(value: bool) -> String {
    if value { "True" } else { "False" }.to_owned()
}

fn word(value: Option<&OsStr>) -> String {
    value.map_or("None".to_owned(), quoted)
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or("None".to_owned(), |n| n.to_string())
}

fn text_or_none(value: &Option<Pattern>) -> String {
    value.as_ref().map_or("None".to_owned(), |pattern| quoted(OsStr::new(&pattern.to_string())))
}

fn answer(value: Option<Answer>) -> String {
    value.map_or("None".to_owned(), |answer| format!("'{}'", answer.word()))
}

fn list(values: impl Iterator<Item = String>) -> String {
    let values: Vec<String> = values.map(|value| quoted(OsStr::new(&value))).collect();
    format!("[{}]", values.join(", "))
}

fn seconds(value: Option<Duration>) -> String {
    value.map_or("None".to_owned(), |d| format!("{:?}", d.as_secs_f64()))
}

fn named<T: PartialEq>(value: T, choices: &[(&str, T)]) -> String {
    label(&value, choices).map_or("None".to_owned(), |name| format!("'{name}'"))
}

fn label<T: PartialEq>(value: &T, choices: &[(&str, T)]) -> Option<String> {
    choices.iter().find(|(_, choice)| choice == value).map(|(name, _)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use crate::cli::fixture::command_line;

    fn dump(args: &str) -> Vec<String> {
        let text = command_line(args).printed;
        let body = text.strip_prefix('{').and_then(|t| t.strip_suffix("}\n"));
        let lines = body.into_iter().flat_map(|t| t.split(",\n "));
        lines.map(str::to_owned).collect()
    }

    #[test]
    fn options_are_shown_as_they_are_at_this_place() {
        let lines = dump("-vvq --disable-all --bv --timeout 3 -j 3 --dump-config --fp a b c");
        let expected = [
            "'verbosity': 2",
            "'quietness': 1",
            "'timeout': 3.0",
            "'jobs': 3",
            "'dump_config': True",
            "'disable_all': True",
            "'mutators_bv': True",
            "'mutators_fp': False",
            "'mutator_bv_to_bool': True",
            "'mutator_fp_short_sort': False",
            "'strategy': 'hybrid'",
            "'infile': None",
            "'match_err': None",
        ];
        for line in expected {
            assert!(lines.iter().any(|l| l == line), "{line} in {lines:#?}");
        }
    }

    #[test]
    fn keys_are_sorted_and_the_program_goes_on() {
        let lines = dump("--dump-config a b c");
        assert!(lines.is_sorted());
        assert!(command_line("--dump-config a b c").invocation.is_ok());
        assert!(command_line("--dump-config").invocation.is_err());
    }

    #[test]
    fn a_file_that_was_read_before_is_shown() {
        let lines = dump("a --match-out it's --dump-config b c");
        assert!(lines.contains(&"'infile': 'a'".to_owned()));
        assert!(lines.contains(&"'match_out': \"it's\"".to_owned()));
    }
}
