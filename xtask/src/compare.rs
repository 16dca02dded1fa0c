//! `cargo xtask compare COMMIT`: the program of this tree and that of another commit, in turns over the same files.
//!
//! Machines are noisy and differ: only figures of one run can be compared. Both programs are built alike, and the median of several turns counts.

use crate::{Outcome, call_cargo, cargo, execute, root};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// How often each program does each task.
const TURNS: usize = 7;
/// What the program does, one after the other: later tasks read what earlier ones wrote.
const TASKS: [&str; 16] = [
    "info model.b3d",
    "check model.b3d --target luanti",
    "repair model.b3d -f -o repaired.b3d",
    "convert model.b3d -f -o out.glb",
    "convert model.b3d -f -o out.gltf",
    "convert model.b3d -f -o out.obj",
    "convert model.b3d -f -o out.b3d",
    "convert model.b3d -f -o out.bo3d",
    "convert model.b3d -f -o out.bgl",
    "convert model.b3d -f -o out.bmd",
    "convert model.b3d -f -o out.p3d",
    "convert out.obj -f -o back.glb",
    "convert out.bo3d -f -o back.glb",
    "convert out.bgl -f -o back.glb",
    "convert out.p3d -f -o back.glb",
    "diff model.b3d out.glb",
];

pub(crate) fn run(words: &[&str]) -> Outcome {
    let [commit] = words else { return Err("expected a commit".into()) };
    let other = root().join("target/compare");
    let mut git = Command::new("git");
    if other.join(".git").exists() {
        git.current_dir(&other).args(["checkout", "--quiet", "--detach", commit]);
    } else {
        git.current_dir(root()).args(["worktree", "add", "--quiet", "--detach", "--force"]).arg(&other).arg(commit);
    }
    execute(&mut git).map_err(|reason| format!("git has no tree of {commit}: {reason}"))?;
    let programs = [build(&other)?, build(&root())?];
    // Where there is a file system in memory, no disk is measured.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.map_err(|e| e.to_string())?;
    std::fs::write(folder.path().join("grid.obj"), grid()).map_err(|e| e.to_string())?;
    milliseconds(&programs[0], "convert grid.obj -f -o model.b3d", folder.path())?;
    println!("{:<40} {:>9} {:>9} {:>6}", "medians in ms", "before", "now", "ratio");
    for task in TASKS {
        let mut times = [const { Vec::new() }; 2];
        for _ in 0..TURNS {
            for (program, times) in programs.iter().zip(&mut times) {
                times.push(milliseconds(program, task, folder.path())?);
            }
        }
        let [before, now] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[TURNS / 2]
        });
        println!("{task:<40} {before:>9.1} {now:>9.1} {:>6.2}", now / before);
    }
    Ok(())
}

/// Makes an OBJ file of a grid of 1,000 by 1,000 vertices in waves.
fn grid() -> String {
    let mut text = String::new();
    for i in 0..1_000_000 {
        let (x, y) = (i % 1000, i / 1000);
        let _ = writeln!(text, "v {x} {y} {}\nvt {} {}", x * y % 17, x as f32 / 999.0, y as f32 / 999.0);
    }
    for i in (1..999_001).filter(|i| i % 1000 != 0) {
        let [a, b, c, d] = [i, i + 1, i + 1001, i + 1000];
        let _ = writeln!(text, "f {a}/{a} {b}/{b} {c}/{c} {d}/{d}");
    }
    text
}

/// Builds the program of a tree and returns where it is.
fn build(tree: &Path) -> Result<PathBuf, String> {
    let target = tree.join("target");
    call_cargo(
        cargo(&["build", "--release", "--package", "retromesh-cli"]).current_dir(tree).env("CARGO_TARGET_DIR", &target),
    )?;
    Ok(target.join("release").join(format!("retromesh{}", std::env::consts::EXE_SUFFIX)))
}

/// Calls a program and returns how long that took.
fn milliseconds(program: &Path, task: &str, folder: &Path) -> Result<f64, String> {
    let mut command = Command::new(program);
    command.args(task.split(' ')).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().map_err(|e| format!("{}: {e}", program.display()))?;
    // Differences, findings and losses are no failures here.
    status.code().ok_or_else(|| format!("{task}: {status}"))?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}
