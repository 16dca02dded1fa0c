//! A large batch, watched, killed and resumed.
#![allow(clippy::print_stdout, reason = "what a comparison prints is its report")]

use retromesh_acceptance::Outcome;

/// Files of the batch.
const FILES: usize = 10_000;
/// The memory that it may take, in bytes.
const MEMORY: u64 = 200 << 20;

#[test]
fn a_large_batch_is_complete_whatever_happens() -> Outcome {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let figures = retromesh_testkit::batch::batch(&retromesh_testkit::program()?, FILES, 20_011_123, folder.path());
    let seconds = figures.time.as_secs_f64();
    println!("{FILES} files in {seconds:.2} s: {:.0} a second, {:?} threads", FILES as f64 / seconds, figures.threads);
    println!("killed with {:?} outputs there; {} appeared, each complete", figures.kills, figures.seen);
    println!("peak memory: {:?} bytes", figures.peak_memory);
    match figures.peak_memory.filter(|peak| *peak >= MEMORY) {
        Some(peak) => Err(format!("peak memory is {peak} bytes, over {MEMORY}")),
        None => Ok(()),
    }
}
