//! `cargo xtask batch [FILES]`: a large batch, watched, killed and resumed.

use crate::{Outcome, docs};

/// Files of the batch, where none are named.
const FILES: usize = 10_000;
/// The most memory that it may take, in bytes.
const MEMORY: u64 = 200 << 20;

pub(crate) fn run(words: &[&str]) -> Outcome {
    let files = match words {
        [] => FILES,
        [files] => files.parse().map_err(|_| format!("{files:?} is not a number of files"))?,
        _ => return Err(format!("expected a number of files, found `{}`", words.join(" "))),
    };
    let program = docs::program()?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let figures = retromesh_testkit::batch::batch(&program, files, 20_011_123, folder.path());
    let seconds = figures.time.as_secs_f64();
    println!("{files} files in {seconds:.2} s: {:.0} a second", files as f64 / seconds);
    if let Some(threads) = figures.threads {
        println!("threads: {threads}");
    }
    println!(
        "killed with {:?} outputs there; {} outputs were seen to appear, each complete",
        figures.kills, figures.seen
    );
    println!("the resumed tree is that of the undisturbed run");
    match figures.peak_memory {
        Some(peak) if peak >= MEMORY => Err(format!("peak memory is {peak} bytes, over {MEMORY}")),
        Some(peak) => {
            println!("peak memory: {:.1} MiB", peak as f64 / f64::from(1 << 20));
            Ok(())
        }
        None => {
            println!("peak memory: this system does not tell");
            Ok(())
        }
    }
}
