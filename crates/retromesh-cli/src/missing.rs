//! What may have been meant by the name of a file that is not there.

use crate::manifest::is_manifest;
use crate::suggest::{is_close, nearest};
use crate::targets;
use crate::terminal::shown;
use crate::window::quoted;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// At most this many names of a folder are compared with one that is not there.
const MAX_NAMES: usize = 10_000;

/// Returns what to do about a file that is not there.
pub(crate) fn hint(path: &Path) -> Option<String> {
    if ["http:", "https:", "ftp:"].iter().any(|scheme| path.to_string_lossy().starts_with(scheme)) {
        return Some("this is an address: download the file, and name that".to_owned());
    }
    if let Some(advice) = quoted(&path.to_string_lossy()) {
        return Some(advice);
    }
    let word = path.file_name()?.to_string_lossy().into_owned();
    if path.components().count() == 1 && targets::of_any(&word).is_ok() {
        return Some(format!("{word} is a target, which is given as `--target {word}`"));
    }
    let named = |name: &str| shown(&path.with_file_name(name));
    if let Ok(to) = fs::read_link(path) {
        return Some(format!("it is a link to {}, which is not there", shown(&to)));
    }
    if is_manifest(path) {
        return Some("its folder could not be made: name another one".to_owned());
    }
    if ["csv", "json", "jsonl"].iter().any(|kind| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(kind))) {
        return Some(format!("what is printed goes into a file with `> {word}`"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
        return in_other_case(path).map(|found| format!("did you mean {}?", shown(&found)));
    };
    let entries = entries.take(MAX_NAMES).flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| *name != word);
    names.sort();
    let begin = format!("{} ", word.to_lowercase());
    if let Some(name) = names.iter().find(|name| name.to_lowercase().starts_with(&begin)) {
        return Some(format!("names with spaces go in quotes: \"{}\"", named(name)));
    }
    likely(&word, &names).map(|name| format!("did you mean {}?", named(name)))
}

/// Finds the only file whose path has the same letters, in folders of any case.
pub(crate) fn in_other_case(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in path.components() {
        let next = found.join(part);
        if next.exists() || !matches!(part, Component::Normal(_)) {
            found = next;
            continue;
        }
        let word = part.as_os_str().to_string_lossy().to_lowercase();
        let folder = if found.as_os_str().is_empty() { Path::new(".") } else { &found };
        let names = fs::read_dir(folder).ok()?.take(MAX_NAMES).flatten().map(|entry| entry.file_name());
        let mut same = names.filter(|name| name.to_string_lossy().to_lowercase() == word);
        found.push(same.next().filter(|_| same.next().is_none())?);
    }
    Some(found)
}

/// Finds the name that is the word in other letters, or without its extension, or else is nearest to it.
fn likely<'n>(word: &str, names: &'n [String]) -> Option<&'n str> {
    let same = |name: &&String| name.to_lowercase() == word.to_lowercase();
    if let Some(name) = names.iter().find(same) {
        return Some(name);
    }
    if word.contains(['*', '?']) {
        return None;
    }
    // Extensions are alike more often than names are.
    let stems: Vec<&str> = names.iter().map(|name| stem(name)).collect();
    let near = nearest(stem(word), &stems).filter(|near| is_close(stem(word), near));
    let swapped = || stems.iter().copied().find(|other| is_swapped(stem(word), other));
    let stem_of_it = near.or_else(swapped)?;
    let mut of_it: Vec<&str> = names.iter().map(String::as_str).filter(|name| stem(name) == stem_of_it).collect();
    if !word.contains('.') && of_it.iter().any(|name| is_known(name)) {
        of_it.retain(|name| is_known(name));
    }
    nearest(word, &of_it).or_else(|| of_it.first().copied())
}

/// Returns whether two short words differ in one letter or in two that are swapped; as a share of three letters that is much.
fn is_swapped(a: &str, b: &str) -> bool {
    a.chars().count() > 2 && strsim::osa_distance(&a.to_lowercase(), &b.to_lowercase()) == 1
}

/// Returns whether a name is that of a file that can be read.
fn is_known(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| retromesh::format_by_extension(extension).is_some())
}

/// Returns a name without its extension.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_near_are_found() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["pig.b3d", "pig.md", "guard dog.b3d", "a.b3d", "out"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let rows = [
            ("pig", "did you mean pig.b3d?"),
            ("PIG.B3D", "did you mean pig.b3d?"),
            ("pig.b3b", "did you mean pig.b3d?"),
            ("pgi.b3d", "did you mean pig.b3d?"),
            ("guard", "names with spaces go in quotes: \"guard dog.b3d\""),
            ("gone.b3d", ""),
            ("lost", ""),
            ("pi*.x", ""),
        ];
        assert!(hint(Path::new("luanti")).is_some_and(|hint| hint.contains("`--target luanti`")));
        let hint_of = |address| hint(Path::new(address)).is_some_and(|hint| hint.contains("download"));
        assert!(hint_of("https://example.org/pig.b3d") && !hint_of("https.b3d"));
        for (word, expected) in rows {
            let folder = folder.path().to_string_lossy();
            let found = hint(&Path::new(&*folder).join(word)).unwrap_or_default();
            assert_eq!(found.replace(&format!("{folder}{}", std::path::MAIN_SEPARATOR), ""), expected, "{word}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_called_so() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("dangling.b3d");
        std::os::unix::fs::symlink("gone.b3d", &link).unwrap();
        assert_eq!(hint(&link).as_deref(), Some("it is a link to gone.b3d, which is not there"));
        assert_eq!(
            hint(&link.with_file_name("dangling.x")).as_deref().map(|hint| hint.contains("dangling.b3d")),
            Some(true)
        );
    }
}
