//! Lets libFuzzer search and handles what it finds.

use super::{Folders, LONGEST, Target, seeds};
use crate::Outcome;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs one target and prints what libFuzzer says at the end. What it finds lies in the folder of artifacts.
pub(super) fn fuzz(binary: &Path, target: &Target, seconds: u64, folders: &Folders) -> Outcome {
    let mut command = Command::new(binary);
    command.args([&folders.corpus, &folders.seeds]).arg(format!("-artifact_prefix={}/", folders.artifacts.display()));
    command.args(["-timeout=25", "-rss_limit_mb=1500", "-print_final_stats=1", "-verbosity=1"]);
    command.args([format!("-max_len={LONGEST}"), format!("-max_total_time={seconds}")]);
    if let Some(path) = target.dictionary_path() {
        command.arg(format!("-dict={}", path.display()));
    }
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{}: {e}", binary.display()))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    // libFuzzer's last words: executions, edges covered, seconds.
    let wanted = ["Done ", "stat::number_of_executed_units"];
    let figures = text.lines().filter(|line| wanted.iter().any(|word| line.contains(word)) || line.contains("DONE"));
    let name = target.name;
    figures.for_each(|line| println!("{name}: {line}"));
    if !output.status.success() {
        let complaint = text.lines().filter(|line| line.contains("panicked at") || line.contains("ERROR:"));
        complaint.for_each(|line| println!("{name}: {line}"));
        text.lines().skip_while(|line| !line.contains("panicked at")).take(12).for_each(|line| println!("  {line}"));
    }
    Ok(())
}

/// Makes findings small and copies them to the fixtures; returns how many there are.
pub(super) fn keep_findings(binary: &Path, name: &str, folders: &Folders) -> Result<usize, String> {
    let mut found = 0;
    for entry in fs::read_dir(&folders.artifacts).map_err(|e| e.to_string())?.flatten() {
        let path = entry.path();
        let small = path.with_extension("small");
        let mut command = Command::new(binary);
        command.arg("-minimize_crash=1").arg("-max_total_time=30").arg("-timeout=25");
        command.arg(format!("-exact_artifact_path={}", small.display())).arg(&path);
        // Minimising ends with a failure by design; what counts is whether there is a smaller file.
        drop(command.stdin(Stdio::null()).output());
        let bytes = fs::read(&small).or_else(|_| fs::read(&path)).map_err(|e| e.to_string())?;
        let kept = seeds::save_finding(name, &bytes)?;
        println!("{name}: {} breaks a promise", kept.display());
        found += 1;
    }
    Ok(found)
}
