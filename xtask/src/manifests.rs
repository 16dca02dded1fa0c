//! `cargo xtask manifests ADDRESS FOLDER`: what package managers read, for the archives of a release.
//!
//! ADDRESS is that of the repository, FOLDER the one with the archives. From the forms in `xtask/manifests` come those of Scoop, of
//! winget, of Arch Linux and of containers, next to the archives.

use crate::{Outcome, name_below, paths_below, read, root, text, write};
use std::path::Path;
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run(words: &[&str]) -> Outcome {
    let [address, folder] = words else {
        return Err("expected the address of the repository and the folder of the archives".to_owned());
    };
    let folder = Path::new(folder);
    let forms = root().join("xtask/manifests");
    for form in paths_below(&forms)? {
        let sum = |archive: &str| text(Command::new("sha256sum").arg(folder.join(archive)));
        let first = |line: String| line.split_whitespace().next().unwrap_or_default().to_owned();
        let filled = fill(&read(&form)?, address, |archive| sum(archive).map(first))?;
        let place = folder.join(name_below(&forms, &form));
        write(&place, filled)?;
        println!("manifests: {}", place.display());
    }
    Ok(())
}

/// Fills a form: `{version}`, `{address}`, and for `{TARGET.tar.gz}` the sum of that archive.
fn fill(form: &str, address: &str, sum: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut filled = form.replace("{version}", VERSION).replace("{address}", address.trim_end_matches('/'));
    for ending in [".zip}", ".tar.gz}"] {
        while let Some(end) = filled.find(ending).map(|at| at + ending.len()) {
            let start = filled.get(..end).and_then(|text| text.rfind('{')).ok_or("a brace is missing")?;
            let target = filled.get(start + 1..end - 1).unwrap_or_default();
            let sum = sum(&format!("retromesh-{VERSION}-{target}"))?;
            filled.replace_range(start..end, &sum);
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io};

    #[test]
    fn forms_name_archives_and_their_sums() -> io::Result<()> {
        let address = "https://example.org/retromesh/";
        for form in fs::read_dir(root().join("xtask/manifests"))? {
            let form = form?;
            let filled = fill(&fs::read_to_string(form.path())?, address, |archive| Ok(format!("sum of {archive}")));
            let filled = filled.map_err(io::Error::other)?;
            let name = form.file_name().to_string_lossy().into_owned();
            assert!(!filled.contains("{version}") && !filled.contains("{address}"), "{name}");
            match name.as_str() {
                "retromesh.json" => {
                    let scoop: serde_json::Value = serde_json::from_str(&filled)?;
                    let url = format!(
                        "https://example.org/retromesh/releases/download/v{VERSION}/retromesh-{VERSION}-x86_64-pc-windows-msvc.zip"
                    );
                    let hash = format!("sum of retromesh-{VERSION}-x86_64-pc-windows-msvc.zip");
                    assert_eq!(scoop["architecture"]["64bit"]["url"], url);
                    assert_eq!(scoop["architecture"]["64bit"]["hash"], hash);
                }
                "PKGBUILD" => assert!(filled.contains("('sum of "), "{filled}"),
                "Dockerfile" => assert!(filled.contains(&format!("retromesh-{VERSION}-x86_64-unknown-linux-musl"))),
                _ => assert!(filled.contains(&format!("PackageVersion: {VERSION}\n")), "{name}"),
            }
        }
        Ok(())
    }
}
