//! The mutator that asks for less of a logic.

use super::super::{About, Edits, Example, Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "simplify-logic",
    class: "SimplifyLogic",
    summary: "simplify logic",
    may_grow: false,
    examples: &[
        Example {
            before: "(set-logic QF_UFNIRA)",
            after: &[
                "(set-logic QF_NIRA)",
                "(set-logic QF_UF)",
                "(set-logic QF_UFLIRA)",
                "(set-logic QF_UFNIA)",
                "(set-logic QF_UFNRA)",
                "(set-logic ALL)",
            ],
        },
        Example { before: "(set-logic QF_DT)", after: &["(set-logic ALL)"] },
        Example { before: "(set-logic ALL)\n(set-logic)\n(set-logic (QF_BV))", after: &[] },
    ],
};

/// What the names of logics are made of, longer parts before their prefixes.
const PARTS: &[&str] = &[
    "NIRA", "LIRA", "NIA", "NRA", "LIA", "LRA", "IDL", "RDL", "UF", "DT", "BV", "FP", "FF", "FS", "AX", "A", "S", "T",
    "C",
];

/// Parts of which a smaller part is left, and that part.
const SMALLER: &[(&str, &[&str])] = &[
    ("NIRA", &["LIRA", "NIA", "NRA"]),
    ("LIRA", &["LIA", "LRA"]),
    ("NIA", &["LIA"]),
    ("NRA", &["LRA"]),
    ("LIA", &["IDL"]),
    ("LRA", &["RDL"]),
];

/// Replaces a logic by one with fewer theories.
pub(super) struct SimplifyLogic;

/// The prefix of a logic's name and its parts, if it is made of such.
fn parts(logic: &str) -> Option<(&str, Vec<&'static str>)> {
    let start = ["HO_QF_", "QF_", "HO_", ""].iter().find(|prefix| logic.starts_with(**prefix))?.len();
    let (prefix, mut rest) = logic.split_at(start);
    let mut found = Vec::new();
    while !rest.is_empty() {
        let part = PARTS.iter().find(|part| rest.starts_with(**part))?;
        found.push(*part);
        rest = &rest[part.len()..];
    }
    Some((prefix, found))
}

impl Mutator for SimplifyLogic {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("set-logic")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((name, logic)) = node.child(1).and_then(|name| Some((name, std::str::from_utf8(name.leaf()?).ok()?)))
        else {
            return none();
        };
        let (prefix, parts) = parts(logic).unwrap_or_default();
        let mut simpler = Vec::new();
        let mut propose = |left: &[&str], middle: &[&str], right: &[&str]| {
            simpler.push(prefix.to_owned() + &left.concat() + &middle.concat() + &right.concat());
        };
        for (i, _) in parts.iter().enumerate().filter(|_| parts.len() > 1) {
            propose(&parts[..i], &[], &parts[i + 1..]);
        }
        for (i, part) in parts.iter().enumerate() {
            for smaller in SMALLER.iter().filter(|(large, _)| large == part).flat_map(|(_, smaller)| *smaller) {
                propose(&parts[..i], &[smaller], &parts[i + 1..]);
            }
        }
        if logic.len() > 3 {
            simpler.push("ALL".to_owned());
        }
        Box::new(simpler.into_iter().map(move |logic| Edit::replace(name, logic.as_bytes())))
    }
}
