//! Every command of the program over the files that ask for very large outputs, with its processor time and its memory bounded.
#![allow(clippy::print_stdout, reason = "what a comparison prints is its report")]

use retromesh::{all_formats, formats};
use retromesh_acceptance::{Outcome, root};
use retromesh_testkit::files_below;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

/// The maximum processor time that a call may take, in hundredths of a second, and the maximum memory, in KiB.
const LONGEST: u64 = 500;
const MAX_HELD: u64 = 512 << 10;
/// This many of the worst calls are listed.
const LISTED: usize = 12;

/// What a call took: hundredths of a second of processor time, and KiB of memory at its peak.
#[derive(Debug, Clone, Copy, Default)]
struct Taken {
    time: u64,
    memory: u64,
}

#[test]
fn every_command_is_bounded() -> Outcome {
    let program = retromesh_testkit::program()?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut calls = Vec::new();
    for words in all_calls(folder.path()) {
        let shown = shown(&words);
        let taken = call(&program, &words, folder.path()).map_err(|reason| format!("{shown}: {reason}"))?;
        calls.push((taken, shown));
    }
    calls.sort_by_key(|(taken, _)| std::cmp::Reverse((taken.time, taken.memory)));
    let max = calls.iter().map(|(taken, _)| taken.memory).max().unwrap_or(0);
    println!("| call | processor time | memory |\n|---|---:|---:|");
    let line = |(taken, call): &(Taken, String)| {
        println!("| `{call}` | {:.2} s | {:.0} MB |", taken.time as f64 / 100.0, taken.memory as f64 / 1024.0);
    };
    calls.iter().take(LISTED).for_each(line);
    calls.iter().skip(LISTED).filter(|(taken, _)| taken.memory == max).for_each(line);
    let is_over = |taken: &Taken| taken.time > LONGEST || taken.memory > MAX_HELD;
    let over = calls.iter().filter(|(taken, _)| is_over(taken)).count();
    println!("growth: {} calls, {over} over {} s or {} MB", calls.len(), LONGEST / 100, MAX_HELD >> 10);
    match calls.iter().find(|(taken, _)| is_over(taken)) {
        Some((taken, call)) => Err(format!("{call}: {} hundredths of a second, {} KiB", taken.time, taken.memory)),
        None if max == 0 => Err("this system does not tell what a process takes".into()),
        None => Ok(()),
    }
}

/// Lists the words of every call.
fn all_calls(out: &Path) -> Vec<Vec<String>> {
    let folder = root().join("fixtures/growth");
    let mut calls = Vec::new();
    for file in all_formats().flat_map(|format| format.info().extensions).flat_map(|e| files_below(&folder, e)) {
        let path = folder.join(&file.name).to_string_lossy().into_owned();
        let output = |extension: &str| out.join("out").with_extension(extension).to_string_lossy().into_owned();
        let extension = file.name.rsplit('.').next().unwrap_or_default();
        let mut add = |words: &[&str]| calls.push(words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        for command in ["info", "check", "dump", "textures"] {
            add(&[command, &path]);
        }
        add(&["diff", &path, &path]);
        add(&["repair", &path, "--force", "-o", &output(extension)]);
        add(&["render", &path, "--force", "-o", &output("png")]);
        for info in formats().iter().map(|format| format.info()).filter(|info| info.writes) {
            let output = output(info.extensions.first().copied().unwrap_or_default());
            for target in info.targets.iter().filter(|target| target.writes) {
                add(&["convert", &path, "--force", "-o", &output, "--target", target.name]);
                add(&["check", &path, "--target", target.name]);
            }
        }
    }
    calls
}

/// Returns the words of a call without folders.
fn shown(words: &[String]) -> String {
    let name = |word: &String| word.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    words.iter().map(name).filter(|word| word != "--force").collect::<Vec<_>>().join(" ")
}

/// Calls the program and watches it; a refusal is an answer, too.
fn call(program: &Path, words: &[String], folder: &Path) -> Result<Taken, String> {
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|e| format!("cannot be started: {e}"))?;
    let mut taken = Taken::default();
    loop {
        if let Some(now) = measure(child.id()) {
            taken = Taken { time: taken.time.max(now.time), memory: taken.memory.max(now.memory) };
        }
        match child.try_wait().map_err(|e| e.to_string())? {
            // 0 or 1 is an answer, 2 that the words are wrong; everything else is a crash.
            Some(status) if matches!(status.code(), Some(0..=2)) => return Ok(taken),
            Some(status) => return Err(status.to_string()),
            None if taken.time > 4 * LONGEST || taken.memory > 4 * MAX_HELD => {
                child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
                return Ok(taken);
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Reads what a process has taken so far, where the system says: times in ticks of a hundredth of a second.
fn measure(process: u32) -> Option<Taken> {
    let read = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).ok();
    let status = read("status")?;
    // Not there any more once the process has ended.
    let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
    // After the name, which may hold spaces, the 12th and 13th numbers are the times of the program and of the system for it.
    let stat = read("stat")?;
    let times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    let time = times.filter_map(|time| time.parse::<u64>().ok()).sum();
    Some(Taken { time, memory: memory.unwrap_or(0) })
}
