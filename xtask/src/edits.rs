//! `cargo xtask edits`: the edits by hand of `docs/guides/text.md`, each packed, checked, and read by assimp, which shares nothing with us.

use crate::{Outcome, root};
use retromesh_testkit::guides::{edit, set_up, transcript};
use std::path::Path;
use std::process::Command;

pub(crate) fn run(_: &[&str]) -> Outcome {
    let program = crate::docs::program()?;
    let guide = std::fs::read_to_string(root().join("docs/guides/text.md")).map_err(|e| e.to_string())?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    set_up(&guide, folder.path());
    let has_assimp = Command::new("assimp").arg("version").output().is_ok();
    let (mut packed, mut read) = (0, 0);
    for (command, _) in transcript(&guide) {
        if edit(&command, folder.path()) {
            continue;
        }
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let output = Command::new(&program).args(&words).current_dir(folder.path()).output();
        let output = output.map_err(|e| format!("{command}: {e}"))?;
        // The last edit of the guide is wrong on purpose.
        let ["pack", _, "-o", file] = words[..] else { continue };
        if !output.status.success() {
            println!("{file}: {}", String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default());
            continue;
        }
        packed += 1;
        if has_assimp {
            println!("{file}: {}", assimp(&folder.path().join(file))?);
            read += 1;
        }
    }
    println!("edits: {packed} files packed, {read} read by assimp");
    match (packed, has_assimp) {
        (0..=10, _) => Err("the guide packs fewer than ten edits".into()),
        (_, false) => {
            println!("edits: skipped assimp, which is not installed");
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Returns what assimp counts in a file.
fn assimp(file: &Path) -> Result<String, String> {
    let output = Command::new("assimp").arg("info").arg(file).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || text.contains("Unable to load") {
        return Err(format!("assimp refuses {}: {text}", file.display()));
    }
    let wanted = ["Meshes:", "Animations:", "Bones:", "Vertices:", "Faces:", "Materials:"];
    let lines = text.lines().filter(|line| wanted.iter().any(|word| line.starts_with(word)));
    Ok(lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", "))
}
