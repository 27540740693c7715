//! Names of options and their abbreviations, of which ddSMT's come first.

use super::table::{Id, OPTIONS, Origin, Section, Spec};
use crate::reduce::toggles::ToggleGroup;

/// The groups and mutators of ddSMT 2.0.6. An abbreviation that means one of
/// them must go on to mean it, however many mutators we add.
pub(super) const INHERITED: &[(&str, &[&str])] = &[
    (
        "core",
        &[
            "binary-reduction",
            "constants",
            "erase-node",
            "merge-children",
            "substitute-children",
            "replace-by-variable",
            "sort-children",
        ],
    ),
    (
        "arithmetic",
        &["arith-negate-relations", "arith-constants", "arith-split-nary-relations", "arith-strengthen-relations"],
    ),
    (
        "bv",
        &[
            "bv-norm-constants",
            "bv-zero-concat",
            "bv-double-negation",
            "bv-elim-bvcomp",
            "bv-eval-extend",
            "bv-extract-constants",
            "bv-extract-zeroextend",
            "bv-merge-reduced-bw",
            "bv-ite-to-bvcomp",
            "bv-reflexive-nand",
            "bv-simp-constants",
            "bv-to-bool",
            "bv-zeroextend-pred",
            "bv-reduce-bitwidth",
            "bv-merge-extend",
        ],
    ),
    (
        "boolean",
        &[
            "bool-de-morgan",
            "bool-double-negations",
            "bool-false-eq",
            "bool-implications",
            "bool-negate-quants",
            "bool-xor-binary",
            "bool-xor-constants",
        ],
    ),
    ("datatypes", &["dt-rm-constructor", "dt-rm-datatype", "dt-rm-identity"]),
    ("fp", &["fp-short-sort"]),
    (
        "smtlib",
        &[
            "check-sat-assuming",
            "eliminate-variables",
            "inline-functions",
            "introduce-fresh-variables",
            "let-elimination",
            "let-substitution",
            "remove-annotation",
            "remove-recursive-function",
            "simplify-logic",
            "simplify-quoted-symbols",
            "simplify-symbol-names",
        ],
    ),
    ("strings", &["seq-nth-unit", "str-contains-to-concat", "str-index-not-found", "str-replace-all", "str-constants"]),
];

/// What a name on the command line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Option(Id),
    /// Position of the group; on or off.
    Group(usize, bool),
    /// Position of the group and of the mutator in it; on or off.
    Mutator(usize, usize, bool),
}

/// What a name or its beginning was found to mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    One(Target),
    /// The names that begin with it, with their hyphens.
    Many(Vec<String>),
    None,
}

/// All long names in the order in which messages list them.
pub(super) struct Names {
    entries: Vec<Entry>,
}

struct Entry {
    /// Without the leading hyphens.
    name: String,
    target: Target,
    origin: Origin,
}

impl Names {
    pub fn new(groups: &[ToggleGroup]) -> Names {
        let mut names = Names { entries: vec![] };
        for spec in OPTIONS.iter().filter(|s| s.section != Section::Core) {
            names.add_option(spec);
        }
        for (position, group) in groups.iter().enumerate() {
            names.add_group(position, group);
            if group.name == "core" {
                for spec in OPTIONS.iter().filter(|s| s.section == Section::Core) {
                    names.add_option(spec);
                }
            }
        }
        names
    }

    fn add_option(&mut self, spec: &Spec) {
        if !spec.long.is_empty() {
            self.add(spec.long.to_owned(), Target::Option(spec.id), spec.origin);
        }
    }

    fn add_group(&mut self, position: usize, group: &ToggleGroup) {
        let toggle = |on| Target::Group(position, on);
        self.add_toggle(group.name, toggle, is_inherited(group.name));
        for (index, mutator) in group.mutators.iter().enumerate() {
            let toggle = |on| Target::Mutator(position, index, on);
            self.add_toggle(mutator.name, toggle, is_inherited(mutator.name));
        }
    }

    fn add_toggle(&mut self, name: &str, target: impl Fn(bool) -> Target, inherited: bool) {
        let origin = if inherited { Origin::DdSmt } else { Origin::Ours };
        self.add(name.to_owned(), target(true), origin);
        self.add(format!("no-{name}"), target(false), origin);
    }

    fn add(&mut self, name: String, target: Target, origin: Origin) {
        self.entries.push(Entry { name, target, origin });
    }

    /// What a long name means: the option of exactly this name, else the only
    /// one of ddSMT's that begins so, else the only one of ours.
    pub fn find(&self, name: &[u8]) -> Found {
        if let Some(entry) = self.entries.iter().find(|e| e.name.as_bytes() == name) {
            return Found::One(entry.target);
        }
        for origin in [Origin::DdSmt, Origin::Ours] {
            let matching: Vec<&Entry> =
                self.entries.iter().filter(|e| e.origin == origin && e.name.as_bytes().starts_with(name)).collect();
            match matching.as_slice() {
                [] => {}
                [entry] => return Found::One(entry.target),
                many => {
                    return Found::Many(many.iter().map(|e| format!("--{}", e.name)).collect());
                }
            }
        }
        Found::None
    }
}

fn is_inherited(name: &str) -> bool {
    INHERITED.iter().any(|(group, mutators)| *group == name || mutators.contains(&name))
}

/// The option with this one-letter name.
pub(super) fn short(letter: u8) -> Option<&'static Spec> {
    OPTIONS.iter().find(|spec| spec.short == Some(char::from(letter)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::fixture::{GROUPS, group};

    /// Toggles of a later version.
    fn newer() -> Vec<ToggleGroup> {
        vec![group("bv", &["bv-to-bool", "bv-to-int"]), group("arrays", &["array-store"])]
    }

    #[test]
    fn there_are_53_mutators_in_8_groups_to_stand_in_for() {
        let mutators: usize = INHERITED.iter().map(|(_, m)| m.len()).sum();
        assert_eq!((INHERITED.len(), mutators), (8, 53));
    }

    #[test]
    fn names_and_unique_beginnings_are_found() {
        let names = Names::new(&GROUPS);
        let rows = [
            ("strat", Target::Option(Id::Strategy)),
            ("strategy", Target::Option(Id::Strategy)),
            ("ignore-out", Target::Option(Id::IgnoreOut)),
            ("timeout", Target::Option(Id::Timeout)),
            ("v", Target::Option(Id::Version)),
            ("va", Target::Option(Id::Valid)),
            ("mu", Target::Option(Id::Mutator)),
            ("inf", Target::Option(Id::Info)),
            ("bv", Target::Group(2, true)),
            ("no-bv", Target::Group(2, false)),
            ("no-bv-to", Target::Mutator(2, 11, false)),
            ("substitute", Target::Mutator(0, 4, true)),
            ("replace-by-variable", Target::Mutator(0, 5, true)),
            ("replace-by-variable-m", Target::Option(Id::ReplaceByVariableMode)),
        ];
        for (name, target) in rows {
            assert_eq!(names.find(name.as_bytes()), Found::One(target), "{name}");
        }
        for name in ["foo", "help-bv", "strategyx"] {
            assert_eq!(names.find(name.as_bytes()), Found::None, "{name}");
        }
    }

    #[test]
    fn ambiguous_beginnings_list_the_names_in_order() {
        let names = Names::new(&GROUPS);
        let rows: [(&str, &[&str]); 4] = [
            ("ignore-o", &["--ignore-output", "--ignore-out", "--ignore-output-cc"]),
            ("m", &["--memout", "--match-err", "--match-out", "--match-err-cc", "--match-out-cc", "--merge-children"]),
            (
                "re",
                &[
                    "--replace-by-variable",
                    "--replace-by-variable-mode",
                    "--remove-annotation",
                    "--remove-recursive-function",
                ],
            ),
            ("he", &["--help", "--help-all"]),
        ];
        for (name, many) in rows {
            let many = many.iter().map(|s| s.to_string()).collect();
            assert_eq!(names.find(name.as_bytes()), Found::Many(many), "{name}");
        }
    }

    #[test]
    fn a_mutator_that_we_add_takes_no_abbreviation_away() {
        let names = Names::new(&newer());
        let found = |name: &str| names.find(name.as_bytes());
        assert_eq!(found("bv-to"), Found::One(Target::Mutator(0, 0, true)));
        assert_eq!(found("bv-to-i"), Found::One(Target::Mutator(0, 1, true)));
        assert_eq!(found("arr"), Found::Many(vec!["--arrays".into(), "--array-store".into()]));
        assert_eq!(found("no-arrays"), Found::One(Target::Group(1, false)));
    }
}
