//! Tests of all mutators: their examples are the cases.

use super::parsed;
use crate::properties::example::Example;
use crate::test::{self, all_cases};
use ddsmt::mutators::{Mutator, REGISTRY, Scope, candidates};
use ddsmt::sexpr::{Candidate, Script, Splice};
use ddsmt::smtlib::{Context, Inquiry};
use std::collections::BTreeSet;
use std::sync::Arc;

fn mutators() -> impl Iterator<Item = &'static Mutator> {
    REGISTRY.iter().flat_map(|group| group.mutators.iter().copied())
}

/// Returns the text without its last line break.
fn text(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    text.strip_suffix('\n').unwrap_or(text).to_owned()
}

/// Returns the context with the hints of the solver that the mutator's examples assume.
fn hinted(mutator: &Mutator, context: &Context) -> Context {
    if mutator.printed.is_empty() {
        return context.clone();
    }
    let before = context.script();
    let hints = Inquiry::new(before, 0).hints(mutator.printed.as_bytes());
    Context::hinted(before.clone(), Arc::new(hints.unwrap_or_default()), false)
}

/// Returns the texts of all candidates, after [`sample`]'s checks.
fn texts(mutator: &Mutator, before: &Script) -> Vec<String> {
    sample(mutator, &Context::new(before.clone()), 1, usize::MAX)
}

/// Returns the texts of every `one_in`-th of the first `of` candidates. Checks that each is a candidate.
fn sample(mutator: &Mutator, context: &Context, one_in: usize, of: usize) -> Vec<String> {
    let (context, before) = (hinted(mutator, context), context.script());
    let edited = candidates(mutator, &context).take(of).step_by(one_in).map(|proposal| {
        let name = mutator.name;
        let candidate = Candidate::new(before, proposal.edit);
        let after = candidate.text();
        assert_ne!(after, before.text(), "{name} proposes its input {:?}", text(&after));
        let script = candidate.script().unwrap_or_else(|e| panic!("{name} breaks {before:?}: {e:?}"));
        assert_eq!(script.text(), after, "{name}: the text is canonical");
        assert_eq!(script.digest(), candidate.digest(), "{name}: the digest is that of the text");
        text(&after)
    });
    edited.collect()
}

#[test]
fn examples_list_every_candidate() {
    let mut wrong = Vec::new();
    for mutator in mutators() {
        for Example { before, after } in Example::all(mutator.examples) {
            let found = texts(mutator, &parsed(&before));
            if found != after {
                wrong.push(format!("{}:\n{before}\n  proposes {found:#?}\n  instead of {after:#?}", mutator.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_mutator_shows_where_it_applies_and_where_not() {
    for mutator in mutators() {
        let examples = Example::all(mutator.examples);
        assert!(examples.iter().any(|example| !example.after.is_empty()), "{} applies nowhere", mutator.name);
        assert!(examples.iter().any(|example| example.after.is_empty()), "{} applies everywhere", mutator.name);
    }
}

#[test]
fn mutators_that_need_hints_propose_nothing_without_them() {
    for mutator in mutators().filter(|mutator| !mutator.printed.is_empty()) {
        for example in Example::all(mutator.examples) {
            let context = Context::new(parsed(&example.before));
            assert_eq!(candidates(mutator, &context).count(), 0, "{}: {}", mutator.name, example.before);
        }
    }
}

#[test]
fn a_local_edit_stays_within_its_node() {
    let mut wrong = BTreeSet::new();
    for mutator in mutators() {
        for example in Example::all(mutator.examples) {
            let context = hinted(mutator, &Context::new(parsed(&example.before)));
            for proposal in candidates(mutator, &context).filter(|proposal| proposal.scope == Scope::Local) {
                let (node, range) = (proposal.node, proposal.node.range());
                // A deletion includes the blank before a node, or the line break behind a command.
                let stays = |s: Splice<'_>| {
                    let within = node.index() == 0 || range.start <= s.start + 1 && s.end <= range.end;
                    s.command == node.command() && within && !s.precedes()
                };
                if !proposal.edit.splices().iter().all(stays) {
                    wrong.insert(mutator.name);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these edit the script, but say that it is their node: {wrong:?}");
}

#[test]
fn names_are_unique() {
    let groups = REGISTRY.iter().map(|group| group.name.to_owned());
    let mut seen = BTreeSet::new();
    for name in groups.chain(mutators().flat_map(|mutator| [mutator.name.to_owned(), mutator.class()])) {
        // A group's name is an option, too, so it must differ from the names of mutators.
        assert!(seen.insert(name.clone()), "{name} is used twice");
    }
}

#[test]
fn summaries_are_a_few_words_in_lower_case() {
    for mutator in mutators() {
        let summary = mutator.summary;
        assert!((3..90).contains(&summary.len()), "{summary:?}");
        assert!(summary.starts_with(|c: char| c.is_lowercase()) && !summary.ends_with('.'), "{summary:?}");
        let name = mutator.name;
        assert!(name.bytes().all(|b| b == b'-' || b.is_ascii_lowercase()), "{name:?}");
    }
}

#[test]
fn no_mutator_fails_on_the_example_of_another() {
    let examples = mutators().flat_map(|mutator| Example::all(mutator.examples));
    let befores: BTreeSet<String> = examples.map(|example| example.before).collect();
    for before in test::sample(befores, 8) {
        let context = Context::new(parsed(&before));
        mutators().for_each(|mutator| drop(sample(mutator, &context, 3, usize::MAX)));
    }
}

#[test]
fn no_mutator_fails_on_a_fixture_and_each_applies_to_one() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let files = std::fs::read_dir(folder).expect("fixtures").map(|entry| entry.expect("an entry").path());
    let mut idle: BTreeSet<&str> = mutators().map(|mutator| mutator.name).collect();
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "smt2")) {
        let input = parsed(std::fs::read(&file).expect("readable"));
        let context = Context::new(input);
        for mutator in mutators() {
            let is_run = all_cases() || idle.contains(mutator.name);
            if is_run && !sample(mutator, &context, 17, 200).is_empty() {
                idle.remove(mutator.name);
            }
        }
    }
    assert!(idle.is_empty(), "no fixture for {idle:?}");
}
