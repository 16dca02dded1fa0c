//! Walks: the same inputs each time.

use super::{Folders, LONGEST, Target, seeds};
use crate::{call_cargo, cargo, read, target_folder, write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::{fs, thread};

/// Runs targets side by side and returns how many of them break a promise.
pub(super) fn walk(targets: &[&Target], number: u64) -> Result<usize, String> {
    // Built as the tests are, with the libraries of those: the examples ask for the same features. Wrong arithmetic ends such a program, too.
    call_cargo(&mut cargo(&["build", "--workspace", "--quiet", "--examples", "--bin", "mutants"]))?;
    let program = target_folder().join("debug/mutants");
    let queue = Mutex::new(targets.iter());
    let threads = thread::available_parallelism().map_or(1, usize::from).min(targets.len());
    let work = || {
        let next = || queue.lock().ok().and_then(|mut queue| queue.next());
        std::iter::from_fn(next).map(|target| try_target(&program, target, number)).sum::<Result<usize, String>>()
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().map_err(|_| "a thread ended")?).sum()
    })
}

fn try_target(program: &Path, target: &Target, number: u64) -> Result<usize, String> {
    let (name, folders) = (target.name, Folders::prepare(target.name)?);
    seeds::sow(name, &folders.seeds, LONGEST)?;
    let words = folders.seeds.with_extension("words");
    write_words(target, &words)?;
    let found = folders.artifacts.join("found");
    let call = |more: &[&str]| -> Result<Output, String> {
        let mut command = Command::new(program);
        command
            .args([name, &number.to_string(), &target.executions.to_string()])
            .args([&folders.seeds, &words, &found])
            .args(more);
        command.stdin(Stdio::null()).output().map_err(|e| format!("{}: {e}", program.display()))
    };
    let mut output = call(&[])?;
    if output.status.success() {
        let taken = String::from_utf8_lossy(&output.stdout);
        println!("{name}: {} inputs, {} of them taken", target.executions, taken.trim());
        return Ok(0);
    }
    if !found.is_file() {
        // It ended without a word: once more, each input kept before it is tried.
        output = call(&["--trace"])?;
    }
    let bytes = fs::read(&found).map_err(|e| format!("{name}: {}, and no input of it: {e}", output.status))?;
    let kept = seeds::save_finding(name, &bytes)?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    println!("{name}: {} breaks a promise: {}\n{text}", kept.display(), output.status);
    Ok(1)
}

/// Writes the words of a target's dictionary into a folder, one per file.
fn write_words(target: &Target, folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let Some(path) = target.dictionary_path() else { return Ok(()) };
    let text = read(&path)?;
    let lines = text.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    for (number, line) in lines.enumerate() {
        let word = unescaped(line).ok_or_else(|| format!("{}: no word: {line}", path.display()))?;
        write(folder.join(format!("{number:04}")), word)?;
    }
    Ok(())
}

/// Returns the bytes of a word in libFuzzer's spelling.
fn unescaped(word: &str) -> Option<Vec<u8>> {
    let (mut out, mut rest) = (Vec::new(), word.bytes());
    while let Some(byte) = rest.next() {
        out.push(match (byte, if byte == b'\\' { rest.next()? } else { 0 }) {
            (b'\\', b'x') => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
            }
            (b'\\', escaped) => escaped,
            _ => byte,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn words_are_spelled_as_in_libfuzzer() {
        let rows: [(&str, Option<&[u8]>); 4] = [
            ("v ", Some(b"v ")),
            (r#"glTF\x02\x00\"a\""#, Some(b"glTF\x02\0\"a\"")),
            (r"\\", Some(b"\\")),
            (r"\x0", None),
        ];
        for (word, bytes) in rows {
            assert_eq!(unescaped(word).as_deref(), bytes, "{word}");
        }
    }
}
