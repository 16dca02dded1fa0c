//! The extension: every fixture through it in Blender and back. `cargo xtask python` builds the wheel that it needs.

use super::blender;
use retromesh_acceptance::{Outcome, models, root, work_folder};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn models_go_through_the_extension() -> Outcome {
    let work = work_folder("extension")?;
    let wheels = fs::read_dir(root().join("target/python/wheels")).map_err(|e| format!("no wheel: {e}"))?;
    let wheel = wheels.flatten().next().ok_or("there is no wheel; `cargo xtask python` builds one")?.path();
    let lib = work.join("lib");
    execute(Command::new("python3").args(["-m", "zipfile", "-e"]).args([&wheel, &lib]))?;
    let list: Vec<String> = models(&root().join("fixtures"))?
        .iter()
        .filter(|path| is_ours(path))
        .map(|path| path.display().to_string() + "\n")
        .collect();
    let (listing, report) = (work.join("files"), work.join("report.jsonl"));
    fs::write(&listing, list.concat()).map_err(|e| e.to_string())?;
    let call = |script: &str| {
        let script = root().join("crates/retromesh-python/tests/blender").join(script);
        let mut command = blender(&script.to_string_lossy());
        command.env("PYTHONPATH", &lib).env("PYTHONDONTWRITEBYTECODE", "1");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    for script in ["made.py", "ui.py", "frames.py", "levels.py", "imports.py", "lights.py", "reported.py"] {
        execute(&mut call(script)).map_err(|e| format!("{script}: {e}"))?;
    }
    execute(call("check.py").args([&listing, &report]))?;
    judge(&report, list.len())
}

fn is_ours(path: &Path) -> bool {
    let kinds = ["b3d", "bo3d", "bgl", "bmd", "p3d"];
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    kinds.contains(&extension.as_str()) && !path.iter().any(|part| part == "bad" || part == "fuzz")
}

/// Prints what Blender says of the files that went through it.
fn judge(report: &Path, count: usize) -> Outcome {
    let text = fs::read_to_string(report).map_err(|e| e.to_string())?;
    let rows: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let (mut bad, mut worst) = (count - rows.len().min(count), 0.0_f64);
    for row in &rows {
        let problems: Vec<&str> = row["problems"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if problems.is_empty() {
            worst = worst.max(row["apart"].as_f64().unwrap_or_default());
        } else {
            bad += 1;
            println!("{}: {}", row["file"].as_str().unwrap_or_default(), problems.join("; "));
        }
    }
    let exact = rows.iter().filter(|row| row["back"].as_f64().is_some_and(|back| back <= 1e-4)).count();
    println!("extension: {} of {count} as they are, apart by {worst:.1e}; {exact} come back within 1e-4", count - bad);
    if bad == 0 && count > 0 { Ok(()) } else { Err(format!("{bad} models are not as they are")) }
}

fn execute(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}
