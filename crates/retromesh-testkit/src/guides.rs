//! Guides: pages whose commands are run.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Copies the files that a guide names in comments of the form `<!-- file: here.b3d is fixtures/b3d/there.b3d -->`.
pub fn set_up(text: &str, folder: &Path) -> usize {
    let named =
        text.lines().filter_map(|line| line.strip_prefix("<!-- file: ")?.strip_suffix(" -->")?.split_once(" is "));
    let mut count = 0;
    for (here, there) in named {
        let path = folder.join(here);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(crate::files::workspace().join(there), &path).unwrap_or_else(|e| panic!("{there}: {e}"));
        count += 1;
    }
    count
}

/// Returns the commands of all console blocks with what is said to follow them, and between them `edit FILE` for each block of changes
/// after a comment of the form `<!-- edit: FILE -->`, with its lines.
pub fn transcript(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let (mut inside, mut edited) = (false, None);
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```diff" if edited.is_some() => {
                all.extend(edited.take().map(|file| (format!("edit {file}"), String::new())));
                inside = true;
            }
            "```" => inside = false,
            _ if !inside => edited = line.strip_prefix("<!-- edit: ").and_then(|rest| rest.strip_suffix(" -->")),
            _ => match line.strip_prefix("$ ") {
                Some(command) => all.push((command.to_owned(), String::new())),
                None => writeln!(all.last_mut().expect("a command before its output").1, "{line}").unwrap(),
            },
        }
    }
    all
}

/// Edits a file as a guide shows it: lines that begin with `-` go, those with `+` come, the others show where. Indentation counts for
/// nothing, and what goes and stays must be in one place of the file.
pub fn edit(path: &Path, change: &str) {
    let before = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = before.lines().collect();
    let marked = || change.lines().map(|line| line.split_at(1)).map(|(mark, text)| (mark, text.trim()));
    let old: Vec<&str> = marked().filter(|(mark, _)| *mark != "+").map(|(_, text)| text).collect();
    let is_here = |at: &usize| lines[*at..].iter().map(|line| line.trim()).take(old.len()).eq(old.iter().copied());
    let places: Vec<usize> = (0..lines.len()).filter(is_here).collect();
    let [at] = places[..] else { panic!("{} places for\n{change}", places.len()) };
    let (indent, _) = lines[at].split_at(lines[at].len() - lines[at].trim_start().len());
    let new = marked().filter(|(mark, _)| *mark != "-").map(|(_, text)| format!("{indent}{text}")).collect::<Vec<_>>();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    let after = [&lines[..at], &new, &lines[at + old.len()..]].concat().join("\n") + "\n";
    assert_ne!(after, before, "{change} changes nothing");
    fs::write(path, after).unwrap();
}
