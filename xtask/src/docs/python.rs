//! The classes of the Python module: names and types from its stub, what they mean from its sources.

use crate::{paths_below, read, root};
use std::collections::HashMap;
use std::fmt::Write;

const STUB: &str = "crates/retromesh-python/python/retromesh/_retromesh.pyi";
const SOURCES: &str = "crates/retromesh-python/src";

/// Names of the stub, and what they stand for.
const TYPES: [(&str, &str); 4] =
    [("builtins.", ""), ("_Floats", "float32 array"), ("_Indices", "uint32 array"), ("_Path", "path")];

/// Lists each class with its attributes and methods.
pub(super) fn classes() -> Result<String, String> {
    let (stub, meanings) = (read(STUB)?, meanings()?);
    let mut text = String::new();
    for class in stub.split("@final\nclass ").skip(1) {
        let (name, rest) = class.split_once(":\n").ok_or("a class without a body")?;
        let meaning = |member: &str| {
            let found = meanings.get(&(name.to_owned(), member.to_owned()));
            found.ok_or_else(|| format!("{SOURCES}: {name}.{member} has no documentation"))
        };
        let _ = writeln!(text, "\n### `{name}`\n\n{}\n", meaning("")?);
        for (member, shown) in members(rest.split("\n\n").next().unwrap_or(rest)) {
            let _ = writeln!(text, "- `{shown}`: {}", meaning(&member)?);
        }
    }
    Ok(text)
}

/// Reads the body of a class: the public names, with a type or the names of parameters.
fn members(body: &str) -> Vec<(String, String)> {
    let (mut found, mut open, mut is_property) = (Vec::new(), Vec::new(), false);
    for line in body.lines().map(str::trim) {
        if line.starts_with('@') {
            is_property = true;
            continue;
        }
        open.push(line);
        let text = open.join(" ");
        let (member, shown) = match text.strip_prefix("def ").map(|def| def.split_once(": ...")) {
            Some(None) => continue,
            Some(Some((def, _))) => {
                let (head, result) = def.rsplit_once(") -> ").unwrap_or((def, ""));
                let (name, parameters) = head.split_once('(').unwrap_or((head, ""));
                let shown = if is_property {
                    format!("{name}: {result}")
                } else {
                    format!("{name}({}) -> {result}", names(parameters))
                };
                (name.to_owned(), shown)
            }
            None => (text.split(':').next().unwrap_or_default().to_owned(), text.clone()),
        };
        if !member.starts_with('_') {
            found.push((member, TYPES.iter().fold(shown, |shown, (own, plain)| shown.replace(own, plain))));
        }
        (open, is_property) = (Vec::new(), false);
    }
    found
}

/// Leaves of parameters their names.
fn names(parameters: &str) -> String {
    let mut depth = 0;
    let parts = parameters.split(|c| {
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
        c == ',' && depth == 0
    });
    let names = parts.map(|part| part.split([':', '=']).next().unwrap_or_default().trim());
    names.filter(|name| !name.is_empty() && *name != "self").collect::<Vec<_>>().join(", ")
}

/// Reads the first paragraph that is written of each class, under no name, and of what it has.
fn meanings() -> Result<HashMap<(String, String), String>, String> {
    let mut found = HashMap::new();
    for path in paths_below(&root().join(SOURCES))? {
        let (mut class, mut about, mut is_over) = (String::new(), Vec::new(), false);
        for line in read(path)?.lines().map(str::trim) {
            if let Some(doc) = line.strip_prefix("///") {
                is_over |= doc.is_empty();
                about.extend((!is_over).then(|| doc.trim().to_owned()));
                continue;
            }
            let line = line.trim_start_matches("pub(crate) ");
            let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
            let word = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
            let member = match kind {
                "struct" | "impl" => {
                    class = word(rest).unwrap_or_default();
                    (kind == "struct").then(String::new)
                }
                "fn" => word(rest),
                field => field.strip_suffix(':').map(str::to_owned),
            };
            if let Some(member) = member.filter(|_| !about.is_empty()) {
                found.entry((class.clone(), member)).or_insert_with(|| about.join(" "));
            }
            // Attributes lie between.
            if !line.starts_with('#') {
                (about, is_over) = (Vec::new(), false);
            }
        }
    }
    Ok(found)
}
