//! The mutators that the toggles of a command line leave on.

use super::options;
use ddsmt::mutators::REGISTRY;
use ddsmt::reduce::toggles::*;

fn toggles(args: &str) -> Toggles {
    options(&format!("{args} in out cmd")).settings.toggles
}

fn of_group(group: &str) -> Vec<&'static str> {
    let group = REGISTRY.iter().filter(|g| g.name == group);
    group.flat_map(|g| g.mutators).map(|m| m.name).collect()
}

/// Returns the number of mutators that are on by default.
fn all() -> usize {
    REGISTRY.iter().flat_map(|group| group.mutators).filter(|mutator| !mutator.is_optional).count()
}

#[test]
fn everything_is_on_at_first() {
    assert_eq!(toggles("").enabled().len(), all());
    assert!(toggles("").groups().all(|(_, setting)| setting.is_none()));
}

#[test]
fn later_toggles_win_and_groups_overwrite_their_mutators() {
    let rows: [(&str, Vec<&str>); 7] = [
        ("--disable-all", vec![]),
        ("--disable-all --bv-to-bool", vec!["bv-to-bool"]),
        ("--bv-to-bool --disable-all", vec![]),
        ("--disable-all --fp", of_group("fp")),
        ("--disable-all --no-bv-to-bool --bv", of_group("bv")),
        ("--disable-all --bv --no-bv", vec![]),
        ("--disable-all --let-elimination --let-substitution", vec!["let-elimination", "let-substitution"]),
    ];
    for (args, enabled) in rows {
        assert_eq!(toggles(args).enabled(), enabled, "{args}");
    }
    let without = toggles("--no-bv --no-erase-node");
    assert_eq!(without.enabled().len(), all() - of_group("bv").len() - 1);
    assert!(!without.enabled().contains(&"erase-node"));
}

#[test]
fn optional_mutators_are_on_only_if_they_are_asked_for() {
    let rows: [(&str, &[&str]); 7] = [
        ("", &[]),
        ("--exhaustive", &[]),
        ("--bind-constant", &["bind-constant"]),
        ("--shortest --exhaustive", &["push-instead", "bind-constant"]),
        ("--shortest --no-push-instead", &["bind-constant"]),
        ("--no-exhaustive --shortest", &["push-instead", "bind-constant"]),
        ("--shortest --no-exhaustive", &[]),
    ];
    for (args, wanted) in rows {
        let enabled = toggles(args).enabled();
        let optional = REGISTRY.iter().flat_map(|group| group.mutators).filter(|mutator| mutator.is_optional);
        let on = optional.map(|mutator| mutator.name).filter(|name| enabled.contains(name));
        assert_eq!(on.collect::<Vec<_>>(), wanted, "{args}");
    }
}

#[test]
fn a_mutator_does_not_touch_its_group() {
    let setting = |args: &str| toggles(args).groups().find(|g| g.0 == "bv");
    assert_eq!(setting("--no-bv-to-bool"), Some(("bv", None)));
    assert_eq!(setting("--no-bv --bv-to-bool"), Some(("bv", Some(false))));
    assert_eq!(setting("--disable-all"), Some(("bv", Some(false))));
    assert_eq!(setting("--disable-all --bv"), Some(("bv", Some(true))));
}

#[test]
fn detection_switches_off_only_groups_that_no_toggle_names() {
    let rows: [(&str, &str, bool); 7] = [
        ("", "bv-to-bool", false),
        ("", "constants", true),
        ("", "arith-constants", true),
        ("--bv", "bv-to-bool", true),
        ("--bv-to-bool", "bv-to-bool", true),
        ("--bv-to-bool", "bv-eval-extend", false),
        ("--no-arithmetic", "arith-constants", false),
    ];
    for (args, mutator, on) in rows {
        let mut toggles = toggles(args);
        toggles.detect(|group| group == "arithmetic");
        assert_eq!(toggles.enabled().contains(&mutator), on, "{args} {mutator}");
    }
}

#[test]
fn detection_is_told_in_the_words_of_ddsmt() {
    let ours = ["binders", "declarations", "scopes", "terms", "sorts", "names", "exhaustive"];
    let lines: Vec<String> = toggles("--fp --no-strings")
        .detect(|group| group == "arithmetic")
        .iter()
        .map(|(level, line)| format!("{} {line}", format!("{level:?}").to_uppercase()))
        .filter(|line| !ours.iter().any(|group| line.contains(group)))
        .collect();
    assert_eq!(
        lines,
        [
            "DEBUG core can not be disabled",
            "DEBUG keeping arithmetic mutators enabled",
            "INFO automatically disabling bv mutators. Use --bv to enable.",
            "DEBUG boolean can not be disabled",
            "INFO automatically disabling datatypes mutators. Use --datatypes to enable.",
            "DEBUG fp was specified by the user: True",
            "DEBUG smtlib can not be disabled",
            "DEBUG strings was specified by the user: False",
        ]
    );
}
