//! `cargo xtask windows [CARGO WORDS...]`: the tests, built for Windows and run under Wine.
//!
//! Needs the target `x86_64-pc-windows-gnu`, the compiler of mingw-w64 and Wine (Debian: `gcc-mingw-w64-x86-64-win32 wine64 wine`); says
//! what is missing and tests nothing where one is not there. Without words all crates but this one are tested.

use crate::{Outcome, cargo, root};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const TARGET: &str = "x86_64-pc-windows-gnu";
pub(crate) const COMPILER: &str = "x86_64-w64-mingw32-gcc";
/// The tasks are about sources and tools, which are not on Windows here.
const ALL: [&str; 3] = ["--workspace", "--exclude", "xtask"];

pub(crate) fn run(words: &[&str]) -> Outcome {
    if let Some(missing) = missing() {
        println!("windows: SKIPPED, {missing}");
        return Ok(());
    }
    let mut command = cargo(&["test", "--no-fail-fast", "--target", TARGET, "--target-dir", "target/windows"]);
    command
        .args(if words.is_empty() { &ALL } else { words })
        .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", COMPILER)
        .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "wine")
        .stdout(Stdio::piped());
    prepare(&mut command)?;
    let mut child = command.spawn().map_err(|e| format!("cannot run cargo: {e}"))?;
    let mut totals = Totals::default();
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()).map_while(Result::ok) {
        totals.add(&line);
        println!("{line}");
    }
    let status = child.wait().map_err(|e| e.to_string())?;
    let Totals { passed, failed, ignored } = totals;
    println!("windows: {passed} tests passed, {failed} failed, {ignored} ignored");
    if status.success() && passed > 0 { Ok(()) } else { Err(format!("cargo: {status}")) }
}

/// Gives a command that calls Wine what it needs.
pub(crate) fn prepare(command: &mut Command) -> Outcome {
    let work = root().join("target/windows");
    let libraries = work.join("dll");
    fs::create_dir_all(&libraries).map_err(|e| e.to_string())?;
    build_random(&libraries)?;
    let path = format!("Z:{}", libraries.display().to_string().replace('/', "\\"));
    command.env("WINEPREFIX", work.join("wine")).env("WINEPATH", path).env("WINEDEBUG", "-all");
    Ok(())
}

/// Says what the tests cannot be built or run without.
pub(crate) fn missing() -> Option<String> {
    let answers = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let libraries = answers("rustc", &["--print", "target-libdir", "--target", TARGET]);
    if !libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Some(format!("the toolchain has no {TARGET}"));
    }
    let programs = [(COMPILER, "gcc-mingw-w64-x86-64-win32"), ("wine", "wine and wine64")];
    let missing = programs.iter().find(|(program, _)| answers(program, &["--version"]).is_none());
    missing.map(|(program, package)| format!("there is no {program} (Debian: {package})"))
}

/// Builds the library of random numbers that older versions of Wine lack; Wine prefers one of its own.
fn build_random(folder: &Path) -> Outcome {
    let source = root().join("xtask/windows/bcryptprimitives.c");
    let mut compiler = Command::new(COMPILER);
    compiler.args(["-shared", "-O1", "-o"]).arg(folder.join("bcryptprimitives.dll")).arg(source).arg("-ladvapi32");
    let status = compiler.status().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("{COMPILER}: {status}")) }
}

/// What all test programs together gave.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Totals {
    /// Adds the line with which a test program ends; other lines say nothing.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")) else {
            return;
        };
        for (count, word) in counts.split("; ").filter_map(|part| part.split_once(' ')) {
            let count: u64 = count.parse().unwrap_or_default();
            match word {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "ignored" => self.ignored += count,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn the_last_lines_of_test_programs_are_added_up() {
        let mut totals = Totals::default();
        for line in [
            "running 5 tests",
            "test a ... ok",
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.03s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s",
        ] {
            totals.add(line);
        }
        assert_eq!(totals, Totals { passed: 8, failed: 2, ignored: 1 });
    }
}
