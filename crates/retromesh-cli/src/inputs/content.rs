//! What the beginning of a file says of it, next to its name.

use retromesh::{Confidence, Format, Limits, Source};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Returns whether a file on the disk has not the beginning that files of its name have.
pub(crate) fn is_misnamed(path: &Path) -> bool {
    path.is_file() && beginning(path).is_ok_and(|head| !suits_name(&head, path))
}

/// Returns whether a file that begins so can be what its name says. Formats know their beginnings; of a text the rest is not seen.
pub(crate) fn suits_name(head: &[u8], path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let text = head.trim_ascii_start();
    let whole = head.rsplitn(2, |byte| *byte == b'\n').last().unwrap_or(head);
    let is_known = |format: &dyn Format| format.probe(head) > Confidence::No || format.probe(whole) > Confidence::No;
    match (retromesh::format_by_extension(&extension), extension.as_str()) {
        (Some(format), "obj") => text.starts_with(b"#") || is_known(format),
        (Some(format), "gltf") => text.starts_with(b"{") || is_known(format),
        (Some(format), _) => is_known(format),
        (None, "mtl") => {
            text.starts_with(b"#") || text.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"newmtl "))
        }
        (None, _) => true,
    }
}

/// Reads as many bytes of a file as tell what it is.
pub(crate) fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    const HEAD: u64 = 4096;
    let mut head = Vec::new();
    fs::File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns the format that the content of a file has.
pub(super) fn detected(path: &Path, limit: u64) -> Option<&'static dyn Format> {
    let mut limits = Limits::default();
    limits.input_bytes = limit;
    Source::load(path, &limits).ok().map(|source| source.format)
}
