//! `cargo xtask notes TAG FILE`: what the changelog says of the version of a tag, for its release.

use crate::{Outcome, read, write};

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run(words: &[&str]) -> Outcome {
    let [tag, file] = words else { return Err("expected a tag such as v0.1.0, and the file to write".to_owned()) };
    write(file, notes(&read("CHANGELOG.md")?, VERSION, tag)?)
}

/// Returns the section of a version, whose tag must be the one that is given.
fn notes(changelog: &str, version: &str, tag: &str) -> Result<String, String> {
    if tag.strip_prefix('v') != Some(version) {
        return Err(format!("the tag of version {version} is v{version}, not {tag}"));
    }
    let sections = changelog.split("\n## ").skip(1);
    let own = sections
        .filter_map(|section| section.split_once('\n'))
        .find(|(head, _)| head.starts_with(&format!("[{version}]")));
    let text = own.map(|(_, text)| text.trim()).filter(|text| !text.is_empty());
    text.map(|text| format!("{text}\n")).ok_or_else(|| format!("CHANGELOG.md has no text under `## [{version}]`"))
}

#[cfg(test)]
mod tests {
    use super::notes;

    #[test]
    fn a_tag_has_the_notes_of_its_version() {
        let changelog = "# Changelog\n\n## [Unreleased]\n\nx\n\n## [0.2.0] - 2027-01-01\n\n- new\n\n## [0.1.0] - 2026-12-01\n\n- first\n";
        assert_eq!(notes(changelog, "0.2.0", "v0.2.0").as_deref(), Ok("- new\n"));
        assert_eq!(notes(changelog, "0.1.0", "v0.1.0").as_deref(), Ok("- first\n"));
        for (version, tag) in [("0.2.0", "v0.1.0"), ("0.2.0", "0.2.0"), ("0.3.0", "v0.3.0")] {
            assert!(notes(changelog, version, tag).is_err(), "{version} {tag}");
        }
    }
}
