//! A folder of ODOL files to MLOD by the program, as one process with one thread, and where the time goes.

use super::super::{best, best_after, speed};
use super::models;
use crate::Outcome;
use retromesh::Diagnostics;
use retromesh_p3d::convert::MlodOptions;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// About so many bytes of input.
const INPUT: usize = 30_000_000;

pub(super) fn run() -> Outcome {
    let program = crate::docs::program()?;
    let folder = memory_folder().map_err(|e| e.to_string())?;
    let (models, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir_all(&models).map_err(|e| e.to_string())?;
    let files = fill(&models).map_err(|e| e.to_string())?;
    let input: usize = files.iter().map(Vec::len).sum();

    // Removing what the run before wrote is not part of it.
    let remove = |folder: &Path| drop(fs::remove_dir_all(folder));
    let whole = best_after(|| remove(&out), || convert(&program, &models, &out));
    let output: usize = files.iter().map(|bytes| written(bytes).len()).sum();
    println!(
        "\nP3D, ODOL -> MLOD, {} files of {input} bytes become {output} (x{:.2})",
        files.len(),
        output as f64 / input as f64
    );
    let line = |name: &str, time: Duration| {
        println!("{name:<58} {:>7.1} ms {:>7.0} MB/s of input", time.as_secs_f64() * 1e3, speed(input, time) * 1e3);
    };
    line("retromesh convert -j 1, from start to end", whole);
    line("  of it: reading the files", best(|| fs_each(&models)));
    line("  of it: parsing, arrays unpacked", best(|| files.iter().for_each(|bytes| keep(models::parse(bytes)))));
    line("  of it: parsing and converting into memory", best(|| files.iter().for_each(|bytes| keep(written(bytes)))));
    let results: Vec<Vec<u8>> = files.iter().map(|bytes| written(bytes)).collect();
    let copies = folder.path().join("copies");
    line("  of it: creating and writing the files", best_after(|| remove(&copies), || save_all(&results, &copies)));
    let mut target = vec![1u8; results.iter().map(Vec::len).max().unwrap_or(0)];
    let touched = best(|| {
        for bytes in &results {
            if let Some(target) = target.get_mut(..bytes.len()) {
                target.copy_from_slice(bytes);
            }
            keep(&mut target);
        }
    });
    line("memcpy of the output to memory in use", touched);
    line("memcpy of the output to fresh pages", best(|| drop(std::hint::black_box(results.concat()))));
    Ok(())
}

/// A folder in memory where the system has one, so that no disk is measured.
fn memory_folder() -> std::io::Result<tempfile::TempDir> {
    let shared = Path::new("/dev/shm");
    if shared.is_dir() { tempfile::tempdir_in(shared) } else { tempfile::tempdir() }
}

/// Writes generated models and those of the corpus.
fn fill(folder: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    let mut files: Vec<Vec<u8>> = retromesh_testkit::corpus("p3d", "p3d", 0)
        .into_iter()
        .filter(|file| !file.name.starts_with("bad/") && file.bytes.starts_with(b"ODOL"))
        .map(|file| file.bytes)
        .collect();
    let mut size: usize = files.iter().map(Vec::len).sum();
    let mut seed = 0;
    while size < INPUT {
        files.push(models::odol(seed));
        size += files.last().map_or(0, Vec::len);
        seed += 1;
    }
    for (number, bytes) in files.iter().enumerate() {
        fs::write(folder.join(format!("{number:03}.p3d")), bytes)?;
    }
    Ok(files)
}

fn convert(program: &Path, from: &Path, to: &Path) {
    let mut command = Command::new(program);
    command.args(["convert", "-q", "-j", "1", "--to", "p3d", "-d"]).arg(to).arg(from);
    let status = command.stdout(Stdio::null()).stdin(Stdio::null()).status().expect("the program runs");
    assert!(status.success(), "the program converts every file");
}

fn fs_each(folder: &Path) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        keep(fs::read(entry.path()).expect("the file is there"));
    }
}

fn written(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    models::parse(bytes)
        .write_mlod(&MlodOptions::default(), &mut Diagnostics::new(), &mut out)
        .expect("a model of the game is converted");
    out
}

fn save_all(files: &[Vec<u8>], folder: &Path) {
    fs::create_dir_all(folder).expect("a folder is made");
    for (number, bytes) in files.iter().enumerate() {
        fs::write(folder.join(number.to_string()), bytes).expect("a file is written");
    }
}

fn keep<T>(value: T) {
    drop(std::hint::black_box(value));
}
