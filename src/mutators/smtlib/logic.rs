//! The mutator that asks for less of a logic.

use super::super::{Mutator, none};
use super::names;
use crate::sexpr::Edit;

/// Replaces a logic by one with fewer theories, and what names no logic by something shorter.
pub(super) static SIMPLIFY_LOGIC: Mutator = Mutator {
    name: "simplify-logic",
    summary: "simplify logic",
    examples: r"
        (set-logic QF_UFNIRA)
            => (set-logic QF_NIRA) | (set-logic QF_UF) | (set-logic QF_UFLIRA) | (set-logic QF_UFNIA)
             | (set-logic QF_UFNRA) | (set-logic ALL)
        (set-logic QF_DT) => (set-logic ALL)
        (set-logic q%s) => (set-logic q%) | (set-logic %s)
        (set-logic ALL) (set-logic) (set-logic (QF_BV)) => none
    ",
    filter: |_, node| node.has_head("set-logic"),
    local: |_, node| {
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
        let is_name = logic.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        let shorter = if is_name { Vec::new() } else { names::shorter(logic.as_bytes()) };
        let all = simpler.into_iter().map(String::into_bytes).chain(shorter);
        Box::new(all.map(move |logic| Edit::replace(name, &logic)))
    },
    ..Mutator::DEFAULT
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
