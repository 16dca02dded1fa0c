//! The Khronos glTF validator, run once over all files.

use crate::{node, root};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// What the validator says about one file.
pub struct Report {
    /// The number of errors.
    pub errors: u64,
    /// How often each code of an error or a warning occurs.
    pub codes: BTreeMap<String, u64>,
}

/// The driver, handed to node on the command line: it reads paths and prints a JSON object for each.
const DRIVER: &str = include_str!("validate.mjs");

/// Validates files; one report each, in their order.
pub fn validate(paths: &[&Path]) -> Result<Vec<Report>, String> {
    if !root().join("tools/node_modules/gltf-validator").is_dir() {
        return Err("the glTF validator is not there; run `cargo xtask setup`".into());
    }
    let mut child =
        node(DRIVER).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|e| format!("node: {e}"))?;
    let mut list = String::new();
    for path in paths {
        list.push_str(&path.to_string_lossy());
        list.push('\n');
    }
    let mut stdin = child.stdin.take().ok_or("node has no input")?;
    stdin.write_all(list.as_bytes()).map_err(|e| format!("node: {e}"))?;
    drop(stdin);
    let output = child.wait_with_output().map_err(|e| format!("node: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let reports: Option<Vec<Report>> = text.lines().map(report).collect();
    match reports {
        Some(reports) if output.status.success() && reports.len() == paths.len() => Ok(reports),
        _ => Err(format!(
            "the validator ended with {} after {} of {} files",
            output.status,
            text.lines().count(),
            paths.len()
        )),
    }
}

fn report(line: &str) -> Option<Report> {
    let json: serde_json::Value = serde_json::from_str(line).ok()?;
    let codes = json.get("codes")?.as_object()?;
    let codes = codes.iter().map(|(code, count)| Some((code.clone(), count.as_u64()?))).collect::<Option<_>>()?;
    Some(Report { errors: json.get("errors")?.as_u64()?, codes })
}
