//! `cargo xtask bench --compare BASE`: the program of this tree beside that of another commit, run in turns.
//!
//! Machines are noisy and differ: only figures of one run can be compared. Both programs are built alike, read the same files from memory,
//! and the median of several turns counts.

use super::shapes;
use crate::{Outcome, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each program does each task.
const TURNS: usize = 7;
/// The vertices of the large model.
const VERTICES: usize = 1_000_000;
/// What the program does, one after the other: later tasks read what earlier ones wrote.
const TASKS: [&str; 19] = [
    "--version",
    "info small.b3d",
    "info model.b3d",
    "check model.b3d",
    "check model.b3d --target luanti",
    "repair model.b3d -f -o mended.b3d",
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

/// What a run took: from start to end, and of the processors.
type Cost = (Duration, f64);

pub(super) fn run(base: &str) -> Outcome {
    let other = root().join("target/bench/base");
    checkout(base, &other)?;
    let programs = [build(&other)?, build(&root())?];
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.map_err(|e| e.to_string())?;
    for (name, vertices) in [("model.b3d", VERTICES), ("small.b3d", VERTICES / 44)] {
        fs::write(folder.path().join(name), shapes::one_mesh(vertices)).map_err(|e| format!("{name}: {e}"))?;
    }
    println!(
        "{:<40} {:>9} {:>9} {:>7} {:>12} {:>12} {:>9} {:>7}",
        "", "base ms", "now ms", "ratio", "base cpu ms", "now cpu ms", "system ms", "ratio"
    );
    for task in TASKS {
        let (tool, words) = yardstick(task);
        let calls = [(&*programs[0], task), (&*programs[1], task), (Path::new(tool), &*words)];
        let mut costs = [const { Vec::new() }; 3];
        for _ in 0..TURNS {
            for ((program, words), costs) in calls.iter().zip(&mut costs) {
                costs.push(call(program, words, folder.path())?);
            }
        }
        let [(before, cpu_before), (now, cpu), (system, _)] = costs.map(median);
        let [before, now, system] = [before, now, system].map(|time| time.as_secs_f64() * 1e3);
        let (ratio, times) = (now / before, now / system);
        println!(
            "{task:<40} {before:>9.1} {now:>9.1} {ratio:>7.2} {cpu_before:>12.0} {cpu:>12.0} {system:>9.1} {times:>7.1}"
        );
    }
    Ok(())
}

/// Returns what the system is to do beside a task, to have something to measure by: copy the file that the task writes, or read the one
/// that it reads.
fn yardstick(task: &str) -> (&'static str, String) {
    let words: Vec<&str> = task.split(' ').collect();
    match words.as_slice() {
        [.., "-o", output] => ("cp", format!("{output} copy")),
        [_, input, ..] => ("cat", (*input).to_owned()),
        _ => ("true", String::new()),
    }
}

/// Puts the tree of a commit into a folder.
fn checkout(commit: &str, folder: &Path) -> Outcome {
    let place = folder.to_string_lossy().into_owned();
    let words: &[&str] = if folder.join(".git").exists() {
        &["-C", &place, "checkout", "--quiet", "--detach", commit]
    } else {
        &["worktree", "add", "--quiet", "--detach", "--force", &place, commit]
    };
    let done = Command::new("git").current_dir(root()).args(words).status();
    done.is_ok_and(|status| status.success()).then_some(()).ok_or_else(|| format!("git has no tree of {commit}"))
}

/// Builds the program of a tree and returns where it is.
fn build(tree: &Path) -> Result<PathBuf, String> {
    let target = tree.join("target");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(tree).env("CARGO_TARGET_DIR", &target).args(["build", "--release", "-p", "retromesh-cli"]);
    let built = cargo.status().is_ok_and(|status| status.success());
    let program = target.join("release").join(format!("retromesh{}", std::env::consts::EXE_SUFFIX));
    built.then_some(program).ok_or_else(|| format!("{} does not build", tree.display()))
}

/// Calls a program and returns what that took.
fn call(program: &Path, task: &str, folder: &Path) -> Result<Cost, String> {
    let (start, used) = (Instant::now(), of_children());
    let mut command = Command::new(program);
    command.args(task.split(' ')).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().map_err(|e| format!("{}: {e}", program.display()))?;
    // Differences, findings and losses are no failures here.
    if status.code().is_none() {
        return Err(format!("{task}: {status}"));
    }
    Ok((start.elapsed(), of_children() - used))
}

/// Returns the milliseconds that all children of this process had a processor; zero where the system does not tell.
fn of_children() -> f64 {
    /// The figures are in hundredths of a second.
    const MILLISECONDS: f64 = 10.0;
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may have blanks, the fields are numbered from 3 on: 16 and 17 are those of children.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(13).take(2);
    fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() * MILLISECONDS
}

fn median(mut costs: Vec<Cost>) -> Cost {
    let middle = costs.len() / 2;
    let mut cpu: Vec<f64> = costs.iter().map(|cost| cost.1).collect();
    cpu.sort_by(f64::total_cmp);
    costs.sort_by_key(|cost| cost.0);
    (costs[middle].0, cpu[middle])
}
