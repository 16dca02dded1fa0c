//! Archives.

use crate::{HEAP, UNPACKED_BYTES, options};
use retromesh::Archive;
use std::path::{Component, Path};

/// Opening and reading may hold this many bytes at once for each byte of the archive, and this many for nothing.
const BYTES_PER_BYTE: usize = 16;
const BYTES_FOR_NOTHING: usize = 1 << 20;

/// Any bytes are an archive of a kind or refused. Its paths stay below it, and each file is read to its size or refused, in memory bounded
/// by the archive and the limit of what unpacks.
pub fn archive(kind: &str, bytes: &[u8]) -> bool {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let budget = BYTES_FOR_NOTHING + BYTES_PER_BYTE * bytes.len() + 2 * UNPACKED_BYTES as usize;
    let Ok(archive) = Archive::from_bytes(bytes, format!("archive.{kind}")) else { return false };
    let limits = options().limits;
    for path in archive.paths() {
        let stays = Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
        assert!(stays && !path.contains(['\\', ':', '\0']), "{path:?} leads out of the archive");
        if let Ok(file) = archive.read(&path, &limits) {
            let longest = UNPACKED_BYTES.max(bytes.len() as u64);
            assert!(file.len() as u64 <= longest, "{path:?}: {} bytes of {}", file.len(), bytes.len());
        }
        let used = HEAP.peak_usage().saturating_sub(before);
        assert!(used <= budget, "{kind}: {used} bytes of memory for {} bytes at {path:?}", bytes.len());
    }
    true
}
