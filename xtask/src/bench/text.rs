//! Documents as text: our syntax beside JSON, in time, memory and size.

use super::{Pages, apart, shapes};
use crate::{HEAP, Outcome};
use retromesh_b3d::Document;
use std::time::Instant;

/// The sizes of the files in megabytes.
const SIZES: [usize; 3] = [6, 60, 120];

pub(super) fn run() -> Outcome {
    println!("\nB3D as text, floats of many digits; memory beside the file and what is written");
    println!(
        "{:<10} {:>8} {:>9} {:>8} {:>8} {:>10} {:>10}",
        "", "file MB", "text MB", "text s", "pack s", "mem text", "mem pack"
    );
    for megabytes in SIZES {
        for syntax in ["retromesh", "JSON"] {
            print!("{}", apart(&["text-row", syntax, &megabytes.to_string()], Pages::Fresh)?);
        }
    }
    Ok(())
}

/// Measures one syntax once, in a process of its own.
pub(super) fn row(syntax: &str, megabytes: &str) -> Outcome {
    let megabytes: usize = megabytes.parse().map_err(|_| "a number of megabytes is expected")?;
    let file = shapes::rough_mesh(megabytes * 1_000_000 / 44);
    let document = Document::parse(&file).map_err(|e| e.to_string())?;
    let ours = syntax == "retromesh";
    let (text, written, held) = measured(|| {
        if ours {
            retromesh_text::to_string("b3d", &document).map_err(|e| e.to_string())
        } else {
            serde_json::to_string(&document).map_err(|e| e.to_string())
        }
    })?;
    drop(document);
    let (bytes, packed, kept) = measured(|| {
        let document: Document<'static> = if ours {
            retromesh_text::from_str("b3d", &text).map_err(|e| e.to_string())?
        } else {
            serde_json::from_str(&text).map_err(|e| e.to_string())?
        };
        document.encode().map_err(|e| e.to_string())
    })?;
    if bytes != file {
        return Err(format!("{syntax}: packed bytes differ"));
    }
    let mb = |bytes: usize| bytes as f64 / 1e6;
    println!(
        "{syntax:<10} {:>8.1} {:>9.1} {written:>8.2} {packed:>8.2} {:>10.1} {:>10.1}",
        mb(file.len()),
        mb(text.len()),
        mb(held.saturating_sub(text.len())),
        mb(kept.saturating_sub(bytes.len())),
    );
    Ok(())
}

/// Returns what a piece of work gives, its seconds, and the most memory that it held at once.
fn measured<T>(work: impl FnOnce() -> Result<T, String>) -> Result<(T, f64, usize), String> {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let start = Instant::now();
    let made = work()?;
    Ok((made, start.elapsed().as_secs_f64(), HEAP.peak_usage().saturating_sub(before)))
}
