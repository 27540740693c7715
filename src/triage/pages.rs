//! The pages for people and programs: a table in Markdown and JSON, and one in HTML
//! with links.

use super::folder::Folder;
use super::table::{Row, Table};
use crate::report::output::replace;
use anyhow::{Context, Result};
use std::path::Path;

const HEADER: [&str; 7] = ["bug", "inputs", "bytes", "message", "shown by", "first seen", "last seen"];

const STYLE: &str = "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}\
    td,th{border:1px solid #ccc;padding:.3em .6em;text-align:left;vertical-align:top}code{white-space:pre-wrap}";

/// Writes them all.
///
/// # Errors
///
/// If one cannot be written.
pub fn write(folder: &Folder, table: &Table) -> Result<()> {
    let json = serde_json::to_string_pretty(&table.rows)?;
    for (name, text) in [("bugs.json", json), ("bugs.md", markdown(table)), ("index.html", html(folder, table))] {
        let path = folder.path.join(name);
        replace(&path, text.as_bytes()).with_context(|| format!("{}", path.display()))?;
    }
    Ok(())
}

fn markdown(table: &Table) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace(['\n', '\r'], " ");
    let code = |text: &str| format!("`{}`", cell(text).replace('`', "'"));
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
    lines.join("\n") + "\n"
}

fn html(folder: &Folder, table: &Table) -> String {
    let link =
        |path: &Path, text: &str| format!("<a href=\"{}\">{}</a>", escaped(&path.to_string_lossy()), escaped(text));
    let rows = table.rows.iter().map(|row| {
        let file = link(&row.file, &row.file.to_string_lossy());
        let name = &row.name;
        let others = [
            (folder.report(name, "html"), "report"),
            (folder.report(name, "md"), "issue"),
            (folder.state(&format!("{name}.log")), "log"),
        ];
        let others = others.iter().filter(|(path, _)| path.is_file());
        let others = others.filter_map(|(path, text)| Some((path.strip_prefix(&folder.path).ok()?, text)));
        let others: String = others.map(|(path, text)| format!(" {}", link(path, text))).collect();
        let shown: String = row.shown_by.iter().map(|line| format!("<code>{}</code><br>", escaped(line))).collect();
        format!(
            "<tr><td>{}<br>{}<td>{}<td>{} of {}<td><code>{}</code><td>{shown}{file}{others}<td>{}<td>{}\n",
            escaped(&row.name),
            escaped(&state(row)),
            row.inputs,
            row.bytes,
            row.from_bytes,
            escaped(&row.message),
            row.first_seen,
            row.last_seen
        )
    });
    let header: String = HEADER.iter().map(|name| format!("<th>{name}")).collect();
    let rows: String = rows.collect();
    format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\"><title>Bugs</title><style>{STYLE}</style>\n\
        <h1>{} bugs</h1>\n<table><tr>{header}\n{rows}</table>\n",
        table.rows.len()
    )
}

/// Whether it is new, and what else there is to say.
fn state(row: &Row) -> String {
    let mut words = vec![row.known.as_ref().map_or("new".into(), |path| format!("known: {}", path.display()))];
    words.extend((!row.also.is_empty()).then(|| format!("with {}", row.also.join(", "))));
    words.extend(row.note.clone());
    words.extend((row.known.is_none() && row.seconds.is_none()).then(|| "not reduced yet".into()));
    words.join("; ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
