//! `cargo xtask docs`: what of the documentation is made from the code: tables, manual pages, completion scripts.

mod codes;
mod pages;

use crate::{Outcome, generate, loss_matrix, read, root, wants_check};
use retromesh::{Format, FormatInfo, Support};
use std::fmt::Write;
use std::fs;

pub(crate) fn run(words: &[&str]) -> Outcome {
    let check = wants_check(words)?;
    let (marks, numbers) = loss_matrix::tables()?;
    let mut tables = vec![
        ("README.md".to_owned(), "formats", formats()),
        ("docs/diagnostics.md".to_owned(), "codes", codes::codes(&retromesh_testkit::program()?)?),
        ("docs/lint.md".to_owned(), "rules", rules()),
        ("docs/loss-matrix.md".to_owned(), "matrix", marks),
    ];
    for format in documented() {
        let info = format.info();
        tables.push((format!("docs/formats/{}.md", page(info)), "coverage", coverage(info)));
    }
    let mut files = vec![("docs/loss-matrix.tsv".to_owned(), numbers)];
    for (file, marker, table) in tables {
        let old = read(&file)?;
        let new = between_markers(&old, &format!("{marker}:begin"), &format!("{marker}:end"), &table)
            .ok_or_else(|| format!("{file}: no markers for {marker}"))?;
        files.push((file, new));
    }
    let pages = pages::pages()?;
    for file in pages::existing().into_iter().filter(|name| pages.iter().all(|(page, _)| page != name)) {
        if check {
            return Err(format!("{file}: no command has this page; run `cargo xtask docs`"));
        }
        fs::remove_file(root().join(&file)).map_err(|e| format!("{file}: {e}"))?;
        println!("removed {file}");
    }
    files.extend(pages);
    generate("docs", check, files)
}

/// Lists the formats that have a page: those of models, and textures.
fn documented() -> impl Iterator<Item = &'static dyn Format> {
    retromesh::all_formats().filter(|format| !format.info().coverage.is_empty())
}

/// The page of a format is named after its preferred file name extension.
fn page(info: &FormatInfo) -> &'static str {
    if info.id == "gltf" { "gltf" } else { info.extensions.first().copied().unwrap_or(info.id) }
}

/// Replaces what is between `<!-- begin -->` and `<!-- end -->`.
pub(crate) fn between_markers(text: &str, begin: &str, end: &str, table: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- {begin} -->\n"), format!("<!-- {end} -->"));
    let (before, rest) = text.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}{table}{end}{after}"))
}

/// Lays rows out as a Markdown table.
pub(crate) fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn formats() -> String {
    table(
        &["format", "files", "read", "write", "targets"],
        retromesh::all_formats().map(|format| {
            let info = format.info();
            let files: Vec<String> = info.extensions.iter().map(|e| format!("`.{e}`")).collect();
            let targets: Vec<String> = info.targets.iter().map(|t| format!("`{}`", t.name)).collect();
            let write = if info.writes { "yes" } else { "-" };
            let page = format!("docs/formats/{}.md", page(info));
            let has_page = root().join(&page).is_file();
            let name = if has_page { format!("[{}]({page})", info.name) } else { info.name.to_owned() };
            vec![name, files.join(" "), "yes".into(), write.into(), targets.join(" ")]
        }),
    )
}

/// Lists the rules by engine, and then each under a heading of its own, so that links lead to it.
fn rules() -> String {
    let formats: Vec<&FormatInfo> = documented().map(Format::info).filter(|info| !info.rules.is_empty()).collect();
    let links = |info: &FormatInfo, target: &str| -> String {
        let own = info.rules.iter().filter(|rule| rule.targets.contains(&target));
        own.map(|rule| format!("[`{0}`](#{0})", rule.id)).collect::<Vec<_>>().join(" ")
    };
    let engines = formats.iter().flat_map(|info| {
        let engine = |name: &str| vec![format!("`{name}`"), info.name.to_owned(), links(info, name)];
        info.targets
            .iter()
            .map(move |target| engine(target.name))
            .filter(|row| row.last().is_some_and(|l| !l.is_empty()))
    });
    let mut text = format!("## By engine\n\n{}", table(&["engine", "format", "rules"], engines));
    for info in &formats {
        let _ = write!(text, "\n## {}\n", info.name);
        for rule in info.rules {
            let (summary, targets) = (sentence(rule.summary), rule.targets.join(", "));
            let _ = write!(text, "\n### `{}`\n\n{summary} {}\n\nEngines: {targets}.\n", rule.id, rule.advice);
        }
    }
    text
}

fn sentence(summary: &str) -> String {
    let mut letters = summary.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn coverage(info: &FormatInfo) -> String {
    let rows = info.coverage.iter().map(|row| {
        let export = if info.writes { support(row.export) } else { "-" };
        vec![row.part.into(), support(row.import).into(), export.into(), row.notes.into()]
    });
    table(&["part", "to scene", "from scene", "notes"], rows)
}

fn support(support: Support) -> &'static str {
    match support {
        Support::Full => "full",
        Support::Extras => "extras",
        Support::Partial => "partly",
        Support::No => "no",
    }
}

#[cfg(test)]
mod tests {
    use super::between_markers;

    #[test]
    fn only_the_text_between_the_markers_changes() {
        let text = "a\n<!-- t:begin -->\nold\n<!-- t:end -->\nb";
        assert_eq!(
            between_markers(text, "t:begin", "t:end", "new\n").as_deref(),
            Some("a\n<!-- t:begin -->\nnew\n<!-- t:end -->\nb")
        );
        assert_eq!(between_markers(text, "u:begin", "t:end", "new\n"), None);
    }
}
