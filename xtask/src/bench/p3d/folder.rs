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
    let files = files();
    let input: usize = files.iter().map(Vec::len).sum();
    let results: Vec<Vec<u8>> = files.iter().map(|bytes| written(bytes)).collect();
    let output: usize = results.iter().map(Vec::len).sum();
    println!(
        "\nP3D, ODOL -> MLOD, {} files of {input} bytes become {output} (x{:.2})",
        files.len(),
        output as f64 / input as f64
    );
    let line = |name: &str, time: Duration| {
        println!("{name:<58} {:>7.1} ms {:>7.0} MB/s of input", time.as_secs_f64() * 1e3, speed(input, time) * 1e3);
    };
    // The folder of the program is on a disk; what is written stays in the system's memory until later.
    let on_disk = program.parent().unwrap_or(Path::new("."));
    for (place, parent) in [("on disk", on_disk), ("in a file system in memory", Path::new("/dev/shm"))] {
        if parent.is_dir() {
            let folder = tempfile::tempdir_in(parent).map_err(|e| e.to_string())?;
            println!("in a folder {place}:");
            folders(&program, folder.path(), &files, &results, line).map_err(|e| e.to_string())?;
        }
    }
    println!("in memory alone:");
    line("  parsing, arrays unpacked", best(|| files.iter().for_each(|bytes| keep(models::parse(bytes)))));
    line("  parsing and converting", best(|| files.iter().for_each(|bytes| keep(written(bytes)))));
    let mut target = vec![1u8; results.iter().map(Vec::len).max().unwrap_or(0)];
    let touched = best(|| {
        for bytes in &results {
            if let Some(target) = target.get_mut(..bytes.len()) {
                target.copy_from_slice(bytes);
            }
            keep(&mut target);
        }
    });
    line("  memcpy of the output to memory in use", touched);
    line("  memcpy of the output to fresh pages", best(|| drop(std::hint::black_box(results.concat()))));
    Ok(())
}

/// Times the program from folder to folder, and reading and writing the same files.
fn folders(
    program: &Path,
    folder: &Path,
    files: &[Vec<u8>],
    results: &[Vec<u8>],
    line: impl Fn(&str, Duration),
) -> std::io::Result<()> {
    let [models, out, copies] = ["in", "out", "copies"].map(|name| folder.join(name));
    save_all(files, &models)?;
    // Removing what the run before wrote is not part of it.
    let remove = |folder: &Path| drop(fs::remove_dir_all(folder));
    line(
        "  retromesh convert -j 1, from start to end",
        best_after(|| remove(&out), || convert(program, &models, &out)),
    );
    remove(&out);
    line("    of it: reading the files", best(|| read_all(&models).expect("the files are there")));
    line(
        "    of it: creating and writing files",
        best_after(|| remove(&copies), || save_all(results, &copies).expect("files are written")),
    );
    Ok(())
}

/// Returns the models of the corpus and as many generated ones as it takes.
fn files() -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = crate::real_files("p3d")
        .into_iter()
        .filter(|file| !file.name.starts_with("bad/") && file.bytes.starts_with(b"ODOL"))
        .map(|file| file.bytes)
        .collect();
    let mut size: usize = files.iter().map(Vec::len).sum();
    for seed in 0.. {
        if size >= INPUT {
            break;
        }
        let bytes = models::odol(seed);
        size += bytes.len();
        files.push(bytes);
    }
    files
}

fn convert(program: &Path, from: &Path, to: &Path) {
    let mut command = Command::new(program);
    command.args(["convert", "-q", "-j", "1", "--to", "p3d", "-d"]).arg(to).arg(from);
    let status = command.stdout(Stdio::null()).stdin(Stdio::null()).status().expect("the program runs");
    assert!(status.success(), "the program converts every file");
}

fn read_all(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        keep(fs::read(entry?.path())?);
    }
    Ok(())
}

fn written(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    models::parse(bytes)
        .write_mlod(&MlodOptions::default(), &mut Diagnostics::new(), &mut out)
        .expect("a model of the game is converted");
    out
}

fn save_all(files: &[Vec<u8>], folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, bytes) in files.iter().enumerate() {
        fs::write(folder.join(format!("{number:03}.p3d")), bytes)?;
    }
    Ok(())
}

fn keep<T>(value: T) {
    drop(std::hint::black_box(value));
}
