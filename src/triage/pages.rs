//! The pages for people and programs: a table in Markdown and JSON, and one in HTML with links.

use super::folder::Folder;
use super::table::{Row, Table};
use crate::files::At;
use crate::report::log::counted;
use crate::report::output::replace;
use anyhow::Result;
use maud::{DOCTYPE, PreEscaped, html};

const HEADER: [&str; 7] = ["bug", "inputs", "bytes", "message", "shown by", "first seen", "last seen"];

const STYLE: &str = "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}\
    td,th{border:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top}code{white-space:pre-wrap}";

pub fn write(folder: &Folder, table: &Table) -> Result<()> {
    let json = serde_json::to_string_pretty(&table.rows)?;
    for (name, text) in [("bugs.json", json), ("bugs.md", markdown(table)), ("index.html", html(folder, table))] {
        let path = folder.path.join(name);
        replace(&path, text.as_bytes()).at(&path)?;
    }
    Ok(())
}

fn markdown(table: &Table) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace(['\n', '\r'], " ");
    let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{}`", cell(text).replace('`', "'")) };
    let mut lines = vec![format!("| {} |", HEADER.join(" | ")), format!("|{}", "---|".repeat(HEADER.len()))];
    for row in &table.rows {
        let shown: Vec<String> = row.shown_by.iter().map(|line| code(line)).collect();
        let cells = [
            format!("{} ({})", row.name, state(row)),
            row.inputs.to_string(),
            format!("{} of {}", row.bytes, row.from_bytes),
            code(&row.message),
            shown.join("<br>"),
            row.first_seen.clone(),
            row.last_seen.clone(),
        ];
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    lines.extend(table.passing().map(|line| format!("\n{}", cell(&line))));
    lines.join("\n") + "\n"
}

fn html(folder: &Folder, table: &Table) -> String {
    let page = html! {
        (DOCTYPE)
        meta charset="utf-8";
        title { "Bugs" }
        style { (PreEscaped(STYLE)) }
        h1 { (counted(table.rows.len(), "bug")) }
        table {
            tr { @for name in HEADER { th { (name) } } }
            @for row in &table.rows {
                tr {
                    td { (row.name) br; (state(row)) }
                    td { (row.inputs) }
                    td { (row.bytes) " of " (row.from_bytes) }
                    td { code { (row.message) } }
                    td {
                        @for line in &row.shown_by { code { (line) } br; }
                        @for (path, text) in files(folder, row) { a href=(path) { (text) } " " }
                    }
                    td { (row.first_seen) }
                    td { (row.last_seen) }
                }
            }
        }
        @if let Some(line) = table.passing() { p { (line) } }
    };
    page.into_string()
}

/// Returns the result of a bug and its reports, as links relative to the folder.
fn files(folder: &Folder, row: &Row) -> Vec<(String, String)> {
    let name = &row.name;
    let others = [
        (folder.report(name, "html"), "report"),
        (folder.report(name, "md"), "issue"),
        (folder.state(&format!("{name}.log")), "log"),
    ];
    let others = others.iter().filter(|(path, _)| path.is_file());
    let others = others.filter_map(|(path, text)| Some((path.strip_prefix(&folder.path).ok()?, (*text).to_owned())));
    let file = (row.file.as_path(), row.file.to_string_lossy().into_owned());
    std::iter::once(file).chain(others).map(|(path, text)| (path.to_string_lossy().into_owned(), text)).collect()
}

/// Returns whether the bug is known, and further remarks, in words.
fn state(row: &Row) -> String {
    let mut words = vec![row.known.as_ref().map_or("not known".into(), |path| format!("known: {}", path.display()))];
    words.extend((!row.also.is_empty()).then(|| format!("with {}", row.also.join(", "))));
    words.extend(row.note.clone());
    words.extend((row.known.is_none() && row.seconds.is_none()).then(|| "not reduced yet".into()));
    words.join("; ")
}
