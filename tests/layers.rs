//! Imports within `src`: layers import only layers to their right, and files do not import each other in a circle.

use crate::repository::{sources, text};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;

/// The layers of `src`, each with the layers that it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("cli", &["triage", "reduce", "report", "strategy", "mutators", "smtlib", "check", "files", "sexpr"]),
    ("triage", &["reduce", "report", "mutators", "check", "files", "sexpr"]),
    ("reduce", &["report", "strategy", "mutators", "smtlib", "check", "files", "sexpr"]),
    ("report", &["strategy", "mutators", "smtlib", "files", "sexpr"]),
    ("strategy", &["mutators", "smtlib", "sexpr"]),
    ("mutators", &["smtlib", "sexpr"]),
    ("smtlib", &["sexpr"]),
    ("check", &["files", "sexpr"]),
    ("files", &[]),
    ("sexpr", &[]),
];

/// Returns the layer of a file, if it belongs to one.
fn layer(path: &Path) -> Option<&'static (&'static str, &'static [&'static str])> {
    let first = path.strip_prefix("src").ok()?.components().next()?;
    let name = Path::new(first.as_os_str()).file_stem()?.to_str()?;
    LAYERS.iter().find(|(layer, _)| *layer == name)
}

/// Returns the text of each module of `src` by its path, without comments and unit tests.
fn modules() -> BTreeMap<String, String> {
    let is_test = |part: &OsStr| ["tests", "tests.rs", "fixture.rs"].iter().any(|test| part == *test);
    let files = sources(&["src"]).into_iter().filter(|path| {
        path != Path::new("src/main.rs") && path != Path::new("src/lib.rs") && !path.iter().any(is_test)
    });
    let code = |text: &str| {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let mut code = String::new();
        while let Some(line) = lines.next() {
            match line.trim() {
                "#[cfg(test)]" => drop(lines.next()),
                _ => code.extend([line, "\n"]),
            }
        }
        code
    };
    let name = |path: &Path| -> Vec<String> {
        path.with_extension("").iter().skip(1).map(|part| part.to_string_lossy().into_owned()).collect()
    };
    files.map(|path| (name(&path).join("::"), code(&text(&path)))).collect()
}

/// Splits a text into its imports and the rest. An import is the text after `use`, with whether it is public.
fn split(text: &str) -> (Vec<(bool, &str)>, String) {
    let (mut imports, mut rest, mut left) = (Vec::new(), String::new(), text);
    while let Some((line, after)) = left.split_once('\n') {
        let visibility = line.find("use ").map(|at| line[..at].trim()).filter(|before| {
            before.is_empty() || before.starts_with("pub") && (!before.contains(' ') || before.ends_with(')'))
        });
        match visibility {
            Some(visibility) => {
                let start = line.find("use ").map_or(0, |at| at + 4);
                let (import, after) = left[start..].split_once(';').unwrap_or((&line[start..], after));
                imports.push((!visibility.is_empty(), import));
                left = after;
            }
            None => {
                rest.extend([line, "\n"]);
                left = after;
            }
        }
    }
    rest.push_str(left);
    (imports, rest)
}

/// Returns the paths of a `use` tree below the path `before`, each with the name that it gets in the module.
fn paths(tree: &str, before: &str) -> Vec<(String, String)> {
    let Some((head, list)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree));
        let path = format!("{before}{}", path.trim());
        let path = path.trim_end_matches("::self").to_owned();
        let name = if tree.contains(" as ") { name } else { &path };
        let name = name.trim().rsplit("::").next().unwrap_or_default().to_owned();
        return vec![(path, name)];
    };
    let (mut depth, before) = (0, format!("{before}{}", head.trim()));
    let parts = list.rsplit_once('}').map_or(list, |(list, _)| list).split(move |c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).flat_map(|part| paths(part, &before)).collect()
}

/// The modules of `src`, their re-exports, and the paths that they use.
struct House {
    modules: BTreeMap<String, String>,
    /// The re-exports of each module: the name, and the path behind it.
    exports: BTreeMap<String, BTreeMap<String, String>>,
    uses: BTreeMap<String, Vec<String>>,
}

impl House {
    fn new(modules: BTreeMap<String, String>) -> House {
        let (mut exports, mut uses) = (BTreeMap::new(), BTreeMap::new());
        for (module, text) in &modules {
            let (mut handed_on, mut used) = (BTreeMap::new(), Vec::new());
            let (imports, rest) = split(text);
            for (is_handed_on, tree) in imports {
                for (path, name) in paths(tree, "") {
                    if is_handed_on { drop(handed_on.insert(name, path)) } else { used.push(path) }
                }
            }
            let words = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':');
            used.extend(words.filter(|word| word.contains("::")).map(|word| word.trim_matches(':').to_owned()));
            exports.insert(module.clone(), handed_on);
            uses.insert(module.clone(), used);
        }
        House { modules, exports, uses }
    }

    /// Returns the module that defines the item that `path` names in `module`, if it is a module of `src`.
    fn target(&self, module: &str, path: &str) -> Option<String> {
        let mut parts = path.split("::").peekable();
        let first = *parts.peek()?;
        let below =
            |module: &str, name: &str| if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") };
        let mut at = if first == "crate" { String::new() } else { module.to_owned() };
        let is_child = self.modules.contains_key(&below(&at, first));
        if !is_child && !["crate", "self", "super"].contains(&first) {
            return None;
        }
        if ["crate", "self"].contains(&first) {
            parts.next();
        }
        while parts.next_if_eq(&"super").is_some() {
            at = at.rsplit_once("::").map_or(String::new(), |(above, _)| above.to_owned());
        }
        while let Some(name) = parts.next_if(|name| self.modules.contains_key(&below(&at, name))) {
            at = below(&at, name);
        }
        let handed_on = parts.peek().and_then(|name| self.exports.get(&at)?.get(*name));
        handed_on.and_then(|path| self.target(&at, path)).or(Some(at))
    }

    /// Returns the files that each file imports, without its ancestors, whose items are at hand in files below them.
    fn imports(&self) -> BTreeMap<&str, BTreeSet<String>> {
        let of = |module: &str, uses: &[String]| {
            let targets = uses.iter().filter_map(|path| self.target(module, path));
            targets.filter(|to| !to.is_empty() && to != module && !module.starts_with(&format!("{to}::"))).collect()
        };
        self.uses.iter().map(|(module, uses)| (module.as_str(), of(module, uses))).collect()
    }

    /// Returns the imports that are part of a circle.
    fn circles(&self) -> Vec<String> {
        let imports = self.imports();
        let leads_to = |from: &str, to: &str| {
            let (mut seen, mut open) = (BTreeSet::from([from.to_owned()]), vec![from.to_owned()]);
            while let Some(at) = open.pop() {
                if at == to {
                    return true;
                }
                let next = imports.get(at.as_str()).into_iter().flatten();
                open.extend(next.filter(|next| seen.insert((*next).clone())).cloned());
            }
            false
        };
        let all = imports.iter().flat_map(|(from, to)| to.iter().map(move |to| (*from, to)));
        all.filter(|(from, to)| leads_to(to, from)).map(|(from, to)| format!("{from} -> {to}")).collect()
    }
}

#[test]
fn a_layer_imports_only_those_to_its_right() {
    let layer = |module: &str| LAYERS.iter().find(|(layer, _)| module.split("::").next() == Some(*layer));
    let house = House::new(modules());
    for (module, imports) in house.imports() {
        let Some((name, allowed)) = layer(module) else { continue };
        for (import, _) in imports.iter().filter_map(|to| layer(to)) {
            assert!(import == name || allowed.contains(import), "{module}: {name} must not import {import}");
        }
    }
}

#[test]
fn every_source_file_belongs_to_a_layer() {
    for path in sources(&["src"]) {
        let entry = path == Path::new("src/main.rs") || path == Path::new("src/lib.rs");
        assert!(entry || layer(&path).is_some(), "{} is in no layer", path.display());
    }
}

#[test]
fn no_file_imports_one_that_imports_it() {
    let circles = House::new(modules()).circles();
    assert!(circles.is_empty(), "imports in a circle:\n{}", circles.join("\n"));
}

#[test]
fn circles_of_every_form_are_seen() {
    let circles = |files: &[(&str, &str)]| {
        House::new(files.iter().map(|(module, text)| ((*module).to_owned(), (*text).to_owned())).collect())
            .circles()
            .len()
    };
    assert_eq!(circles(&[("a", "mod x;\nmod y;"), ("a::x", "use super::y::Y;\n"), ("a::y", "pub struct Y;")]), 0);
    assert_eq!(circles(&[("a", ""), ("a::x", "use super::y::Y;\n"), ("a::y", "fn f() { super::x::g() }")]), 2);
    let renamed = "use super::{self, x::{X as Other}};\n";
    assert_eq!(circles(&[("a", "pub use y::Y;\n"), ("a::x", "use crate::a::Y;\n"), ("a::y", renamed)]), 2);
    let parent = [("a", "mod x;\nfn f() { x::g() }"), ("a::x", "use super::F;\n")];
    assert_eq!(circles(&parent), 0, "what a file defines is at hand below it");
    assert_eq!(
        circles(&[("a", "mod x;\nuse x::X;\n"), ("a::x", "use crate::b::B;\n"), ("b", "use crate::a::A;\n")]),
        3
    );
}
