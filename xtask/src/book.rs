//! `cargo xtask book`: the pages of the repository as a book in `target/book`, by mdBook, without a dead link.
//!
//! The book is `docs`, and the pages of the repository's own folder that `docs/SUMMARY.md` names. Links that lead to sources have no place in
//! a book and become plain text.

use crate::{Outcome, copy, execute, name_below, paths_below, read, root, works, write};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The pages that are not in `docs`.
const OUTSIDE: [&str; 4] = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// The list of the pages, which is none of them.
const CONTENTS: &str = "docs/SUMMARY.md";

/// Says what this machine lacks.
pub(crate) fn missing() -> Option<String> {
    (!works("mdbook", &["--version"])).then(|| "there is no mdBook; run `cargo xtask setup mdbook`".to_owned())
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let [] = words else { return Err(format!("expected nothing, found `{}`", words.join(" "))) };
    let (pages, built) = (tempfile::tempdir().map_err(|e| e.to_string())?, root().join("target/book"));
    stage(pages.path())?;
    let _none = fs::remove_dir_all(&built);
    execute(Command::new("mdbook").arg("build").arg(pages.path()).arg("--dest-dir").arg(&built))?;
    let (count, links, dead) = check(&built)?;
    println!("book: {count} pages and {links} links in {}, {} of them dead", built.display(), dead.len());
    if dead.is_empty() { Ok(()) } else { Err(format!("dead links:\n{}", dead.join("\n"))) }
}

/// Copies the pages and what is next to them into a folder, by their names in the book.
fn stage(folder: &Path) -> Outcome {
    let inside =
        crate::text(Command::new("git").args(["ls-files", "--cached", "--others", "docs"]).current_dir(root()))?;
    let files: BTreeSet<&str> = inside.lines().chain(OUTSIDE).collect();
    for file in &files {
        let (from, to) = (root().join(file), folder.join(in_book(file)));
        if is_a("md", Path::new(file)) {
            write(to, linked(file, &read(from)?, &files))?;
        } else {
            copy(&from, &to)?;
        }
    }
    Ok(())
}

fn is_a(extension: &str, path: &Path) -> bool {
    path.extension().is_some_and(|own| own == extension)
}

/// Returns the name in the book of a file of the repository.
fn in_book(file: &str) -> &str {
    file.strip_prefix("docs/").unwrap_or(file)
}

/// Returns a page with its links as they are in the book.
fn linked(page: &str, text: &str, files: &BTreeSet<&str>) -> String {
    let mut is_code = false;
    let lines = text.split_inclusive('\n').map(|line| {
        is_code ^= line.starts_with("```");
        if is_code { line.to_owned() } else { linked_line(page, line, files) }
    });
    lines.collect()
}

fn linked_line(page: &str, line: &str, files: &BTreeSet<&str>) -> String {
    let (mut done, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once("](") {
        let Some((link, after)) = after.split_once(')') else { break };
        done += before;
        rest = after;
        let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
        let target = joined(page, file);
        if file.is_empty() || link.contains("://") {
            done.extend(["](", link, ")"]);
        } else if files.contains(target.as_str()) && target != CONTENTS {
            let up = "../".repeat(in_book(page).matches('/').count());
            done.extend(["](", &up, in_book(&target), anchor, ")"]);
        } else if let Some(at) = done.rfind('[') {
            done.remove(at);
        }
    }
    done + rest
}

/// Returns the path in the repository that a link of a page leads to.
fn joined(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Looks up all links of a built book; returns how many pages and links there are, and the links that lead nowhere.
fn check(book: &Path) -> Result<(usize, usize, Vec<String>), String> {
    let (mut pages, mut files) = (BTreeMap::new(), BTreeSet::new());
    for path in paths_below(book)? {
        let name = name_below(book, &path);
        if is_a("html", &path) {
            pages.insert(name.clone(), read(&path)?);
        }
        files.insert(name);
    }
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(name, text)| (name.as_str(), values(text, " id=\"").collect())).collect();
    let (mut count, mut dead) = (0, Vec::new());
    for (name, text) in &pages {
        let links = values(text, " href=\"").chain(values(text, " src=\""));
        for link in links.filter(|link| !["http", "data:", "mailto:"].iter().any(|start| link.starts_with(start))) {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { name.clone() } else { joined(name, file) };
            let has_anchor = || ids.get(target.as_str()).is_some_and(|ids| ids.contains(anchor));
            if !files.contains(&target) || !anchor.is_empty() && !has_anchor() {
                dead.push(format!("{name}: {link}"));
            }
        }
    }
    if count < 1000 { Err(format!("only {count} links in {}", book.display())) } else { Ok((pages.len(), count, dead)) }
}

fn values<'t>(text: &'t str, attribute: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(attribute).filter_map(|(at, _)| text.get(at + attribute.len()..)?.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::linked;
    use std::collections::BTreeSet;

    #[test]
    fn links_lead_to_pages_of_the_book_or_are_none() {
        let files = BTreeSet::from(["README.md", "docs/lint.md", "docs/guides/a.md", "docs/images/a.png"]);
        for (page, text, expected) in [
            ("README.md", "[a](docs/lint.md#x), ![b](docs/images/a.png)", "[a](lint.md#x), ![b](images/a.png)"),
            ("docs/guides/a.md", "[a](../lint.md) [b](../../README.md)", "[a](../lint.md) [b](../README.md)"),
            ("docs/lint.md", "[a](#b) [c](https://d.e) [f](../src/g.rs)", "[a](#b) [c](https://d.e) f"),
            (
                "docs/lint.md",
                "```\n[f](../src/g.rs)\n```\n[a](guides/a.md)",
                "```\n[f](../src/g.rs)\n```\n[a](guides/a.md)",
            ),
        ] {
            assert_eq!(linked(page, text, &files), expected);
        }
    }
}
