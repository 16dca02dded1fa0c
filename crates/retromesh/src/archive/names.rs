//! The names of entries.
#![cfg_attr(not(any(feature = "pbo", feature = "zip")), allow(dead_code, reason = "no kind of archive is compiled in"))]

use retromesh_core::{Error, ErrorKind, Result};

/// Returns a name with slashes between its parts. One that leads out of the archive is an error: by `..`, a drive or a root.
pub(super) fn plain(format: &'static str, name: &str, offset: u64) -> Result<String> {
    let path = name.replace('\\', "/");
    if path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..") || path.contains('\0') {
        return Err(Error::new(format, ErrorKind::Outside { found: name.to_owned() }).at(offset));
    }
    Ok(path)
}
