//! The pages: every one is in the book, every code and rule has a heading, and links lead somewhere, for readers of the repository, too.

#![allow(clippy::expect_used)]

use retromesh::Code;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| format!("{path}: {e}"))
}

/// Lists the pages of the repository.
fn pages() -> Vec<String> {
    let output = Command::new("git").args(["ls-files", "*.md"]).current_dir(root()).output().expect("git runs");
    String::from_utf8(output.stdout).expect("names are UTF-8").lines().map(str::to_owned).collect()
}

/// Returns the lines that are no code.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        is_code ^= line.starts_with("```");
        !is_code
    })
}

/// Returns the anchors of a page, as sites of repositories and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = lines(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let letter =
        |c: char| if c == ' ' { Some('-') } else { (c.is_alphanumeric() || c == '-' || c == '_').then_some(c) };
    headings.map(|heading| heading.to_lowercase().chars().filter_map(letter).collect()).collect()
}

#[test]
fn every_page_is_in_the_book() {
    let summary = read("docs/SUMMARY.md");
    let own = pages().into_iter().filter(|page| page.starts_with("docs/") && page != "docs/SUMMARY.md");
    let missing: Vec<String> =
        own.filter(|page| !summary.contains(&format!("({})", page.trim_start_matches("docs/")))).collect();
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {missing:?}");
}

#[test]
fn every_code_and_every_rule_has_a_heading() {
    let (codes, rules) = (anchors(&read("docs/diagnostics.md")), anchors(&read("docs/lint.md")));
    let missing: Vec<&str> = Code::ALL.iter().map(|code| code.id()).filter(|id| !codes.contains(*id)).collect();
    assert!(missing.is_empty() && codes.len() > 100, "{missing:?}");
    let all = retromesh::all_formats().flat_map(|format| format.info().rules).map(|rule| rule.id);
    let missing: Vec<&str> = all.filter(|id| !rules.contains(*id)).collect();
    assert!(missing.is_empty() && rules.len() > 60, "{missing:?}");
}

#[test]
fn links_lead_somewhere() {
    let (mut count, mut dead) = (0, Vec::new());
    for page in pages() {
        let text = read(&page);
        for line in lines(&text) {
            for link in
                line.split("](").skip(1).filter_map(|rest| rest.split(')').next()).filter(|link| !link.contains("://"))
            {
                count += 1;
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let folder = Path::new(&page).parent().unwrap_or(Path::new(""));
                let target = if file.is_empty() { PathBuf::from(&page) } else { folder.join(file) };
                let is_there = root().join(&target).exists();
                if !is_there || !anchor.is_empty() && !anchors(&read(&target.to_string_lossy())).contains(anchor) {
                    dead.push(format!("{page}: {link}"));
                }
            }
        }
    }
    assert!(count > 150 && dead.is_empty(), "of {count} links {dead:#?}");
}
